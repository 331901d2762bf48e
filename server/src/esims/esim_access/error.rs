//! How a call to eSIM Access can end other than well, by what the caller may do next.

use crate::http_client::BodyError;

/// How a call ended.
#[derive(Debug, thiserror::Error)]
pub enum EsimAccessError {
    /// The supplier said no, in its own numbers.
    #[error("refused ({code}): {class}")]
    Refused {
        /// Its number of six digits.
        code: String,
        /// What that means for us.
        class: Class,
    },
    /// Nothing was executed, as far as the supplier or the network tells. Try again later.
    #[error("unavailable: {reason}")]
    Unavailable {
        /// Why.
        reason: String,
    },
    /// It may have been executed: the answer never came, or was a failure of the supplier's own. Look the outcome up, or
    /// try again with the same reference; never treat it as failed.
    #[error("ambiguous: {reason}")]
    Ambiguous {
        /// Why.
        reason: String,
    },
    /// An answer that is not the supplier's, or not to what we asked. Whether the call was executed is not known.
    #[error("malformed answer ({status}): {reason}")]
    Malformed {
        /// The HTTP status.
        status: u16,
        /// What is wrong with it; never what stood there.
        reason: String,
    },
    /// Never sent: the request cannot be put into the supplier's words.
    #[error("not sent: {0}")]
    Unsendable(#[from] Unsendable),
}

/// What a refusal means for us.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Class {
    /// Busy, or still working on it: ask again.
    #[error("ask again later")]
    Later,
    /// Nothing can be bought until an operator has acted: no balance left, our address or signature refused.
    #[error("an operator must act")]
    Operator,
    /// What was ordered is not to be had, or not at that price.
    #[error("not to be had like this")]
    Gone,
    /// A mistake of ours.
    #[error("our mistake")]
    Mistake,
}

/// Why a call was never sent.
#[derive(Debug, thiserror::Error)]
pub enum Unsendable {
    /// Our reference is empty, longer than 50 characters or not plain text.
    #[error("not a reference the supplier takes")]
    Reference,
    /// A code or number that is not of the supplier's form.
    #[error("not a code or number of the supplier's")]
    Code,
    /// A daily package is ordered for 1 to 365 days.
    #[error("not a number of days")]
    Days,
    /// A price is more than nothing.
    #[error("not a price")]
    Price,
    /// The parameters could not be written as JSON.
    #[error("the parameters cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
}

impl Class {
    /// What a number of the supplier's means.
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
    /// A refusal with that number. One that is not of the supplier's form is not repeated.
    pub(super) fn refused(code: &str) -> Self {
        let plain = (1..=16).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let class = Class::of(code);
        Self::Refused { code: if plain { code } else { "unreadable" }.to_owned(), class }
    }

    /// A call that was lost on its way: one that changes something may have done so.
    pub(super) const fn lost(changes: bool, reason: String) -> Self {
        if changes { Self::Ambiguous { reason } } else { Self::Unavailable { reason } }
    }

    /// An answer whose body could not be had.
    pub(super) fn unread(changes: bool, status: u16, error: &BodyError) -> Self {
        match error {
            BodyError::TooLarge(_) => Self::Malformed { status, reason: error.to_string() },
            BodyError::Broken(_) => Self::lost(changes, error.to_string()),
        }
    }

    /// The supplier's number, where it refused.
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
