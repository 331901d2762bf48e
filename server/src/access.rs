//! Whether an outside system accepts who we are: its key, its signature, its login.
//!
//! Each client holds an [`Access`] and notes what every call shows. `flows::access` watches for changes, so that an
//! operator learns of a revoked key at once, whichever call met it first.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use tokio::sync::Notify;

/// An outside system that knows us by a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// Card payments.
    Stripe,
    /// iDEAL payments.
    Mollie,
    /// The supplier of eSIMs.
    EsimAccess,
    /// The mail server.
    Mail,
}

impl System {
    /// Every system.
    pub const ALL: [Self; 4] = [Self::Stripe, Self::Mollie, Self::EsimAccess, Self::Mail];

    /// The word of metrics, log and database.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Stripe => "stripe",
            Self::Mollie => "mollie",
            Self::EsimAccess => "esim_access",
            Self::Mail => "mail",
        }
    }

    /// The settings that hold what it refuses.
    #[must_use]
    pub const fn settings(self) -> &'static str {
        match self {
            Self::Stripe => "STRIPE_SECRET_KEY",
            Self::Mollie => "MOLLIE_API_KEY",
            Self::EsimAccess => "ESIM_ACCESS_ACCESS_CODE and ESIM_ACCESS_SECRET",
            Self::Mail => "ONEFARE_SMTP_USER, ONEFARE_SMTP_PASSWORD and ONEFARE_MAIL_FROM",
        }
    }
}

const UNKNOWN: u8 = 0;
const ACCEPTED: u8 = 1;
const REFUSED: u8 = 2;

/// What the last call has shown. Cheap to clone; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Access(Arc<Seen>);

#[derive(Debug, Default)]
struct Seen {
    last: AtomicU8,
    changed: Notify,
}

impl Access {
    /// Notes that the system has accepted us.
    pub fn accepted(&self) {
        self.note(ACCEPTED);
    }

    /// Notes that the system has refused us, whatever we wanted.
    pub fn refused(&self) {
        self.note(REFUSED);
    }

    /// Whether the last call was refused; `None` before the first one.
    #[must_use]
    pub fn is_refused(&self) -> Option<bool> {
        match self.0.last.load(Ordering::Acquire) {
            UNKNOWN => None,
            last => Some(last == REFUSED),
        }
    }

    /// Waits until that is another than at the last return, or has been since.
    pub async fn changed(&self) {
        self.0.changed.notified().await;
    }

    fn note(&self, now: u8) {
        if self.0.last.swap(now, Ordering::AcqRel) != now {
            // Kept for a watcher that is not waiting at this moment.
            self.0.changed.notify_one();
        }
    }
}
