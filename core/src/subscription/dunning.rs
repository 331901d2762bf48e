//! Dunning: what holds while the charge of a later term is unpaid. The provider tries it again within days, and until the
//! grace is over its buyer loses nothing.

use chrono::{DateTime, TimeDelta, Utc};

use super::AFTER_A_CHARGE;

/// How long access goes on after the paid time while the renewal is unpaid: 0 to 60 days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GracePeriod(u32);

impl GracePeriod {
    /// Most days.
    pub const MAX_DAYS: u32 = 60;

    /// `None` for more than [`Self::MAX_DAYS`].
    #[must_use]
    pub const fn of_days(days: u32) -> Option<Self> {
        if days <= Self::MAX_DAYS { Some(Self(days)) } else { None }
    }

    /// Until when access goes on: the grace after the paid time, and never less than a day after the provider's next attempt,
    /// because a buyer whom the shop has cut off must not be charged afterwards.
    ///
    /// ```
    /// use chrono::{TimeDelta, TimeZone, Utc};
    /// use onefare_core::subscription::GracePeriod;
    /// let since = Utc.with_ymd_and_hms(2026, 11, 26, 12, 0, 0).unwrap();
    /// let grace = GracePeriod::default();
    /// assert_eq!(grace.access_until(since, None), since + TimeDelta::days(7));
    /// let attempt = since + TimeDelta::days(15);
    /// assert_eq!(grace.access_until(since, Some(attempt)), attempt + TimeDelta::days(1));
    /// ```
    #[must_use]
    pub fn access_until(self, unpaid_since: DateTime<Utc>, next_attempt: Option<DateTime<Utc>>) -> DateTime<Utc> {
        let grace = TimeDelta::days(i64::from(self.0));
        let end = unpaid_since.checked_add_signed(grace).unwrap_or(DateTime::<Utc>::MAX_UTC);
        next_attempt.and_then(|attempt| attempt.checked_add_signed(AFTER_A_CHARGE)).map_or(end, |after| after.max(end))
    }
}

impl Default for GracePeriod {
    /// 7 days.
    fn default() -> Self {
        Self(7)
    }
}

/// What became of an unpaid charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnpaidOutcome {
    /// It was paid.
    Paid,
    /// It is not owed any more: its buyer cancelled, or somebody voided it at the provider.
    Voided,
    /// Nobody paid it in time, and the subscription has ended.
    GivenUp,
}

impl UnpaidOutcome {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Paid, Self::Voided, Self::GivenUp];

    /// The word that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Paid => "paid",
            Self::Voided => "voided",
            Self::GivenUp => "given_up",
        }
    }
}
