//! The leads of the wizard: one row per address.

use chrono::{DateTime, Utc};
use onefare_core::email::Email;
use onefare_core::language::Language;
use serde::Serialize;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::row::Record;

/// A lead as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lead {
    /// The address as it was typed.
    pub email: String,
    /// Code of the device.
    pub device: String,
    /// Codes of the reasons, with commas between them.
    pub reasons: String,
    /// Which streaming service, in the visitor's own words.
    pub streaming_service: Option<String>,
    /// Language of the page.
    pub language: Language,
    /// The sentence that stood beside the button.
    pub consent: String,
    /// When the button was pressed.
    pub joined_at: DateTime<Utc>,
}

/// Stores a lead. `false`: the address has one already, which stays as it is, its consent with it.
pub async fn insert_once(conn: &mut AnyConnection, email: &Email, lead: &Lead) -> Result<bool, StoreError> {
    let sql = "INSERT INTO leads (address, email, device, reasons, streaming_service, language, consent, joined_at) \
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (address) DO NOTHING";
    let query = sqlx::query(sql)
        .bind(email.canonical())
        .bind(&lead.email)
        .bind(&lead.device)
        .bind(&lead.reasons)
        .bind(&lead.streaming_service)
        .bind(lead.language.code())
        .bind(&lead.consent)
        .bind(lead.joined_at.timestamp_millis());
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Every lead, the oldest first.
pub async fn all(conn: &mut AnyConnection) -> Result<Vec<Lead>, StoreError> {
    let sql = "SELECT address, email, device, reasons, streaming_service, language, consent, joined_at FROM leads \
               ORDER BY joined_at, address";
    sqlx::query(sql).fetch_all(conn).await?.iter().map(read).collect()
}

/// The lead of an address in its canonical form.
pub async fn by_address(conn: &mut AnyConnection, address: &str) -> Result<Option<Lead>, StoreError> {
    let sql = "SELECT address, email, device, reasons, streaming_service, language, consent, joined_at FROM leads \
               WHERE address = $1";
    sqlx::query(sql).bind(address).fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// Deletes the lead of an address. `false`: there is none.
pub async fn delete(conn: &mut AnyConnection, email: &Email) -> Result<bool, StoreError> {
    let query = sqlx::query("DELETE FROM leads WHERE address = $1").bind(email.canonical());
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

fn read(row: &AnyRow) -> Result<Lead, StoreError> {
    let record = Record::new(row, "leads", "address");
    Ok(Lead {
        email: record.text("email")?,
        device: record.text("device")?,
        reasons: record.text("reasons")?,
        streaming_service: record.text_or_none("streaming_service")?,
        language: record.parsed("language", Language::parse)?,
        consent: record.text("consent")?,
        joined_at: record.instant("joined_at")?,
    })
}
