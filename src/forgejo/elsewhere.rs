//! Files that the forge keeps elsewhere, such as in an object store: where a download may be led, and with what.
//!
//! Neither the token nor the client certificate goes there, and a forge on the internet cannot make this program read
//! from the network that it runs in.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host, Url};

use super::error::ApiError;
use super::http;
use super::instance::Instance;

/// How far inside an address lies. What a forge leads to may not lie further inside than itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    Public,
    /// The networks that it runs in.
    Private,
    /// This machine, what only its own link reaches, and what is no place to read from.
    Machine,
}

/// A client for an address outside the instance; `None` when a download must not go there.
///
/// # Errors
/// `unavailable` when no client can be made.
pub(super) async fn client(instance: &Instance, target: &Url) -> Result<Option<reqwest::Client>, ApiError> {
    let (Some(host), Some(base)) = (target.host(), instance.address()) else { return Ok(None) };
    let is_own = base.host().as_ref() == Some(&host);
    let furthest = if is_own { Reach::Machine } else { reach_of(base.host()).await };
    let is_inside = match host {
        Host::Ipv4(address) => reach(IpAddr::V4(address)) > furthest,
        Host::Ipv6(address) => reach(IpAddr::V6(address)) > furthest,
        // Names are looked at where they are resolved, so that nothing changes between.
        Host::Domain(_) => false,
    };
    if is_inside {
        return Ok(None);
    }
    let within = Within { host: target.host_str().unwrap_or_default().to_owned(), furthest };
    let is_encrypted = target.scheme() == "https";
    let builder = http::builder(instance.settings(), instance.tls_elsewhere(is_encrypted)?);
    http::built(builder.dns_resolver(Arc::new(within))).map(Some)
}

/// Resolves names, and leaves out the addresses of one that lie too far inside. A proxy is the operator's choice.
struct Within {
    host: String,
    furthest: Reach,
}

impl Resolve for Within {
    fn resolve(&self, name: Name) -> Resolving {
        let furthest = if name.as_str() == self.host { self.furthest } else { Reach::Machine };
        Box::pin(async move {
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            let allowed: Vec<SocketAddr> =
                found.into_iter().filter(|address| reach(address.ip()) <= furthest).collect();
            if allowed.is_empty() {
                let name = name.as_str();
                return Err(format!("{name} lies in a private network, where this forge may not lead").into());
            }
            Ok(Box::new(allowed.into_iter()) as Addrs)
        })
    }
}

/// Where a host lies; one that cannot be resolved here is taken for a public one.
async fn reach_of(host: Option<Host<&str>>) -> Reach {
    match host {
        Some(Host::Ipv4(address)) => reach(IpAddr::V4(address)),
        Some(Host::Ipv6(address)) => reach(IpAddr::V6(address)),
        Some(Host::Domain(name)) => match tokio::net::lookup_host((name, 0)).await {
            Ok(found) => found.map(|address| reach(address.ip())).min().unwrap_or(Reach::Public),
            Err(_) => Reach::Public,
        },
        None => Reach::Public,
    }
}

fn reach(address: IpAddr) -> Reach {
    match address {
        IpAddr::V4(address) => reach_v4(address),
        IpAddr::V6(address) => reach_v6(address),
    }
}

fn reach_v4(address: Ipv4Addr) -> Reach {
    match address.octets() {
        [10, ..] | [172, 16..=31, ..] | [192, 168, ..] | [100, 64..=127, ..] => Reach::Private,
        [0 | 127 | 224..=255, ..] | [169, 254, ..] | [192, 0, 0, _] | [198, 18..=19, ..] => Reach::Machine,
        _ => Reach::Public,
    }
}

fn reach_v6(address: Ipv6Addr) -> Reach {
    match address.segments() {
        // Addresses of version 4 in other clothes.
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            let [a, b] = high.to_be_bytes();
            let [c, d] = low.to_be_bytes();
            reach_v4(Ipv4Addr::new(a, b, c, d))
        }
        [0, 0, 0, 0, 0, 0, _, _] | [0xfe80..=0xfebf | 0xff00..=0xffff, ..] => Reach::Machine,
        [0xfc00..=0xfdff | 0xfec0..=0xfeff, ..] => Reach::Private,
        _ => Reach::Public,
    }
}
