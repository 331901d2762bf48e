//! A transaction that may write: how it begins and ends on each database.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, AnyPool, AssertSqlSafe, Transaction};

use super::StoreError;
use super::dialect::{Dialect, lock_of};
use super::file::DatabaseFile;

/// A transaction that may write.
pub struct Tx {
    pub(super) dialect: Dialect,
    pub(super) file: Option<Arc<DatabaseFile>>,
    pub(super) open: Open,
}

impl Tx {
    /// Makes everything done so far last.
    ///
    /// # Errors
    /// The database could not, or an earlier statement failed: then nothing was done. A file that is gone.
    pub async fn commit(self) -> Result<(), StoreError> {
        self.file.as_ref().map_or(Ok(()), |file| file.must_be_in_place())?;
        match self.open {
            Open::Sqlx(transaction) => Ok(transaction.commit().await?),
            Open::Messages(messages) => messages.end("SELECT 1; COMMIT").await,
        }
    }

    /// Undoes everything done so far, and waits until that is done.
    ///
    /// # Errors
    /// The database could not: the connection is closed, and with it what was done.
    pub async fn undo(self) -> Result<(), StoreError> {
        match self.open {
            Open::Sqlx(transaction) => Ok(transaction.rollback().await?),
            Open::Messages(messages) => messages.end("ROLLBACK").await,
        }
    }

    /// Waits until no other transaction holds `name`, and holds it to the end of this one. For what must be decided by
    /// one at a time although no row stands for it yet, such as a buyer's first order.
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
            Open::Sqlx(transaction) => transaction,
            Open::Messages(messages) => messages.connection(),
        }
    }
}

impl DerefMut for Tx {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        match &mut self.open {
            Open::Sqlx(transaction) => transaction,
            Open::Messages(messages) => messages.connection_mut(),
        }
    }
}

impl fmt::Debug for Tx {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Tx").field("dialect", &self.dialect).finish_non_exhaustive()
    }
}

/// What is open.
pub(super) enum Open {
    /// A transaction of sqlx.
    Sqlx(Transaction<'static, Any>),
    /// One whose beginning and end are messages of ours.
    Messages(Messages),
}

/// A transaction on PostgreSQL. sqlx sends what begins one, what locks a name, what proves that no statement has failed and
/// what commits one after the other, and waits for the answer to each. Here the beginning is one message and the end is one,
/// and PostgreSQL stops at the first command of a message that fails.
pub(super) struct Messages {
    /// Absent once it has ended.
    conn: Option<PoolConnection<Any>>,
}

impl Messages {
    pub(super) async fn begin(pool: &AnyPool, held: Option<&str>) -> Result<Self, StoreError> {
        // From here on it is rolled back when it is dropped.
        let mut begun = Self { conn: Some(pool.acquire().await?) };
        // Each command of a message reads anew: what the last holder has written is seen by all that follows.
        let lock = held
            .map(|name| format!("; SELECT pg_advisory_xact_lock(CAST('{}' AS BIGINT))", lock_of(name)))
            .unwrap_or_default();
        sqlx::raw_sql(AssertSqlSafe(format!("BEGIN{lock}"))).execute(begun.connection_mut()).await?;
        Ok(begun)
    }

    /// Where a statement has failed, PostgreSQL rolls back at `COMMIT` and answers with success: `SELECT 1` before it fails.
    async fn end(mut self, commands: &'static str) -> Result<(), StoreError> {
        sqlx::raw_sql(commands).execute(self.connection_mut()).await?;
        self.conn = None;
        Ok(())
    }

    #[expect(clippy::expect_used, reason = "only an end takes the connection away, and it consumes the transaction")]
    fn connection(&self) -> &AnyConnection {
        self.conn.as_ref().expect("an open transaction has its connection")
    }

    #[expect(clippy::expect_used, reason = "only an end takes the connection away, and it consumes the transaction")]
    fn connection_mut(&mut self) -> &mut AnyConnection {
        self.conn.as_mut().expect("an open transaction has its connection")
    }
}

impl Drop for Messages {
    fn drop(&mut self) {
        let Some(mut conn) = self.conn.take() else { return };
        tokio::spawn(async move {
            if sqlx::raw_sql("ROLLBACK").execute(&mut *conn).await.is_err() {
                // The server rolls back what a closed connection has begun.
                conn.close_on_drop();
            }
        });
    }
}
