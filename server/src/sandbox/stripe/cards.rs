//! The outcome of charging a customer's card. At Stripe the bank decides; here a test or the portal's page does.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::sandbox::settings::SandboxError;
use crate::sandbox::store::Work;

const KIND: &str = "sandbox.card";

/// The bank's answer to a charge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Card {
    /// Approved.
    #[default]
    Works,
    /// Declined.
    Declined,
    /// Approved only after the customer confirms.
    NeedsConfirmation,
}

impl Card {
    /// The word by which a form names it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Works => "works",
            Self::Declined => "declined",
            Self::NeedsConfirmation => "needs_confirmation",
        }
    }
}

/// The card of a customer.
pub async fn of(work: &mut Work, customer: &str) -> Result<Card, SandboxError> {
    let Some(card) = work.find(KIND, customer).await? else { return Ok(Card::default()) };
    serde_json::from_value(card).map_err(|source| SandboxError::Unreadable { kind: KIND, source })
}

/// Gives a customer another card.
pub async fn replace(work: &mut Work, customer: &str, card: Card) -> Result<(), SandboxError> {
    work.put(KIND, customer, &json!(card)).await
}

/// The customer that an object names.
pub fn holder(object: &Value) -> &str {
    object["customer"].as_str().unwrap_or_default()
}
