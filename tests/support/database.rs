//! A fresh PostgreSQL database for one test. The server's own tests include this file too: they cannot get it from this
//! package, because this package depends on the server.

use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, Executor as _};
use url::Url;

/// An empty database. Dropping this value drops it, also when the test has failed.
#[derive(Debug)]
pub struct PostgresDatabase {
    server: String,
    name: String,
    /// Its address.
    pub url: String,
}

impl PostgresDatabase {
    /// Creates one on a server, such as `postgres://app@127.0.0.1:5432/postgres`. `word` is letters and digits unique
    /// to the test.
    pub async fn create(server: String, word: &str) -> Self {
        let name = format!("onefare_test_{word}");
        at(&server, format!("CREATE DATABASE {name}")).await;
        let mut url = Url::parse(&server).unwrap();
        url.set_path(&name);
        Self { server, name, url: url.into() }
    }
}

impl Drop for PostgresDatabase {
    fn drop(&mut self) {
        let server = self.server.clone();
        let sql = format!("DROP DATABASE {} WITH (FORCE)", self.name);
        // `drop` cannot await, and the surrounding runtime may be shutting down.
        let dropping = std::thread::spawn(|| {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async move { at(&server, sql).await });
        });
        let dropped = dropping.join();
        assert!(dropped.is_ok() || std::thread::panicking(), "{} cannot be dropped", self.name);
    }
}

async fn at(server: &str, sql: String) {
    sqlx::any::install_default_drivers();
    let mut conn = AnyConnection::connect(server).await.unwrap();
    conn.execute(AssertSqlSafe(sql)).await.unwrap();
    conn.close().await.unwrap();
}
