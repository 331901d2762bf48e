//! Databases to measure on: made, asked how safe they are, counted, dropped.

use std::fs;

use serde::Serialize;
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, Executor as _, Row as _};
use url::Url;

use crate::Trouble;
use crate::processes::parent_of;

/// What decides whether a commit of this PostgreSQL survives a power cut, and which process it is.
#[derive(Debug, Serialize)]
pub struct Postgres {
    pub version: String,
    pub fsync: String,
    pub synchronous_commit: String,
    pub full_page_writes: String,
    /// Where its files are, for those who may know.
    pub folder: Option<String>,
    /// Its first process, when it runs on this machine and the system names it.
    pub process: Option<u32>,
}

/// Makes an empty database on a PostgreSQL server and answers its address.
pub async fn create(server: &str, name: &str) -> Result<String, Trouble> {
    let mut conn = AnyConnection::connect(server).await?;
    conn.execute(AssertSqlSafe(format!("CREATE DATABASE {name}"))).await?;
    let mut url = Url::parse(server)?;
    url.set_path(name);
    Ok(url.to_string())
}

/// Drops it again, in spite of open connections.
pub async fn drop(server: &str, name: &str) -> Result<(), Trouble> {
    let mut conn = AnyConnection::connect(server).await?;
    conn.execute(AssertSqlSafe(format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"))).await?;
    Ok(())
}

/// Asks a PostgreSQL server how it keeps its promises.
pub async fn settings(server: &str) -> Result<Postgres, Trouble> {
    let mut conn = AnyConnection::connect(server).await?;
    let sql = "SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync, \
               current_setting('synchronous_commit') AS synchronous_commit, \
               current_setting('full_page_writes') AS full_page_writes, CAST(pg_backend_pid() AS BIGINT) AS process, \
               (SELECT setting FROM pg_settings WHERE name = 'data_directory') AS folder";
    let row = conn.fetch_one(sql).await?;
    let answering = u32::try_from(row.try_get::<i64, _>("process")?)?;
    // The number may be another machine's: then it belongs to something else here, or to nothing.
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

/// How many payments were handed over to the provider: each has the page of its own that a checkout answered.
pub async fn pages(database_url: &str) -> Result<i64, Trouble> {
    let mut conn = AnyConnection::connect(database_url).await?;
    let sql = "SELECT CAST(COUNT(DISTINCT checkout_url) AS BIGINT) FROM payments";
    Ok(conn.fetch_one(sql).await?.try_get(0)?)
}
