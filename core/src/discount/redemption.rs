//! The uses of a limited code: reserved with an order, consumed when it is paid, released when it ends.
//!
//! Counting paid orders alone would sell the last use to every buyer whose payment page is open at that moment. Reserving
//! a use for each open page lets twelve abandoned pages empty a code. So unpaid orders reserve at most half of the uses
//! that are not consumed; an order beyond that share reserves nothing and is counted when it is paid. The last use of a
//! code is reserved for one order.

use serde::{Deserialize, Serialize};

/// The state of one order's use of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Redemption {
    /// A use is reserved for the order while it can be paid.
    Reserved,
    /// No use is reserved, because unpaid orders have their share: the order is counted when it is paid, at the price
    /// that its page shows, even beyond the limit.
    AtPayment,
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
    /// Those of them that are reserved for unpaid orders.
    #[serde(default, skip_serializing_if = "crate::money::is_zero")]
    pub reserved: u32,
    /// The usage limit; absent means any number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// No use is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the code was used as often as it may be")]
pub struct UsesError;

impl Uses {
    /// How many uses unpaid orders may have reserved: half of those that are not consumed, and at least one.
    fn share(self) -> u32 {
        let consumed = self.taken.saturating_sub(self.reserved);
        self.limit.map_or(u32::MAX, |limit| (limit.saturating_sub(consumed) / 2).max(1))
    }

    /// One more, even beyond the limit.
    const fn count(self) -> Self {
        Self { taken: self.taken.saturating_add(1), ..self }
    }

    /// Whether more are taken than there may be: an order without a reserved use was paid, or the limit was lowered.
    #[must_use]
    pub fn is_over(self) -> bool {
        self.limit.is_some_and(|limit| self.taken > limit)
    }

    /// One less.
    const fn give_back(self) -> Self {
        Self { taken: self.taken.saturating_sub(1), ..self }
    }

    /// One reserved use less; whether it stays taken is another matter.
    const fn unreserve(self) -> Self {
        Self { reserved: self.reserved.saturating_sub(1), ..self }
    }
}

impl Redemption {
    /// Reserves a use for a new order, or, when unpaid orders have their share, has the order counted at payment.
    ///
    /// ```
    /// use onefare_core::discount::{Redemption, RedemptionEvent, Uses};
    /// let (first, uses) = Redemption::reserve(Uses { taken: 0, reserved: 0, limit: Some(1) })?;
    /// assert!(Redemption::reserve(uses).is_err()); // the page of the first may still be paid
    /// let (first, uses) = first.on(RedemptionEvent::Ended, uses)?;
    /// let (_, uses) = Redemption::reserve(uses)?;
    /// assert!(first.on(RedemptionEvent::Reopened, uses).is_err()); // somebody else has it
    /// let (_, uses) = first.on(RedemptionEvent::Paid, uses)?; // but what was agreed and paid counts
    /// assert!(uses.is_over());
    /// // Of four uses, unpaid orders reserve two.
    /// let (third, _) = Redemption::reserve(Uses { taken: 2, reserved: 2, limit: Some(4) })?;
    /// assert_eq!(third, Redemption::AtPayment);
    /// # Ok::<(), onefare_core::discount::UsesError>(())
    /// ```
    ///
    /// # Errors
    /// No use is left.
    pub fn reserve(uses: Uses) -> Result<(Self, Uses), UsesError> {
        let taken = uses.taken.checked_add(1).ok_or(UsesError)?;
        if uses.limit.is_some_and(|limit| taken > limit) {
            return Err(UsesError);
        }
        if uses.reserved >= uses.share() {
            return Ok((Self::AtPayment, uses));
        }
        Ok((Self::Reserved, Uses { taken, reserved: uses.reserved.saturating_add(1), ..uses }))
    }

    /// The order's use and the uses of the code after an event. Repeats change nothing.
    ///
    /// An ended order that the buyer retries needs a new use. An ended order that is paid nevertheless counts even
    /// beyond the limit, as does one that reserved nothing: its quote was agreed while a use was left, and the buyer has
    /// paid what the page showed. A refund in full releases the use: the limit counts orders that are paid.
    ///
    /// # Errors
    /// No use is left for the retry; nothing changes then.
    pub fn on(self, event: RedemptionEvent, uses: Uses) -> Result<(Self, Uses), UsesError> {
        match (self, event) {
            (Self::Reserved, RedemptionEvent::Paid) => Ok((Self::Consumed, uses.unreserve())),
            (Self::Reserved, RedemptionEvent::Ended | RedemptionEvent::Refunded) => {
                Ok((Self::Released, uses.unreserve().give_back()))
            }
            (Self::Consumed, RedemptionEvent::Refunded) => Ok((Self::Released, uses.give_back())),
            (Self::AtPayment | Self::Released, RedemptionEvent::Paid) => Ok((Self::Consumed, uses.count())),
            (Self::AtPayment, RedemptionEvent::Ended | RedemptionEvent::Refunded) => Ok((Self::Released, uses)),
            (Self::Released, RedemptionEvent::Reopened) => Self::reserve(uses),
            (Self::Reserved | Self::AtPayment, RedemptionEvent::Reopened)
            | (Self::Consumed, RedemptionEvent::Paid | RedemptionEvent::Ended | RedemptionEvent::Reopened)
            | (Self::Released, RedemptionEvent::Ended | RedemptionEvent::Refunded) => Ok((self, uses)),
        }
    }
}
