//! Sign-in challenges: one for each requested code, whether or not the address has an account. And the wrong codes of
//! each account.

use chrono::{DateTime, Utc};
use onefare_core::language::Language;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::dialect::storable;
use super::row::Record;

/// A challenge as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// Its id, from which the code and the link are derived.
    pub id: String,
    /// The account.
    pub email_canonical: String,
    /// Language of the letter.
    pub language: Language,
    /// Tries of its code.
    pub tries: u32,
    /// Failures of the challenges that it replaces in the same browser.
    pub earlier_failures: u32,
    /// The trusted device that requested it.
    pub device_id: Option<String>,
    /// When its link was mailed, if it has one.
    pub link_sent_at: Option<DateTime<Utc>>,
    /// When it began a session or was replaced.
    pub ended_at: Option<DateTime<Utc>>,
    /// When it was requested.
    pub created_at: DateTime<Utc>,
}

/// A challenge to be stored.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the fields are documented at Challenge")]
pub struct NewChallenge<'a> {
    pub id: &'a str,
    /// Digest of the cookie that binds it to a browser.
    pub browser: &'a str,
    pub email_canonical: &'a str,
    pub language: Language,
    pub earlier_failures: u32,
    pub device_id: Option<&'a str>,
}

macro_rules! columns {
    () => {
        "id, email_canonical, language, tries, earlier_failures, device_id, link_sent_at, ended_at, created_at"
    };
}

macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT ", columns!(), " FROM sign_in_challenges ", $rest)
    };
}

/// Stores a challenge.
pub async fn insert(conn: &mut AnyConnection, new: NewChallenge<'_>, now: DateTime<Utc>) -> Result<(), StoreError> {
    let sql = "INSERT INTO sign_in_challenges (id, browser, email_canonical, language, tries, \
               earlier_failures, device_id, created_at) VALUES ($1, $2, $3, $4, 0, $5, $6, $7)";
    sqlx::query(sql)
        .bind(new.id)
        .bind(new.browser)
        .bind(new.email_canonical)
        .bind(new.language.code())
        .bind(i64::from(new.earlier_failures))
        .bind(new.device_id)
        .bind(now.timestamp_millis())
        .execute(conn)
        .await?;
    Ok(())
}

/// The challenge with an id.
pub async fn by_id(conn: &mut AnyConnection, id: &str) -> Result<Option<Challenge>, StoreError> {
    let query = sqlx::query(select!("WHERE id = $1")).bind(storable(id).into_owned());
    query.fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The challenges of an address, newest first.
pub async fn of_address(conn: &mut AnyConnection, email_canonical: &str) -> Result<Vec<Challenge>, StoreError> {
    let query = sqlx::query(select!("WHERE email_canonical = $1 ORDER BY created_at DESC, id DESC"));
    query.bind(email_canonical).fetch_all(conn).await?.iter().map(read).collect()
}

/// The challenge of a browser, by the digest of its cookie.
pub async fn of_browser(conn: &mut AnyConnection, browser: &str) -> Result<Option<Challenge>, StoreError> {
    let query = sqlx::query(select!("WHERE browser = $1")).bind(browser);
    query.fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The same, locked to the end of the transaction.
pub async fn lock_of_browser(conn: &mut AnyConnection, browser: &str) -> Result<Option<Challenge>, StoreError> {
    let sql = concat!("UPDATE sign_in_challenges SET tries = tries WHERE browser = $1 RETURNING ", columns!());
    sqlx::query(sql).bind(browser).fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// Notes how often a challenge's code was tried.
pub async fn set_tries(conn: &mut AnyConnection, id: &str, tries: u32) -> Result<(), StoreError> {
    let sql = "UPDATE sign_in_challenges SET tries = $1 WHERE id = $2";
    sqlx::query(sql).bind(i64::from(tries)).bind(id).execute(conn).await?;
    Ok(())
}

/// Ends a challenge. `false`: it has ended before.
pub async fn end(conn: &mut AnyConnection, id: &str, now: DateTime<Utc>) -> Result<bool, StoreError> {
    let sql = "UPDATE sign_in_challenges SET ended_at = $1 WHERE id = $2 AND ended_at IS NULL";
    Ok(sqlx::query(sql).bind(now.timestamp_millis()).bind(id).execute(conn).await?.rows_affected() == 1)
}

/// Ends every challenge of an account: no code and no link that was mailed before signs in.
pub async fn end_challenges(
    conn: &mut AnyConnection,
    email_canonical: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let sql = "UPDATE sign_in_challenges SET ended_at = $1 WHERE email_canonical = $2 AND ended_at IS NULL";
    sqlx::query(sql).bind(now.timestamp_millis()).bind(email_canonical).execute(conn).await?;
    Ok(())
}

/// Ends every challenge of an account and forgets its wrong codes.
pub async fn end_account(
    conn: &mut AnyConnection,
    email_canonical: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    end_challenges(&mut *conn, email_canonical, now).await?;
    let sql = "DELETE FROM sign_in_failures WHERE email_canonical = $1";
    sqlx::query(sql).bind(email_canonical).execute(conn).await?;
    Ok(())
}

/// Records that a challenge's link is mailed; the first time counts.
pub async fn note_link(conn: &mut AnyConnection, id: &str, now: DateTime<Utc>) -> Result<(), StoreError> {
    let sql = "UPDATE sign_in_challenges SET link_sent_at = $1 WHERE id = $2 AND link_sent_at IS NULL";
    sqlx::query(sql).bind(now.timestamp_millis()).bind(id).execute(conn).await?;
    Ok(())
}

/// Deletes the challenges requested before an instant.
pub async fn forget_before(conn: &mut AnyConnection, oldest: DateTime<Utc>) -> Result<(), StoreError> {
    let sql = "DELETE FROM sign_in_challenges WHERE created_at < $1";
    sqlx::query(sql).bind(oldest.timestamp_millis()).execute(conn).await?;
    Ok(())
}

/// Wrong codes of an address.
pub async fn failures(conn: &mut AnyConnection, email_canonical: &str) -> Result<u32, StoreError> {
    let sql = "SELECT email_canonical, failures FROM sign_in_failures WHERE email_canonical = $1";
    let row = sqlx::query(sql).bind(email_canonical).fetch_optional(conn).await?;
    Ok(row.as_ref().map(read_failures).transpose()?.unwrap_or(0))
}

/// The same, locked to the end of the transaction.
pub async fn lock_failures(conn: &mut AnyConnection, email_canonical: &str) -> Result<u32, StoreError> {
    let sql = "INSERT INTO sign_in_failures (email_canonical, failures) VALUES ($1, 0) \
               ON CONFLICT (email_canonical) DO UPDATE SET failures = sign_in_failures.failures \
               RETURNING email_canonical, failures";
    read_failures(&sqlx::query(sql).bind(email_canonical).fetch_one(conn).await?)
}

/// Notes how many wrong codes an address has. Its row is [locked](lock_failures).
pub async fn set_failures(conn: &mut AnyConnection, email_canonical: &str, failures: u32) -> Result<(), StoreError> {
    let sql = "UPDATE sign_in_failures SET failures = $1 WHERE email_canonical = $2";
    sqlx::query(sql).bind(i64::from(failures)).bind(email_canonical).execute(conn).await?;
    Ok(())
}

/// Raises the failures of an address to those of another, if those are more. They stay with the other as well.
pub async fn carry_failures(conn: &mut AnyConnection, from: &str, to: &str) -> Result<(), StoreError> {
    let sql = "INSERT INTO sign_in_failures (email_canonical, failures) \
               SELECT $1, failures FROM sign_in_failures WHERE email_canonical = $2 \
               ON CONFLICT (email_canonical) DO UPDATE SET failures = excluded.failures \
               WHERE excluded.failures > sign_in_failures.failures";
    sqlx::query(sql).bind(to).bind(from).execute(conn).await?;
    Ok(())
}

fn read_failures(row: &AnyRow) -> Result<u32, StoreError> {
    Record::new(row, "sign_in_failures", "email_canonical").count("failures")
}

fn read(row: &AnyRow) -> Result<Challenge, StoreError> {
    let record = Record::new(row, "sign_in_challenges", "id");
    Ok(Challenge {
        id: record.text("id")?,
        email_canonical: record.text("email_canonical")?,
        language: record.parsed("language", Language::parse)?,
        tries: record.count("tries")?,
        earlier_failures: record.count("earlier_failures")?,
        device_id: record.text_or_none("device_id")?,
        link_sent_at: record.instant_or_none("link_sent_at")?,
        ended_at: record.instant_or_none("ended_at")?,
        created_at: record.instant("created_at")?,
    })
}
