//! The only source of "now" in the server. Tests move it by hand.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use chrono::{DateTime, Utc};

/// Where the time comes from.
#[derive(Clone, Debug, Default)]
pub enum Clock {
    /// The machine's clock.
    #[default]
    System,
    /// A clock that stands still until it is moved: epoch milliseconds.
    Manual(Arc<AtomicI64>),
}

impl Clock {
    /// A clock standing at `instant`.
    #[must_use]
    pub fn manual(instant: DateTime<Utc>) -> Self {
        Self::Manual(Arc::new(AtomicI64::new(instant.timestamp_millis())))
    }

    /// The present instant.
    #[must_use]
    pub fn now(&self) -> DateTime<Utc> {
        match self {
            #[expect(clippy::disallowed_methods, reason = "this is the one place that may ask the machine")]
            Self::System => Utc::now(),
            Self::Manual(millis) => DateTime::from_timestamp_millis(millis.load(Ordering::SeqCst)).unwrap_or_default(),
        }
    }

    /// The present instant in epoch milliseconds, as the database stores it.
    #[must_use]
    pub fn now_millis(&self) -> i64 {
        self.now().timestamp_millis()
    }

    /// Moves a manual clock forward; the system clock ignores it.
    pub fn advance(&self, by: Duration) {
        if let Self::Manual(millis) = self {
            millis.fetch_add(i64::try_from(by.as_millis()).unwrap_or(i64::MAX), Ordering::SeqCst);
        }
    }
}
