//! Fresh, empty databases for tests: SQLite always, PostgreSQL when `ONEFARE_TEST_POSTGRES` names a server on which
//! databases may be made, such as `postgres://app@127.0.0.1:5432/postgres`.

use std::future::Future;
use std::path::Path;

use chrono::{DateTime, TimeZone as _, Utc};
use sqlx::{Connection as _, Executor as _};

use super::Store;
use crate::ids::new_secret;

/// Runs one test on every database at hand, each empty. The test also gets the address, to open it a second time.
pub(crate) async fn on_each<F, R>(test: F)
where
    F: Fn(Store, String) -> R,
    R: Future<Output = ()>,
{
    let folder = tempfile::tempdir().unwrap();
    let url = sqlite_url(folder.path());
    let store = Store::open(&url).await.unwrap();
    test(store.clone(), url).await;
    store.close().await;
    let Ok(server) = std::env::var("ONEFARE_TEST_POSTGRES") else { return };
    let (url, name) = postgres_database(&server).await;
    let store = Store::open(&url).await.unwrap();
    test(store.clone(), url).await;
    store.close().await;
    let drop = format!("DROP DATABASE {name} WITH (FORCE)");
    let mut server = sqlx::AnyConnection::connect(&server).await.unwrap();
    server.execute(sqlx::AssertSqlSafe(drop)).await.unwrap();
}

/// A database file with a name that needs care in an address.
pub(crate) fn sqlite_url(folder: &Path) -> String {
    format!("sqlite:{}", folder.join("new folder/100% shop #1.db").display())
}

async fn postgres_database(server: &str) -> (String, String) {
    sqlx::any::install_default_drivers();
    let name = format!("onefare_test_{}", new_secret());
    let mut conn = sqlx::AnyConnection::connect(server).await.unwrap();
    conn.execute(sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"))).await.unwrap();
    let mut url = url::Url::parse(server).unwrap();
    url.set_path(&name);
    (url.to_string(), name)
}

/// The instant at which tests begin.
pub(crate) fn start() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap()
}
