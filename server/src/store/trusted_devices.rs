//! Browsers that have signed in to an account, and the wrong codes typed there since.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::row::Record;

/// How long after its latest sign-in a browser is trusted.
pub const KEPT: TimeDelta = TimeDelta::days(180);

/// A trusted device as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrustedDevice {
    /// Its id, `dev_…`, the same after every sign-in.
    pub id: String,
    /// The account.
    pub email_canonical: String,
    /// Wrong codes typed there.
    pub failures: u32,
    /// When the account's owner last signed in there.
    pub trusted_at: DateTime<Utc>,
}

macro_rules! columns {
    () => {
        "id, email_canonical, failures, trusted_at"
    };
}

macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT ", columns!(), " FROM trusted_devices ", $rest)
    };
}

/// Stores a device under the digest of its token.
pub async fn insert(conn: &mut AnyConnection, token_digest: &str, device: &TrustedDevice) -> Result<(), StoreError> {
    let sql = "INSERT INTO trusted_devices (token_digest, id, email_canonical, failures, trusted_at) \
               VALUES ($1, $2, $3, $4, $5)";
    let query = sqlx::query(sql).bind(token_digest).bind(&device.id).bind(&device.email_canonical);
    query.bind(i64::from(device.failures)).bind(device.trusted_at.timestamp_millis()).execute(conn).await?;
    Ok(())
}

/// The device with a token.
pub async fn by_token(conn: &mut AnyConnection, token_digest: &str) -> Result<Option<TrustedDevice>, StoreError> {
    let query = sqlx::query(select!("WHERE token_digest = $1")).bind(token_digest);
    query.fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The device with an id.
pub async fn by_id(conn: &mut AnyConnection, id: &str) -> Result<Option<TrustedDevice>, StoreError> {
    let query = sqlx::query(select!("WHERE id = $1")).bind(id);
    query.fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The same, locked to the end of the transaction.
pub async fn lock(conn: &mut AnyConnection, id: &str) -> Result<Option<TrustedDevice>, StoreError> {
    let sql = concat!("UPDATE trusted_devices SET failures = failures WHERE id = $1 RETURNING ", columns!());
    sqlx::query(sql).bind(id).fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The devices of an account trusted after an instant, newest first.
pub async fn of_account(
    conn: &mut AnyConnection,
    email_canonical: &str,
    trusted_after: DateTime<Utc>,
) -> Result<Vec<TrustedDevice>, StoreError> {
    let query =
        sqlx::query(select!("WHERE email_canonical = $1 AND trusted_at > $2 ORDER BY trusted_at DESC, id DESC"));
    let query = query.bind(email_canonical).bind(trusted_after.timestamp_millis());
    query.fetch_all(conn).await?.iter().map(read).collect()
}

/// Gives a device another token, after another sign-in there. Its wrong codes stay.
pub async fn renew(
    conn: &mut AnyConnection,
    id: &str,
    token_digest: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let sql = "UPDATE trusted_devices SET token_digest = $1, trusted_at = $2 WHERE id = $3";
    sqlx::query(sql).bind(token_digest).bind(now.timestamp_millis()).bind(id).execute(conn).await?;
    Ok(())
}

/// Notes how many wrong codes were typed on a device. Its row is [locked](lock).
pub async fn set_failures(conn: &mut AnyConnection, id: &str, failures: u32) -> Result<(), StoreError> {
    let sql = "UPDATE trusted_devices SET failures = $1 WHERE id = $2";
    sqlx::query(sql).bind(i64::from(failures)).bind(id).execute(conn).await?;
    Ok(())
}

/// Ends the trust in a device.
pub async fn end(conn: &mut AnyConnection, id: &str) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM trusted_devices WHERE id = $1").bind(id).execute(conn).await?;
    Ok(())
}

/// Ends the trust in every device of an account.
pub async fn end_all(conn: &mut AnyConnection, email_canonical: &str) -> Result<(), StoreError> {
    let sql = "DELETE FROM trusted_devices WHERE email_canonical = $1";
    sqlx::query(sql).bind(email_canonical).execute(conn).await?;
    Ok(())
}

/// Forgets the devices last trusted before an instant.
pub async fn forget_before(conn: &mut AnyConnection, oldest: DateTime<Utc>) -> Result<(), StoreError> {
    let sql = "DELETE FROM trusted_devices WHERE trusted_at < $1";
    sqlx::query(sql).bind(oldest.timestamp_millis()).execute(conn).await?;
    Ok(())
}

fn read(row: &AnyRow) -> Result<TrustedDevice, StoreError> {
    let record = Record::new(row, "trusted_devices", "id");
    Ok(TrustedDevice {
        id: record.text("id")?,
        email_canonical: record.text("email_canonical")?,
        failures: record.count("failures")?,
        trusted_at: record.instant("trusted_at")?,
    })
}
