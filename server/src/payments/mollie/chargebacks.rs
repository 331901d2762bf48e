//! The fields that we read from Mollie's chargebacks: the payer's bank has taken a payment back.

use chrono::{DateTime, Utc};
use onefare_core::order::dispute::DisputeStanding;
use serde::Deserialize;

use super::MollieClient;
use super::answers::Amount;
use super::error::MollieError;

/// A chargeback.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Chargeback {
    /// Mollie's id, `chb_…`.
    pub id: String,
    /// How much the bank took.
    pub amount: Amount,
    /// When.
    pub created_at: DateTime<Utc>,
    /// When the bank returned the money.
    #[serde(default)]
    pub reversed_at: Option<DateTime<Utc>>,
    #[serde(default)]
    reason: Option<Reason>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct Reason {
    code: String,
}

#[derive(Deserialize)]
struct ChargebackList {
    #[serde(rename = "_embedded")]
    embedded: Chargebacks,
}

#[derive(Deserialize)]
struct Chargebacks {
    chargebacks: Vec<Chargeback>,
}

impl Chargeback {
    /// The bank's code for the reason.
    #[must_use]
    pub fn reason(&self) -> &str {
        self.reason.as_ref().map_or("unknown", |reason| reason.code.as_str())
    }

    /// How it stands: the bank takes the money at once, without a decision that could be waited for.
    #[must_use]
    pub const fn standing(&self) -> DisputeStanding {
        if self.reversed_at.is_some() { DisputeStanding::Won } else { DisputeStanding::Lost }
    }
}

impl MollieClient {
    /// `GET /v2/payments/{id}/chargebacks`: the first page, more than a payment ever has.
    ///
    /// # Errors
    /// See [`MollieError`].
    pub async fn chargebacks(&self, id: &str) -> Result<Vec<Chargeback>, MollieError> {
        let list: ChargebackList = self.get("chargebacks", &["payments", id, "chargebacks"]).await?;
        Ok(list.embedded.chargebacks)
    }
}
