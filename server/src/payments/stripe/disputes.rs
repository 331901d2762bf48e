//! Disputes: a cardholder has the bank take a charge back.

use chrono::{DateTime, Utc};
use onefare_core::money::Money;
use onefare_core::order::dispute::DisputeStanding;
use onefare_core::provider_amount::from_stripe;
use serde::Deserialize;

use super::StripeClient;
use super::answers::Reference;
use super::error::StripeError;

/// A dispute as Stripe describes it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Dispute {
    /// Stripe's id, `du_…` or `dp_…`.
    pub id: String,
    /// The disputed charge.
    pub charge: Reference,
    /// The payment of that charge.
    #[serde(default)]
    pub payment_intent: Option<Reference>,
    /// The cardholder's reason, such as `fraudulent`.
    pub reason: String,
    /// Stripe's word for how it stands.
    pub status: String,
    amount: i64,
    currency: String,
    created: i64,
    #[serde(default)]
    evidence_details: Option<EvidenceDetails>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct EvidenceDetails {
    #[serde(default)]
    due_by: Option<i64>,
}

impl Dispute {
    /// How much is disputed; `None` for an amount that the arithmetic does not know.
    #[must_use]
    pub fn money(&self) -> Option<Money> {
        from_stripe(self.amount, &self.currency)
    }

    /// How it stands; `None` for a status that this version does not know.
    #[must_use]
    pub fn standing(&self) -> Option<DisputeStanding> {
        DisputeStanding::of_stripe(&self.status)
    }

    /// When the bank opened it; `None` for an instant outside the calendar.
    #[must_use]
    pub const fn opened_at(&self) -> Option<DateTime<Utc>> {
        DateTime::from_timestamp(self.created, 0)
    }

    /// Until when the bank takes evidence.
    #[must_use]
    pub fn respond_by(&self) -> Option<DateTime<Utc>> {
        DateTime::from_timestamp(self.evidence_details.as_ref()?.due_by?, 0)
    }
}

impl StripeClient {
    /// `GET /v1/disputes/{id}`.
    ///
    /// # Errors
    /// See [`StripeError`].
    pub async fn dispute(&self, id: &str) -> Result<Dispute, StripeError> {
        self.get("dispute", &["disputes", id]).await
    }
}
