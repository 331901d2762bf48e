//! Outside systems that refuse our key or login, since when.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;

use super::StoreError;
use crate::access::System;

/// Notes that a system refuses us; the first instant stays.
pub async fn note(conn: &mut AnyConnection, system: System, now: DateTime<Utc>) -> Result<(), StoreError> {
    let sql = "INSERT INTO refused_access (system, since) VALUES ($1, $2) ON CONFLICT (system) DO NOTHING";
    sqlx::query(sql).bind(system.word()).bind(now.timestamp_millis()).execute(conn).await?;
    Ok(())
}

/// Notes that a system accepts us.
pub async fn forget(conn: &mut AnyConnection, system: System) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM refused_access WHERE system = $1").bind(system.word()).execute(conn).await?;
    Ok(())
}
