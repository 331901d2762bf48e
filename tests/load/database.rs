//! Databases to measure on: created, checked for durability, counted, dropped.

use std::fs;

use serde::Serialize;
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, Executor as _, Row as _};
use url::Url;

use crate::Trouble;
use crate::processes::parent_of;

/// The settings that decide whether this PostgreSQL's commits survive a power cut, and its process.
#[derive(Debug, Serialize)]
pub struct Postgres {
    pub version: String,
    pub fsync: String,
    pub synchronous_commit: String,
    pub full_page_writes: String,
    /// Its data folder, if the user may see it.
    pub folder: Option<String>,
    /// Its first process, if it runs on this machine and the system names it.
    pub process: Option<u32>,
}

/// Creates an empty database on a PostgreSQL server and returns its address.
pub async fn create(server: &str, name: &str) -> Result<String, Trouble> {
    let mut conn = AnyConnection::connect(server).await?;
    conn.execute(AssertSqlSafe(format!("CREATE DATABASE {name}"))).await?;
    let mut url = Url::parse(server)?;
    url.set_path(name);
    Ok(url.to_string())
}

/// Drops the database, despite open connections.
pub async fn drop(server: &str, name: &str) -> Result<(), Trouble> {
    let mut conn = AnyConnection::connect(server).await?;
    conn.execute(AssertSqlSafe(format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"))).await?;
    Ok(())
}

/// Reads a PostgreSQL server's durability settings.
pub async fn settings(server: &str) -> Result<Postgres, Trouble> {
    let mut conn = AnyConnection::connect(server).await?;
    let sql = "SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync, \
               current_setting('synchronous_commit') AS synchronous_commit, \
               current_setting('full_page_writes') AS full_page_writes, CAST(pg_backend_pid() AS BIGINT) AS process, \
               (SELECT setting FROM pg_settings WHERE name = 'data_directory') AS folder";
    let row = conn.fetch_one(sql).await?;
    let answering = u32::try_from(row.try_get::<i64, _>("process")?)?;
    // The id may be another machine's: here it then belongs to something else, or to nothing.
    let is_here = fs::read_to_string(format!("/proc/{answering}/comm")).is_ok_and(|name| name.trim() == "postgres");
    Ok(Postgres {
        version: row.try_get("version")?,
        fsync: row.try_get("fsync")?,
        synchronous_commit: row.try_get("synchronous_commit")?,
        full_page_writes: row.try_get("full_page_writes")?,
        folder: row.try_get("folder")?,
        process: parent_of(answering).filter(|_| is_here),
    })
}

/// How many payments have a hosted page of their own, as a checkout returned it.
pub async fn pages(database_url: &str) -> Result<i64, Trouble> {
    let mut conn = AnyConnection::connect(database_url).await?;
    let sql = "SELECT CAST(COUNT(DISTINCT checkout_url) AS BIGINT) FROM payments";
    Ok(conn.fetch_one(sql).await?.try_get(0)?)
}
