//! Where a wrong code counts: at the address it was mailed to, or at the trusted device that requested it. After ten of
//! them the address, or the device, signs in by mailed link only.

use onefare_core::otp::lockout::LOCKOUT;

use crate::store::trusted_devices::{self, TrustedDevice};
use crate::store::{Connection, StoreError, sign_in};

/// Where the wrong codes of one challenge, or of one side of a request for another address, count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Counter<'a> {
    /// At an address, in canonical form, whether or not an account has it.
    Address(&'a str),
    /// At a trusted device, by its id.
    Device(&'a str),
}

impl<'a> Counter<'a> {
    /// The counter of an address, or of the trusted device that asked.
    #[must_use]
    pub fn of(account: &'a str, device_id: Option<&'a str>) -> Self {
        device_id.map_or(Self::Address(account), Self::Device)
    }

    /// Whether a browser may use it: only the trusted device that requested a code tries it, so that every try is
    /// counted and taken back in one place.
    #[must_use]
    pub fn is_held_by(self, device: Option<&TrustedDevice>) -> bool {
        match self {
            Self::Address(_) => true,
            Self::Device(id) => device.is_some_and(|device| device.id == id),
        }
    }

    /// Counts one before the code is compared. `false`: there are too many.
    ///
    /// # Errors
    /// The database.
    pub async fn count(self, conn: &mut Connection) -> Result<bool, StoreError> {
        let most = LOCKOUT.failures_per_account;
        match self {
            Self::Address(account) => sign_in::count_failure(conn, account, most).await,
            Self::Device(id) => trusted_devices::count_failure(conn, id, most).await,
        }
    }

    /// Takes back the failures that the right code's own challenge, or request, counted.
    ///
    /// # Errors
    /// The database.
    pub async fn forgive(self, conn: &mut Connection, failures: i64) -> Result<(), StoreError> {
        match self {
            Self::Address(account) => sign_in::forgive(conn, account, failures).await,
            Self::Device(id) => trusted_devices::forgive(conn, id, failures).await,
        }
    }

    /// Whether there are so many that no code is accepted any more.
    ///
    /// # Errors
    /// The database.
    pub async fn is_full(self, conn: &mut Connection) -> Result<bool, StoreError> {
        let failures = match self {
            Self::Address(account) => sign_in::failures(conn, account).await?,
            // A device that is no longer trusted has no tries left.
            Self::Device(id) => trusted_devices::by_id(conn, id).await?.map_or(i64::MAX, |device| device.failures),
        };
        Ok(failures >= i64::from(LOCKOUT.failures_per_account))
    }
}
