//! How a customer's card fares when a later term is charged. At Stripe the bank decides; here a test does, or a person on the
//! page of the portal.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::sandbox::settings::SandboxError;
use crate::sandbox::store::Work;

const KIND: &str = "sandbox.card";

/// What the bank does with a charge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Card {
    /// It pays.
    #[default]
    Works,
    /// It declines.
    Declined,
    /// It wants the customer to confirm.
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
