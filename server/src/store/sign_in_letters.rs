//! Letters with a code that were asked for: what the limits on them are counted by.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;

use super::StoreError;
use super::row::Record;

/// A letter to be stored.
#[derive(Clone, Copy, Debug)]
pub struct NewLetter<'a> {
    /// Its id, `sil_…`.
    pub id: &'a str,
    /// The address it goes to.
    pub email_canonical: &'a str,
    /// Where the request came from.
    pub address: &'a str,
}

/// Which letters are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Those to one e-mail address.
    Email,
    /// Those asked for from one address.
    Address,
    /// All.
    Everyone,
}

macro_rules! newest {
    ($which:literal) => {
        concat!("SELECT id, asked_at FROM sign_in_letters ", $which, " ORDER BY asked_at DESC LIMIT 1 OFFSET $2")
    };
}

/// Stores a letter.
pub async fn insert(conn: &mut AnyConnection, new: NewLetter<'_>, now: DateTime<Utc>) -> Result<(), StoreError> {
    let sql = "INSERT INTO sign_in_letters (id, email_canonical, address, asked_at) VALUES ($1, $2, $3, $4)";
    let query = sqlx::query(sql).bind(new.id).bind(new.email_canonical).bind(new.address);
    query.bind(now.timestamp_millis()).execute(conn).await?;
    Ok(())
}

/// When the `nth` newest letter of a scope was asked for; `None` with fewer of them. `key` is the address, of mail or
/// network.
pub async fn newest(
    conn: &mut AnyConnection,
    scope: Scope,
    key: &str,
    nth: u32,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    let sql = match scope {
        Scope::Email => newest!("WHERE email_canonical = $1"),
        Scope::Address => newest!("WHERE address = $1"),
        Scope::Everyone => newest!("WHERE $1 <> ''"),
    };
    let query = sqlx::query(sql).bind(key).bind(i64::from(nth) - 1);
    let row = query.fetch_optional(conn).await?;
    row.map(|row| Record::new(&row, "sign_in_letters", "id").instant("asked_at")).transpose()
}

/// Forgets the letters asked for before an instant.
pub async fn forget_before(conn: &mut AnyConnection, oldest: DateTime<Utc>) -> Result<(), StoreError> {
    let sql = "DELETE FROM sign_in_letters WHERE asked_at < $1";
    sqlx::query(sql).bind(oldest.timestamp_millis()).execute(conn).await?;
    Ok(())
}
