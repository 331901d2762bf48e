//! Refunds of an order, done or in flight.

use chrono::{DateTime, Utc};
use onefare_core::language::Language;
use onefare_core::price_text::price_text;
use serde::Serialize;

use crate::store::charge_refunds::ChargeRefund;
use crate::store::payments::Payment;
use crate::store::refunds::{self, Refund};
use crate::store::{Connection, StoreError};

/// A refund.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RefundSheet {
    /// Our id of it, which the provider knows too.
    pub id: String,
    /// Our id of the payment.
    pub payment: String,
    /// Minor units.
    pub amount: i64,
    /// Their currency.
    pub currency: &'static str,
    /// Both as a price.
    pub amount_text: String,
    /// Why it was decided.
    pub reason: &'static str,
    /// How far it is.
    pub state: &'static str,
    /// The provider's id, once it has accepted the refund.
    pub reference: Option<String>,
    /// Why it failed.
    pub failure: Option<String>,
    /// How the money was returned when the provider could not send it.
    pub otherwise: Option<String>,
    /// When it was decided.
    pub created_at: DateTime<Utc>,
    /// When its outcome was known.
    pub ended_at: Option<DateTime<Utc>>,
}

/// A refund of a later charge that an operator decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChargeRefundSheet {
    /// Our id of it, which is the idempotency key at the provider.
    pub id: String,
    /// How much, as text.
    pub amount: String,
    /// The provider's id of the charge's invoice.
    pub invoice: String,
    /// Whether the subscription ends with it.
    pub ends_subscription: bool,
    /// How far it is.
    pub state: &'static str,
    /// The provider's id, once it has accepted the refund.
    pub reference: Option<String>,
    /// Why it failed.
    pub failure: Option<String>,
    /// When it was decided.
    pub decided_at: DateTime<Utc>,
    /// When the money was returned.
    pub returned_at: Option<DateTime<Utc>>,
    /// When a failed one was retried, or closed by hand.
    pub closed_at: Option<DateTime<Utc>>,
}

/// Every refund of these payments, those of one payment oldest first.
pub(super) async fn refunds(conn: &mut Connection, payments: &[Payment]) -> Result<Vec<RefundSheet>, StoreError> {
    let mut all = Vec::new();
    for payment in payments {
        all.extend(refunds::of_payment(conn, &payment.id).await?.into_iter().map(RefundSheet::from));
    }
    Ok(all)
}

impl From<ChargeRefund> for ChargeRefundSheet {
    fn from(refund: ChargeRefund) -> Self {
        Self {
            state: refund.state().word(),
            amount: price_text(refund.amount, Language::En),
            id: refund.id,
            invoice: refund.invoice,
            ends_subscription: refund.ends_subscription,
            reference: refund.reference,
            failure: refund.failure,
            decided_at: refund.decided_at,
            returned_at: refund.returned_at,
            closed_at: refund.closed_at,
        }
    }
}

impl From<Refund> for RefundSheet {
    fn from(refund: Refund) -> Self {
        Self {
            amount: refund.amount.minor(),
            currency: refund.amount.currency().code(),
            amount_text: price_text(refund.amount, Language::En),
            reason: refund.reason.word(),
            state: refund.state.word(),
            id: refund.id,
            payment: refund.payment_id,
            reference: refund.reference,
            failure: refund.failure,
            otherwise: refund.otherwise,
            created_at: refund.created_at,
            ended_at: refund.ended_at,
        }
    }
}
