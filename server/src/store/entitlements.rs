//! What each account may use, as it was handed over last, and how far the receiver has taken it.

use chrono::{DateTime, Utc};
use onefare_core::entitlement::{Entitlement, EntitlementState};
use onefare_core::plan::DeviceAllowance;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::dialect::storable;
use super::jobs::JobKind;
use super::row::Record;

/// An entitlement as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEntitlement {
    /// The account.
    pub account_id: String,
    /// Grows over all accounts.
    pub revision: i64,
    /// What it may use.
    pub entitlement: Entitlement,
    /// The account that it was joined into.
    pub joined_into: Option<String>,
    /// When this revision was made.
    pub changed_at: DateTime<Utc>,
    /// The newest revision that the receiver has taken.
    pub taken_revision: Option<i64>,
    /// Since when the receiver has not taken the newest revision.
    pub waits_since: Option<DateTime<Utc>>,
    /// When operators were alerted that it waits.
    pub alarmed_at: Option<DateTime<Utc>>,
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT account_id, revision, state, starts_at, paid_until, ends_at, devices, at_once, joined_into, \
             changed_at, taken_revision, waits_since, alarmed_at FROM entitlements ",
            $rest
        )
    };
}

/// Draws the next revision and keeps others from drawing one until the transaction ends: a reader who has seen a revision has
/// seen all before it.
pub async fn next_revision(conn: &mut AnyConnection) -> Result<i64, StoreError> {
    let sql = "UPDATE entitlement_revisions SET last = last + 1 WHERE id = 1 RETURNING last";
    Ok(sqlx::query_scalar(sql).fetch_one(conn).await?)
}

/// Stores a new revision. `waits`: there is a receiver that is to take it.
pub async fn insert_or_update(
    conn: &mut AnyConnection,
    account_id: &str,
    revision: i64,
    entitlement: &Entitlement,
    joined_into: Option<&str>,
    waits: bool,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO entitlements (account_id, revision, state, starts_at, paid_until, ends_at, devices, at_once, \
               joined_into, changed_at, waits_since) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) \
               ON CONFLICT (account_id) DO UPDATE SET revision = excluded.revision, state = excluded.state, \
               starts_at = excluded.starts_at, paid_until = excluded.paid_until, ends_at = excluded.ends_at, \
               devices = excluded.devices, at_once = excluded.at_once, joined_into = excluded.joined_into, \
               changed_at = excluded.changed_at, \
               waits_since = CASE WHEN excluded.waits_since IS NULL THEN NULL \
                             ELSE COALESCE(entitlements.waits_since, excluded.waits_since) END";
    let query = sqlx::query(sql).bind(account_id).bind(revision).bind(entitlement.state.code());
    let query = query.bind(entitlement.from.timestamp_millis()).bind(entitlement.paid_until.timestamp_millis());
    let query = query.bind(entitlement.until.timestamp_millis()).bind(i64::from(entitlement.devices.registered));
    let query = query.bind(i64::from(entitlement.devices.at_once)).bind(joined_into).bind(now.timestamp_millis());
    query.bind(waits.then(|| now.timestamp_millis())).execute(conn).await?;
    Ok(())
}

/// The entitlement of an account.
pub async fn of_account(conn: &mut AnyConnection, id: &str) -> Result<Option<StoredEntitlement>, StoreError> {
    let row = sqlx::query(select!("WHERE account_id = $1")).bind(storable(id).into_owned());
    row.fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The newest revision of each account after a revision, in ascending order, at most `limit`.
pub async fn after(conn: &mut AnyConnection, revision: i64, limit: u32) -> Result<Vec<StoredEntitlement>, StoreError> {
    let query = sqlx::query(select!("WHERE revision > $1 ORDER BY revision LIMIT $2")).bind(revision);
    query.bind(i64::from(limit)).fetch_all(conn).await?.iter().map(read).collect()
}

/// Stores that the receiver has taken a revision. A newer one keeps waiting.
pub async fn set_taken(conn: &mut AnyConnection, id: &str, revision: i64) -> Result<(), StoreError> {
    let sql = "UPDATE entitlements SET taken_revision = $1, alarmed_at = NULL, \
               waits_since = CASE WHEN revision = $1 THEN NULL ELSE waits_since END WHERE account_id = $2";
    sqlx::query(sql).bind(revision).bind(id).execute(conn).await?;
    Ok(())
}

/// Stores that the receiver is to take the newest revision, once more if it has taken it. `false`: the account has none.
pub async fn set_waiting(conn: &mut AnyConnection, id: &str, now: DateTime<Utc>) -> Result<bool, StoreError> {
    let sql = "UPDATE entitlements SET waits_since = COALESCE(waits_since, $1) WHERE account_id = $2";
    let query = sqlx::query(sql).bind(now.timestamp_millis()).bind(id);
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Stores when operators were alerted. `false`: they have been.
pub async fn set_alarmed(conn: &mut AnyConnection, id: &str, now: DateTime<Utc>) -> Result<bool, StoreError> {
    let sql = "UPDATE entitlements SET alarmed_at = $1 WHERE account_id = $2 AND alarmed_at IS NULL";
    let query = sqlx::query(sql).bind(now.timestamp_millis()).bind(id);
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// There is no receiver any more: nothing waits for it.
pub async fn forget_waiting(conn: &mut AnyConnection) -> Result<(), StoreError> {
    let sql = "UPDATE entitlements SET waits_since = NULL, alarmed_at = NULL WHERE waits_since IS NOT NULL";
    sqlx::query(sql).execute(conn).await?;
    Ok(())
}

/// Some accounts whose newest revision waits although no job pushes it: a server without a receiver had the job.
pub async fn without_push(conn: &mut AnyConnection, limit: u32) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT e.account_id FROM entitlements e WHERE e.waits_since IS NOT NULL AND NOT EXISTS \
               (SELECT 1 FROM jobs j WHERE j.kind = $1 AND j.subject = e.account_id) ORDER BY e.waits_since LIMIT $2";
    let query = sqlx::query_scalar(sql).bind(JobKind::PushEntitlement.word());
    Ok(query.bind(i64::from(limit)).fetch_all(conn).await?)
}

/// How far the check of all accounts is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// When it begins, or began.
    pub begins_at: DateTime<Utc>,
    /// The last account that was checked; `None` before the first.
    pub after: Option<String>,
}

/// How far the check of all accounts is; `None` before the first was planned.
pub async fn check(conn: &mut AnyConnection) -> Result<Option<Check>, StoreError> {
    let sql = "SELECT id, check_begins_at, checked_account FROM entitlement_revisions WHERE id = 1";
    let Some(row) = sqlx::query(sql).fetch_optional(conn).await? else { return Ok(None) };
    let record = Record::new(&row, "entitlement_revisions", "id");
    let Some(begins_at) = record.instant_or_none("check_begins_at")? else { return Ok(None) };
    Ok(Some(Check { begins_at, after: record.text_or_none("checked_account")? }))
}

/// Stores how far the check of all accounts is.
pub async fn set_check(conn: &mut AnyConnection, check: &Check) -> Result<(), StoreError> {
    let sql = "UPDATE entitlement_revisions SET check_begins_at = $1, checked_account = $2 WHERE id = 1";
    sqlx::query(sql).bind(check.begins_at.timestamp_millis()).bind(&check.after).execute(conn).await?;
    Ok(())
}

/// Some accounts whose newest revision the receiver has not taken although nothing waits: there was no receiver.
pub async fn never_pushed(conn: &mut AnyConnection, limit: u32) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT account_id FROM entitlements WHERE waits_since IS NULL \
               AND (taken_revision IS NULL OR taken_revision < revision) ORDER BY revision LIMIT $1";
    Ok(sqlx::query_scalar(sql).bind(i64::from(limit)).fetch_all(conn).await?)
}

fn read(row: &AnyRow) -> Result<StoredEntitlement, StoreError> {
    let record = Record::new(row, "entitlements", "account_id");
    let state = |text: &str| EntitlementState::ALL.into_iter().find(|state| state.code() == text);
    Ok(StoredEntitlement {
        account_id: record.text("account_id")?,
        revision: record.number("revision")?,
        entitlement: Entitlement {
            state: record.parsed("state", state)?,
            from: record.instant("starts_at")?,
            paid_until: record.instant("paid_until")?,
            until: record.instant("ends_at")?,
            devices: DeviceAllowance { registered: record.count("devices")?, at_once: record.count("at_once")? },
        },
        joined_into: record.text_or_none("joined_into")?,
        changed_at: record.instant("changed_at")?,
        taken_revision: record.number_or_none("taken_revision")?,
        waits_since: record.instant_or_none("waits_since")?,
        alarmed_at: record.instant_or_none("alarmed_at")?,
    })
}
