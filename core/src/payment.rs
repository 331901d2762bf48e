//! One attempt to settle an order at a provider: what the provider's answer means, and what may follow.
//!
//! A webhook, a return page and the recheck job all end here. The caller reads the payment from the provider;
//! [`Reading`] interprets the provider's words, then [`judge`] and [`judge_mollie`] compare the answer with the stored
//! quote field by field. Only an answer that agrees in every field is "paid". [`ResultPage`] is the page that the buyer
//! then sees, [`NextTry`] what the buyer may try again, and [`PaymentState::on`] what follows for payment and order.

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

/// A payment provider.
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

/// The state of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaymentState {
    /// Started; the outcome is not known.
    Open,
    /// Settled, and everything agreed with the quote.
    Paid,
    /// Will not be paid. Money that arrives nevertheless still counts.
    Failed,
    /// The provider says paid, but something disagrees with the quote or is disputed: needs attention.
    Quarantined,
    /// Settled and in agreement, but the order no longer needed it: it must be refunded.
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

    /// Whether the provider's answer was final, so that nothing needs to read the outcome again. That of a failed
    /// payment is not, because money may still arrive on it.
    #[must_use]
    pub const fn is_settled(self) -> bool {
        !matches!(self, Self::Open | Self::Failed)
    }

    /// Whether the shop has its money, as far as the state tells, so that some of it may be refunded. A payment that
    /// disagrees with its quote counts; only the provider can say how much was charged then
    /// ([`SessionFacts::charged`]).
    #[must_use]
    pub const fn holds_money(self) -> bool {
        matches!(self, Self::Paid | Self::Quarantined | Self::RefundDue)
    }
}
