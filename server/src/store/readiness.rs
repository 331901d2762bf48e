//! Whether the database accepts writes, and whether it is undamaged.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{OnceLock, PoisonError};
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use tokio::sync::Mutex;

use super::{Dialect, Store, StoreError};

/// Bytes written and rolled back: more than is free in a page of SQLite's, so that a file that cannot grow is noticed.
/// PostgreSQL keeps what was rolled back until it is cleaned, so there it is one.
const FILLING: [(Dialect, usize); 2] = [(Dialect::Sqlite, 32 * 1024), (Dialect::Postgres, 1)];

/// How long a proof counts: however frequent the probes, the disk is written once a second.
const PROOF_LASTS: Duration = Duration::from_secs(1);

/// How long a proof may take. A probe times out soon after, and must learn the reason before.
const PROOF_LIMIT: Duration = Duration::from_secs(4);

/// Whether one server can sell, as its own last checks found.
#[derive(Debug, Default)]
pub struct Readiness {
    stopping: AtomicBool,
    damage: OnceLock<String>,
    unchecked: std::sync::Mutex<Option<String>>,
    proven: Mutex<Option<(Instant, Result<(), String>)>>,
}

impl Readiness {
    /// From now on the server is not ready: it is about to stop.
    pub fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    /// Whether it is about to stop.
    #[must_use]
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// From now on the server is not ready, because of what was found in the database.
    pub fn found_damage(&self, damage: String) {
        // The first finding is the one to act on.
        let _ = self.damage.set(damage);
    }

    /// Records why the database could not be checked for damage, or with `None` that it was.
    pub fn could_not_look(&self, why: Option<String>) {
        *self.unchecked.lock().unwrap_or_else(PoisonError::into_inner) = why;
    }

    /// Why the database could not be checked for damage yet.
    #[must_use]
    pub fn unchecked(&self) -> Option<String> {
        self.unchecked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Proves that the database accepts writes, at most once a second.
    ///
    /// # Errors
    /// Why the server is not ready.
    pub async fn prove(&self, store: &Store, now: DateTime<Utc>) -> Result<(), String> {
        if self.is_stopping() {
            return Err("stopping".to_owned());
        }
        if let Some(damage) = self.damage.get() {
            return Err(format!("the database is damaged: {damage}"));
        }
        let mut proven = self.proven.lock().await;
        if let Some((at, result)) = &*proven
            && at.elapsed() < PROOF_LASTS
        {
            return result.clone();
        }
        let result = match tokio::time::timeout(PROOF_LIMIT, store.prove_writing(now)).await {
            Ok(written) => written.map_err(|error| error.to_string()),
            Err(_) => Err(format!("nothing could be written within {} seconds", PROOF_LIMIT.as_secs())),
        };
        *proven = Some((Instant::now(), result.clone()));
        result
    }
}

impl Store {
    /// Proves that a transaction can be begun, written and rolled back, and that a small one can be committed.
    ///
    /// # Errors
    /// One of these failed.
    pub async fn prove_writing(&self, now: DateTime<Utc>) -> Result<(), StoreError> {
        let size = FILLING.iter().find(|(dialect, _)| *dialect == self.dialect).map_or(1, |(_, size)| *size);
        let mut tx = self.begin().await?;
        let undone = "INSERT INTO readiness (id, proven_at, filling) VALUES (2, $1, $2)";
        sqlx::query(undone).bind(now.timestamp_millis()).bind("x".repeat(size)).execute(&mut *tx).await?;
        tx.undo().await?;
        let mut tx = self.begin().await?;
        let kept = "INSERT INTO readiness (id, proven_at, filling) VALUES (1, $1, '') \
                    ON CONFLICT (id) DO UPDATE SET proven_at = excluded.proven_at";
        sqlx::query(kept).bind(now.timestamp_millis()).execute(&mut *tx).await?;
        tx.commit().await
    }

    /// Reads the whole of an SQLite file and reports what is damaged inside; `None` when nothing is. PostgreSQL looks
    /// after its own files.
    ///
    /// # Errors
    /// It could not be read to its end.
    pub async fn find_damage(&self) -> Result<Option<String>, StoreError> {
        if self.dialect == Dialect::Postgres {
            return Ok(None);
        }
        let mut conn = self.read().await?;
        let found: Result<String, _> = sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(&mut *conn).await;
        match found {
            Ok(found) => Ok((found != "ok").then_some(found)),
            // Damage may be so bad that the check itself fails.
            Err(sqlx::Error::Database(error)) if error.code().is_some_and(|code| is_damage(&code)) => {
                Ok(Some(error.to_string()))
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// SQLite's codes for a damaged file and for one that is no database.
fn is_damage(code: &str) -> bool {
    code.parse::<u32>().is_ok_and(|code| matches!(code & 0xff, 11 | 26))
}
