//! A value derived from the shop's secret, by which another secret is noticed.

use sqlx::{AnyConnection, Row as _};

use super::StoreError;

/// The stored value; stores this one where there is none yet.
pub async fn first(conn: &mut AnyConnection, derived: &str) -> Result<String, StoreError> {
    let sql = "INSERT INTO secret_check (id, derived) VALUES (1, $1) ON CONFLICT (id) DO NOTHING";
    sqlx::query(sql).bind(derived).execute(&mut *conn).await?;
    let row = sqlx::query("SELECT derived FROM secret_check WHERE id = 1").fetch_one(conn).await?;
    Ok(row.try_get("derived")?)
}

/// Replaces the stored value.
pub async fn replace(conn: &mut AnyConnection, derived: &str) -> Result<(), StoreError> {
    let sql = "INSERT INTO secret_check (id, derived) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET derived = $1";
    sqlx::query(sql).bind(derived).execute(conn).await?;
    Ok(())
}
