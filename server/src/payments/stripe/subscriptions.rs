//! Subscriptions: the fields that we read, and the update that cancels one at the end of its period or resumes it.
//! `plans` has the update that changes its plan.

use chrono::{DateTime, Utc};
use onefare_core::money::Money;
use onefare_core::provider_amount::from_stripe;
use onefare_core::subscription::Standing;
use serde::{Deserialize, Serialize};

/// Body of `POST /v1/subscriptions/{id}` that cancels one at the end of its period, or resumes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct UpdateSubscription {
    cancel_at_period_end: bool,
}

/// A subscription; only its state, end and prices are read.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Subscription {
    /// Stripe's id, `sub_…`.
    pub id: String,
    /// `active`, `trialing`, `canceled` and others.
    pub status: String,
    /// Whether it ends with the current term or trial and charges nothing more.
    #[serde(default)]
    pub cancel_at_period_end: bool,
    /// When it will end, epoch seconds; absent while it renews.
    #[serde(default)]
    cancel_at: Option<i64>,
    /// When it ended, epoch seconds.
    #[serde(default)]
    ended_at: Option<i64>,
    /// The first charge of one that began with free or prepaid time, epoch seconds.
    #[serde(default)]
    pub(super) trial_end: Option<i64>,
    #[serde(default)]
    items: Items,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
struct Items {
    data: Vec<Item>,
}

/// What a subscription charges for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Item {
    /// Stripe's id, `si_…`.
    pub id: String,
    /// The beginning of the paid term, epoch seconds.
    current_period_start: i64,
    /// The end of the paid term, epoch seconds.
    current_period_end: i64,
    /// The price of each period.
    pub price: Price,
}

/// A recurring price.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Price {
    currency: String,
    #[serde(default)]
    unit_amount: Option<i64>,
    #[serde(default)]
    recurring: Option<Interval>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct Interval {
    interval: String,
    interval_count: u32,
}

impl Item {
    /// The end of the paid term.
    #[must_use]
    pub fn period_end(&self) -> Option<DateTime<Utc>> {
        DateTime::from_timestamp(self.current_period_end, 0)
    }
}

impl Price {
    /// Whether it takes that amount each time, every so many months.
    #[must_use]
    pub fn is_for(&self, amount: Money, months: u32) -> bool {
        let every = self.recurring.as_ref().and_then(|every| match every.interval.as_str() {
            "month" => Some(every.interval_count),
            "year" => every.interval_count.checked_mul(12),
            _ => None,
        });
        let taken = self.unit_amount.and_then(|minor| from_stripe(minor, &self.currency));
        taken == Some(amount) && every == Some(months)
    }
}

impl UpdateSubscription {
    /// Cancels it at the end of its current term or trial.
    #[must_use]
    pub const fn cancel_at_period_end() -> Self {
        Self { cancel_at_period_end: true }
    }

    /// Resumes one that was to end with its term or trial.
    #[must_use]
    pub const fn renew_after_all() -> Self {
        Self { cancel_at_period_end: false }
    }
}

impl Subscription {
    /// Whether it has ended.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.status == "canceled"
    }

    /// Whether it has charged for a term that began after that instant. A trial charges nothing.
    #[must_use]
    pub fn has_charged_since(&self, instant: DateTime<Utc>) -> bool {
        let is_later = |item: &Item| item.current_period_start > instant.timestamp();
        self.status != "trialing" && self.items.data.iter().any(is_later)
    }

    /// The item that it charges for; `None` unless there is exactly one, as in every subscription of ours.
    #[must_use]
    pub fn only_item(&self) -> Option<&Item> {
        match self.items.data.as_slice() {
            [item] => Some(item),
            _ => None,
        }
    }

    /// How it stands; `None` for a word that the shop does not know.
    #[must_use]
    pub fn standing(&self) -> Option<Standing> {
        match self.status.as_str() {
            "trialing" => Some(Standing::Trialing),
            "active" => Some(Standing::Active),
            "past_due" | "unpaid" | "incomplete" => Some(Standing::PastDue),
            "paused" => Some(Standing::Paused),
            "canceled" | "incomplete_expired" => Some(Standing::Ended),
            _ => None,
        }
    }

    /// When it charges next, if it stands like this; `None` when it charges no more or has a charge that failed.
    #[must_use]
    pub fn renews_at(&self, standing: Standing) -> Option<DateTime<Utc>> {
        let renews = matches!(standing, Standing::Trialing | Standing::Active) && self.ends_at().is_none();
        self.only_item().filter(|_| renews)?.period_end()
    }

    /// When it ended or will end; `None` while it renews.
    #[must_use]
    pub fn ends_at(&self) -> Option<DateTime<Utc>> {
        DateTime::from_timestamp(self.ended_at.or(self.cancel_at)?, 0)
    }
}
