//! Cancellation: whatever a cancelled caller was waiting for, such as a request whose browser hung up, no connection
//! serves the next caller inside a transaction.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use sqlx::{AnyConnection, Connection as _};

use super::applied;
use crate::store::test_database::{on_each, start};
use crate::store::{Dialect, Store, StoreError, Tx};

const PATIENCE: Duration = Duration::from_secs(5);

/// Cancels a call after that many polls.
async fn leave_after<F: Future>(polls: usize, call: F) {
    let mut call = pin!(call);
    for _ in 0..polls {
        if poll_fn(|context| Poll::Ready(call.as_mut().poll(context).is_ready())).await {
            return;
        }
        tokio::task::yield_now().await;
    }
}

async fn fill(tx: &mut Tx, id: i64) -> sqlx::Result<()> {
    let row = "INSERT INTO readiness (id, proven_at, filling) VALUES ($1, 0, 'full')";
    sqlx::query(row).bind(id).execute(&mut **tx).await.map(drop)
}

/// How many rows with that id are committed.
async fn rows(store: &Store, id: i64) -> i64 {
    let mut conn = store.read().await.unwrap();
    sqlx::query_scalar("SELECT COUNT(*) FROM readiness WHERE id = $1").bind(id).fetch_one(&mut *conn).await.unwrap()
}

/// Fails if a connection is still in a transaction, or still holds the buyer's name.
async fn nothing_is_open(store: &Store, url: &str) {
    if store.dialect() == Dialect::Postgres {
        let mut observer = AnyConnection::connect(url).await.unwrap();
        let busy = "SELECT COUNT(*) FROM pg_stat_activity \
                    WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()";
        let until_rest = async {
            while sqlx::query_scalar::<_, i64>(busy).fetch_one(&mut observer).await.unwrap() != 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(PATIENCE, until_rest).await.expect("every connection is at rest");
        observer.close().await.unwrap();
    }
    let writing = async {
        let mut tx = store.begin_holding("buyer").await?;
        fill(&mut tx, 10).await?;
        tx.undo().await
    };
    tokio::time::timeout(PATIENCE, writing).await.expect("nobody holds the name").unwrap();
}

#[tokio::test]
async fn a_caller_that_leaves_at_the_beginning_leaves_no_transaction() {
    on_each(|store, url| async move {
        applied(&store, start()).await;
        for polls in 1..6 {
            leave_after(polls, store.begin()).await;
            nothing_is_open(&store, &url).await;
            leave_after(polls, store.begin_holding("buyer")).await;
            nothing_is_open(&store, &url).await;
            leave_after(polls, store.snapshot()).await;
            nothing_is_open(&store, &url).await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_caller_that_leaves_while_another_holds_the_name_does_not_hold_it_afterwards() {
    on_each(|store, url| async move {
        applied(&store, start()).await;
        let holder = store.begin_holding("buyer").await.unwrap();
        for _ in 0..3 {
            let waiting = tokio::time::timeout(Duration::from_millis(50), store.begin_holding("buyer")).await;
            assert!(waiting.is_err(), "it is held");
        }
        holder.commit().await.unwrap();
        nothing_is_open(&store, &url).await;
    })
    .await;
}

#[tokio::test]
async fn a_caller_that_leaves_during_a_statement_undoes_what_it_did() {
    on_each(|store, url| async move {
        applied(&store, start()).await;
        for polls in 1..6 {
            let mut tx = store.begin().await.unwrap();
            fill(&mut tx, 20).await.unwrap();
            leave_after(polls, fill(&mut tx, 21)).await;
            drop(tx);
            nothing_is_open(&store, &url).await;
            assert_eq!((rows(&store, 20).await, rows(&store, 21).await), (0, 0));
        }
    })
    .await;
}

/// A cancelled caller does not know whether its order was committed, and acknowledges none; what counts is that all of
/// the order is stored or none of it.
#[tokio::test]
async fn a_caller_that_leaves_at_the_end_leaves_all_or_nothing() {
    on_each(|store, url| async move {
        applied(&store, start()).await;
        for polls in 1..6 {
            let id = 30 + 2 * i64::try_from(polls).unwrap();
            let mut tx = store.begin().await.unwrap();
            fill(&mut tx, id).await.unwrap();
            fill(&mut tx, id + 1).await.unwrap();
            leave_after(polls, tx.commit()).await;
            nothing_is_open(&store, &url).await;
            assert_eq!(rows(&store, id).await, rows(&store, id + 1).await);

            let mut tx = store.begin().await.unwrap();
            fill(&mut tx, 50).await.unwrap();
            leave_after(polls, tx.undo()).await;
            nothing_is_open(&store, &url).await;
            assert_eq!(rows(&store, 50).await, 0);
        }
    })
    .await;
}

/// PostgreSQL refuses a lock in the message that has begun the transaction: after eight seconds, or here at once.
#[tokio::test]
async fn a_name_that_is_refused_leaves_no_transaction() {
    on_each(|store, url| async move {
        if store.dialect() == Dialect::Sqlite {
            return;
        }
        let holder = store.begin_holding("buyer").await.unwrap();
        let waiter = tokio::spawn({
            let store = store.clone();
            async move { store.begin_holding("buyer").await.map(drop) }
        });
        let mut observer = AnyConnection::connect(&url).await.unwrap();
        // Found first, cancelled afterwards: PostgreSQL itself chooses the order in which it applies conditions.
        let cancel = "WITH waiting AS MATERIALIZED (SELECT pid FROM pg_stat_activity \
                      WHERE datname = current_database() AND wait_event_type = 'Lock') \
                      SELECT COUNT(pg_cancel_backend(pid)) FROM waiting";
        while sqlx::query_scalar::<_, i64>(cancel).fetch_one(&mut observer).await.unwrap() == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let refused: StoreError = waiter.await.unwrap().unwrap_err();
        assert!(refused.is_temporary(), "{refused}");
        holder.commit().await.unwrap();
        nothing_is_open(&store, &url).await;
        observer.close().await.unwrap();
    })
    .await;
}

/// A failed statement makes the commit fail, although PostgreSQL answers such a `COMMIT` with success.
#[tokio::test]
async fn what_follows_a_failed_statement_does_not_last() {
    on_each(|store, url| async move {
        if store.dialect() == Dialect::Sqlite {
            // SQLite keeps the rest: no flow goes on after an error.
            return;
        }
        applied(&store, start()).await;
        let mut tx = store.begin().await.unwrap();
        fill(&mut tx, 60).await.unwrap();
        fill(&mut tx, 60).await.unwrap_err();
        tx.commit().await.unwrap_err();
        nothing_is_open(&store, &url).await;
        assert_eq!(rows(&store, 60).await, 0);
    })
    .await;
}
