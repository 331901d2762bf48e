//! Refunds: how much of a payment can be refunded, and what a provider's figures about refunds mean for it.

use crate::money::{Money, MoneyError};
use crate::order::PaymentEvent;

/// A refund of a payment, and what it leaves of the payment, both in the currency that was charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoingBack {
    /// The amount to refund. Zero only where nothing was charged.
    pub amount: Money,
    /// What is left afterwards; zero after a refund of the whole or of the rest.
    pub left: Money,
}

/// Why nothing is refunded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotGoingBack {
    /// All of it was refunded earlier.
    #[error("nothing is left that could go back")]
    NothingLeft,
    /// The caller named an amount, but the payment charged nothing.
    #[error("nothing was charged that could go back")]
    NothingCharged,
    /// The caller named zero or less.
    #[error("an amount that goes back must be positive")]
    NotPositive,
    /// The caller named more than is left.
    #[error("more than is left cannot go back")]
    TooMuch,
    /// Not a multiple of [`Currency::charge_step`](crate::currency::Currency::charge_step): no provider moves it.
    #[error("the amount is finer than can be charged")]
    BelowChargeStep,
    /// Amounts of different currencies, or out of bounds.
    #[error(transparent)]
    Money(#[from] MoneyError),
}

/// How much of a payment to refund: the `wanted` amount, or without one all that is left. `returned` is the sum of
/// earlier refunds. A payment of zero is refunded with zero, which ends what it began.
///
/// ```
/// use onefare_core::payment::{NotGoingBack, going_back};
/// use onefare_core::{currency::Currency::Aed, money::Money};
/// let aed = |minor| Money::new(minor, Aed);
/// let rest = going_back(aed(15_000)?, aed(5_000)?, None)?;
/// assert_eq!((rest.amount, rest.left), (aed(10_000)?, aed(0)?));
/// assert_eq!(going_back(aed(15_000)?, aed(5_000)?, Some(aed(10_001)?)), Err(NotGoingBack::TooMuch));
/// # Ok::<(), NotGoingBack>(())
/// ```
///
/// # Errors
/// See [`NotGoingBack`]. Sums of different currencies are never combined.
pub fn going_back(charged: Money, returned: Money, wanted: Option<Money>) -> Result<GoingBack, NotGoingBack> {
    let rest = charged.minus(returned)?;
    let Some(amount) = wanted else {
        if charged.minor() <= 0 {
            let nothing = Money::zero(charged.currency());
            return Ok(GoingBack { amount: nothing, left: nothing });
        }
        return part(rest, rest);
    };
    // Currencies first: amounts of two currencies cannot be compared.
    let left = rest.minus(amount)?;
    if amount.minor() <= 0 {
        Err(NotGoingBack::NotPositive)
    } else if charged.minor() <= 0 {
        Err(NotGoingBack::NothingCharged)
    } else if rest.minor() > 0 && left.minor() < 0 {
        Err(NotGoingBack::TooMuch)
    } else {
        part(rest, amount)
    }
}

fn part(rest: Money, amount: Money) -> Result<GoingBack, NotGoingBack> {
    if rest.minor() <= 0 {
        return Err(NotGoingBack::NothingLeft);
    }
    if amount.minor().checked_rem(amount.currency().charge_step()) != Some(0) {
        return Err(NotGoingBack::BelowChargeStep);
    }
    Ok(GoingBack { amount, left: rest.minus(amount)? })
}

/// What the sum of all refunds of a payment means, both in minor units of its currency; `None` while nothing was
/// refunded. Providers report the sum so far, so a repeated event gives the same result.
///
/// ```
/// use onefare_core::order::PaymentEvent;
/// use onefare_core::payment::refund_event;
/// assert_eq!(refund_event(14_999, 0), None);
/// assert_eq!(refund_event(14_999, 14_998), Some(PaymentEvent::RefundedInPart));
/// assert_eq!(refund_event(14_999, 14_999), Some(PaymentEvent::Refunded));
/// ```
#[must_use]
pub const fn refund_event(charged: i64, refunded: i64) -> Option<PaymentEvent> {
    if refunded <= 0 {
        None
    } else if refunded < charged {
        Some(PaymentEvent::RefundedInPart)
    } else {
        Some(PaymentEvent::Refunded)
    }
}
