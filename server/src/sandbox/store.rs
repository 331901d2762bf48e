//! The sandbox's storage: one SQLite file, one writer, whole objects as JSON text.
//!
//! All effects of one request (objects, events, ledger rows, the stored answer for its idempotency key) are one
//! [`Work`], so that a killed process leaves a request either executed or not, as a provider would.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use serde_json::Value;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions as _, QueryBuilder, Row as _, Sqlite, SqlitePool, Transaction};

use super::settings::SandboxError;
use crate::clock::Clock;
use crate::private_files;

/// The open file.
#[derive(Debug)]
pub struct Store {
    pool: SqlitePool,
    clock: Clock,
    pages: Arc<str>,
}

impl Store {
    /// Opens or creates the file and its tables. `pages` is where browsers reach the hosted pages.
    pub async fn open(path: &Path, clock: Clock, pages: &str) -> Result<Self, SandboxError> {
        // It holds letters and buyers' addresses, if only invented ones. SQLite gives the files beside it the same
        // mode.
        private_files::open(path).and_then(|file| private_files::narrow(&file)).map_err(sqlx::Error::Io)?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Normal)
            .busy_timeout(Duration::from_secs(10))
            .disable_statement_logging();
        // One connection: SQLite has one writer anyway, and the pool's queue is fairer than SQLite's busy handler.
        let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await?;
        sqlx::raw_sql(include_str!("schema.sql")).execute(&pool).await?;
        Ok(Self { pool, clock, pages: pages.trim_end_matches('/').into() })
    }

    /// Begins a transaction. Dropping it without [`Work::commit`] rolls it back.
    pub async fn begin(&self) -> Result<Work, SandboxError> {
        let transaction = self.pool.begin_with("BEGIN IMMEDIATE").await?;
        Ok(Work { transaction, now: self.clock.now(), pages: Arc::clone(&self.pages) })
    }

    /// Closes the file, so that it can be moved or opened by another process.
    pub async fn close(&self) {
        self.pool.close().await;
    }
}

/// One transaction, at one instant of the sandbox's clock.
#[derive(Debug)]
pub struct Work {
    pub(super) transaction: Transaction<'static, Sqlite>,
    /// The instant of everything in it.
    pub now: DateTime<Utc>,
    pages: Arc<str>,
}

/// The objects of a list: newest first, as all providers here list them.
#[derive(Debug, Default)]
pub struct Selection {
    /// JSON path and the text or number it must equal.
    pub equal: Vec<(&'static str, Value)>,
    /// JSON path that must match one of these patterns (`*` matches anything); `None` matches all.
    pub like: Option<(&'static str, Vec<String>)>,
    /// Unix seconds of creation: comparison (`>=`, `>`, `<=`, `<`) and bound.
    pub created: Vec<(&'static str, i64)>,
    /// Only events that were delivered, or only those that were not.
    pub delivered: Option<bool>,
    /// Objects older than this id.
    pub after: Option<String>,
    /// Objects newer than this id.
    pub before: Option<String>,
    /// Most objects.
    pub limit: i64,
}

impl Work {
    /// The instant in Unix seconds, as objects carry it.
    #[must_use]
    pub fn seconds(&self) -> i64 {
        self.now.timestamp()
    }

    /// The URL of a hosted page, such as `/pay/cs_test_…`.
    #[must_use]
    pub fn page(&self, path: &str) -> String {
        format!("{}{path}", self.pages)
    }

    /// Commits the transaction.
    pub async fn commit(self) -> Result<(), SandboxError> {
        Ok(self.transaction.commit().await?)
    }

    /// An object, if it exists.
    pub async fn find(&mut self, kind: &'static str, id: &str) -> Result<Option<Value>, SandboxError> {
        let row = sqlx::query("SELECT body FROM objects WHERE kind = ? AND id = ?")
            .bind(kind)
            .bind(id)
            .fetch_optional(&mut *self.transaction)
            .await?;
        row.map(|row| read(kind, row.try_get("body")?)).transpose()
    }

    /// An object that must exist.
    pub async fn load(&mut self, kind: &'static str, id: &str) -> Result<Value, SandboxError> {
        self.find(kind, id).await?.ok_or_else(|| SandboxError::Missing { kind, id: id.to_owned() })
    }

    /// An object that must exist, deserialized.
    pub async fn load_as<T: DeserializeOwned>(&mut self, kind: &'static str, id: &str) -> Result<T, SandboxError> {
        let value = self.load(kind, id).await?;
        serde_json::from_value(value).map_err(|source| SandboxError::Unreadable { kind, source })
    }

    /// Every object of a kind, by id: for kinds with few objects.
    pub async fn all(&mut self, kind: &'static str) -> Result<HashMap<String, Value>, SandboxError> {
        let rows = sqlx::query("SELECT id, body FROM objects WHERE kind = ?").bind(kind);
        let rows = rows.fetch_all(&mut *self.transaction).await?;
        rows.iter().map(|row| Ok((row.try_get("id")?, read(kind, row.try_get("body")?)?))).collect()
    }

    /// Writes an object, new or changed.
    pub async fn put(&mut self, kind: &'static str, id: &str, body: &Value) -> Result<(), SandboxError> {
        sqlx::query(
            "INSERT INTO objects (kind, id, created_at, body) VALUES (?, ?, ?, ?) \
             ON CONFLICT (kind, id) DO UPDATE SET body = excluded.body",
        )
        .bind(kind)
        .bind(id)
        .bind(self.seconds())
        .bind(body.to_string())
        .execute(&mut *self.transaction)
        .await?;
        Ok(())
    }

    /// Removes an object; `false` when it does not exist.
    pub async fn remove(&mut self, kind: &'static str, id: &str) -> Result<bool, SandboxError> {
        let done = sqlx::query("DELETE FROM objects WHERE kind = ? AND id = ?")
            .bind(kind)
            .bind(id)
            .execute(&mut *self.transaction)
            .await?;
        Ok(done.rows_affected() > 0)
    }

    /// A page of objects, newest first, and whether more follow in the requested direction.
    pub async fn list(&mut self, kind: &'static str, wanted: &Selection) -> Result<(Vec<Value>, bool), SandboxError> {
        // Kinds and paths are our own words. As text they match the indexes, which parameters would not.
        let mut query = QueryBuilder::<Sqlite>::new(format!("SELECT body FROM objects WHERE kind = '{kind}'"));
        for (path, value) in &wanted.equal {
            query.push(format!(" AND json_extract(body, '{path}') = "));
            match value {
                Value::Number(number) => query.push_bind(number.as_i64()),
                other => query.push_bind(other.as_str().unwrap_or_default().to_owned()),
            };
        }
        if let Some((path, patterns)) = &wanted.like {
            query.push(" AND (0");
            for pattern in patterns {
                query.push(" OR json_extract(body, ").push_bind(*path).push(") GLOB ").push_bind(pattern.clone());
            }
            query.push(")");
        }
        for (comparison, bound) in &wanted.created {
            query.push(" AND created_at ").push(*comparison).push(" ").push_bind(*bound);
        }
        if let Some(delivered) = wanted.delivered {
            query.push(if delivered { " AND id IN" } else { " AND id NOT IN" });
            query.push(" (SELECT event FROM deliveries WHERE delivered_at IS NOT NULL)");
        }
        for (comparison, cursor) in [("<", &wanted.after), (">", &wanted.before)] {
            if let Some(cursor) = cursor {
                query.push(" AND sequence ").push(comparison).push(" (SELECT sequence FROM objects WHERE kind = ");
                query.push_bind(kind).push(" AND id = ").push_bind(cursor.clone()).push(")");
            }
        }
        // Going backwards selects the nearest newer objects, then lists them newest first like every page.
        let backwards = wanted.before.is_some();
        query.push(if backwards { " ORDER BY sequence ASC LIMIT " } else { " ORDER BY sequence DESC LIMIT " });
        query.push_bind(wanted.limit + 1);
        let rows = query.build().fetch_all(&mut *self.transaction).await?;
        let mut found = Vec::new();
        for row in rows {
            found.push(read(kind, row.try_get("body")?)?);
        }
        let limit = usize::try_from(wanted.limit).unwrap_or(0);
        let more = found.len() > limit;
        found.truncate(limit);
        if backwards {
            found.reverse();
        }
        Ok((found, more))
    }
}

fn read(kind: &'static str, body: String) -> Result<Value, SandboxError> {
    serde_json::from_str(&body).map_err(|source| SandboxError::Unreadable { kind, source })
}
