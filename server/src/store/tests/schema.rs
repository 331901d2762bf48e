//! Opening and transactions.

use sqlx::Row as _;

use super::{add_order, applied};
use crate::store::test_database::{on_each, start};
use crate::store::{Dialect, Store, StoreError, orders, price_books};

#[tokio::test]
async fn opening_again_changes_nothing_and_keeps_the_rows() {
    on_each(|store, url| async move {
        applied(&store, start()).await;
        let again = Store::open(&url).await.unwrap();
        assert_eq!(price_books::current(&mut again.read().await.unwrap()).await.unwrap().unwrap().0, 1);
        again.prove_writing(start()).await.unwrap();
        again.close().await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn several_may_make_one_new_file_at_once() {
    for _ in 0..5 {
        let folder = tempfile::tempdir().unwrap();
        let url = crate::store::test_database::sqlite_url(folder.path());
        let openings: Vec<_> = (0..6)
            .map(|_| {
                tokio::spawn({
                    let url = url.clone();
                    async move { Store::open(&url).await }
                })
            })
            .collect();
        for opening in openings {
            opening.await.unwrap().unwrap().close().await;
        }
    }
}

#[tokio::test]
async fn an_older_program_does_not_start_on_a_newer_database() {
    on_each(|store, url| async move {
        let sql = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                   VALUES (9999, 'later', TRUE, 'x', 0)";
        let sql = if store.dialect() == Dialect::Postgres { sql.replace("'x'", "'x'::bytea") } else { sql.to_owned() };
        let mut tx = store.begin().await.unwrap();
        sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut *tx).await.unwrap();
        tx.commit().await.unwrap();
        let told = Store::open(&url).await.unwrap_err().to_string();
        let version = env!("CARGO_PKG_VERSION");
        assert!(told.contains("step 9999") && told.contains(&format!("version {version}")), "{told}");
        // The one that runs goes on.
        store.begin().await.unwrap().commit().await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn addresses_that_name_nothing_are_refused_without_being_repeated() {
    for url in ["", "mysql://root:geheim@host/db", "sqlite:", "sqlite::memory:", "postgres://user:geheim@:x/"] {
        let error = Store::open(url).await.unwrap_err();
        assert!(matches!(error, StoreError::Address(_)), "{url}: {error}");
        assert!(!format!("{error} {error:?}").contains("geheim"));
    }
}

#[tokio::test]
async fn sqlite_is_durable_private_and_read_only_where_it_should_be() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&crate::store::test_database::sqlite_url(folder.path())).await.unwrap();
    let mut tx = store.begin().await.unwrap();
    for (pragma, wanted) in [("PRAGMA synchronous", 2), ("PRAGMA foreign_keys", 1), ("PRAGMA busy_timeout", 10_000)] {
        assert_eq!(sqlx::query(pragma).fetch_one(&mut *tx).await.unwrap().get::<i64, _>(0), wanted, "{pragma}");
    }
    assert_eq!(sqlx::query("PRAGMA journal_mode").fetch_one(&mut *tx).await.unwrap().get::<String, _>(0), "wal");
    drop(tx);
    let mut reader = store.read().await.unwrap();
    let error = sqlx::query("DELETE FROM orders").execute(&mut *reader).await.unwrap_err();
    assert!(error.to_string().contains("readonly"), "{error}");
    #[cfg(unix)]
    {
        let file = folder.path().join("new folder/100% shop #1.db");
        let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(file).unwrap().permissions());
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[tokio::test]
async fn a_dropped_transaction_is_undone() {
    on_each(|store, _| async move {
        applied(&store, start()).await;
        let mut tx = store.begin().await.unwrap();
        add_order(&mut tx, "dropped", start()).await;
        drop(tx);
        let mut tx = store.begin().await.unwrap();
        assert_eq!(orders::by_id(&mut tx, "dropped").await.unwrap(), None);
    })
    .await;
}

#[tokio::test]
async fn a_commit_after_a_failure_never_claims_what_it_did_not_do() {
    on_each(|store, _| async move {
        applied(&store, start()).await;
        let mut tx = store.begin().await.unwrap();
        add_order(&mut tx, "first", start()).await;
        let twice = sqlx::query("INSERT INTO price_books (number, content, digest, applied_at) VALUES (1, '', '', 0)");
        let error = StoreError::from(twice.execute(&mut *tx).await.unwrap_err());
        assert!(error.is_unique_violation() && !error.is_temporary(), "{error}");
        let committed = tx.commit().await.is_ok();
        let stored = orders::by_id(&mut store.read().await.unwrap(), "first").await.unwrap().is_some();
        assert_eq!(committed, stored);
    })
    .await;
}
