//! A transaction: how it begins and ends on each database.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, AnyPool, AssertSqlSafe, Transaction};

use super::StoreError;
use super::dialect::{Dialect, lock_of};
use super::file_watch::DatabaseFile;

/// A transaction, which may write unless it is a [snapshot](super::Store::snapshot).
pub struct Tx {
    pub(super) dialect: Dialect,
    pub(super) file: Option<Arc<DatabaseFile>>,
    pub(super) open: Open,
}

impl Tx {
    /// Commits everything done so far.
    ///
    /// # Errors
    /// The database could not, or an earlier statement failed: then nothing was committed. A file that is gone.
    pub async fn commit(self) -> Result<(), StoreError> {
        self.file.as_ref().map_or(Ok(()), |file| file.must_be_in_place())?;
        match self.open {
            Open::Sqlite(transaction) => Ok(transaction.commit().await?),
            // After a failed statement PostgreSQL rolls back at `COMMIT` and answers with success: `SELECT 1` fails
            // there.
            Open::Postgres(transaction) => transaction.end("SELECT 1; COMMIT").await,
        }
    }

    /// Rolls everything back, and waits until that is done.
    ///
    /// # Errors
    /// The database could not: the connection is closed, and with it what was done.
    pub async fn undo(self) -> Result<(), StoreError> {
        match self.open {
            Open::Sqlite(transaction) => Ok(transaction.rollback().await?),
            Open::Postgres(transaction) => transaction.end("ROLLBACK").await,
        }
    }

    /// Waits until no other transaction holds `name`, and holds it to the end of this one. For decisions that one
    /// caller at a time must make although there is no row to lock yet, such as a buyer's first order.
    ///
    /// # Errors
    /// Not within eight seconds.
    pub async fn hold(&mut self, name: &str) -> Result<(), StoreError> {
        self.dialect.hold(self, name).await
    }
}

impl Deref for Tx {
    type Target = AnyConnection;
    fn deref(&self) -> &AnyConnection {
        match &self.open {
            Open::Sqlite(transaction) => transaction,
            Open::Postgres(transaction) => transaction.connection(),
        }
    }
}

impl DerefMut for Tx {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        match &mut self.open {
            Open::Sqlite(transaction) => transaction,
            Open::Postgres(transaction) => transaction.connection_mut(),
        }
    }
}

impl fmt::Debug for Tx {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Tx").field("dialect", &self.dialect).finish_non_exhaustive()
    }
}

/// An open transaction.
pub(super) enum Open {
    /// sqlx's own: the thread of an SQLite connection rolls back what a cancelled caller has begun.
    Sqlite(Transaction<'static, Any>),
    /// Ours.
    Postgres(PostgresTransaction),
}

impl Open {
    /// Begins a transaction that may write, with a name held from the beginning.
    pub(super) async fn to_write(dialect: Dialect, pool: &AnyPool, held: Option<&str>) -> Result<Self, StoreError> {
        match dialect {
            Dialect::Sqlite => Ok(Self::Sqlite(pool.begin_with("BEGIN IMMEDIATE").await?)),
            Dialect::Postgres => {
                // Each command of a message takes its own snapshot: all that follow see what the last holder has
                // written.
                let hold = |name| format!("BEGIN; SELECT pg_advisory_xact_lock(CAST('{}' AS BIGINT))", lock_of(name));
                let commands = held.map_or_else(|| "BEGIN".to_owned(), hold);
                Ok(Self::Postgres(PostgresTransaction::begin(pool, commands).await?))
            }
        }
    }

    /// Begins a snapshot.
    pub(super) async fn to_read(dialect: Dialect, pool: &AnyPool) -> Result<Self, StoreError> {
        match dialect {
            Dialect::Sqlite => Ok(Self::Sqlite(pool.begin_with("BEGIN").await?)),
            Dialect::Postgres => {
                let commands = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY".to_owned();
                Ok(Self::Postgres(PostgresTransaction::begin(pool, commands).await?))
            }
        }
    }
}

/// How long the rollback of a dropped transaction may take, with whatever it still waits for. It waits for a lock no
/// longer than eight seconds.
const ROLLBACK_LIMIT: Duration = Duration::from_secs(10);

/// A transaction on PostgreSQL. Its connection returns to the pool after PostgreSQL has confirmed the end of the
/// transaction, and is closed in every other case, so that PostgreSQL rolls back.
///
/// sqlx's own would not do. Each of its `BEGIN`, the lock of a name, the proof that no statement has failed and
/// `COMMIT` is a round trip; here the beginning is one message and the end is one, and PostgreSQL stops at the first
/// command of a message that fails. And sqlx 0.9.0 counts a transaction once `BEGIN` is answered: a caller cancelled
/// before, or a command that fails in the same message, returns the connection to the pool inside a transaction
/// (transact-rs/sqlx#4393, #4409).
pub(super) struct PostgresTransaction {
    /// Absent once it has ended or failed to.
    conn: Option<PoolConnection<Any>>,
}

impl PostgresTransaction {
    async fn begin(pool: &AnyPool, commands: String) -> Result<Self, StoreError> {
        // From here on dropping it rolls it back.
        let mut begun = Self { conn: Some(pool.acquire().await?) };
        begun.send(commands).await?;
        Ok(begun)
    }

    async fn end(mut self, commands: &str) -> Result<(), StoreError> {
        self.send(commands.to_owned()).await?;
        self.conn = None;
        Ok(())
    }

    /// Sends commands as one message and reads everything PostgreSQL answers. If that fails, the connection is closed.
    async fn send(&mut self, commands: String) -> Result<(), StoreError> {
        let answered = sqlx::raw_sql(AssertSqlSafe(commands)).execute(self.connection_mut()).await;
        if answered.is_err()
            && let Some(mut conn) = self.conn.take()
        {
            conn.close_on_drop();
        }
        Ok(answered.map(drop)?)
    }

    #[expect(clippy::expect_used, reason = "the connection goes at the end, which consumes the transaction")]
    fn connection(&self) -> &AnyConnection {
        self.conn.as_ref().expect("an open transaction has its connection")
    }

    #[expect(clippy::expect_used, reason = "the connection goes at the end, which consumes the transaction")]
    fn connection_mut(&mut self) -> &mut AnyConnection {
        self.conn.as_mut().expect("an open transaction has its connection")
    }
}

impl Drop for PostgresTransaction {
    fn drop(&mut self) {
        let Some(mut conn) = self.conn.take() else { return };
        tokio::spawn(async move {
            // What the caller was waiting for is read to its end first; a failure of it also closes the connection.
            let rolled_back = sqlx::raw_sql("ROLLBACK").execute(&mut *conn);
            if !matches!(tokio::time::timeout(ROLLBACK_LIMIT, rolled_back).await, Ok(Ok(_))) {
                conn.close_on_drop();
            }
        });
    }
}
