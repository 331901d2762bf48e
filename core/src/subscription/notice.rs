//! Charge notices: the letters sent before a charge, and the lead time of each.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// A letter before money moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// A trial ends, and its plan is charged for the first time.
    TrialEnds,
    /// A plan of a year or more renews in a month.
    RenewsInAMonth,
    /// A plan of a year or more renews in a week.
    RenewsInAWeek,
}

/// How long before the charge each letter goes out: for trials, and for plans of a year or more, which their buyers have
/// forgotten by then. Shorter terms at an unchanged price have none.
const LEADS: [(Notice, TimeDelta); 3] = [
    (Notice::TrialEnds, TimeDelta::days(3)),
    (Notice::RenewsInAMonth, TimeDelta::days(30)),
    (Notice::RenewsInAWeek, TimeDelta::days(7)),
];

/// Months of a term from which on a renewal is announced.
const ANNOUNCED_FROM: u32 = 12;

impl Notice {
    /// The word that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::TrialEnds => "trial_ends",
            Self::RenewsInAMonth => "renews_in_a_month",
            Self::RenewsInAWeek => "renews_in_a_week",
        }
    }

    /// The notices of a charge, by whether it ends a trial and by the months of the term that it pays for.
    fn of(ends_trial: bool, months: u32) -> impl Iterator<Item = (Self, TimeDelta)> {
        LEADS.into_iter().filter(move |(notice, _)| match notice {
            Self::TrialEnds => ends_trial,
            Self::RenewsInAMonth | Self::RenewsInAWeek => !ends_trial && months >= ANNOUNCED_FROM,
        })
    }

    /// The notice that is due before a charge; the one with the shortest lead, so that a late one does not repeat what the
    /// next one says. `None` before the first of them, and once the charge is due.
    ///
    /// ```
    /// use chrono::{TimeDelta, TimeZone, Utc};
    /// use onefare_core::subscription::Notice;
    /// let charge = Utc.with_ymd_and_hms(2027, 11, 26, 12, 0, 0).unwrap();
    /// assert_eq!(Notice::due(false, 12, charge, charge - TimeDelta::days(31)), None);
    /// assert_eq!(Notice::due(false, 12, charge, charge - TimeDelta::days(29)), Some(Notice::RenewsInAMonth));
    /// assert_eq!(Notice::due(true, 12, charge, charge - TimeDelta::days(2)), Some(Notice::TrialEnds));
    /// assert_eq!(Notice::due(false, 1, charge, charge - TimeDelta::days(2)), None);
    /// ```
    #[must_use]
    pub fn due(ends_trial: bool, months: u32, charge: DateTime<Utc>, now: DateTime<Utc>) -> Option<Self> {
        let left = charge.signed_duration_since(now);
        let due = Self::of(ends_trial, months).filter(|(_, lead)| TimeDelta::zero() < left && left <= *lead);
        due.min_by_key(|(_, lead)| *lead).map(|(notice, _)| notice)
    }

    /// The next instant at which a notice of a charge becomes due; `None` when none follows.
    #[must_use]
    pub fn next_at(ends_trial: bool, months: u32, charge: DateTime<Utc>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let at = |(_, lead)| charge.checked_sub_signed(lead);
        Self::of(ends_trial, months).filter_map(at).filter(|at| *at > now).min()
    }
}
