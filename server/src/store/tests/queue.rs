//! Jobs: when they run, and that no enqueued job is lost.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::payment::Provider;

use crate::store::jobs::{
    Job, JobCount, JobKind, LANES_DUE, LEASE_NEXT, Lane, OLDEST_RECHECK, again, counts, enqueue, enqueue_standing,
    finish, lanes_due, lease_next, recheck_overdue, renew, retry,
};
use crate::store::test_database::{on_each, plan, start};
use crate::store::{Dialect, Tx};

const LEASE: Duration = Duration::from_secs(60);
const KIND: JobKind = JobKind::SettlePayment(Provider::Stripe);

/// Another kind of the same lane.
const OTHER: JobKind = JobKind::RefundPayment(Provider::Stripe);

fn at(seconds: i64) -> DateTime<Utc> {
    start() + TimeDelta::seconds(seconds)
}

async fn lease(tx: &mut Tx, now: DateTime<Utc>) -> Option<Job> {
    lease_next(tx, KIND.lane(), now, LEASE).await.unwrap()
}

#[tokio::test]
async fn the_earlier_time_counts_and_one_pair_is_one_job() {
    on_each(|store, _| async move {
        let mut tx = store.begin().await.unwrap();
        for due in [30, 10, 20] {
            enqueue(&mut tx, KIND, "pay", at(due), at(0)).await.unwrap();
        }
        enqueue(&mut tx, OTHER, "pay", at(5), at(0)).await.unwrap();
        assert_eq!(lease(&mut tx, at(4)).await, None);
        assert_eq!(lease(&mut tx, at(10)).await.unwrap().kind, OTHER, "due longest");
        let job = lease(&mut tx, at(10)).await.unwrap();
        assert_eq!((job.kind, job.subject.as_str(), job.attempts, job.due_at), (KIND, "pay", 1, at(10)));
        assert_eq!(lease(&mut tx, at(60)).await, None, "both are leased");
        assert!(finish(&mut tx, &job).await.unwrap());
        assert!(!finish(&mut tx, &job).await.unwrap());
        assert_eq!(lease(&mut tx, at(69)).await, None);
        assert_eq!(lease(&mut tx, at(70)).await.unwrap().attempts, 2, "the other lease ran out");
    })
    .await;
}

#[tokio::test]
async fn a_standing_job_is_due_once_and_then_waits_as_it_is() {
    on_each(|store, _| async move {
        let mut tx = store.begin().await.unwrap();
        enqueue_standing(&mut tx, KIND, "pay", at(100), at(0)).await.unwrap();
        let job = lease(&mut tx, at(0)).await.expect("due at once, for the first time");
        enqueue_standing(&mut tx, KIND, "pay", at(101), at(1)).await.unwrap();
        assert!(again(&mut tx, &job, at(100)).await.unwrap());
        assert_eq!(lease(&mut tx, at(99)).await, None, "asked for during a run it does not run once more");
        enqueue_standing(&mut tx, KIND, "pay", at(150), at(50)).await.unwrap();
        assert_eq!(lease(&mut tx, at(99)).await, None, "it waits as it did");
        enqueue_standing(&mut tx, KIND, "pay", at(80), at(60)).await.unwrap();
        assert_eq!(lease(&mut tx, at(79)).await, None);
        let job = lease(&mut tx, at(80)).await.expect("no later than wanted");
        assert!(retry(&mut tx, &job, at(82), "down").await.unwrap());
        enqueue_standing(&mut tx, KIND, "pay", at(180), at(81)).await.unwrap();
        let job = lease(&mut tx, at(82)).await.expect("a pause after a failure stays");
        assert_eq!((job.attempts, job.last_error.as_deref()), (2, Some("down")));
    })
    .await;
}

#[tokio::test]
async fn a_late_worker_changes_nothing() {
    on_each(|store, _| async move {
        let mut tx = store.begin().await.unwrap();
        enqueue(&mut tx, KIND, "pay", at(0), at(0)).await.unwrap();
        let slow = lease(&mut tx, at(0)).await.unwrap();
        let next = lease(&mut tx, at(60)).await.unwrap();
        assert_ne!(slow.lease, next.lease);
        assert!(!finish(&mut tx, &slow).await.unwrap());
        assert!(!retry(&mut tx, &slow, at(61), "late").await.unwrap());
        assert!(!again(&mut tx, &slow, at(61)).await.unwrap());
        assert!(!renew(&mut tx, &slow, at(61), LEASE).await.unwrap());
        assert!(renew(&mut tx, &next, at(119), LEASE).await.unwrap());
        assert_eq!(lease(&mut tx, at(178)).await, None, "a renewed lease begins anew");
        assert!(finish(&mut tx, &next).await.unwrap());
    })
    .await;
}

#[tokio::test]
async fn what_is_asked_for_during_a_run_runs_once_more() {
    on_each(|store, _| async move {
        let mut tx = store.begin().await.unwrap();
        enqueue(&mut tx, KIND, "pay", at(0), at(0)).await.unwrap();
        let job = lease(&mut tx, at(0)).await.unwrap();
        enqueue(&mut tx, KIND, "pay", at(9), at(1)).await.unwrap();
        enqueue(&mut tx, KIND, "pay", at(2), at(2)).await.unwrap();
        assert_eq!(lease(&mut tx, at(3)).await, None);
        assert!(finish(&mut tx, &job).await.unwrap());
        let once_more = lease(&mut tx, at(3)).await.unwrap();
        assert_eq!((once_more.due_at, once_more.attempts), (at(2), 1));
        enqueue(&mut tx, KIND, "pay", at(4), at(4)).await.unwrap();
        assert!(retry(&mut tx, &once_more, at(600), "down\0").await.unwrap());
        let third = lease(&mut tx, at(5)).await.unwrap();
        assert_eq!((third.due_at, third.attempts, third.last_error.as_deref()), (at(4), 2, Some("down")));
        // Enqueued after the lease ran out, before the slow worker came back: still not lost.
        enqueue(&mut tx, KIND, "pay", at(70), at(70)).await.unwrap();
        assert!(finish(&mut tx, &third).await.unwrap());
        let fourth = lease(&mut tx, at(71)).await.unwrap();
        assert_eq!(fourth.last_error, None);
        // A worker that begins after the enqueuing answers it.
        enqueue(&mut tx, KIND, "pay", at(72), at(72)).await.unwrap();
        let fifth = lease(&mut tx, at(140)).await.unwrap();
        assert!(finish(&mut tx, &fifth).await.unwrap());
        assert_eq!(lease(&mut tx, at(999)).await, None);
    })
    .await;
}

#[tokio::test]
async fn running_again_is_no_failure() {
    on_each(|store, _| async move {
        let mut tx = store.begin().await.unwrap();
        enqueue(&mut tx, KIND, "pay", at(0), at(0)).await.unwrap();
        let job = lease(&mut tx, at(0)).await.unwrap();
        assert!(again(&mut tx, &job, at(30)).await.unwrap());
        assert_eq!(lanes_due(&mut tx, at(29)).await.unwrap(), []);
        assert_eq!(lanes_due(&mut tx, at(30)).await.unwrap(), [Lane::Payments(Provider::Stripe)]);
        let job = lease(&mut tx, at(30)).await.unwrap();
        assert_eq!((job.attempts, job.last_error), (1, None));
    })
    .await;
}

#[tokio::test]
async fn counts_tell_waiting_due_running_and_failing() {
    on_each(|store, _| async move {
        let mut tx = store.begin().await.unwrap();
        for (subject, due) in [("a", 0), ("b", 1), ("c", 2), ("d", 50)] {
            enqueue(&mut tx, KIND, subject, at(due), at(0)).await.unwrap();
        }
        let failed = lease(&mut tx, at(3)).await.unwrap();
        assert!(retry(&mut tx, &failed, at(40), "down").await.unwrap());
        lease(&mut tx, at(3)).await.unwrap();
        let wanted = JobCount { kind: KIND, waiting: 2, due: 1, running: 1, failing: 1 };
        assert_eq!(counts(&mut tx, at(3)).await.unwrap(), [wanted]);
    })
    .await;
}

#[tokio::test]
async fn jobs_of_a_newer_server_are_left_to_it() {
    on_each(|store, _| async move {
        let mut tx = store.begin().await.unwrap();
        add(&mut tx, "launch_rocket", "own").await;
        add(&mut tx, "settle_payment", "rockets").await;
        assert_eq!(lanes_due(&mut tx, at(0)).await.unwrap(), []);
        for lane in Lane::ALL {
            assert_eq!(lease_next(&mut tx, lane, at(0), LEASE).await.unwrap(), None, "{lane:?}");
        }
        assert!(counts(&mut tx, at(0)).await.unwrap().is_empty());
    })
    .await;
}

/// A kind may move to another lane from one version to the next: neither server leaves what the other has enqueued.
#[tokio::test]
async fn a_job_is_run_in_the_lane_that_another_server_chose_for_its_kind() {
    on_each(|store, _| async move {
        let mut tx = store.begin().await.unwrap();
        add(&mut tx, "send_letter", "own").await;
        assert_eq!(lanes_due(&mut tx, at(0)).await.unwrap(), [Lane::Own]);
        assert_eq!(counts(&mut tx, at(0)).await.unwrap()[0].kind, JobKind::SendLetter);
        let job = lease_next(&mut tx, Lane::Own, at(0), LEASE).await.unwrap().unwrap();
        assert_eq!(job.kind, JobKind::SendLetter);
        assert!(finish(&mut tx, &job).await.unwrap());
    })
    .await;
}

/// A job as another version of the server has enqueued it.
async fn add(tx: &mut Tx, kind: &str, lane: &str) {
    let sql = "INSERT INTO jobs (id, kind, lane, subject, due_at, leased_until, attempts, created_at) \
               VALUES ($1, $1, $2, 'moon', 0, 0, 0, 0)";
    sqlx::query(sql).bind(kind).bind(lane).execute(&mut **tx).await.unwrap();
}

#[tokio::test]
async fn each_lane_has_its_own_queue() {
    on_each(|store, _| async move {
        let mut tx = store.begin().await.unwrap();
        for (kind, due) in JobKind::ALL.into_iter().zip(0..) {
            enqueue(&mut tx, kind, &format!("it_{due}"), at(due), at(0)).await.unwrap();
        }
        assert_eq!(lanes_due(&mut tx, at(1)).await.unwrap(), [Lane::Own, Lane::Esims]);
        assert_eq!(lanes_due(&mut tx, at(99)).await.unwrap(), Lane::ALL, "each once");
        let mut seen = Vec::new();
        for lane in Lane::ALL {
            let mut last = at(0);
            while let Some(job) = lease_next(&mut tx, lane, at(99), LEASE).await.unwrap() {
                assert_eq!(job.kind.lane(), lane, "{job:?}");
                assert!(last <= job.due_at, "due longest first: {job:?}");
                last = job.due_at;
                seen.push(job.kind);
            }
            assert!(!lanes_due(&mut tx, at(99)).await.unwrap().contains(&lane), "{lane:?} is leased");
        }
        assert!(JobKind::ALL.into_iter().all(|kind| seen.contains(&kind)), "{seen:?}");
        assert_eq!(seen.len(), JobKind::ALL.len());
    })
    .await;
}

/// Every open page has a job that waits for its time, and after an outage thousands are due: a search for work reads
/// only the first.
#[tokio::test]
async fn a_search_for_work_ends_at_the_first_job_of_the_index() {
    on_each(|store, _| async move {
        let now = start().timestamp_millis().to_string();
        for sql in [&LEASE_NEXT, &LANES_DUE, &OLDEST_RECHECK] {
            let sql = sql.replace("$1", &now).replace("$2", "'a'").replace("$3", "'5'").replace("$4", "'own'");
            let plan = plan(&store, &sql).await;
            let (index, all, sorted) = match store.dialect() {
                Dialect::Sqlite => ("jobs USING INDEX jobs_due (lane=? AND due_at<?)", "SCAN jobs", "ORDER BY"),
                Dialect::Postgres => ("Index Scan using jobs_due on jobs", "Seq Scan", "Sort"),
            };
            assert!(plan.contains(index) && !plan.contains(all) && !plan.contains(sorted), "{plan}");
            assert!(store.dialect() == Dialect::Sqlite || plan.contains(") AND (due_at <= "), "{plan}");
        }
    })
    .await;
}

#[tokio::test]
async fn the_oldest_recheck_that_no_worker_has_says_how_late_they_run() {
    on_each(|store, _| async move {
        let (now, ago) = (start(), |seconds| start() - TimeDelta::seconds(seconds));
        let mut tx = store.begin().await.unwrap();
        assert_eq!(recheck_overdue(&mut tx, now).await.unwrap(), 0);
        enqueue(&mut tx, JobKind::EndHold, "ord", ago(900), now).await.unwrap();
        enqueue(&mut tx, JobKind::RecheckPayment(Provider::Stripe), "later", now + TimeDelta::seconds(30), now)
            .await
            .unwrap();
        assert_eq!(recheck_overdue(&mut tx, now).await.unwrap(), 0, "neither is a recheck that is late");
        enqueue(&mut tx, JobKind::RecheckPayment(Provider::Stripe), "pay_1", ago(90), now).await.unwrap();
        enqueue(&mut tx, JobKind::RecheckPayment(Provider::Mollie), "pay_2", ago(120), now).await.unwrap();
        assert_eq!(recheck_overdue(&mut tx, now).await.unwrap(), 120);
        let leased = lease_next(&mut tx, Lane::Rechecks(Provider::Mollie), now, Duration::from_secs(60)).await.unwrap();
        assert_eq!(leased.map(|job| job.subject).as_deref(), Some("pay_2"));
        assert_eq!(recheck_overdue(&mut tx, now).await.unwrap(), 90, "a worker has the older one");
    })
    .await;
}
