//! Sessions of people who signed in, by the digest of their token. A session that has ended has no row.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::row::Record;

/// A session as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Its id, which opens nothing.
    pub id: String,
    /// The account.
    pub email_canonical: String,
    /// The device that signed in, in a word.
    pub device: String,
    /// When it began.
    pub created_at: DateTime<Utc>,
    /// When it was last used, to within a few minutes.
    pub seen_at: DateTime<Utc>,
}

/// Stores a session.
pub async fn insert(conn: &mut AnyConnection, token_digest: &str, session: &Session) -> Result<(), StoreError> {
    let sql = "INSERT INTO sessions (token_digest, id, email_canonical, device, created_at, seen_at) \
               VALUES ($1, $2, $3, $4, $5, $6)";
    sqlx::query(sql)
        .bind(token_digest)
        .bind(&session.id)
        .bind(&session.email_canonical)
        .bind(&session.device)
        .bind(session.created_at.timestamp_millis())
        .bind(session.seen_at.timestamp_millis())
        .execute(conn)
        .await?;
    Ok(())
}

/// The session with a token.
pub async fn by_token(conn: &mut AnyConnection, token_digest: &str) -> Result<Option<Session>, StoreError> {
    let sql = "SELECT id, email_canonical, device, created_at, seen_at FROM sessions WHERE token_digest = $1";
    sqlx::query(sql).bind(token_digest).fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The sessions of an account that began and were used after these instants, newest first.
pub async fn of_account(
    conn: &mut AnyConnection,
    email_canonical: &str,
    begun_after: DateTime<Utc>,
    seen_after: DateTime<Utc>,
) -> Result<Vec<Session>, StoreError> {
    let sql = "SELECT id, email_canonical, device, created_at, seen_at FROM sessions \
               WHERE email_canonical = $1 AND created_at > $2 AND seen_at > $3 ORDER BY created_at DESC, id DESC";
    let query = sqlx::query(sql).bind(email_canonical).bind(begun_after.timestamp_millis());
    query.bind(seen_after.timestamp_millis()).fetch_all(conn).await?.iter().map(read).collect()
}

/// Records that a session is used.
pub async fn touch(conn: &mut AnyConnection, id: &str, now: DateTime<Utc>) -> Result<(), StoreError> {
    let sql = "UPDATE sessions SET seen_at = $1 WHERE id = $2 AND seen_at < $1";
    sqlx::query(sql).bind(now.timestamp_millis()).bind(id).execute(conn).await?;
    Ok(())
}

/// Ends the session with a token.
pub async fn end(conn: &mut AnyConnection, token_digest: &str) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM sessions WHERE token_digest = $1").bind(token_digest).execute(conn).await?;
    Ok(())
}

/// Ends every session of an account.
pub async fn end_all(conn: &mut AnyConnection, email_canonical: &str) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM sessions WHERE email_canonical = $1").bind(email_canonical).execute(conn).await?;
    Ok(())
}

/// Forgets the sessions that began before an instant.
pub async fn forget_before(conn: &mut AnyConnection, oldest: DateTime<Utc>) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM sessions WHERE created_at < $1").bind(oldest.timestamp_millis()).execute(conn).await?;
    Ok(())
}

fn read(row: &AnyRow) -> Result<Session, StoreError> {
    let record = Record::new(row, "sessions", "id");
    Ok(Session {
        id: record.text("id")?,
        email_canonical: record.text("email_canonical")?,
        device: record.text("device")?,
        created_at: record.instant("created_at")?,
        seen_at: record.instant("seen_at")?,
    })
}
