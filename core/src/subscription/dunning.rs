//! Dunning: the rules for a renewal whose charge failed. The provider retries the charge for some days; the buyer keeps access
//! until the grace period ends.

use chrono::{DateTime, TimeDelta, Utc};

use super::AFTER_A_CHARGE;
use crate::money::Money;

/// The invoice of a later term that the provider could not charge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnpaidInvoice {
    /// The provider's id, `in_…`.
    pub invoice: String,
    /// The amount due.
    pub amount: Money,
    /// When the unpaid term began, which is when the paid time ended.
    pub unpaid_since: DateTime<Utc>,
    /// The provider's next attempt; `None` after the last one.
    pub next_attempt_at: Option<DateTime<Utc>>,
    /// The invoice's hosted page; `None` without one on an allowed host.
    pub page_url: Option<String>,
    /// Whether the bank requires the customer to confirm the charge.
    pub needs_confirmation: bool,
}

impl UnpaidInvoice {
    /// Until when the buyer keeps access.
    #[must_use]
    pub fn access_until(&self, grace: GracePeriod) -> DateTime<Utc> {
        grace.access_until(self.unpaid_since, self.next_attempt_at)
    }
}

/// How long access continues after the paid time while the renewal is unpaid: 0 to 60 days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GracePeriod(u32);

impl GracePeriod {
    /// The longest grace period, in days.
    pub const MAX_DAYS: u32 = 60;

    /// `None` for more than [`Self::MAX_DAYS`].
    #[must_use]
    pub const fn of_days(days: u32) -> Option<Self> {
        if days <= Self::MAX_DAYS { Some(Self(days)) } else { None }
    }

    /// Until when the buyer keeps access: the end of the grace period, or a day after the provider's next attempt if that is
    /// later: the provider must not charge a buyer who has lost access.
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

/// The outcome of an unpaid invoice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnpaidOutcome {
    /// It was paid.
    Paid,
    /// It was voided: the buyer cancelled, or an operator voided it at the provider.
    Voided,
    /// It stayed unpaid past the grace period, and the subscription ended.
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
