//! Who asks: the forge as the asker may see it, and the tools that exist for the asker.
//!
//! Over HTTP each request brings its own token, and may choose fewer tools; elsewhere there is one visitor, as configured.

use std::sync::Arc;

use http::request::Parts;
use rmcp::RoleServer;
use rmcp::service::RequestContext;

use super::{Policy, Server};
use crate::forgejo::Forge;

/// What holds for one request.
#[derive(Clone)]
pub(super) struct Visitor {
    pub(super) forge: Forge,
    pub(super) policy: Arc<Policy>,
}

impl Server {
    /// The visitor that a transport announced with a request, else the configured one.
    pub(super) fn visitor(&self, context: &RequestContext<RoleServer>) -> Visitor {
        let announced = context.extensions.get::<Visitor>();
        let announced = announced.or_else(|| {
            context.extensions.get::<Parts>().and_then(|parts| parts.extensions.get::<Visitor>())
        });
        let (forge, policy) = match announced {
            Some(Visitor { forge, policy }) => (forge, policy),
            None => (&self.shared.forge, &self.shared.policy),
        };
        Visitor { forge: forge.for_one_call(), policy: Arc::clone(policy) }
    }
}
