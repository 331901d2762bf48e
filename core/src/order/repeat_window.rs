//! How long buying the same again means the purchase that was made.

use chrono::TimeDelta;

/// For this long a repeated request of the same browser for the same purchase means the order it has just paid: the
/// Back button from the success page must not lead to a second charge. A second copy of the same plan within the hour
/// is a mistake.
pub const REPEAT_WINDOW: TimeDelta = TimeDelta::hours(1);
