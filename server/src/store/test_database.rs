//! Fresh, empty databases for tests: SQLite always, PostgreSQL when `ONEFARE_TEST_POSTGRES` names a server on which
//! databases may be created, such as `postgres://app@127.0.0.1:5432/postgres`.

use std::future::Future;
use std::path::Path;

use chrono::{DateTime, TimeZone as _, Utc};
use sqlx::{AssertSqlSafe, Row as _};

use self::database::PostgresDatabase;
use super::{Dialect, Store};
use crate::ids::new_secret;

#[path = "../../../tests/support/database.rs"]
mod database;

/// Runs one test on every database at hand, each empty. The test also gets the address, to open it a second time.
pub(crate) async fn on_each<F, R>(test: F)
where
    F: Fn(Store, String) -> R,
    R: Future<Output = ()>,
{
    let folder = tempfile::tempdir().unwrap();
    let url = sqlite_url(folder.path());
    println!("on SQLite:");
    on(&test, url).await;
    let Ok(server) = std::env::var("ONEFARE_TEST_POSTGRES") else { return };
    let database = PostgresDatabase::create(server, &new_secret()).await;
    println!("on PostgreSQL:");
    on(&test, database.url.clone()).await;
}

async fn on<F, R>(test: &F, url: String)
where
    F: Fn(Store, String) -> R,
    R: Future<Output = ()>,
{
    let store = Store::open(&url).await.unwrap();
    test(store.clone(), url).await;
    store.close().await;
}

/// The database's plan for a statement, in its own words.
pub(crate) async fn plan(store: &Store, sql: &str) -> String {
    let mut tx = store.begin().await.unwrap();
    if store.dialect() == Dialect::Sqlite {
        let rows = sqlx::query(AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"))).fetch_all(&mut *tx).await.unwrap();
        return rows.iter().map(|row| row.get::<String, _>("detail") + "\n").collect();
    }
    // PostgreSQL reads an empty table as a whole, unless that is forbidden.
    sqlx::query("SET LOCAL enable_seqscan = off").execute(&mut *tx).await.unwrap();
    sqlx::query("SET LOCAL enable_bitmapscan = off").execute(&mut *tx).await.unwrap();
    let rows = sqlx::query(AssertSqlSafe(format!("EXPLAIN {sql}"))).fetch_all(&mut *tx).await.unwrap();
    rows.iter().map(|row| row.get::<String, _>(0) + "\n").collect()
}

/// A database file with a name that needs escaping in a URL.
pub(crate) fn sqlite_url(folder: &Path) -> String {
    format!("sqlite:{}", folder.join("new folder/100% shop #1.db").display())
}

/// The instant at which tests begin.
pub(crate) fn start() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap()
}
