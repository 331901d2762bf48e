//! The errors of a call to eSIM Access, by what the caller may do next.

use crate::http_client::BodyError;

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub enum EsimAccessError {
    /// The supplier refused, with a code of its own.
    #[error("refused ({code}): {class}")]
    Refused {
        /// The supplier's code of six digits.
        code: String,
        /// What the code means for us.
        class: Class,
    },
    /// The call was not executed, as far as the supplier or the network shows. Retry later.
    #[error("unavailable: {reason}")]
    Unavailable {
        /// Why.
        reason: String,
    },
    /// The call may have been executed: no answer came, or the supplier failed. Look the outcome up, or retry with the
    /// same reference; never treat it as failed.
    #[error("ambiguous: {reason}")]
    Ambiguous {
        /// Why.
        reason: String,
    },
    /// The answer is not the supplier's, or not one to this call. Whether the call was executed is unknown.
    #[error("malformed answer ({status}): {reason}")]
    Malformed {
        /// The HTTP status.
        status: u16,
        /// What is wrong with the answer, without quoting it.
        reason: String,
    },
    /// The call was never sent: the supplier's API cannot express the request.
    #[error("not sent: {0}")]
    Unsendable(#[from] Unsendable),
}

/// What a refusal means for us.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Class {
    /// The supplier is busy or still working on it: retry later.
    #[error("ask again later")]
    Later,
    /// No order succeeds until an operator acts: the balance is used up, or our address or signature is refused.
    #[error("an operator must act")]
    Operator,
    /// The package is unavailable, or not at that price.
    #[error("not to be had like this")]
    Gone,
    /// A mistake in our request.
    #[error("our mistake")]
    Mistake,
}

/// Why a call was never sent.
#[derive(Debug, thiserror::Error)]
pub enum Unsendable {
    /// Our reference is empty, longer than 50 characters or not plain text.
    #[error("not a reference the supplier takes")]
    Reference,
    /// A code or number in another form than the supplier's.
    #[error("not a code or number of the supplier's")]
    Code,
    /// A daily package is ordered for 1 to 365 days.
    #[error("not a number of days")]
    Days,
    /// A price must be positive.
    #[error("not a price")]
    Price,
    /// The parameters could not be written as JSON.
    #[error("the parameters cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
}

impl Class {
    /// The class of a supplier's code.
    #[must_use]
    pub fn of(code: &str) -> Self {
        match code {
            "000001" | "900001" | "200010" => Self::Later,
            "200007" | "101002" | "101003" => Self::Operator,
            "200011" | "200005" | "200006" | "310241" | "310243" => Self::Gone,
            _ => Self::Mistake,
        }
    }
}

impl EsimAccessError {
    /// A refusal with this code. A malformed code is not repeated in the error.
    pub(super) fn refused(code: &str) -> Self {
        let plain = (1..=16).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let class = Class::of(code);
        Self::Refused { code: if plain { code } else { "unreadable" }.to_owned(), class }
    }

    /// A call whose answer was lost: one that changes something may have been executed.
    pub(super) const fn lost(changes: bool, reason: String) -> Self {
        if changes { Self::Ambiguous { reason } } else { Self::Unavailable { reason } }
    }

    /// An answer whose body could not be read.
    pub(super) fn unread(changes: bool, status: u16, error: &BodyError) -> Self {
        match error {
            BodyError::TooLarge(_) => Self::Malformed { status, reason: error.to_string() },
            BodyError::Broken(_) => Self::lost(changes, error.to_string()),
        }
    }

    /// Whether it refused our account: its address or signature. A balance that is used up refuses orders alone.
    #[must_use]
    pub fn refuses_us(&self) -> bool {
        matches!(self.code(), Some("101001" | "101002" | "101003"))
    }

    /// The supplier's code, if it refused.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        match self {
            Self::Refused { code, .. } => Some(code),
            _ => None,
        }
    }

    /// Whether an operator must act before this can work.
    #[must_use]
    pub const fn needs_operator(&self) -> bool {
        matches!(self, Self::Refused { class: Class::Operator | Class::Mistake, .. } | Self::Unsendable(_))
    }
}
