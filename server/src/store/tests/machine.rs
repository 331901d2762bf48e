//! Failures of the machine: a full disk, a lost connection, a file that disappears, a file that is no database.

use std::fs;
use std::path::PathBuf;

use sqlx::AssertSqlSafe;

use super::applied;
use crate::store::test_database::{on_each, sqlite_url, start};
use crate::store::{Dialect, Store, StoreError, Tx};

async fn fill(tx: &mut Tx, id: i64) -> sqlx::Result<()> {
    let row = "INSERT INTO readiness (id, proven_at, filling) VALUES ($1, 0, $2)";
    sqlx::query(row).bind(id).bind("x".repeat(100_000)).execute(&mut **tx).await.map(drop)
}

async fn rows(store: &Store) -> i64 {
    let mut conn = store.read().await.unwrap();
    sqlx::query_scalar("SELECT COUNT(*) FROM readiness WHERE id > 9").fetch_one(&mut *conn).await.unwrap()
}

/// The page limit stands for the disk: SQLite reports either as full, and has then rolled the transaction back itself,
/// so that it can neither commit nor roll back.
#[tokio::test]
async fn a_disk_that_was_full_once_stops_no_later_transaction() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&sqlite_url(folder.path())).await.unwrap();
    applied(&store, start()).await;
    for round in 0..3 {
        let mut tx = store.begin().await.unwrap();
        // No more pages than there are; the limit is this connection's alone.
        sqlx::raw_sql("PRAGMA max_page_count = 1").execute(&mut *tx).await.unwrap();
        let full = StoreError::from(fill(&mut tx, 10).await.unwrap_err());
        assert!(full.is_temporary(), "{full}");
        if round == 1 {
            // Goes on after the error, as no flow does.
            let told = tx.commit().await;
            assert!(told.is_err() || rows(&store).await == 0, "what failed is not claimed to last");
        } else {
            drop(tx);
        }
        let mut tx = store.begin().await.unwrap();
        fill(&mut tx, 100 + round).await.unwrap();
        tx.commit().await.unwrap();
        store.prove_writing(start()).await.unwrap();
        assert_eq!(rows(&store).await, round + 1);
    }
}

#[tokio::test]
async fn a_connection_that_was_lost_stops_no_later_transaction() {
    on_each(|store, _| async move {
        applied(&store, start()).await;
        let mut tx = store.begin().await.unwrap();
        let end = match store.dialect() {
            Dialect::Postgres => "SELECT pg_terminate_backend(pg_backend_pid())",
            // Ends the transaction behind its owner's back.
            Dialect::Sqlite => "ROLLBACK",
        };
        let _ = sqlx::raw_sql(end).execute(&mut *tx).await;
        assert!(fill(&mut tx, 10).await.is_err() || store.dialect() == Dialect::Sqlite);
        let _ = tx.commit().await;
        for id in 100..103 {
            let mut tx = store.begin().await.unwrap();
            fill(&mut tx, id).await.unwrap();
            tx.commit().await.unwrap();
        }
        store.prove_writing(start()).await.unwrap();
    })
    .await;
}

/// PostgreSQL keeps its own files.
#[tokio::test]
async fn nothing_is_written_into_a_file_that_was_deleted_or_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&sqlite_url(folder.path())).await.unwrap();
    applied(&store, start()).await;
    let (data, aside) = (folder.path().join("new folder"), folder.path().join("aside"));
    let begun = store.begin().await.unwrap();
    fs::rename(&data, &aside).unwrap();
    let refused = [store.begin().await.unwrap_err(), begun.commit().await.unwrap_err()];
    for error in refused.into_iter().chain(store.prove_writing(start()).await.err()) {
        assert!(matches!(error, StoreError::Displaced(_)) && error.is_temporary(), "{error}");
        assert!(error.to_string().contains("100% shop #1.db was deleted or replaced"), "{error}");
    }
    // Another file under the same name.
    fs::create_dir(&data).unwrap();
    fs::copy(aside.join("100% shop #1.db"), data.join("100% shop #1.db")).unwrap();
    assert!(matches!(store.begin().await.unwrap_err(), StoreError::Displaced(_)));
    fs::remove_dir_all(&data).unwrap();
    fs::rename(&aside, &data).unwrap();
    store.prove_writing(start()).await.unwrap();
}

#[tokio::test]
async fn a_file_that_is_no_database_is_named_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("letter.db");
    fs::write(&file, "Dear customer, ".repeat(1_000)).unwrap();
    let began = std::time::Instant::now();
    let error = Store::open(&format!("sqlite:{}", file.display())).await.unwrap_err().to_string();
    assert!(error.starts_with("DATABASE_URL: the file is no SQLite database: "), "{error}");
    assert!(began.elapsed().as_secs() < 2, "{:?}", began.elapsed());
    assert_eq!(fs::read_to_string(&file).unwrap().len(), 15_000, "it is left as it was");
}

#[tokio::test]
async fn a_server_that_is_away_is_named_at_once() {
    let began = std::time::Instant::now();
    // Nothing listens there.
    let error = Store::open("postgres://app:geheim@127.0.0.1:1/shop").await.unwrap_err().to_string();
    assert!(error.starts_with("DATABASE_URL: the database server cannot be used: "), "{error}");
    assert!(!error.contains("geheim"), "{error}");
    assert!(began.elapsed().as_secs() < 2, "{:?}", began.elapsed());
}

fn database_file(folder: &tempfile::TempDir) -> PathBuf {
    folder.path().join("new folder/100% shop #1.db")
}

#[tokio::test]
async fn damage_inside_the_file_is_found() {
    on_each(|store, _| async move { assert_eq!(store.find_damage().await.unwrap(), None) }).await;
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&sqlite_url(folder.path())).await.unwrap();
    applied(&store, start()).await;
    let mut tx = store.begin().await.unwrap();
    for id in 10..30 {
        fill(&mut tx, id).await.unwrap();
    }
    let root: i64 = sqlx::query_scalar(AssertSqlSafe("SELECT rootpage FROM sqlite_master WHERE name = 'readiness'"))
        .fetch_one(&mut *tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    store.close().await;
    let mut bytes = fs::read(database_file(&folder)).unwrap();
    let page = usize::try_from(root - 1).unwrap() * 4096;
    bytes[page..page + 64].fill(0xa5);
    fs::write(database_file(&folder), bytes).unwrap();
    let store = Store::open(&sqlite_url(folder.path())).await.unwrap();
    let found = store.find_damage().await.unwrap();
    assert!(found.is_some(), "the page of a table was overwritten");
}
