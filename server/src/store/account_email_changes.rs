//! Requests for another address of an account: one row each, whose codes are derived from its id.

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::email::Email;
use onefare_core::language::Language;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::row::Record;

/// How long a request is kept: longer than the day for which it counts.
pub const KEPT: TimeDelta = TimeDelta::days(2);

/// A request as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountEmailChange {
    /// Its id, `aec_…`.
    pub id: String,
    /// The account; once it has moved, that of the new address.
    pub email_canonical: String,
    /// Its address, as its owner writes it.
    pub old_email: Email,
    /// The address that it is to have.
    pub new_email: Email,
    /// Language of the letters.
    pub language: Language,
    /// The session that asked, which alone confirms.
    pub session_id: String,
    /// The trusted device that asked.
    pub device_id: Option<String>,
    /// Tries of its codes.
    pub tries: u32,
    /// When it was requested.
    pub created_at: DateTime<Utc>,
    /// When its codes were used, or another request replaced it.
    pub ended_at: Option<DateTime<Utc>>,
    /// When the orders got the new address.
    pub moved_at: Option<DateTime<Utc>>,
}

macro_rules! columns {
    () => {
        "id, email_canonical, old_email, new_email, language, session_id, device_id, tries, created_at, ended_at, moved_at"
    };
}

macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT ", columns!(), " FROM account_email_changes ", $rest)
    };
}

/// Stores a request.
pub async fn insert(conn: &mut AnyConnection, new: &AccountEmailChange) -> Result<(), StoreError> {
    let sql = "INSERT INTO account_email_changes (id, email_canonical, old_email, new_email, language, session_id, \
               device_id, tries, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    sqlx::query(sql)
        .bind(&new.id)
        .bind(&new.email_canonical)
        .bind(new.old_email.as_str())
        .bind(new.new_email.as_str())
        .bind(new.language.code())
        .bind(&new.session_id)
        .bind(&new.device_id)
        .bind(i64::from(new.tries))
        .bind(new.created_at.timestamp_millis())
        .execute(conn)
        .await?;
    Ok(())
}

/// The request with an id.
pub async fn by_id(conn: &mut AnyConnection, id: &str) -> Result<Option<AccountEmailChange>, StoreError> {
    sqlx::query(select!("WHERE id = $1")).bind(id).fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The requests of an account, newest first.
pub async fn of_account(
    conn: &mut AnyConnection,
    email_canonical: &str,
) -> Result<Vec<AccountEmailChange>, StoreError> {
    let query = sqlx::query(select!("WHERE email_canonical = $1 ORDER BY created_at DESC, id DESC"));
    query.bind(email_canonical).fetch_all(conn).await?.iter().map(read).collect()
}

/// The request with an id, locked to the end of the transaction.
pub async fn lock(conn: &mut AnyConnection, id: &str) -> Result<Option<AccountEmailChange>, StoreError> {
    let sql = concat!("UPDATE account_email_changes SET tries = tries WHERE id = $1 RETURNING ", columns!());
    sqlx::query(sql).bind(id).fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// Notes how often a request's codes were tried.
pub async fn set_tries(conn: &mut AnyConnection, id: &str, tries: u32) -> Result<(), StoreError> {
    let sql = "UPDATE account_email_changes SET tries = $1 WHERE id = $2";
    sqlx::query(sql).bind(i64::from(tries)).bind(id).execute(conn).await?;
    Ok(())
}

/// Ends the open requests of an account.
pub async fn end_all(conn: &mut AnyConnection, email_canonical: &str, now: DateTime<Utc>) -> Result<(), StoreError> {
    let sql = "UPDATE account_email_changes SET ended_at = $1 WHERE email_canonical = $2 AND ended_at IS NULL";
    sqlx::query(sql).bind(now.timestamp_millis()).bind(email_canonical).execute(conn).await?;
    Ok(())
}

/// Records that both codes were right. `false`: it has ended before.
pub async fn note_moved(conn: &mut AnyConnection, id: &str, now: DateTime<Utc>) -> Result<bool, StoreError> {
    let sql = "UPDATE account_email_changes SET ended_at = $1, moved_at = $1 WHERE id = $2 AND ended_at IS NULL";
    Ok(sqlx::query(sql).bind(now.timestamp_millis()).bind(id).execute(conn).await?.rows_affected() == 1)
}

/// Moves the requests of an account to its new address, so that they go on counting there.
pub async fn follow(conn: &mut AnyConnection, from: &str, to: &str) -> Result<(), StoreError> {
    let sql = "UPDATE account_email_changes SET email_canonical = $1 WHERE email_canonical = $2";
    sqlx::query(sql).bind(to).bind(from).execute(conn).await?;
    Ok(())
}

/// Forgets the requests made before an instant.
pub async fn forget_before(conn: &mut AnyConnection, oldest: DateTime<Utc>) -> Result<(), StoreError> {
    let sql = "DELETE FROM account_email_changes WHERE created_at < $1";
    sqlx::query(sql).bind(oldest.timestamp_millis()).execute(conn).await?;
    Ok(())
}

/// Forgets the requests of an account.
pub async fn forget(conn: &mut AnyConnection, email_canonical: &str) -> Result<(), StoreError> {
    let sql = "DELETE FROM account_email_changes WHERE email_canonical = $1";
    sqlx::query(sql).bind(email_canonical).execute(conn).await?;
    Ok(())
}

fn read(row: &AnyRow) -> Result<AccountEmailChange, StoreError> {
    let record = Record::new(row, "account_email_changes", "id");
    Ok(AccountEmailChange {
        id: record.text("id")?,
        email_canonical: record.text("email_canonical")?,
        old_email: record.parsed("old_email", |text| Email::parse(text).ok())?,
        new_email: record.parsed("new_email", |text| Email::parse(text).ok())?,
        language: record.parsed("language", Language::parse)?,
        session_id: record.text("session_id")?,
        device_id: record.text_or_none("device_id")?,
        tries: record.count("tries")?,
        created_at: record.instant("created_at")?,
        ended_at: record.instant_or_none("ended_at")?,
        moved_at: record.instant_or_none("moved_at")?,
    })
}
