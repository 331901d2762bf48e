//! Disputes about the charges of an order.

use chrono::{DateTime, Utc};
use onefare_core::language::Language;
use onefare_core::price_text::price_text;
use serde::Serialize;

use crate::store::disputes::Dispute;

/// A dispute.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DisputeSheet {
    /// The provider's id.
    pub reference: String,
    /// `inquiry`, `open`, `won`, `lost` or `closed`.
    pub stands: &'static str,
    /// How much is disputed, as text.
    pub price: String,
    /// The cardholder's reason, in the provider's word.
    pub reason: String,
    /// The provider's id of the charge.
    pub charge: String,
    /// The provider's id of the invoice, for a charge of a later term.
    pub invoice: Option<String>,
    /// When the bank opened it.
    pub opened_at: DateTime<Utc>,
    /// Until when the bank takes evidence.
    pub respond_by: Option<DateTime<Utc>>,
    /// When the shop learned of the decision.
    pub decided_at: Option<DateTime<Utc>>,
    /// Since when the renewal is stopped because of it.
    pub renewal_stopped_at: Option<DateTime<Utc>>,
}

impl From<Dispute> for DisputeSheet {
    fn from(dispute: Dispute) -> Self {
        Self {
            stands: dispute.standing.code(),
            price: price_text(dispute.amount, Language::En),
            reference: dispute.reference,
            reason: dispute.reason,
            charge: dispute.charge,
            invoice: dispute.invoice,
            opened_at: dispute.opened_at,
            respond_by: dispute.respond_by,
            decided_at: dispute.decided_at,
            renewal_stopped_at: dispute.renewal_stopped_at,
        }
    }
}
