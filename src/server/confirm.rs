//! The stage that asks before something irrecoverable happens: through the client where it can be asked, else by an
//! argument that names the target.

use rmcp::RoleServer;
use rmcp::model::{
    ElicitRequest, ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationSchema, InputRequest,
    InputRequests, InputRequiredResult, ProtocolVersion, RequestStateCodec, SealOptions,
};
use rmcp::service::{ElicitationMode, RequestContext};
use serde_json::{Map, Value};

use crate::config::ConfirmMode;
use crate::forgejo::{ApiError, Kind};
use crate::views::clean::clean;

/// How long a question stays open.
const OPEN_FOR: std::time::Duration = std::time::Duration::from_secs(600);
/// The key of our question among the client's answers, and of its only field.
const CONFIRM: &str = "confirm";

/// An irrecoverable act that waits for a yes.
pub(super) struct Act<'call> {
    pub(super) tool: &'call str,
    /// What is destroyed, as the `confirm` argument must name it.
    pub(super) target: &'call str,
    pub(super) arguments: &'call Map<String, Value>,
    /// Whoever asks; a yes of one is no yes of another.
    pub(super) caller: &'call str,
}

/// What the client sent along.
#[derive(Default)]
pub(super) struct Given {
    /// The argument that names the target.
    pub(super) named: Option<String>,
    /// The answers to our question of before.
    pub(super) responses: Option<rmcp::model::InputResponses>,
    /// The sealed state of our question of before.
    pub(super) state: Option<String>,
}

pub(super) enum Confirmed {
    Yes,
    /// The client must put the question to its user and call again.
    Ask(Box<InputRequiredResult>),
}

/// Lets an act pass, asks, or refuses.
pub(super) async fn check(
    act: &Act<'_>,
    given: Given,
    mode: ConfirmMode,
    codec: &RequestStateCodec,
    context: &RequestContext<RoleServer>,
) -> Result<Confirmed, ApiError> {
    if mode == ConfirmMode::Never {
        return Ok(Confirmed::Yes);
    }
    let newest = context
        .protocol_version()
        .is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str());
    if newest && asks_forms(context) {
        return act.by_another_round(given, codec);
    }
    if !newest && context.peer.supported_elicitation_modes().contains(&ElicitationMode::Form) {
        return act.by_elicitation(context).await;
    }
    if mode == ConfirmMode::Always {
        return Err(act
            .refusal("and this client cannot ask its user")
            .hint("use a client that can, or start the server with --confirm auto"));
    }
    act.by_name(given.named.as_deref())
}

/// Whether a client of the newest protocol can show a form.
fn asks_forms(context: &RequestContext<RoleServer>) -> bool {
    context
        .client_capabilities()
        .and_then(|capabilities| capabilities.elicitation)
        .is_some_and(|elicitation| elicitation.form.is_some() || elicitation.url.is_none())
}

impl Act<'_> {
    fn question(&self) -> String {
        // The user must see the target as it is, whatever hides in the name.
        format!("{} cannot be undone. Go on with {}?", self.tool, clean(self.target).text)
    }

    fn refusal(&self, why: &str) -> ApiError {
        ApiError::new(
            Kind::ConfirmationRequired,
            format!("{} on {} cannot be undone, {why}; nothing was done", self.tool, self.target),
        )
    }

    fn by_name(&self, named: Option<&str>) -> Result<Confirmed, ApiError> {
        match named.map(str::trim) {
            Some(name) if name == self.target => Ok(Confirmed::Yes),
            Some(name) => Err(self
                .refusal(&format!("and confirm says {name:?}"))
                .hint(format!("confirm must be exactly {:?}", self.target))),
            None => Err(self
                .refusal("so it must be confirmed")
                .hint(format!("ask the user; if they agree, call again with confirm: {:?}", self.target))),
        }
    }

    async fn by_elicitation(&self, context: &RequestContext<RoleServer>) -> Result<Confirmed, ApiError> {
        let asked = context.peer.create_elicitation(form(self.question())?);
        let answer = tokio::select! {
            () = context.ct.cancelled() => return Err(self.refusal("and the call was cancelled")),
            answer = asked => answer,
        };
        let answer =
            answer.map_err(|error| self.refusal(&format!("and the client could not ask: {error}")))?;
        self.heed(&answer)
    }

    fn by_another_round(&self, given: Given, codec: &RequestStateCodec) -> Result<Confirmed, ApiError> {
        let bound = self.binding();
        let Some(state) = given.state else {
            let options = SealOptions::new().associated_data(&bound).ttl(OPEN_FOR);
            let state = codec.seal_with(self.target.as_bytes(), &options);
            let request = ElicitRequest::new(form(self.question())?);
            let requests = InputRequests::from([(CONFIRM.to_owned(), InputRequest::Elicitation(request))]);
            return Ok(Confirmed::Ask(Box::new(InputRequiredResult::new(Some(requests), Some(state)))));
        };
        // A state of other arguments, another tool, another caller or another time does not open.
        codec.open_with(&state, &bound).map_err(|_| {
            self.refusal("and the confirmation is of another call, or too old")
                .hint("call again without requestState to be asked anew")
        })?;
        let answer = given.responses.and_then(|mut responses| responses.remove(CONFIRM));
        let answer = answer.and_then(|answer| serde_json::from_value::<ElicitResult>(answer).ok());
        let answer = answer.ok_or_else(|| self.refusal("and the client sent no answer of its user"))?;
        self.heed(&answer)
    }

    fn heed(&self, answer: &ElicitResult) -> Result<Confirmed, ApiError> {
        let agrees =
            answer.content.as_ref().and_then(|content| content.get(CONFIRM)).and_then(Value::as_bool);
        match (&answer.action, agrees) {
            (ElicitationAction::Accept, Some(true)) => Ok(Confirmed::Yes),
            _ => Err(self.refusal("and the user did not agree")),
        }
    }

    /// What a yes is good for: this tool, these arguments, this caller.
    fn binding(&self) -> Vec<u8> {
        let arguments = Value::Object(self.arguments.clone()).to_string();
        [self.tool, &arguments, self.caller].join("\0").into_bytes()
    }
}

fn form(message: String) -> Result<ElicitRequestParams, ApiError> {
    let requested_schema = ElicitationSchema::builder()
        .required_bool(CONFIRM)
        .build()
        .map_err(|error| ApiError::internal(format!("the question cannot be put: {error}")))?;
    Ok(ElicitRequestParams::FormElicitationParams { meta: None, message, requested_schema })
}
