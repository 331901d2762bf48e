//! The data of one test shop: its folder and its database.

use onefare_server::ids::new_secret;
use tempfile::TempDir;

use crate::database::PostgresDatabase;

/// The folder and the database of one shop. Dropping this value deletes both.
#[derive(Debug)]
pub struct Data {
    pub folder: TempDir,
    postgres: Option<PostgresDatabase>,
}

impl Data {
    /// Creates empty ones. The database is an SQLite file in the folder; with `ONEFARE_TEST_DATABASE=postgres` it is a
    /// fresh database on the server that `ONEFARE_TEST_POSTGRES` names.
    pub async fn new() -> Self {
        let chosen = std::env::var("ONEFARE_TEST_DATABASE").unwrap_or_default();
        let postgres = match chosen.as_str() {
            "" | "sqlite" => None,
            "postgres" => {
                let server = std::env::var("ONEFARE_TEST_POSTGRES");
                let server =
                    server.expect("ONEFARE_TEST_POSTGRES, the address of a server on which databases may be made");
                Some(PostgresDatabase::create(server, &new_secret()).await)
            }
            other => panic!("ONEFARE_TEST_DATABASE={other} is no database of ours: say sqlite or postgres"),
        };
        println!("on {}:", if postgres.is_some() { "PostgreSQL" } else { "SQLite" });
        Self { folder: TempDir::new().unwrap(), postgres }
    }

    /// The value of `DATABASE_URL`.
    pub fn database_url(&self) -> String {
        match &self.postgres {
            Some(database) => database.url.clone(),
            None => format!("sqlite:{}", self.folder.path().join("shop.sqlite").display()),
        }
    }
}
