//! Entitlements: whether an account may use the VPN, until when, and on how many devices. The systems of the VPN act on it, so it
//! errs for the buyer: it never ends before the paid time unless the money was returned, a bank took it or the owner ended the
//! subscription, and it never outlives the paid time and the grace period.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::order::DeliveryState;
use crate::plan::DeviceAllowance;
use crate::subscription::{GracePeriod, Standing};

/// Whether an account may use the VPN. In ascending order of what it allows: of several orders the highest state counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntitlementState {
    /// No: the time is over, the money was returned, or nothing was delivered.
    Ended,
    /// Not now: a bank decides about a dispute.
    Suspended,
    /// Yes, although the paid time is over: the renewal is awaited.
    Grace,
    /// Yes.
    Active,
}

impl EntitlementState {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Ended, Self::Suspended, Self::Grace, Self::Active];

    /// The word that is stored and handed over.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Ended => "ended",
            Self::Suspended => "suspended",
            Self::Grace => "grace",
            Self::Active => "active",
        }
    }

    /// Whether it allows a connection.
    #[must_use]
    pub const fn allows_use(self) -> bool {
        matches!(self, Self::Grace | Self::Active)
    }
}

/// The dates of a subscription as its payment provider describes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubscriptionDates {
    /// How it stands.
    pub standing: Standing,
    /// When the provider charges next; `None` when it does not.
    pub renews_at: Option<DateTime<Utc>>,
    /// When it ended or will end; `None` while it renews.
    pub ends_at: Option<DateTime<Utc>>,
}

/// Until when an order is paid, and until when its buyer has access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaidTime {
    /// The end of the paid time.
    pub paid_until: DateTime<Utc>,
    /// The end of the access: later where a renewal is awaited.
    pub access_until: DateTime<Utc>,
}

/// How much later than the term of the last charge ends the provider's next charge may come: a month from 31 January and the next
/// one end on 28 February and 31 March. A charge that is later still belongs to a term that is not paid yet.
const MONTHS_DIFFER: TimeDelta = TimeDelta::days(4);

impl PaidTime {
    /// The time of an order whose last charged term ends at `term_end`. `unpaid` is the time that an unpaid invoice leaves.
    /// A subscription that ends has no grace period: nothing is awaited. The provider names the next term's end as soon as a term
    /// begins, before it charges for it.
    ///
    /// ```
    /// use chrono::{TimeDelta, TimeZone, Utc};
    /// use onefare_core::entitlement::{PaidTime, SubscriptionDates};
    /// use onefare_core::subscription::{GracePeriod, Standing};
    /// let end = Utc.with_ymd_and_hms(2026, 12, 28, 12, 0, 0).unwrap();
    /// let renews = SubscriptionDates { standing: Standing::Active, renews_at: Some(end), ends_at: None };
    /// let time = PaidTime::of(end, Some(renews), None, GracePeriod::default());
    /// assert_eq!(time, PaidTime { paid_until: end, access_until: end + TimeDelta::days(7) });
    /// let once = PaidTime::of(end, None, None, GracePeriod::default());
    /// assert_eq!(once, PaidTime { paid_until: end, access_until: end });
    /// ```
    #[must_use]
    pub fn of(
        term_end: DateTime<Utc>,
        subscription: Option<SubscriptionDates>,
        unpaid: Option<Self>,
        grace: GracePeriod,
    ) -> Self {
        let Some(SubscriptionDates { standing, renews_at, ends_at }) = subscription else {
            return Self::ending(term_end);
        };
        match (standing, ends_at, unpaid) {
            // An unpaid one ended after its paid time.
            (Standing::Ended, ends_at, _) => {
                let access_until = ends_at.unwrap_or(term_end);
                Self { paid_until: access_until.min(term_end), access_until }
            }
            // A newer term may be paid while an older invoice is open.
            (_, Some(end), Some(unpaid)) => unpaid.at_least(term_end).cut_at(end),
            (_, None, Some(unpaid)) => unpaid.at_least(term_end),
            (_, Some(end), None) => Self::ending(end),
            (Standing::Paused, None, None) => Self::ending(term_end),
            // An operator may have extended it, or the plan changes at its end.
            (Standing::Trialing, None, None) => {
                Self::renewing(renews_at.map_or(term_end, |at| at.max(term_end)), grace)
            }
            (Standing::Active | Standing::PastDue, None, None) => {
                let latest = term_end.checked_add_signed(MONTHS_DIFFER).unwrap_or(term_end);
                let named = renews_at.filter(|at| *at <= latest);
                Self::renewing(named.map_or(term_end, |at| at.max(term_end)), grace)
            }
        }
    }

    /// Without a grace period.
    const fn ending(at: DateTime<Utc>) -> Self {
        Self { paid_until: at, access_until: at }
    }

    fn renewing(paid_until: DateTime<Utc>, grace: GracePeriod) -> Self {
        Self { paid_until, access_until: grace.access_until(paid_until, None) }
    }

    fn at_least(self, end: DateTime<Utc>) -> Self {
        Self { paid_until: self.paid_until.max(end), access_until: self.access_until.max(end) }
    }

    fn cut_at(self, end: DateTime<Utc>) -> Self {
        Self { paid_until: self.paid_until.min(end), access_until: self.access_until.min(end) }
    }
}

/// A delivered order of a plan, as far as it decides about access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holding {
    /// The state of its delivery.
    pub delivery: DeliveryState,
    /// From when it may be used.
    pub starts_at: DateTime<Utc>,
    /// Until when.
    pub time: PaidTime,
    /// On how many devices.
    pub devices: DeviceAllowance,
}

impl Holding {
    fn state(&self, now: DateTime<Utc>) -> EntitlementState {
        match self.delivery {
            DeliveryState::None | DeliveryState::Due | DeliveryState::Ended => EntitlementState::Ended,
            DeliveryState::Active | DeliveryState::Frozen if self.time.access_until <= now => EntitlementState::Ended,
            DeliveryState::Frozen => EntitlementState::Suspended,
            DeliveryState::Active if self.time.paid_until <= now => EntitlementState::Grace,
            DeliveryState::Active => EntitlementState::Active,
        }
    }

    fn entitles(&self, now: DateTime<Utc>) -> Entitlement {
        let state = self.state(now);
        let PaidTime { paid_until, access_until } = self.time;
        // Money that was returned ends the access before its time.
        let until = if state == EntitlementState::Ended { access_until.min(now) } else { access_until };
        Entitlement { state, from: self.starts_at, paid_until: paid_until.min(until), until, devices: self.devices }
    }
}

/// What an account may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Entitlement {
    /// Whether it may be used.
    pub state: EntitlementState,
    /// From when.
    pub from: DateTime<Utc>,
    /// The end of the paid time.
    pub paid_until: DateTime<Utc>,
    /// The end of the access, unless something changes until then.
    pub until: DateTime<Utc>,
    /// On how many devices.
    pub devices: DeviceAllowance,
}

impl Entitlement {
    /// What the orders of an account entitle it to: the best of them, with the most devices and the latest end of those that may be
    /// used. `None` without an order.
    #[must_use]
    pub fn of(holdings: &[Holding], now: DateTime<Utc>) -> Option<Self> {
        let all = || holdings.iter().map(|holding| holding.entitles(now));
        let best = all().max_by_key(|one| (one.state, one.until))?;
        if !best.state.allows_use() {
            return Some(best);
        }
        Some(all().filter(|one| one.state.allows_use()).fold(best, |best, one| Self {
            paid_until: best.paid_until.max(one.paid_until),
            until: best.until.max(one.until),
            devices: best.devices.larger(one.devices),
            ..best
        }))
    }

    /// When the passing of time alone changes what [`Self::of`] returns; `None`: never.
    #[must_use]
    pub fn next_change(holdings: &[Holding], now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let is_open = |holding: &&Holding| matches!(holding.delivery, DeliveryState::Active | DeliveryState::Frozen);
        let instants = holdings.iter().filter(is_open).flat_map(|one| [one.time.paid_until, one.time.access_until]);
        instants.filter(|at| *at > now).min()
    }

    /// The same, ended at an instant: no order of the account is left.
    #[must_use]
    pub fn ended_at(self, now: DateTime<Utc>) -> Self {
        let until = self.until.min(now);
        Self { state: EntitlementState::Ended, paid_until: self.paid_until.min(until), until, ..self }
    }

    /// Whether it differs from the one that was handed over before. One that has ended stays as it ended.
    #[must_use]
    pub fn replaces(&self, known: &Self) -> bool {
        let ended = [self.state, known.state].map(|state| state == EntitlementState::Ended);
        ended != [true, true] && self != known
    }
}
