//! Subscriptions: the fields we read, and the update that cancels one at the end of its period or resumes it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// Body of `POST /v1/subscriptions/{id}`: the one change we make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct UpdateSubscription {
    cancel_at_period_end: bool,
}

/// A subscription, of which only id, state and end are read.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Subscription {
    /// Stripe's id, `sub_…`.
    pub id: String,
    /// `active`, `trialing`, `canceled` and others.
    pub status: String,
    /// Whether it ends with the current term or trial, and charges nothing more.
    #[serde(default)]
    pub cancel_at_period_end: bool,
    /// When it will end, epoch seconds; absent while it renews.
    #[serde(default)]
    cancel_at: Option<i64>,
    /// When it ended, epoch seconds.
    #[serde(default)]
    ended_at: Option<i64>,
}

impl UpdateSubscription {
    /// Ends it with its current term or trial.
    #[must_use]
    pub const fn cancel_at_period_end() -> Self {
        Self { cancel_at_period_end: true }
    }

    /// Lets one that was to end with its term or trial renew after all.
    #[must_use]
    pub const fn renew_after_all() -> Self {
        Self { cancel_at_period_end: false }
    }
}

impl Subscription {
    /// Whether it is over.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.status == "canceled"
    }

    /// When it ended or will end; `None` while it renews.
    #[must_use]
    pub fn ends_at(&self) -> Option<DateTime<Utc>> {
        DateTime::from_timestamp(self.ended_at.or(self.cancel_at)?, 0)
    }
}
