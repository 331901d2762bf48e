//! One attempt to settle an order at a provider: what the provider's answer means, and what may follow.
//!
//! A webhook, a return page and the recheck job all end here. The caller has asked the provider; its words are read
//! ([`Reading`]), then its answer is compared with the stored quote field by field ([`judge`], [`judge_mollie`]). Only
//! an answer that agrees in every field is "paid". Which page the buyer then sees and what may be tried again is here
//! too ([`ResultPage`], [`NextTry`]); what it does to order and payment is [`PaymentState::on`].

mod captured;
mod outcome;
mod provider_status;
mod refund;
mod result_page;
mod verify;

use serde::{Deserialize, Serialize};

pub use captured::{NotCharged, Ours};
pub use outcome::{NextTry, Outcome};
pub use provider_status::{Failure, FundsStatus, MollieStatus, Reading, SessionStatus, Wait};
pub use refund::{GoingBack, NotGoingBack, going_back, refund_event};
pub use result_page::ResultPage;
pub use verify::{Expected, Field, MollieFacts, SessionFacts, Verdict, judge, judge_mollie};

/// Who takes the money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Provider {
    /// Cards.
    Stripe,
    /// iDEAL.
    Mollie,
}

impl Provider {
    /// Every provider.
    pub const ALL: [Self; 2] = [Self::Stripe, Self::Mollie];

    /// The word the database stores.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Stripe => "stripe",
            Self::Mollie => "mollie",
        }
    }

    /// Reads the stored word.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|provider| provider.code() == code)
    }
}

/// Where a payment stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaymentState {
    /// Started; the outcome is not known.
    Open,
    /// Settled, and everything agreed with the quote.
    Paid,
    /// Will not be paid. Money that comes all the same still counts.
    Failed,
    /// The provider says paid, but something disagrees with the quote or is disputed: an operator must look.
    Quarantined,
    /// Settled and in agreement, but the order did not need it any more: it must be refunded.
    RefundDue,
    /// The money was returned in full.
    Refunded,
}

impl PaymentState {
    /// Every state.
    pub const ALL: [Self; 6] =
        [Self::Open, Self::Paid, Self::Failed, Self::Quarantined, Self::RefundDue, Self::Refunded];

    /// The word the database stores.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Paid => "paid",
            Self::Failed => "failed",
            Self::Quarantined => "quarantined",
            Self::RefundDue => "refund_due",
            Self::Refunded => "refunded",
        }
    }

    /// Reads the stored word.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.code() == code)
    }

    /// Whether the provider's answer was final: there is no need to ask it about the outcome again. A failed payment
    /// is not among them, because money may still arrive on it.
    #[must_use]
    pub const fn is_settled(self) -> bool {
        !matches!(self, Self::Open | Self::Failed)
    }

    /// Whether we have its money, as far as the state tells, so that some of it may be refunded. What disagrees with
    /// its quote is among them: how much was taken then, only the provider can say ([`SessionFacts::charged`]).
    #[must_use]
    pub const fn holds_money(self) -> bool {
        matches!(self, Self::Paid | Self::Quarantined | Self::RefundDue)
    }
}
