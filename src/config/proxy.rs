//! Which proxy the variables, or the settings of the system, name for an address. The HTTP client reads them by the same
//! rules; here they are only told.

use hyper_util::client::proxy::matcher::Matcher;
use url::Url;

/// The proxy of an address, without name and password.
#[must_use]
pub fn proxy_of(address: &Url) -> Option<String> {
    let proxy = Matcher::from_system().intercept(&address.as_str().parse().ok()?)?;
    let mut shown = Url::parse(&proxy.uri().to_string()).ok()?;
    // Addresses that can have neither lack them, too.
    let _ = shown.set_username("");
    let _ = shown.set_password(None);
    Some(shown.to_string().trim_end_matches('/').to_owned())
}
