//! How long a code still counts after its end.

use chrono::TimeDelta;

/// Minutes after its end for which a code still counts at checkout, so that a buyer who opened the page in time can pay
/// in time. A new price book has no grace.
pub const GRACE_MINUTES: i64 = 10;

/// Whether a code that ended a moment ago still counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grace {
    /// On pages: no grace.
    None,
    /// At checkout: [`GRACE_MINUTES`] more.
    Checkout,
}

impl Grace {
    /// How long after its end the code counts.
    pub(super) const fn period(self) -> TimeDelta {
        match self {
            Self::None => TimeDelta::zero(),
            Self::Checkout => TimeDelta::minutes(GRACE_MINUTES),
        }
    }
}
