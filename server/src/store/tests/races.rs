//! Concurrent callers, through two stores of the same database: what must happen once happens once.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use onefare_core::order::OrderState;
use sqlx::Row as _;

use super::{add_order, add_payment, applied};
use crate::store::jobs::{JobKind, enqueue, finish, lease_next};
use crate::store::test_database::{on_each, start};
use crate::store::{Store, idempotency_keys, orders, payments};

/// Runs `work` in `count` tasks at once, alternating between the two stores.
async fn at_once<R, T>(stores: [Store; 2], count: usize, work: impl Fn(Store, usize) -> R) -> Vec<T>
where
    R: Future<Output = T> + Send + 'static,
    T: Send + 'static,
{
    let tasks: Vec<_> = (0..count).map(|index| tokio::spawn(work(stores[index % 2].clone(), index))).collect();
    let mut results = Vec::new();
    for task in tasks {
        results.push(task.await.unwrap());
    }
    results
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn eight_workers_take_each_of_two_hundred_jobs_once() {
    on_each(|store, url| async move {
        let mut tx = store.begin().await.unwrap();
        for index in 0..200 {
            enqueue(&mut tx, JobKind::EndHold, &format!("ord_{index}"), start(), start()).await.unwrap();
        }
        tx.commit().await.unwrap();
        let taken = Arc::new(Mutex::new(BTreeMap::<String, usize>::new()));
        let other = Store::open(&url).await.unwrap();
        let work = |store: Store, _| {
            let taken = Arc::clone(&taken);
            async move {
                loop {
                    let mut tx = store.begin().await.unwrap();
                    let job =
                        lease_next(&mut tx, JobKind::EndHold.lane(), start(), Duration::from_secs(60)).await.unwrap();
                    tx.commit().await.unwrap();
                    let Some(job) = job else { return };
                    *taken.lock().unwrap().entry(job.subject.clone()).or_default() += 1;
                    tokio::task::yield_now().await;
                    let mut tx = store.begin().await.unwrap();
                    assert!(finish(&mut tx, &job).await.unwrap());
                    tx.commit().await.unwrap();
                }
            }
        };
        at_once([store.clone(), other.clone()], 8, work).await;
        other.close().await;
        let taken = taken.lock().unwrap();
        assert_eq!(taken.len(), 200);
        assert!(taken.values().all(|times| *times == 1));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_who_claim_one_key_one_wins_and_the_others_learn_who() {
    on_each(|store, url| async move {
        applied(&store, start()).await;
        let other = Store::open(&url).await.unwrap();
        let work = |store: Store, index: usize| async move {
            let (order, payment) = (format!("ord_{index}"), format!("pay_{index}"));
            let mut tx = store.begin().await.unwrap();
            let won = idempotency_keys::claim(&mut tx, "one key", &payment, start()).await.unwrap();
            if won {
                add_order(&mut tx, &order, start()).await;
                add_payment(&mut tx, &payment, &order, start()).await;
                tx.commit().await.unwrap();
                return (true, payment);
            }
            (false, payments::of_key(&mut tx, "one key").await.unwrap().unwrap().id)
        };
        let results = at_once([store.clone(), other.clone()], 40, work).await;
        other.close().await;
        assert_eq!(results.iter().filter(|(won, _)| *won).count(), 1);
        assert!(results.iter().all(|(_, payment)| *payment == results[0].1), "everyone has the same payment");
        let row =
            sqlx::query("SELECT COUNT(*) FROM orders").fetch_one(&mut *store.read().await.unwrap()).await.unwrap();
        assert_eq!(row.get::<i64, _>(0), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_who_move_one_order_one_does() {
    on_each(|store, url| async move {
        applied(&store, start()).await;
        let mut tx = store.begin().await.unwrap();
        add_order(&mut tx, "ord", start()).await;
        tx.commit().await.unwrap();
        let other = Store::open(&url).await.unwrap();
        let work = |store: Store, index: usize| async move {
            let to = if index.is_multiple_of(2) { OrderState::Paid } else { OrderState::Held };
            let mut tx = store.begin().await.unwrap();
            let moved = orders::move_state(&mut tx, "ord", OrderState::Open, to, start()).await.unwrap();
            tx.commit().await.unwrap();
            moved
        };
        let moved = at_once([store.clone(), other.clone()], 64, work).await;
        other.close().await;
        assert_eq!(moved.into_iter().filter(|moved| *moved).count(), 1);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn who_holds_a_name_reads_and_writes_alone() {
    on_each(|store, url| async move {
        applied(&store, start()).await;
        let other = Store::open(&url).await.unwrap();
        // Each makes an order only if the buyer has none open: without the hold, several would see none.
        let work = |store: Store, index: usize| async move {
            let mut tx = store.begin().await.unwrap();
            tx.hold("buyer").await.unwrap();
            if !orders::open_of_buyer(&mut tx, "buyer").await.unwrap().is_empty() {
                return false;
            }
            add_order(&mut tx, &format!("ord_{index}"), start()).await;
            tx.commit().await.unwrap();
            true
        };
        let made = at_once([store.clone(), other.clone()], 32, work).await;
        other.close().await;
        assert_eq!(made.into_iter().filter(|made| *made).count(), 1);
    })
    .await;
}
