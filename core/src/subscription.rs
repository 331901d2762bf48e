//! A subscription after its first payment: how it stands, whether a later charge is what its buyer agreed to, and when the
//! shop asks the payment provider about it again.

mod dunning;
mod notice;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::money::Money;
use crate::quote::Renewal;

pub use dunning::{GracePeriod, UnpaidInvoice, UnpaidOutcome};
pub use notice::Notice;

/// How a subscription stands at the payment provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Its trial, or the time that was paid in advance with free months, still runs.
    Trialing,
    /// Paid.
    Active,
    /// The last charge failed, and the provider tries again.
    PastDue,
    /// The provider has stopped charging, and keeps it.
    Paused,
    /// Over: nothing is charged any more.
    Ended,
}

impl Standing {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Trialing, Self::Active, Self::PastDue, Self::Paused, Self::Ended];

    /// The word that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Trialing => "trialing",
            Self::Active => "active",
            Self::PastDue => "past_due",
            Self::Paused => "paused",
            Self::Ended => "ended",
        }
    }
}

/// How a later charge compares with what was agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChargeVerdict {
    /// The agreed amount.
    AsAgreed,
    /// More than was agreed: the difference is the buyer's.
    TooMuch,
    /// Less than was agreed.
    TooLittle,
    /// Another currency than the agreed one.
    OtherCurrency,
    /// Nothing was agreed, because the buyer had cancelled before.
    AfterCancellation,
}

impl ChargeVerdict {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::AsAgreed, Self::TooMuch, Self::TooLittle, Self::OtherCurrency, Self::AfterCancellation];

    /// The word that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::AsAgreed => "as_agreed",
            Self::TooMuch => "too_much",
            Self::TooLittle => "too_little",
            Self::OtherCurrency => "other_currency",
            Self::AfterCancellation => "after_cancellation",
        }
    }
}

/// Judges a later charge by the amount that was agreed for its term, as
/// [`payment::judge`](crate::payment::judge) does for the first payment.
///
/// ```
/// use onefare_core::{currency::Currency, money::Money, subscription::{ChargeVerdict, judge}};
/// let agreed = Money::new(15_000, Currency::Aed)?;
/// assert_eq!(judge(agreed, agreed), ChargeVerdict::AsAgreed);
/// assert_eq!(judge(agreed, Money::new(15_001, Currency::Aed)?), ChargeVerdict::TooMuch);
/// assert_eq!(judge(agreed, Money::new(15_000, Currency::Sar)?), ChargeVerdict::OtherCurrency);
/// # Ok::<(), onefare_core::money::MoneyError>(())
/// ```
#[must_use]
pub fn judge(agreed: Money, charged: Money) -> ChargeVerdict {
    if agreed.currency() != charged.currency() {
        return ChargeVerdict::OtherCurrency;
    }
    match charged.minor().cmp(&agreed.minor()) {
        std::cmp::Ordering::Equal => ChargeVerdict::AsAgreed,
        std::cmp::Ordering::Greater => ChargeVerdict::TooMuch,
        std::cmp::Ordering::Less => ChargeVerdict::TooLittle,
    }
}

/// How long after a charge is due the shop asks at the latest: the provider charges within hours.
pub const AFTER_A_CHARGE: TimeDelta = TimeDelta::days(1);

/// How long the shop goes without asking about a subscription.
pub const LONGEST_UNSEEN: TimeDelta = TimeDelta::days(7);

/// When the shop asks the provider about a subscription again, without any webhook event: a day after the next charge is due,
/// and within a week in any case. `None` for one that has ended.
///
/// ```
/// use chrono::{TimeDelta, TimeZone, Utc};
/// use onefare_core::subscription::{Standing, next_look};
/// let now = Utc.with_ymd_and_hms(2026, 11, 26, 12, 0, 0).unwrap();
/// let charge = now + TimeDelta::days(3);
/// assert_eq!(next_look(Standing::Active, Some(charge), now), Some(charge + TimeDelta::days(1)));
/// assert_eq!(next_look(Standing::PastDue, None, now), Some(now + TimeDelta::days(1)));
/// assert_eq!(next_look(Standing::Ended, None, now), None);
/// ```
#[must_use]
pub fn next_look(standing: Standing, next_charge: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let weekly = now.checked_add_signed(LONGEST_UNSEEN)?;
    match standing {
        Standing::Ended => None,
        // The provider tries again within days, or gives up.
        Standing::PastDue => now.checked_add_signed(AFTER_A_CHARGE),
        Standing::Trialing | Standing::Active | Standing::Paused => {
            let after = next_charge.and_then(|at| at.checked_add_signed(AFTER_A_CHARGE));
            Some(after.filter(|at| *at > now).map_or(weekly, |at| at.min(weekly)))
        }
    }
}

/// The next charge after `now`: on the provider's date, or on the agreed one where the provider's date is unknown or past.
///
/// ```
/// use chrono::{TimeDelta, TimeZone, Utc};
/// use onefare_core::{currency::Currency, money::Money, quote::Renewal, subscription::next_charge};
/// let now = Utc.with_ymd_and_hms(2026, 11, 26, 12, 0, 0).unwrap();
/// let agreed = Renewal::starting(Money::new(3999, Currency::Aed)?, now + TimeDelta::days(30), 1);
/// let given = now + TimeDelta::days(60); // an operator has extended it at the provider
/// assert_eq!(next_charge(agreed, Some(given), now).at, given);
/// assert_eq!(next_charge(agreed, None, now), agreed);
/// # Ok::<(), onefare_core::money::MoneyError>(())
/// ```
#[must_use]
pub fn next_charge(agreed: Renewal, named: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Renewal {
    match named.filter(|at| *at > now) {
        Some(at) => Renewal { at, ..agreed },
        None => agreed.first_after(now),
    }
}
