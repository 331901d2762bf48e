//! Discount codes and how many uses of each are taken: reserved for an open order, or consumed by a paid one. Keys are
//! folded codes.

use chrono::{DateTime, Utc};
use onefare_core::discount::{DiscountCode, FoldedCode};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::row::Record;

pub(super) const TABLE: &str = "discount_codes";

/// A code and how many of its uses are taken.
pub async fn find(conn: &mut AnyConnection, folded: &FoldedCode) -> Result<Option<(DiscountCode, u32)>, StoreError> {
    let sql = "SELECT code, content, used FROM discount_codes WHERE code = $1";
    sqlx::query(sql).bind(folded.as_str()).fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// Every code, in alphabetical order.
pub async fn all(conn: &mut AnyConnection) -> Result<Vec<(DiscountCode, u32)>, StoreError> {
    let sql = "SELECT code, content, used FROM discount_codes ORDER BY code";
    sqlx::query(sql).fetch_all(conn).await?.iter().map(read).collect()
}

/// Adds or replaces a code. How many uses are taken stays, unless `used` says otherwise; a new one begins at 0.
pub async fn upsert(
    conn: &mut AnyConnection,
    code: &DiscountCode,
    used: Option<u32>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO discount_codes (code, content, used, starts_at, ends_at, created_at, changed_at) \
               VALUES ($1, $2, COALESCE($3, 0), $4, $5, $6, $6) \
               ON CONFLICT (code) DO UPDATE SET content = excluded.content, starts_at = excluded.starts_at, \
               ends_at = excluded.ends_at, changed_at = excluded.changed_at, used = COALESCE($3, discount_codes.used)";
    sqlx::query(sql)
        .bind(key_of(code))
        .bind(serde_json::to_string(code)?)
        .bind(used.map(i64::from))
        .bind(code.starts_at.map(|instant| instant.timestamp_millis()))
        .bind(code.ends_at.map(|instant| instant.timestamp_millis()))
        .bind(now.timestamp_millis())
        .execute(conn)
        .await?;
    Ok(())
}

/// Reads a code for counting: until the transaction ends no other one changes the row, and a concurrent count waits.
/// On PostgreSQL a plain read would give two buyers the same last use.
pub async fn lock(conn: &mut AnyConnection, folded: &FoldedCode) -> Result<Option<(DiscountCode, u32)>, StoreError> {
    let sql = "UPDATE discount_codes SET used = used WHERE code = $1 RETURNING code, content, used";
    sqlx::query(sql).bind(folded.as_str()).fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// Stores how many uses are taken, of a code that this transaction has [locked](lock).
pub async fn set_used(conn: &mut AnyConnection, folded: &FoldedCode, used: u32) -> Result<(), StoreError> {
    let sql = "UPDATE discount_codes SET used = $1 WHERE code = $2";
    sqlx::query(sql).bind(i64::from(used)).bind(folded.as_str()).execute(conn).await?;
    Ok(())
}

/// The next instant at which any code begins or ends: until then a page that was rendered stays true.
pub async fn next_change_after(
    conn: &mut AnyConnection,
    now: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>, StoreError> {
    let begins = "SELECT code, starts_at FROM discount_codes WHERE starts_at > $1 ORDER BY starts_at LIMIT 1";
    let ends = "SELECT code, ends_at FROM discount_codes WHERE ends_at > $1 ORDER BY ends_at LIMIT 1";
    let mut next: Option<DateTime<Utc>> = None;
    for (column, sql) in [("starts_at", begins), ("ends_at", ends)] {
        if let Some(row) = sqlx::query(sql).bind(now.timestamp_millis()).fetch_optional(&mut *conn).await? {
            let at = Record::new(&row, TABLE, "code").instant(column)?;
            next = Some(next.map_or(at, |other| other.min(at)));
        }
    }
    Ok(next)
}

/// The key of a code. A checked catalogue holds only codes that fold.
fn key_of(code: &DiscountCode) -> String {
    code.folded().map_or_else(|| code.code.to_ascii_lowercase(), |folded| folded.to_string())
}

pub(super) fn read(row: &AnyRow) -> Result<(DiscountCode, u32), StoreError> {
    let record = Record::new(row, TABLE, "code");
    let code: DiscountCode = record.document("content")?;
    if key_of(&code) != record.text("code")? {
        return Err(record.corrupt("content"));
    }
    Ok((code, record.count("used")?))
}
