//! A value derived from the shop's secret, by which another secret is noticed.

use sqlx::{AnyConnection, Row as _};

use super::StoreError;

/// The stored value.
pub async fn stored(conn: &mut AnyConnection) -> Result<Option<String>, StoreError> {
    let row = sqlx::query("SELECT derived FROM secret_check WHERE id = 1").fetch_optional(conn).await?;
    Ok(row.map(|row| row.try_get("derived")).transpose()?)
}

/// Stores a value where there is none yet.
pub async fn store_once(conn: &mut AnyConnection, derived: &str) -> Result<(), StoreError> {
    let sql = "INSERT INTO secret_check (id, derived) VALUES (1, $1) ON CONFLICT (id) DO NOTHING";
    sqlx::query(sql).bind(derived).execute(conn).await?;
    Ok(())
}

/// Replaces the stored value.
pub async fn replace(conn: &mut AnyConnection, derived: &str) -> Result<(), StoreError> {
    let sql = "INSERT INTO secret_check (id, derived) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET derived = $1";
    sqlx::query(sql).bind(derived).execute(conn).await?;
    Ok(())
}
