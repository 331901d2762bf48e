//! The kinds of letter about an order that can be written again from what is stored.
//!
//! A new kind is a line in every function here; `onefare orders resend` then sends it too.

use crate::app::App;
use crate::flows::delivery::{self, DeliveryError, not_ready};
use crate::mail::Letter;
use crate::store::deliveries;
use crate::store::orders::Order;

/// A kind of letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LetterKind {
    /// What was paid and for how long, of a delivered order.
    Receipt,
}

impl LetterKind {
    /// Every kind, in the order in which they are sent.
    pub const ALL: [Self; 1] = [Self::Receipt];

    /// The word under which the store notes that it went out.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Receipt => delivery::RECEIPT,
        }
    }

    /// Reads the stored word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Writes the letter as the order stands now.
    ///
    /// # Errors
    /// The database; an order that does not have what the letter tells.
    pub async fn write(self, app: &App, order: &Order) -> Result<Letter, DeliveryError> {
        match self {
            Self::Receipt => {
                let delivery = deliveries::of_order(&mut *app.store.read().await?, &order.id).await?;
                delivery::receipt(app, order, &delivery.ok_or_else(|| not_ready(&order.id, "not delivered"))?)
            }
        }
    }
}
