//! The store: the only place with SQL. One file per table group; each function takes a connection, so that the caller
//! decides what belongs to one transaction.
//!
//! ```ignore
//! let order = orders::by_id(&mut store.read().await?, "ord_…").await?;
//!
//! let mut tx = store.begin().await?;
//! if payments::move_state(&mut tx, id, PaymentState::Open, PaymentState::Paid, None, now).await? {
//!     jobs::enqueue(&mut tx, JobKind::DeliverOrder(Maker::Shop), order_id, now, now).await?;
//! }
//! tx.commit().await?;
//! ```
//!
//! Rules: no transaction is held across a call to the outside; a state changes by compare-and-set and the returned
//! `bool` is the truth; after an error a transaction is dropped, never continued.

pub mod account_deletions;
pub mod account_email_changes;
pub mod accounts;
pub mod attention;
pub mod cancellations;
pub mod charge_refunds;
pub mod customers;
pub mod deliveries;
mod dialect;
pub mod discount_codes;
pub mod disputes;
pub mod email_changes;
pub mod entitlements;
mod error;
pub mod esims;
pub mod events;
mod file_watch;
pub mod fraud_warnings;
pub mod idempotency_keys;
pub mod jobs;
pub mod late_charges;
pub mod later_charges;
pub mod leads;
pub mod letters;
pub mod limit_counts;
pub mod mailed_code_requests;
pub mod operator_acts;
pub mod order_batches;
pub mod order_search;
pub mod orders;
pub mod payment_with_order;
pub mod payments;
pub mod plan_changes;
pub mod price_books;
pub mod provider_ids;
mod readiness;
pub mod redemptions;
pub mod refunds;
pub mod refused_access;
mod row;
mod schema;
pub mod secret_check;
pub mod sessions;
pub mod sign_in;
pub mod subscriptions;
mod transaction;
pub mod trusted_devices;
pub mod unmatched_withdrawals;
pub mod unpaid_invoices;
pub mod unpaid_orders;
pub mod webhook_events;
pub mod withdrawals;

#[cfg(test)]
pub(crate) mod test_database;
#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, AnyPool};

/// What every function of the store takes: a connection, or a transaction.
pub use sqlx::AnyConnection as Connection;

pub use dialect::Dialect;
pub use error::{StoreError, is_temporary};

pub use readiness::Readiness;
pub use transaction::Tx;

use file_watch::DatabaseFile;
use transaction::Open;

/// The line of the log, at debug level, when a connection is taken for reading.
pub const READING: &str = "a connection to read";

/// The line for a transaction that may write, or for a single statement that writes.
pub const WRITING: &str = "a transaction";

/// Attempts at opening an SQLite file: of two processes that create it at once, one finds it locked or half made (on
/// PostgreSQL the migrations hold a lock instead).
const OPENINGS: u32 = 10;

/// The database. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    dialect: Dialect,
    readers: AnyPool,
    writers: AnyPool,
    /// SQLite's file; on PostgreSQL there is none.
    file: Option<Arc<DatabaseFile>>,
}

impl Store {
    /// Opens `sqlite:path` (made when it is missing) or `postgres://…`, and brings the tables up to date.
    ///
    /// # Errors
    /// An address that names nothing, a database that cannot be reached, a changed or half-applied migration.
    pub async fn open(database_url: &str) -> Result<Self, StoreError> {
        sqlx::any::install_default_drivers();
        let dialect = Dialect::of(database_url)?;
        let mut patience = if dialect == Dialect::Sqlite { OPENINGS } else { 1 };
        loop {
            let error = match Self::open_once(dialect, database_url).await {
                Err(StoreError::Database(error)) => error::of_opening(dialect, error)?,
                Err(StoreError::Migration(error)) => StoreError::Migration(error),
                opened_or_hopeless => return opened_or_hopeless,
            };
            patience -= 1;
            if patience == 0 {
                return Err(error);
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Refuses an SQLite file that does not exist, which [`Store::open`] would make. Only PostgreSQL's server knows
    /// what exists there.
    ///
    /// # Errors
    /// [`StoreError::Missing`]; an address that names nothing.
    pub fn must_exist(database_url: &str) -> Result<(), StoreError> {
        match Dialect::of(database_url)? {
            Dialect::Sqlite => file_watch::must_exist(&dialect::sqlite_path(database_url)?),
            Dialect::Postgres => Ok(()),
        }
    }

    async fn open_once(dialect: Dialect, database_url: &str) -> Result<Self, StoreError> {
        let pools = dialect.connect(database_url).await?;
        schema::bring_up_to_date(&pools.writers).await?;
        let file = pools.file.as_deref().map(DatabaseFile::at).transpose()?.map(Arc::new);
        Ok(Self { dialect, readers: pools.readers, writers: pools.writers, file })
    }

    /// Which database it is.
    #[must_use]
    pub const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// A connection for reading. On SQLite it refuses to write.
    ///
    /// # Errors
    /// No connection within ten seconds.
    pub async fn read(&self) -> Result<Conn, StoreError> {
        tracing::debug!("{READING}");
        Ok(Conn(self.readers.acquire().await?))
    }

    /// A connection for one statement that writes, which is durable once it is answered. That saves the trips to the
    /// database that begin and end a transaction. Several statements that belong together need a transaction, and so does
    /// one with `RETURNING`: SQLite commits it after its last row, and `fetch_optional` returns before that.
    ///
    /// # Errors
    /// No connection within ten seconds. A file that is gone: what is written would be lost with it.
    pub async fn write_once(&self) -> Result<Conn, StoreError> {
        self.must_be_in_place()?;
        tracing::debug!("{WRITING}");
        Ok(Conn(self.writers.acquire().await?))
    }

    /// A transaction that may write. Dropping it rolls it back.
    ///
    /// # Errors
    /// No connection, or on SQLite no write lock, within ten seconds. A file that is gone: what is written would be
    /// lost with it.
    pub async fn begin(&self) -> Result<Tx, StoreError> {
        self.begin_with(None).await
    }

    /// [`begin`](Self::begin), with a name [held](Tx::hold) from the start: on PostgreSQL that is one round trip, not
    /// two.
    ///
    /// # Errors
    /// As [`Store::begin`]; another transaction holds the name for eight seconds.
    pub async fn begin_holding(&self, name: &str) -> Result<Tx, StoreError> {
        self.begin_with(Some(name)).await
    }

    async fn begin_with(&self, name: Option<&str>) -> Result<Tx, StoreError> {
        self.must_be_in_place()?;
        tracing::debug!("{WRITING}");
        let open = Open::to_write(self.dialect, &self.writers, name).await?;
        Ok(Tx { dialect: self.dialect, file: self.file.clone(), open })
    }

    /// A snapshot: everything is read as it was at the first read, whatever others write meanwhile. Return it soon:
    /// until then the database keeps what others have replaced. On SQLite it refuses to write.
    ///
    /// # Errors
    /// No connection within ten seconds.
    pub async fn snapshot(&self) -> Result<Tx, StoreError> {
        Ok(Tx { dialect: self.dialect, file: None, open: Open::to_read(self.dialect, &self.readers).await? })
    }

    /// Fails if SQLite's file is no longer where it was opened.
    fn must_be_in_place(&self) -> Result<(), StoreError> {
        self.file.as_ref().map_or(Ok(()), |file| file.must_be_in_place())
    }

    /// Closes every connection once it is returned; SQLite folds its log into the file.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writers.close().await;
    }
}

impl fmt::Debug for Store {
    /// Without the address: it may hold a password.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Store").field("dialect", &self.dialect).finish_non_exhaustive()
    }
}

/// A connection outside of any transaction.
#[derive(Debug)]
pub struct Conn(PoolConnection<Any>);

impl Deref for Conn {
    type Target = AnyConnection;
    fn deref(&self) -> &AnyConnection {
        &self.0
    }
}

impl DerefMut for Conn {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        &mut self.0
    }
}
