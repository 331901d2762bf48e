//! The errors of a call to Mollie, by what the caller may do next.

use super::answers::ErrorBody;
use super::requests::InvalidPayment;
use crate::payments::call::{Answer, CallError};
use crate::payments::redacted_text::Sentence;

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub enum MollieError {
    /// Mollie refused, and would refuse again: a mistake in our request, a wrong key, a missing object, or a payment
    /// whose state no longer allows the operation.
    #[error("refused ({status}): {title} {field:?}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// The kind of refusal, such as `Unprocessable Entity`.
        title: String,
        /// The parameter at fault.
        field: Option<String>,
        /// Mollie's sentence.
        detail: Option<Sentence>,
    },
    /// The call was not executed, as far as Mollie or the network shows: unreachable, too busy. Retry later.
    #[error("unavailable: {reason}")]
    Unavailable {
        /// Why.
        reason: String,
    },
    /// The call may have been executed: no answer came, or Mollie failed. Retry with the same key within the hour, or
    /// look the outcome up; never treat it as failed.
    #[error("ambiguous: {reason}")]
    Ambiguous {
        /// Why.
        reason: String,
    },
    /// The answer is not Mollie's, or not one to this call: a redirect, a proxy's page, an object without its fields,
    /// another amount, test money for a live key. Whether the call was executed is unknown.
    #[error("malformed answer ({status}): {reason}")]
    Malformed {
        /// The HTTP status.
        status: u16,
        /// What is wrong with it.
        reason: String,
    },
    /// The call was never sent: Mollie's API cannot express the request.
    #[error("not sent: {0}")]
    Unsendable(#[from] Unsendable),
}

/// Why a call was never sent.
#[derive(Debug, thiserror::Error)]
pub enum Unsendable {
    /// The payment or refund breaks a rule of Mollie's.
    #[error(transparent)]
    Payment(#[from] InvalidPayment),
    /// The parameters could not be written as JSON.
    #[error("the parameters cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// Text that is not an id of Mollie's and would change the path.
    #[error("not an id of Mollie's")]
    Id,
    /// The idempotency key is empty, longer than 255 characters or not plain text.
    #[error("not an idempotency key")]
    Key,
}

impl MollieError {
    /// Whether a retry with the same key can have another outcome.
    #[must_use]
    pub const fn may_be_repeated(&self) -> bool {
        matches!(self, Self::Unavailable { .. } | Self::Ambiguous { .. } | Self::Malformed { .. })
    }

    /// Whether Mollie does not have the requested object.
    #[must_use]
    pub const fn is_missing(&self) -> bool {
        matches!(self, Self::Refused { status: 404, .. })
    }
}

impl From<CallError> for MollieError {
    fn from(error: CallError) -> Self {
        match error {
            CallError::Refused(answer) => refusal(answer),
            CallError::Unavailable { reason, .. } => Self::Unavailable { reason },
            CallError::Ambiguous { reason, .. } => Self::Ambiguous { reason },
            CallError::Malformed { status, reason, .. } => Self::Malformed { status, reason },
        }
    }
}

fn refusal(answer: Answer) -> MollieError {
    match serde_json::from_slice::<ErrorBody>(&answer.body) {
        Ok(ErrorBody { title, detail, field }) => {
            MollieError::Refused { status: answer.status.as_u16(), title, field, detail }
        }
        Err(_) => answer.wordless().into(),
    }
}
