//! Work for later: leased, retried, visible. The engine that runs it is [`crate::jobs`].
//!
//! A job is one (kind, subject) pair and waits in one [lane](Lane). A worker leases it for a while; if the worker dies,
//! the lease runs out and another takes over; if the worker was only slow, its late answer finds the lease gone and
//! changes nothing.

mod kind;
mod lane;

use std::collections::BTreeSet;
use std::sync::LazyLock;
use std::time::Duration;

use chrono::{DateTime, Utc};
use onefare_core::payment::Provider;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};

use super::StoreError;
use super::dialect::storable;
use super::row::Record;
use crate::ids::{new_id, new_secret};

pub use kind::{JobKind, Maker};
pub use lane::Lane;

/// A leased job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its id.
    pub id: String,
    /// What to do.
    pub kind: JobKind,
    /// The id of what it is about, such as an order or a payment.
    pub subject: String,
    /// When it was due.
    pub due_at: DateTime<Utc>,
    /// How often it was begun since it last succeeded, this time included.
    pub attempts: u32,
    /// Why the last attempt failed.
    pub last_error: Option<String>,
    /// When it was first enqueued.
    pub created_at: DateTime<Utc>,
    /// The lease: only its holder may end the job.
    pub lease: String,
}

/// How many jobs of one kind are in each state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobCount {
    /// The kind.
    pub kind: JobKind,
    /// Waiting for their time.
    pub waiting: i64,
    /// Due, and not leased.
    pub due: i64,
    /// Being done.
    pub running: i64,
    /// Of the waiting and due ones, those that failed at least once.
    pub failing: i64,
}

/// Leases the job of lane `$4` that has been due longest. Of two workers that chose the same row, the second finds the
/// outer condition no longer true.
pub(super) static LEASE_NEXT: LazyLock<String> = LazyLock::new(|| {
    format!(
        "UPDATE jobs SET lease = $2, leased_until = $3, attempts = attempts + 1, \
         again_at = CASE WHEN again_at <= $1 THEN NULL ELSE again_at END \
         WHERE id = ({}) AND due_at <= $1 AND leased_until <= $1 \
         RETURNING id, kind, lane, subject, due_at, attempts, last_error, created_at, lease",
        longest_due("$4")
    )
});

/// The lanes in which a job can be leased: one search of the index for each lane.
pub(super) static LANES_DUE: LazyLock<String> = LazyLock::new(|| {
    let (lanes, job) = (words(Lane::ALL.map(Lane::word)), longest_due("lanes.lane"));
    format!("WITH lanes (lane) AS (VALUES {lanes}) SELECT lane FROM lanes WHERE ({job}) IS NOT NULL")
});

/// When the oldest recheck was due, of the lanes `$2` and `$3`.
pub(super) static OLDEST_RECHECK: LazyLock<String> = LazyLock::new(|| {
    let (first, second) = (longest_due("$2"), longest_due("$3"));
    format!("SELECT CAST(MIN(due_at) AS BIGINT) AS due_at FROM jobs WHERE id IN (({first}), ({second}))")
});

/// Counts the jobs of the kinds and lanes that this server knows.
static COUNTS: LazyLock<String> = LazyLock::new(|| {
    format!(
        "SELECT kind, lane, \
         CAST(SUM(CASE WHEN leased_until <= $1 AND due_at > $1 THEN 1 ELSE 0 END) AS BIGINT) AS waiting, \
         CAST(SUM(CASE WHEN leased_until <= $1 AND due_at <= $1 THEN 1 ELSE 0 END) AS BIGINT) AS due, \
         CAST(SUM(CASE WHEN leased_until > $1 THEN 1 ELSE 0 END) AS BIGINT) AS running, \
         CAST(SUM(CASE WHEN leased_until <= $1 AND last_error IS NOT NULL THEN 1 ELSE 0 END) AS BIGINT) AS failing \
         FROM jobs WHERE kind IN ({}) AND lane IN ({}) GROUP BY kind, lane ORDER BY kind, lane",
        words(JobKind::ALL.map(JobKind::word)),
        words(Lane::ALL.map(Lane::word))
    )
});

/// The job of a lane that has been due longest and that no worker has. The index `jobs_due` holds a lane's jobs in this
/// order: the search ends at the first match, however many others are due or wait for their time. Jobs of kinds that
/// only a newer server knows are left to it; so are those of its lanes, which no search names.
fn longest_due(lane: &str) -> String {
    let kinds = words(JobKind::ALL.map(JobKind::word));
    format!(
        "SELECT id FROM jobs WHERE jobs.lane = {lane} AND due_at <= $1 AND leased_until <= $1 AND kind IN ({kinds}) \
         ORDER BY due_at, id LIMIT 1"
    )
}

/// Our own words as SQL, each once and in parentheses: a list for `IN`, and rows for `VALUES`.
fn words<const N: usize>(words: [&str; N]) -> String {
    let words = BTreeSet::from(words).into_iter().map(|word| format!("('{word}')"));
    words.collect::<Vec<_>>().join(", ")
}

/// Enqueues a job. If it waits already, it runs at the earlier of both times; if it is running, it runs once more
/// afterwards, because what it has read may be older than the reason for enqueuing it.
pub async fn enqueue(
    conn: &mut AnyConnection,
    kind: JobKind,
    subject: &str,
    due_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO jobs (id, kind, lane, subject, due_at, leased_until, attempts, created_at) \
               VALUES ($1, $2, $3, $4, $5, 0, 0, $6) ON CONFLICT (kind, subject) DO UPDATE SET \
               due_at = CASE WHEN jobs.lease IS NULL AND excluded.due_at < jobs.due_at \
                        THEN excluded.due_at ELSE jobs.due_at END, \
               again_at = CASE WHEN jobs.lease IS NULL THEN jobs.again_at \
                          WHEN jobs.again_at IS NULL OR excluded.due_at < jobs.again_at THEN excluded.due_at \
                          ELSE jobs.again_at END";
    sqlx::query(sql)
        .bind(new_id("job"))
        .bind(kind.word())
        .bind(kind.lane().word())
        // Some subjects are ids of a provider.
        .bind(storable(subject).into_owned())
        .bind(due_at.timestamp_millis())
        .bind(now.timestamp_millis())
        .execute(conn)
        .await?;
    Ok(())
}

/// Enqueues a standing job: due now if there is none. An existing one stays as it is, except that it waits until
/// `latest` at most.
pub async fn enqueue_standing(
    conn: &mut AnyConnection,
    kind: JobKind,
    subject: &str,
    latest: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO jobs (id, kind, lane, subject, due_at, leased_until, attempts, created_at) \
               VALUES ($1, $2, $3, $4, $5, 0, 0, $5) ON CONFLICT (kind, subject) DO UPDATE SET \
               due_at = CASE WHEN jobs.lease IS NULL AND jobs.due_at > $6 THEN $6 ELSE jobs.due_at END";
    sqlx::query(sql)
        .bind(new_id("job"))
        .bind(kind.word())
        .bind(kind.lane().word())
        .bind(subject)
        .bind(now.timestamp_millis())
        .bind(latest.timestamp_millis())
        .execute(conn)
        .await?;
    Ok(())
}

/// The lanes in which a job waits to be leased, each once. One query that only reads, so an idle worker never takes the
/// write lock.
pub async fn lanes_due(conn: &mut AnyConnection, now: DateTime<Utc>) -> Result<Vec<Lane>, StoreError> {
    let query = sqlx::query_scalar(LANES_DUE.as_str()).bind(now.timestamp_millis());
    let due: Vec<String> = query.fetch_all(conn).await?;
    Ok(Lane::ALL.into_iter().filter(|lane| due.iter().any(|word| word == lane.word())).collect())
}

/// Leases the job of a lane that has been due longest. `None`: nothing is due there. A job that cannot be read is
/// reported in the log and passed over.
pub async fn lease_next(
    conn: &mut AnyConnection,
    lane: Lane,
    now: DateTime<Utc>,
    lease_for: Duration,
) -> Result<Option<Job>, StoreError> {
    let now_millis = now.timestamp_millis();
    let until = lease_ends(now, lease_for);
    loop {
        let query = sqlx::query(LEASE_NEXT.as_str()).bind(now_millis).bind(new_secret()).bind(until).bind(lane.word());
        if let Some(row) = query.fetch_optional(&mut *conn).await? {
            match read(&row) {
                // It is leased now like any other, and becomes due again when the lease runs out: it must not block the
                // others.
                Err(error @ StoreError::Corrupt { .. }) => tracing::error!(%error, "a damaged job is put off"),
                job => return job.map(Some),
            }
        }
        // Nothing matched: either nothing is due, or another worker was faster (on PostgreSQL). Then look again.
        if !lanes_due(conn, now).await?.contains(&lane) {
            return Ok(None);
        }
    }
}

/// Prolongs the lease of a running job. `false`: it was lost.
pub async fn renew(
    conn: &mut AnyConnection,
    job: &Job,
    now: DateTime<Utc>,
    lease_for: Duration,
) -> Result<bool, StoreError> {
    let sql = "UPDATE jobs SET leased_until = $1 WHERE id = $2 AND lease = $3";
    let query = sqlx::query(sql).bind(lease_ends(now, lease_for)).bind(&job.id).bind(&job.lease);
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

fn lease_ends(now: DateTime<Utc>, lease_for: Duration) -> i64 {
    now.timestamp_millis().saturating_add(i64::try_from(lease_for.as_millis()).unwrap_or(i64::MAX))
}

/// The job is done: it is deleted, or begins anew if it was enqueued again meanwhile. `false`: the lease was lost.
pub async fn finish(conn: &mut AnyConnection, job: &Job) -> Result<bool, StoreError> {
    let sql = "DELETE FROM jobs WHERE id = $1 AND lease = $2 AND again_at IS NULL";
    if sqlx::query(sql).bind(&job.id).bind(&job.lease).execute(&mut *conn).await?.rows_affected() == 1 {
        return Ok(true);
    }
    let sql = "UPDATE jobs SET due_at = again_at, again_at = NULL, lease = NULL, leased_until = 0, attempts = 0, \
               last_error = NULL WHERE id = $1 AND lease = $2 AND again_at IS NOT NULL";
    Ok(sqlx::query(sql).bind(&job.id).bind(&job.lease).execute(conn).await?.rows_affected() == 1)
}

/// The job did what it could and is to run again; that is no failure. `false`: the lease was lost.
pub async fn again(conn: &mut AnyConnection, job: &Job, due_at: DateTime<Utc>) -> Result<bool, StoreError> {
    release(conn, job, due_at, None, 0).await
}

/// The job failed and is to be tried again. `false`: the lease was lost.
pub async fn retry(
    conn: &mut AnyConnection,
    job: &Job,
    due_at: DateTime<Utc>,
    error: &str,
) -> Result<bool, StoreError> {
    release(conn, job, due_at, Some(error), job.attempts).await
}

async fn release(
    conn: &mut AnyConnection,
    job: &Job,
    due_at: DateTime<Utc>,
    error: Option<&str>,
    attempts: u32,
) -> Result<bool, StoreError> {
    let sql = "UPDATE jobs SET due_at = CASE WHEN again_at IS NOT NULL AND again_at < $1 THEN again_at ELSE $1 END, \
               again_at = NULL, lease = NULL, leased_until = 0, last_error = $2, attempts = $3 \
               WHERE id = $4 AND lease = $5";
    let query = sqlx::query(sql)
        .bind(due_at.timestamp_millis())
        .bind(error.map(|error| storable(error).into_owned()))
        .bind(i64::from(attempts))
        .bind(&job.id)
        .bind(&job.lease);
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// How many jobs there are, kind by kind and lane by lane: for metrics and for tests that leave none behind.
pub async fn counts(conn: &mut AnyConnection, now: DateTime<Utc>) -> Result<Vec<JobCount>, StoreError> {
    let rows = sqlx::query(COUNTS.as_str()).bind(now.timestamp_millis()).fetch_all(conn).await?;
    let count = |row: &AnyRow| {
        let kind = kind_of(&Record::new(row, "jobs", "kind"))?;
        let (waiting, due) = (row.try_get("waiting")?, row.try_get("due")?);
        Ok(JobCount { kind, waiting, due, running: row.try_get("running")?, failing: row.try_get("failing")? })
    };
    rows.iter().map(count).collect()
}

/// For how many seconds the oldest recheck of a payment has been due without a worker; 0 when none is late.
pub async fn recheck_overdue(conn: &mut AnyConnection, now: DateTime<Utc>) -> Result<i64, StoreError> {
    let [stripe, mollie] = Provider::ALL.map(|provider| Lane::Rechecks(provider).word());
    let query = sqlx::query(OLDEST_RECHECK.as_str()).bind(now.timestamp_millis()).bind(stripe).bind(mollie);
    let due_at: Option<i64> = query.fetch_one(conn).await?.try_get("due_at")?;
    Ok(due_at.map_or(0, |due_at| now.timestamp_millis().saturating_sub(due_at) / 1000))
}

fn kind_of(record: &Record<'_>) -> Result<JobKind, StoreError> {
    let lane = record.parsed("lane", Lane::parse)?;
    record.parsed("kind", |word| JobKind::parse(word, lane))
}

fn read(row: &AnyRow) -> Result<Job, StoreError> {
    let record = Record::new(row, "jobs", "id");
    Ok(Job {
        id: record.text("id")?,
        kind: kind_of(&record)?,
        subject: record.text("subject")?,
        due_at: record.instant("due_at")?,
        attempts: record.count("attempts")?,
        last_error: record.text_or_none("last_error")?,
        created_at: record.instant("created_at")?,
        lease: record.text("lease")?,
    })
}
