use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::TimeDelta;
use tokio::sync::{Notify, watch};

use super::worker::LONGEST_RUN;
use super::{Drained, Job, JobError, JobKind, Outcome, Worker};
use crate::clock::Clock;
use crate::metrics::Metrics;
use crate::store::jobs::{counts, enqueue, finish, lease_next};
use crate::store::test_database::{on_each, start};
use crate::store::{Store, StoreError};

const KIND: JobKind = JobKind::SendLetter;

fn worker(store: &Store) -> Worker {
    Worker {
        store: store.clone(),
        clock: Clock::manual(start()),
        metrics: Metrics::default(),
        wake: Arc::new(Notify::new()),
    }
}

async fn ask(worker: &Worker, subject: &str) {
    let now = worker.clock.now();
    let mut tx = worker.store.begin().await.unwrap();
    enqueue(&mut tx, KIND, subject, now, now).await.unwrap();
    tx.commit().await.unwrap();
    worker.wake.notify_one();
}

#[tokio::test]
async fn drain_runs_all_that_is_due_and_leaves_failures_for_later() {
    on_each(|store, _| async move {
        let worker = worker(&store);
        for subject in ["done", "again", "fails", "panics"] {
            ask(&worker, subject).await;
        }
        let handle = |job: Job| async move {
            match job.subject.as_str() {
                "again" => Ok(Outcome::Again(Duration::from_secs(30))),
                "fails" => Err(JobError::from(StoreError::Address("down"))),
                "panics" => panic!("as planned"),
                _ => Ok(Outcome::Done),
            }
        };
        assert_eq!(worker.drain(handle).await.unwrap(), Drained { done: 1, again: 1, failed: 2 });
        assert_eq!(worker.drain(handle).await.unwrap(), Drained::default(), "the clock stands still");
        let count = counts(&mut store.read().await.unwrap(), worker.clock.now()).await.unwrap()[0];
        assert_eq!((count.waiting, count.failing, count.running), (3, 2, 0));
        worker.clock.advance(Duration::from_secs(2));
        assert_eq!(worker.drain(handle).await.unwrap().failed, 2, "the first pause is at most a second");
        worker.clock.advance(Duration::from_secs(3600));
        let healed = |_| async { Ok(Outcome::Done) };
        assert_eq!(worker.drain(healed).await.unwrap(), Drained { done: 3, again: 0, failed: 0 });
        assert!(counts(&mut store.read().await.unwrap(), worker.clock.now()).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_running_worker_begins_at_once_and_ends_what_it_began() {
    on_each(|store, _| async move {
        let worker = worker(&store);
        let (stop, stopped) = watch::channel(false);
        let (begun, ended) = (Arc::new(Notify::new()), Arc::new(AtomicUsize::new(0)));
        let handle = {
            let (begun, ended) = (Arc::clone(&begun), Arc::clone(&ended));
            move |_| {
                let (begun, ended) = (Arc::clone(&begun), Arc::clone(&ended));
                async move {
                    begun.notify_one();
                    tokio::time::sleep(Duration::from_millis(300)).await;
                    ended.fetch_add(1, Ordering::SeqCst);
                    Ok(Outcome::Done)
                }
            }
        };
        let running = tokio::spawn(worker.clone().run(handle, stopped));
        tokio::time::sleep(Duration::from_millis(100)).await;
        let asked = tokio::time::Instant::now();
        ask(&worker, "ord").await;
        begun.notified().await;
        assert!(asked.elapsed() < Duration::from_millis(700), "woken, not polled: {:?}", asked.elapsed());
        stop.send(true).unwrap();
        running.await.unwrap();
        assert_eq!(ended.load(Ordering::SeqCst), 1, "the running job was ended before the worker");
        assert!(counts(&mut store.read().await.unwrap(), start()).await.unwrap().is_empty());
    })
    .await;
}

/// A worker was frozen for sixteen seconds: for another server, whose clock has gone on, its lease has run out. However
/// slow this machine is, the first renewal after that finds the lease gone. What runs would never end by itself.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_that_lost_its_lease_ends_its_run() {
    on_each(|store, _| async move {
        let worker = worker(&store);
        let (stop, stopped) = watch::channel(false);
        let begun = Arc::new(Notify::new());
        let handle = {
            let begun = Arc::clone(&begun);
            move |_| {
                let begun = Arc::clone(&begun);
                async move {
                    begun.notify_one();
                    std::future::pending::<Result<Outcome, JobError>>().await
                }
            }
        };
        let asked = tokio::time::Instant::now();
        ask(&worker, "ord").await;
        let running = tokio::spawn(worker.clone().run(handle, stopped));
        begun.notified().await;
        let elsewhere = worker.clock.now() + TimeDelta::seconds(16);
        let mut tx = store.begin().await.unwrap();
        let taken_over = lease_next(&mut tx, KIND.lane(), elsewhere, Duration::from_secs(60)).await.unwrap();
        tx.commit().await.unwrap();
        let taken_over = taken_over.expect("a lease of fifteen seconds has run out after sixteen");
        stop.send(true).unwrap();
        running.await.unwrap();
        assert!(asked.elapsed() < LONGEST_RUN, "ended by a renewal, not because it took too long");
        let mut tx = store.begin().await.unwrap();
        assert!(finish(&mut tx, &taken_over).await.unwrap(), "its end changed nothing for the one who has it now");
        tx.commit().await.unwrap();
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_share_the_work_two_jobs_each() {
    on_each(|store, url| async move {
        let first = worker(&store);
        let second = Worker { store: Store::open(&url).await.unwrap(), ..worker(&store) };
        let (stop, stopped) = watch::channel(false);
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let handle = {
            let (seen, now, most) = (Arc::clone(&seen), Arc::clone(&now), Arc::clone(&most));
            move |job: Job| {
                let (seen, now, most) = (Arc::clone(&seen), Arc::clone(&now), Arc::clone(&most));
                async move {
                    most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    tokio::time::sleep(Duration::from_millis(10)).await;
                    now.fetch_sub(1, Ordering::SeqCst);
                    seen.lock().unwrap().push(job.subject);
                    Ok(Outcome::Done)
                }
            }
        };
        let mut running = tokio::task::JoinSet::new();
        running.spawn(first.clone().run(handle.clone(), stopped.clone()));
        running.spawn(second.clone().run(handle, stopped));
        for index in 0..60 {
            ask(&first, &format!("ord_{index}")).await;
        }
        let patience = tokio::time::Instant::now() + Duration::from_secs(20);
        while seen.lock().unwrap().len() < 60 && tokio::time::Instant::now() < patience {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        stop.send(true).unwrap();
        while running.join_next().await.is_some() {}
        second.store.close().await;
        let mut seen = seen.lock().unwrap().clone();
        assert_eq!(seen.len(), 60);
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 60, "each once");
        assert!(most.load(Ordering::SeqCst) <= 4, "two slots each");
    })
    .await;
}
