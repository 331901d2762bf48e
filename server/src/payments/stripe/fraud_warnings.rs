//! Early fraud warnings: a card's issuer reports a charge as fraud, mostly days before its holder disputes it.

use chrono::{DateTime, Utc};
use serde::Deserialize;

use super::StripeClient;
use super::answers::Reference;
use super::error::StripeError;

/// A warning as Stripe describes it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct FraudWarning {
    /// Stripe's id, `issfr_…`.
    pub id: String,
    /// Whether the charge is neither disputed nor refunded in full.
    pub actionable: bool,
    /// The charge.
    pub charge: Reference,
    /// The payment of that charge.
    #[serde(default)]
    pub payment_intent: Option<Reference>,
    /// The issuer's kind of fraud, such as `made_with_stolen_card`.
    pub fraud_type: String,
    created: i64,
}

impl FraudWarning {
    /// When the issuer warned; `None` for an instant outside the calendar.
    #[must_use]
    pub const fn warned_at(&self) -> Option<DateTime<Utc>> {
        DateTime::from_timestamp(self.created, 0)
    }
}

impl StripeClient {
    /// `GET /v1/radar/early_fraud_warnings/{id}`.
    ///
    /// # Errors
    /// See [`StripeError`].
    pub async fn fraud_warning(&self, id: &str) -> Result<FraudWarning, StripeError> {
        self.get("early_fraud_warning", &["radar", "early_fraud_warnings", id]).await
    }
}
