//! Whether an outside system accepts who we are: its key, its signature, its login.
//!
//! Each client holds an [`Access`] and notes what every call shows. `flows::access` watches for changes, so that an
//! operator learns of a revoked key at once, whichever call met it first.

use tokio::sync::watch;

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

/// What the last call has shown: `Some(true)`, the system has refused us; `None` before the first call. Cheap to clone;
/// clones share it.
#[derive(Clone, Debug, Default)]
pub struct Access(watch::Sender<Option<bool>>);

impl Access {
    /// Notes that the system has accepted us.
    pub fn accepted(&self) {
        self.note(false);
    }

    /// Notes that the system has refused us, whatever we wanted.
    pub fn refused(&self) {
        self.note(true);
    }

    /// Follows it.
    #[must_use]
    pub fn follow(&self) -> watch::Receiver<Option<bool>> {
        self.0.subscribe()
    }

    fn note(&self, is_refused: bool) {
        self.0.send_if_modified(|last| last.replace(is_refused) != Some(is_refused));
    }
}
