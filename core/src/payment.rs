//! One attempt to settle an order at a provider: what the provider's answer means.
//!
//! A webhook, a return page and the recheck job all end here: the provider was asked, and its answer is compared
//! with the stored quote field by field. Only an answer that agrees in every field is "paid".

use serde::{Deserialize, Serialize};

use crate::currency::Currency;

/// Where a payment stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaymentState {
    /// Started; the outcome is not known.
    Open,
    /// Settled, and everything agreed with the quote.
    Paid,
    /// Will not be paid.
    Failed,
    /// The provider says paid, but something disagrees with the quote: a person must look.
    Quarantined,
}

impl PaymentState {
    /// The word the database stores.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Paid => "paid",
            Self::Failed => "failed",
            Self::Quarantined => "quarantined",
        }
    }

    /// Reads the stored word.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        [Self::Open, Self::Paid, Self::Failed, Self::Quarantined].into_iter().find(|state| state.code() == code)
    }
}

/// Whether a hosted payment page can still be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionStatus {
    /// The buyer may still pay.
    Open,
    /// The buyer went through it.
    Complete,
    /// Its time ran out, or we ended it.
    Expired,
    /// A word we do not know: wait.
    Unknown,
}

/// Whether the money is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FundsStatus {
    /// It is.
    Paid,
    /// Not yet, or never.
    Unpaid,
    /// Nothing was due.
    NothingDue,
    /// A word we do not know: wait.
    Unknown,
}

/// What the provider says about a hosted payment page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionFacts {
    /// The provider's id of the session.
    pub reference: String,
    /// Whether it can still be used.
    pub status: SessionStatus,
    /// Whether the money is there.
    pub funds: FundsStatus,
    /// Minor units of the whole.
    pub amount_total: Option<i64>,
    /// ISO 4217 code, any case.
    pub currency: Option<String>,
    /// Whether real money moved.
    pub livemode: bool,
    /// Our payment id, as we gave it.
    pub client_reference: Option<String>,
    /// Our order id from the metadata.
    pub order_id: Option<String>,
}

/// What the stored quote and our own settings say it must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected<'order> {
    /// The provider's id we were given when the session was made.
    pub reference: &'order str,
    /// Our payment id.
    pub payment_id: &'order str,
    /// Our order id.
    pub order_id: &'order str,
    /// Minor units due now.
    pub amount: i64,
    /// The quote's currency.
    pub currency: Currency,
    /// Whether the shop runs with live keys.
    pub livemode: bool,
}

/// What a provider's answer means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Settled, and every field agrees.
    Paid,
    /// Not known yet.
    Pending,
    /// Will not be paid.
    Failed,
    /// Settled or attributed wrongly: the named field disagrees.
    Mismatch(Field),
}

/// A field that disagrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// Another session.
    Reference,
    /// Another payment or order.
    Order,
    /// Another amount.
    Amount,
    /// Another currency.
    Currency,
    /// Test money for a live shop, or the other way round.
    Mode,
    /// Nothing was due although the quote says something is.
    Funds,
}

impl Field {
    /// The word for log and alarm.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::Order => "order",
            Self::Amount => "amount",
            Self::Currency => "currency",
            Self::Mode => "mode",
            Self::Funds => "funds",
        }
    }
}

/// Reads a provider's answer against the stored quote.
///
/// Only `complete` with money there counts as paid; "nothing due" counts only where the quote says so. A word we do
/// not know means wait, never failed.
///
/// ```
/// use onefare_core::currency::Currency;
/// use onefare_core::payment::{Expected, Field, FundsStatus, SessionFacts, SessionStatus, Verdict, judge};
/// let expected = Expected {
///     reference: "cs_1",
///     payment_id: "pay_1",
///     order_id: "ord_1",
///     amount: 14_999,
///     currency: Currency::Aed,
///     livemode: false,
/// };
/// let mut facts = SessionFacts {
///     reference: "cs_1".to_owned(),
///     status: SessionStatus::Complete,
///     funds: FundsStatus::Paid,
///     amount_total: Some(14_999),
///     currency: Some("aed".to_owned()),
///     livemode: false,
///     client_reference: Some("pay_1".to_owned()),
///     order_id: Some("ord_1".to_owned()),
/// };
/// assert_eq!(judge(&facts, &expected), Verdict::Paid);
/// facts.amount_total = Some(14_998);
/// assert_eq!(judge(&facts, &expected), Verdict::Mismatch(Field::Amount));
/// ```
#[must_use]
pub fn judge(facts: &SessionFacts, expected: &Expected<'_>) -> Verdict {
    if facts.reference != expected.reference {
        return Verdict::Mismatch(Field::Reference);
    }
    if facts.client_reference.as_deref() != Some(expected.payment_id)
        || facts.order_id.as_deref() != Some(expected.order_id)
    {
        return Verdict::Mismatch(Field::Order);
    }
    match (facts.status, facts.funds) {
        (SessionStatus::Expired, _) => Verdict::Failed,
        (SessionStatus::Open | SessionStatus::Unknown, _)
        | (SessionStatus::Complete, FundsStatus::Unpaid | FundsStatus::Unknown) => Verdict::Pending,
        (SessionStatus::Complete, FundsStatus::NothingDue) if expected.amount != 0 => Verdict::Mismatch(Field::Funds),
        (SessionStatus::Complete, FundsStatus::Paid | FundsStatus::NothingDue) => settled(facts, expected),
    }
}

fn settled(facts: &SessionFacts, expected: &Expected<'_>) -> Verdict {
    let same_currency =
        facts.currency.as_deref().is_some_and(|code| code.eq_ignore_ascii_case(expected.currency.code()));
    if !same_currency {
        Verdict::Mismatch(Field::Currency)
    } else if facts.amount_total != Some(expected.amount) {
        Verdict::Mismatch(Field::Amount)
    } else if facts.livemode != expected.livemode {
        Verdict::Mismatch(Field::Mode)
    } else {
        Verdict::Paid
    }
}
