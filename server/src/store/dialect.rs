//! What differs between SQLite and PostgreSQL. Everything else in `store` is one SQL text for both, through sqlx `Any`.
//!
//! Learnt by experiment with sqlx 0.9 on SQLite 3 and PostgreSQL 15:
//!
//! - **Begin.** A transaction that reads and then writes must begin with `BEGIN IMMEDIATE` on SQLite: with a plain
//!   `BEGIN`, 46 of 320 such transactions of 8 writers failed as "locked", with `IMMEDIATE` none. PostgreSQL knows no
//!   such word. A dropped or aborted transaction is rolled back on both, also when its caller is cancelled in the
//!   middle of a statement; [`transaction`](super::transaction) says what happens to the connection.
//! - **Commit may lie.** After a failed statement PostgreSQL rolls the transaction back and answers `COMMIT` with
//!   success; SQLite keeps the rest. So no repository function goes on after an error (`ON CONFLICT DO NOTHING`
//!   instead of catching a violation), and [`Tx::commit`](super::Tx::commit) asks PostgreSQL once more in the same
//!   message.
//! - **Same on both:** `$1` parameters (also repeated), NULL binds and reads through `Option`, `ON CONFLICT … DO
//!   NOTHING | DO UPDATE … WHERE`, `RETURNING`, partial indexes, deferred foreign keys, `is_unique_violation()`,
//!   `COUNT(*)`, several statements in one migration. The name of a broken constraint is known on PostgreSQL only.
//! - **Types.** `Any` knows text, integers, floats, bytes. `SUM` of BIGINT is NUMERIC on PostgreSQL and cannot be
//!   read: `CAST(SUM(…) AS BIGINT)`. SQLite stores text in a BIGINT column without complaint (the reader reports it
//!   as corrupt); PostgreSQL refuses a NUL character in a text, so texts from outside go through [`storable`].
//! - **SQL texts** must be `&'static str`; composed ones come from `concat!`, or are built once in a static.
//! - `migrate!` needs the `macros` feature; [`schema`](super::schema) builds the same list from `include_str!`.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sha2::{Digest as _, Sha256};
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, AnyPool, ConnectOptions as _, Connection as _};
use url::Url;

use super::StoreError;
use crate::private_files;

/// Which database this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// The embedded default: one file, one writer.
    Sqlite,
    /// For more than one machine.
    Postgres,
}

/// The connections of one database.
pub(super) struct Pools {
    pub readers: AnyPool,
    pub writers: AnyPool,
    /// SQLite's file.
    pub file: Option<PathBuf>,
}

/// SQLite connections that only read. Writing is refused on them by the database itself.
const SQLITE_READERS: u32 = 4;

/// PostgreSQL connections of one server; two replicas stay far below the usual limit of 100.
const POSTGRES_CONNECTIONS: u32 = 16;

/// How long a request waits for a connection, or for SQLite's write lock held by another process.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a connection to PostgreSQL may be idle without being tested before its next use. A test is a round trip, as
/// expensive as most statements; a request that meets a server lost within this time asks the buyer to try again, as
/// every statement in flight at that moment does.
const UNTESTED: Duration = Duration::from_secs(1);

/// The write-ahead log is flushed at every commit (`FULL`): an acknowledged payment survives a power cut. After a
/// checkpoint it is cut back to 64 MB. As few pages are cached as for readers.
const SQLITE_WRITER: &str = "PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
     PRAGMA foreign_keys = ON; PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -256";

/// A quarter of a megabyte of cached pages each, because the system keeps the file in memory anyway. With SQLite's
/// default of two megabytes a server under load held 50 MB, with half a megabyte 32 MB and answered no slower, with ten
/// thousand orders or a million; a quarter takes another megabyte off.
const SQLITE_READER: &str = "PRAGMA busy_timeout = 10000; PRAGMA query_only = ON; PRAGMA cache_size = -256";

/// A frozen server must not keep its locks for ever, nor a lost statement its connection.
const POSTGRES_SESSION: &str = "SET application_name = 'onefare'; SET lock_timeout = '8s'; \
     SET statement_timeout = '30s'; SET idle_in_transaction_session_timeout = '30s'";

impl Dialect {
    /// Reads it from the database's URL.
    pub(super) fn of(database_url: &str) -> Result<Self, StoreError> {
        if database_url.starts_with("sqlite:") {
            Ok(Self::Sqlite)
        } else if database_url.starts_with("postgres://") || database_url.starts_with("postgresql://") {
            Ok(Self::Postgres)
        } else {
            Err(StoreError::Address("begins with sqlite: and a path, or with postgres://"))
        }
    }

    /// Opens the connections; for SQLite, makes folder and file first.
    pub(super) async fn connect(self, database_url: &str) -> Result<Pools, StoreError> {
        match self {
            Self::Sqlite => {
                let file = sqlite_path(database_url)?;
                // Readable by its owner only, because it holds buyers' addresses. SQLite gives the files beside it the
                // same mode.
                private_files::open(&file)?;
                let address = sqlite_address(&file)?;
                self.must_answer(&address, SQLITE_WRITER).await?;
                let writers = self.pool(1, SQLITE_WRITER).idle_timeout(None).max_lifetime(None);
                let writers = writers.connect_with(options(&address)?).await?;
                let readers = self.pool(SQLITE_READERS, SQLITE_READER);
                Ok(Pools { readers: readers.connect_with(options(&address)?).await?, writers, file: Some(file) })
            }
            Self::Postgres => {
                let not_an_address = |_| StoreError::Address("is not a valid postgres:// address");
                let address = Url::parse(database_url).map_err(not_an_address)?;
                self.must_answer(&address, POSTGRES_SESSION).await?;
                let both = self.pool(POSTGRES_CONNECTIONS, POSTGRES_SESSION).connect_with(options(&address)?).await?;
                Ok(Pools { readers: both.clone(), writers: both, file: None })
            }
        }
    }

    fn pool(self, connections: u32, session: &'static str) -> AnyPoolOptions {
        AnyPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(PATIENCE)
            // An idle connection may have lost its server since; one that was used a moment ago is not tested.
            .test_before_acquire(false)
            .before_acquire(move |conn, meta| Box::pin(self.still_answers(conn, meta.idle_for)))
            .after_connect(move |conn, _| Box::pin(async move { sqlx::raw_sql(session).execute(conn).await.map(drop) }))
            .after_release(move |conn, _| Box::pin(self.is_out_of_transactions(conn)))
    }

    /// Opens one connection as the pools will. A pool would try for ten seconds, and then report only that time was up.
    async fn must_answer(self, address: &Url, session: &'static str) -> Result<(), StoreError> {
        let options = options(address)?;
        let opening = async {
            let mut conn = AnyConnection::connect_with(&options).await?;
            sqlx::raw_sql(session).execute(&mut conn).await?;
            conn.close().await
        };
        match tokio::time::timeout(PATIENCE, opening).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) if self == Self::Sqlite => Err(error.into()),
            Ok(Err(error)) => Err(StoreError::Unreachable(error.to_string())),
            Err(_) => Err(StoreError::Unreachable(format!("no answer within {} seconds", PATIENCE.as_secs()))),
        }
    }

    /// Whether a connection that was idle for so long may be used.
    async fn still_answers(self, conn: &mut AnyConnection, idle_for: Duration) -> sqlx::Result<bool> {
        if self == Self::Postgres && idle_for > UNTESTED {
            conn.ping().await?;
        }
        Ok(true)
    }

    /// Whether a connection that returns to the pool may be used again. One whose transaction could neither commit nor
    /// roll back, as on a full disk, is closed: it would refuse every further one. On PostgreSQL [`Tx`](super::Tx) sees
    /// to that before.
    async fn is_out_of_transactions(self, conn: &mut AnyConnection) -> sqlx::Result<bool> {
        if self == Self::Sqlite && conn.is_in_transaction() {
            // A dropped transaction is rolled back in the connection's own thread: that is done once the ping is
            // answered.
            conn.ping().await?;
        }
        Ok(!conn.is_in_transaction())
    }

    /// Waits until no other transaction holds `name`, and holds it until this one ends. SQLite's write transactions are
    /// serial anyway.
    pub(super) async fn hold(self, conn: &mut AnyConnection, name: &str) -> Result<(), StoreError> {
        if self == Self::Postgres {
            sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(lock_of(name)).execute(conn).await?;
        }
        Ok(())
    }
}

/// The number under which PostgreSQL locks a name.
pub(super) fn lock_of(name: &str) -> i64 {
    let digest = Sha256::digest(name.as_bytes());
    digest.iter().take(8).fold(0_i64, |key, byte| (key << 8) | i64::from(*byte))
}

/// A text from outside in a form both databases store: without NUL characters, which PostgreSQL refuses.
pub(super) fn storable(text: &str) -> Cow<'_, str> {
    if text.contains('\0') { Cow::Owned(text.replace('\0', "")) } else { Cow::Borrowed(text) }
}

fn options(address: &Url) -> Result<AnyConnectOptions, StoreError> {
    let mut options = AnyConnectOptions::from_url(address)?;
    // sqlx logs the text of a statement, never its values, at debug level: statement counters read it there. It does
    // not warn of slow ones.
    options.log_settings.slow_statements_duration = Duration::MAX;
    Ok(options)
}

/// The file that `sqlite:path`, `sqlite://path` or `sqlite:///absolute/path` names.
pub(super) fn sqlite_path(database_url: &str) -> Result<PathBuf, StoreError> {
    let rest = database_url.trim_start_matches("sqlite:");
    let rest = rest.strip_prefix("//").unwrap_or(rest);
    let path = rest.split('?').next().unwrap_or_default();
    if path.is_empty() || path.starts_with(':') {
        return Err(StoreError::Address("needs the path of a file, such as sqlite:data/onefare.db"));
    }
    Ok(std::path::absolute(path)?)
}

/// A file's URL as sqlx expects it: absolute, percent-encoded. A file that was removed since is not created again.
fn sqlite_address(file: &Path) -> Result<Url, StoreError> {
    let text = file.to_str().ok_or(StoreError::Address("the path is not valid UTF-8"))?;
    let mut address = Url::parse("sqlite:///").map_err(|_| StoreError::Address("is not a valid path"))?;
    address.set_path(&text.replace('%', "%25"));
    address.set_query(Some("mode=rw"));
    Ok(address)
}
