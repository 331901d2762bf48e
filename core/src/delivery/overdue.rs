//! When an eSIM that the supplier has accepted is overdue.

use chrono::{DateTime, TimeDelta, Utc};

/// Making an eSIM takes half a minute; one that takes longer than this is overdue and needs attention.
pub const ESIM_OVERDUE: TimeDelta = TimeDelta::minutes(30);

/// Whether an eSIM that was accepted at an instant, and is not made yet, is overdue.
#[must_use]
pub fn is_overdue(accepted_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    now.signed_duration_since(accepted_at) > ESIM_OVERDUE
}
