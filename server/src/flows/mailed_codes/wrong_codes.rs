//! Where a wrong code counts: at the address it was mailed to, or at the trusted device that requested it. After ten of
//! them the address, or the device, signs in by mailed link only.

use chrono::{DateTime, Utc};
use onefare_core::otp::lockout::{Challenge, LOCKOUT, Standing, after_right_code, with_another_try};

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

    /// Counts another try of a code before it is compared. `false`: the code may not be compared, and the caller undoes
    /// what it has counted so far. `challenge` is what its locked row says.
    ///
    /// # Errors
    /// The database.
    pub async fn count(
        self,
        conn: &mut Connection,
        challenge: Challenge,
        now: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let Some(failures) = self.lock(conn).await? else { return Ok(false) };
        if LOCKOUT.standing(challenge, failures, now) != Standing::Open {
            return Ok(false);
        }
        self.set(conn, with_another_try(failures)).await?;
        Ok(true)
    }

    /// Takes back the failures that the right code's own challenge, or request, counted.
    ///
    /// # Errors
    /// The database.
    pub async fn forgive(self, conn: &mut Connection, own_tries: u32) -> Result<(), StoreError> {
        match self.lock(conn).await? {
            Some(failures) => self.set(conn, after_right_code(failures, own_tries)).await,
            None => Ok(()),
        }
    }

    /// Whether there are so many that no code is accepted any more.
    ///
    /// # Errors
    /// The database.
    pub async fn is_link_only(self, conn: &mut Connection) -> Result<bool, StoreError> {
        let failures = match self {
            Self::Address(account) => Some(sign_in::failures(conn, account).await?),
            Self::Device(id) => trusted_devices::by_id(conn, id).await?.map(|device| device.failures),
        };
        // A device that is no longer trusted has no tries left.
        Ok(failures.is_none_or(|failures| LOCKOUT.is_link_only(failures)))
    }

    /// The wrong codes so far, locked to the end of the transaction. `None`: the device is trusted no more.
    async fn lock(self, conn: &mut Connection) -> Result<Option<u32>, StoreError> {
        match self {
            Self::Address(account) => sign_in::lock_failures(conn, account).await.map(Some),
            Self::Device(id) => Ok(trusted_devices::lock(conn, id).await?.map(|device| device.failures)),
        }
    }

    async fn set(self, conn: &mut Connection, failures: u32) -> Result<(), StoreError> {
        match self {
            Self::Address(account) => sign_in::set_failures(conn, account, failures).await,
            Self::Device(id) => trusted_devices::set_failures(conn, id, failures).await,
        }
    }
}
