//! A provider's whole answer, compared with the stored quote field by field.

use serde::{Deserialize, Serialize};

use super::{FundsStatus, MollieStatus, Reading, SessionStatus};
use crate::currency::Currency;
use crate::quote::Product;

/// What Stripe says about a hosted payment page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionFacts {
    /// The provider's id of the session.
    pub reference: String,
    /// Whether it can still be used.
    pub status: SessionStatus,
    /// Whether the money is there.
    pub funds: FundsStatus,
    /// The total in minor units.
    pub amount_total: Option<i64>,
    /// ISO 4217 code, any case.
    pub currency: Option<String>,
    /// Whether real money moved.
    pub livemode: bool,
    /// Whether it begins something that renews (`mode`) rather than takes a single payment; `None` for any other mode.
    #[serde(default)]
    pub renews: Option<bool>,
    /// Our payment id, as we gave it.
    pub client_reference: Option<String>,
    /// Our order id from the metadata.
    pub order_id: Option<String>,
}

/// What Mollie says about a payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MollieFacts {
    /// The provider's id of the payment.
    pub reference: String,
    /// Its status.
    pub status: MollieStatus,
    /// The total in minor units; `None` when the text is no amount of its currency.
    pub amount: Option<i64>,
    /// ISO 4217 code, any case.
    pub currency: Option<String>,
    /// Whether real money moved (`mode` is `live`).
    pub livemode: bool,
    /// Our payment id from the metadata.
    pub payment_id: Option<String>,
    /// Our order id from the metadata.
    pub order_id: Option<String>,
}

/// What the answer must say, by the stored quote and the shop's settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected<'order> {
    /// The id that the provider gave the payment when it was created.
    pub reference: &'order str,
    /// Our payment id.
    pub payment_id: &'order str,
    /// Our order id.
    pub order_id: &'order str,
    /// What was sold.
    pub product: Product,
    /// Minor units due now.
    pub amount: i64,
    /// The quote's currency.
    pub currency: Currency,
    /// Whether the shop runs with live keys.
    pub livemode: bool,
    /// Whether what was sold renews.
    pub renews: bool,
}

/// The meaning of a provider's answer.
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
    /// Paid once where something should renew, or the other way round.
    Renewal,
    /// The words about the money contradict each other or the quote ([`Reading::Contradiction`]).
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
            Self::Renewal => "renewal",
            Self::Funds => "funds",
        }
    }
}

impl SessionFacts {
    /// The meaning of the words for a product.
    #[must_use]
    pub const fn reading(&self, product: Product) -> Reading {
        Reading::of_session(self.status, self.funds, product)
    }
}

impl MollieFacts {
    /// The meaning of the word.
    #[must_use]
    pub const fn reading(&self) -> Reading {
        Reading::of_mollie(self.status)
    }
}

/// Reads Stripe's answer against the stored quote.
///
/// Only `complete` with money there counts as paid; "nothing due" counts only for a trial with nothing due. An unknown
/// word means wait, never failed.
///
/// ```
/// use onefare_core::currency::Currency;
/// use onefare_core::payment::{Expected, Field, FundsStatus, SessionFacts, SessionStatus, Verdict, judge};
/// use onefare_core::quote::Product;
/// let expected = Expected {
///     reference: "cs_1",
///     payment_id: "pay_1",
///     order_id: "ord_1",
///     product: Product::Plan,
///     amount: 14_999,
///     currency: Currency::Aed,
///     livemode: false,
///     renews: true,
/// };
/// let mut facts = SessionFacts {
///     reference: "cs_1".to_owned(),
///     status: SessionStatus::Complete,
///     funds: FundsStatus::Paid,
///     amount_total: Some(14_999),
///     currency: Some("aed".to_owned()),
///     livemode: false,
///     renews: Some(true),
///     client_reference: Some("pay_1".to_owned()),
///     order_id: Some("ord_1".to_owned()),
/// };
/// assert_eq!(judge(&facts, &expected), Verdict::Paid);
/// facts.amount_total = Some(14_998);
/// assert_eq!(judge(&facts, &expected), Verdict::Mismatch(Field::Amount));
/// facts.amount_total = Some(14_999);
/// facts.renews = Some(false);
/// assert_eq!(judge(&facts, &expected), Verdict::Mismatch(Field::Renewal));
/// ```
#[must_use]
pub fn judge(facts: &SessionFacts, expected: &Expected<'_>) -> Verdict {
    let nothing_due = matches!(facts.funds, FundsStatus::NothingDue) && expected.amount != 0;
    let reading = match facts.reading(expected.product) {
        Reading::Paid if nothing_due => Reading::Contradiction,
        reading => reading,
    };
    let said = Said {
        reference: &facts.reference,
        reading,
        amount: facts.amount_total,
        currency: facts.currency.as_deref(),
        livemode: facts.livemode,
        payment_id: facts.client_reference.as_deref(),
        order_id: facts.order_id.as_deref(),
    };
    match compare(&said, expected) {
        // The amount is right, but it renews where one payment was sold, or the other way round.
        Verdict::Paid if facts.renews != Some(expected.renews) => Verdict::Mismatch(Field::Renewal),
        verdict => verdict,
    }
}

/// Reads Mollie's answer against the stored quote, by the same comparison.
///
/// ```
/// use onefare_core::currency::Currency;
/// use onefare_core::payment::{Expected, MollieFacts, MollieStatus, Verdict, judge_mollie};
/// use onefare_core::quote::Product;
/// let expected = Expected {
///     reference: "tr_1",
///     payment_id: "pay_1",
///     order_id: "ord_1",
///     product: Product::Refill,
///     amount: 1_299,
///     currency: Currency::Eur,
///     livemode: true,
///     renews: false,
/// };
/// let mut facts = MollieFacts {
///     reference: "tr_1".to_owned(),
///     status: MollieStatus::parse("pending"),
///     amount: Some(1_299),
///     currency: Some("EUR".to_owned()),
///     livemode: true,
///     payment_id: Some("pay_1".to_owned()),
///     order_id: Some("ord_1".to_owned()),
/// };
/// assert_eq!(judge_mollie(&facts, &expected), Verdict::Pending);
/// facts.status = MollieStatus::parse("paid");
/// assert_eq!(judge_mollie(&facts, &expected), Verdict::Paid);
/// ```
#[must_use]
pub fn judge_mollie(facts: &MollieFacts, expected: &Expected<'_>) -> Verdict {
    let said = Said {
        reference: &facts.reference,
        reading: facts.reading(),
        amount: facts.amount,
        currency: facts.currency.as_deref(),
        livemode: facts.livemode,
        payment_id: facts.payment_id.as_deref(),
        order_id: facts.order_id.as_deref(),
    };
    compare(&said, expected)
}

/// The fields that both providers' answers have.
struct Said<'facts> {
    reference: &'facts str,
    reading: Reading,
    amount: Option<i64>,
    currency: Option<&'facts str>,
    livemode: bool,
    payment_id: Option<&'facts str>,
    order_id: Option<&'facts str>,
}

/// First checks whose answer it is, whatever it says; compares the figures only once it says paid.
fn compare(said: &Said<'_>, expected: &Expected<'_>) -> Verdict {
    if said.reference != expected.reference {
        return Verdict::Mismatch(Field::Reference);
    }
    if said.payment_id != Some(expected.payment_id) || said.order_id != Some(expected.order_id) {
        return Verdict::Mismatch(Field::Order);
    }
    match said.reading {
        Reading::Failed(_) => Verdict::Failed,
        Reading::Pending(_) => Verdict::Pending,
        Reading::Contradiction => Verdict::Mismatch(Field::Funds),
        Reading::Paid => settled(said, expected),
    }
}

fn settled(said: &Said<'_>, expected: &Expected<'_>) -> Verdict {
    let same_currency = said.currency.is_some_and(|code| code.eq_ignore_ascii_case(expected.currency.code()));
    if !same_currency {
        Verdict::Mismatch(Field::Currency)
    } else if said.amount != Some(expected.amount) {
        Verdict::Mismatch(Field::Amount)
    } else if said.livemode != expected.livemode {
        Verdict::Mismatch(Field::Mode)
    } else {
        Verdict::Paid
    }
}
