//! Requests for a letter with a code, by which the limits on such letters are counted. The letters themselves are in
//! [`letters`](super::letters).

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::row::Record;

/// Longer than the longest window of a limit: older requests and challenges count for nothing.
pub const KEPT: TimeDelta = TimeDelta::days(2);

/// A request to be stored.
#[derive(Clone, Copy, Debug)]
pub struct NewRequest<'a> {
    /// Its id, `mcr_…`.
    pub id: &'a str,
    /// The address that the letter goes to.
    pub email_canonical: &'a str,
    /// The trusted device that requested it.
    pub device_id: Option<&'a str>,
    /// The address that the request came from.
    pub address: &'a str,
    /// The network of that address.
    pub network: &'a str,
}

/// A request as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailedCodeRequest {
    /// Where the request came from.
    pub address: String,
    /// Whether a trusted device requested it.
    pub by_trusted_device: bool,
    /// When.
    pub asked_at: DateTime<Utc>,
}

/// Which requests are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Requests for one e-mail address, from no trusted device.
    Email,
    /// Requests of one trusted device.
    Device,
    /// Requests from one address, from no trusted device.
    Address,
    /// Requests from one network, from no trusted device.
    Network,
}

macro_rules! newest {
    ($which:literal) => {
        concat!("SELECT id, asked_at FROM mailed_code_requests ", $which, " ORDER BY asked_at DESC LIMIT 1 OFFSET $2")
    };
}

/// Stores a request.
pub async fn insert(conn: &mut AnyConnection, new: NewRequest<'_>, now: DateTime<Utc>) -> Result<(), StoreError> {
    let sql = "INSERT INTO mailed_code_requests (id, email_canonical, device_id, address, network, asked_at) \
               VALUES ($1, $2, $3, $4, $5, $6)";
    let query = sqlx::query(sql).bind(new.id).bind(new.email_canonical).bind(new.device_id);
    query.bind(new.address).bind(new.network).bind(now.timestamp_millis()).execute(conn).await?;
    Ok(())
}

/// When the `nth` newest request of a scope was made; `None` with fewer of them. `key` is the e-mail address, the
/// address or network of the request, or the id of the device.
pub async fn newest(
    conn: &mut AnyConnection,
    scope: Scope,
    key: &str,
    nth: u32,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    let sql = match scope {
        Scope::Email => newest!("WHERE email_canonical = $1 AND device_id IS NULL"),
        Scope::Device => newest!("WHERE device_id = $1"),
        Scope::Address => newest!("WHERE address = $1 AND device_id IS NULL"),
        Scope::Network => newest!("WHERE network = $1 AND device_id IS NULL"),
    };
    let query = sqlx::query(sql).bind(key).bind(i64::from(nth) - 1);
    let row = query.fetch_optional(conn).await?;
    row.map(|row| Record::new(&row, "mailed_code_requests", "id").instant("asked_at")).transpose()
}

/// The requests for letters to an e-mail address, newest first.
pub async fn of_address(conn: &mut AnyConnection, email_canonical: &str) -> Result<Vec<MailedCodeRequest>, StoreError> {
    let sql = "SELECT id, address, device_id, asked_at FROM mailed_code_requests WHERE email_canonical = $1 \
               ORDER BY asked_at DESC, id DESC";
    sqlx::query(sql).bind(email_canonical).fetch_all(conn).await?.iter().map(read).collect()
}

/// Forgets the requests made before an instant.
pub async fn forget_before(conn: &mut AnyConnection, oldest: DateTime<Utc>) -> Result<(), StoreError> {
    let sql = "DELETE FROM mailed_code_requests WHERE asked_at < $1";
    sqlx::query(sql).bind(oldest.timestamp_millis()).execute(conn).await?;
    Ok(())
}

fn read(row: &AnyRow) -> Result<MailedCodeRequest, StoreError> {
    let record = Record::new(row, "mailed_code_requests", "id");
    Ok(MailedCodeRequest {
        address: record.text("address")?,
        by_trusted_device: record.text_or_none("device_id")?.is_some(),
        asked_at: record.instant("asked_at")?,
    })
}
