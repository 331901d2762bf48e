//! The errors of a call to Stripe, by what the caller may do next.

use super::answers::{ErrorBody, ErrorDetails};
use super::refunds::InvalidRefund;
use super::requests::InvalidCheckout;
use crate::payments::call::{Answer, CallError};
use crate::payments::redacted_text::Sentence;

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub enum StripeError {
    /// Stripe refused, and would refuse again: a mistake in our request, a wrong key, or a missing object.
    #[error("refused ({status}): {kind} {code:?} {param:?} (request {request_id:?})")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// `invalid_request_error`, `card_error`, `idempotency_error`, `api_error` or something new.
        kind: String,
        /// The machine-readable reason.
        code: Option<String>,
        /// The parameter at fault.
        param: Option<String>,
        /// Stripe's sentence.
        message: Option<Sentence>,
        /// The id that Stripe's support asks for.
        request_id: Option<String>,
    },
    /// The call was not executed, as far as Stripe or the network shows: unreachable, too busy. Retry later.
    #[error("unavailable: {reason} (request {request_id:?})")]
    Unavailable {
        /// Why.
        reason: String,
        /// The id that Stripe's support asks for.
        request_id: Option<String>,
    },
    /// The call may have been executed: no answer came, or Stripe failed. Retry with the same key, or look the outcome
    /// up; never treat it as failed.
    #[error("ambiguous: {reason} (request {request_id:?})")]
    Ambiguous {
        /// Why.
        reason: String,
        /// The id that Stripe's support asks for.
        request_id: Option<String>,
    },
    /// The answer is not Stripe's: a redirect, a proxy's page, an object without its fields. Whether the call was
    /// executed is unknown.
    #[error("malformed answer ({status}): {reason} (request {request_id:?})")]
    Malformed {
        /// The HTTP status.
        status: u16,
        /// What is wrong with it.
        reason: String,
        /// The id that Stripe's support asks for.
        request_id: Option<String>,
    },
    /// The call was never sent: Stripe's API cannot express the request.
    #[error("not sent: {0}")]
    Unsendable(#[from] Unsendable),
}

/// Why a call was never sent.
#[derive(Debug, thiserror::Error)]
pub enum Unsendable {
    /// The checkout breaks a rule of Stripe's.
    #[error(transparent)]
    Checkout(#[from] InvalidCheckout),
    /// The refund breaks a rule of Stripe's.
    #[error(transparent)]
    Refund(#[from] InvalidRefund),
    /// The parameters could not be written as a form.
    #[error("the parameters cannot be written as a form: {0}")]
    Form(String),
    /// Text that is not an id of Stripe's and would change the path.
    #[error("not an id of Stripe's")]
    Id,
    /// The idempotency key is empty, longer than 255 characters or not plain text.
    #[error("not an idempotency key")]
    Key,
}

impl StripeError {
    /// Whether a retry with the same key can have another outcome.
    #[must_use]
    pub const fn may_be_repeated(&self) -> bool {
        matches!(self, Self::Unavailable { .. } | Self::Ambiguous { .. } | Self::Malformed { .. })
    }

    /// Whether Stripe refused for exactly this reason.
    #[must_use]
    pub fn has_code(&self, wanted: &str) -> bool {
        matches!(self, Self::Refused { code: Some(code), .. } if code == wanted)
    }

    /// Whether Stripe has read the call and refuses it as it is. An earlier call with this key was not executed either:
    /// Stripe would have repeated its answer. A wrong key or a missing right proves neither.
    #[must_use]
    pub fn is_invalid(&self) -> bool {
        matches!(self, Self::Refused { status: 400, kind, .. } if kind == "invalid_request_error")
    }

    /// Whether Stripe does not have the object that the address names.
    #[must_use]
    pub fn is_unknown_object(&self) -> bool {
        matches!(self, Self::Refused { status: 404, .. }) && self.has_code("resource_missing")
    }

    /// Whether Stripe does not have the customer that we named.
    #[must_use]
    pub fn is_unknown_customer(&self) -> bool {
        let named = matches!(self, Self::Refused { param: Some(param), .. } if param == "customer");
        named && self.has_code("resource_missing")
    }

    /// The id that Stripe's support asks for.
    #[must_use]
    pub fn request_id(&self) -> Option<&str> {
        match self {
            Self::Refused { request_id, .. }
            | Self::Unavailable { request_id, .. }
            | Self::Ambiguous { request_id, .. }
            | Self::Malformed { request_id, .. } => request_id.as_deref(),
            Self::Unsendable(_) => None,
        }
    }
}

impl From<CallError> for StripeError {
    fn from(error: CallError) -> Self {
        match error {
            CallError::Refused(answer) => refusal(answer),
            CallError::Unavailable { reason, request_id } => Self::Unavailable { reason, request_id },
            CallError::Ambiguous { reason, request_id } => Self::Ambiguous { reason, request_id },
            CallError::Malformed { status, reason, request_id } => Self::Malformed { status, reason, request_id },
        }
    }
}

fn refusal(answer: Answer) -> StripeError {
    match serde_json::from_slice::<ErrorBody>(&answer.body) {
        Ok(ErrorBody { error: ErrorDetails { kind: Some(kind), code, param, message } }) => StripeError::Refused {
            status: answer.status.as_u16(),
            kind,
            code,
            param,
            message,
            request_id: answer.request_id,
        },
        _ => answer.wordless().into(),
    }
}
