//! The uses of a limited code: reserved with an order, consumed when it is paid, released when it ends.
//!
//! Counting paid orders alone would sell the last use to every buyer whose payment page is open at that moment.

use serde::{Deserialize, Serialize};

/// The state of one order's use of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Redemption {
    /// A use is reserved for the order while it can be paid.
    Reserved,
    /// The order was paid with it.
    Consumed,
    /// The order no longer has a use.
    Released,
}

/// An event that can change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RedemptionEvent {
    /// The order was paid, perhaps after it had ended.
    Paid,
    /// The order's payments failed, expired, or were superseded or abandoned.
    Ended,
    /// The buyer retries.
    Reopened,
    /// The whole amount was returned.
    Refunded,
}

/// The uses of one code over all orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Uses {
    /// Uses that are reserved or consumed.
    pub taken: u32,
    /// The usage limit; absent means any number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// No use is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the code was used as often as it may be")]
pub struct UsesError;

impl Uses {
    /// One more.
    fn take(self) -> Result<Self, UsesError> {
        let taken = self.taken.checked_add(1).ok_or(UsesError)?;
        if self.limit.is_some_and(|limit| taken > limit) { Err(UsesError) } else { Ok(Self { taken, ..self }) }
    }

    /// One more, even beyond the limit.
    const fn count(self) -> Self {
        Self { taken: self.taken.saturating_add(1), ..self }
    }

    /// Whether more are taken than there may be: a late payment was counted, or the limit was lowered.
    #[must_use]
    pub fn is_over(self) -> bool {
        self.limit.is_some_and(|limit| self.taken > limit)
    }

    const fn give_back(self) -> Self {
        Self { taken: self.taken.saturating_sub(1), ..self }
    }
}

impl Redemption {
    /// Reserves a use for a new order.
    ///
    /// ```
    /// use onefare_core::discount::{Redemption, RedemptionEvent, Uses};
    /// let (first, uses) = Redemption::reserve(Uses { taken: 0, limit: Some(1) })?;
    /// assert!(Redemption::reserve(uses).is_err()); // the page of the first may still be paid
    /// let (first, uses) = first.on(RedemptionEvent::Ended, uses)?;
    /// let (_, uses) = Redemption::reserve(uses)?;
    /// assert!(first.on(RedemptionEvent::Reopened, uses).is_err()); // somebody else has it
    /// let (_, uses) = first.on(RedemptionEvent::Paid, uses)?; // but what was agreed and paid counts
    /// assert!(uses.is_over());
    /// # Ok::<(), onefare_core::discount::UsesError>(())
    /// ```
    ///
    /// # Errors
    /// No use is left.
    pub fn reserve(uses: Uses) -> Result<(Self, Uses), UsesError> {
        Ok((Self::Reserved, uses.take()?))
    }

    /// The order's use and the uses of the code after an event. Repeats change nothing.
    ///
    /// An ended order that the buyer retries needs a new use. An ended order that is paid nevertheless counts even
    /// beyond the limit: its quote was agreed while a use was reserved for it, and the buyer has paid what the page
    /// showed. A refund in full releases the use: the limit counts orders that are paid.
    ///
    /// # Errors
    /// No use is left for the retry; nothing changes then.
    pub fn on(self, event: RedemptionEvent, uses: Uses) -> Result<(Self, Uses), UsesError> {
        match (self, event) {
            (Self::Reserved, RedemptionEvent::Paid) => Ok((Self::Consumed, uses)),
            (Self::Reserved, RedemptionEvent::Ended | RedemptionEvent::Refunded)
            | (Self::Consumed, RedemptionEvent::Refunded) => Ok((Self::Released, uses.give_back())),
            (Self::Released, RedemptionEvent::Paid) => Ok((Self::Consumed, uses.count())),
            (Self::Released, RedemptionEvent::Reopened) => Ok((Self::Reserved, uses.take()?)),
            (Self::Reserved, RedemptionEvent::Reopened)
            | (Self::Consumed, RedemptionEvent::Paid | RedemptionEvent::Ended | RedemptionEvent::Reopened)
            | (Self::Released, RedemptionEvent::Ended | RedemptionEvent::Refunded) => Ok((self, uses)),
        }
    }
}
