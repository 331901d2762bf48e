//! Waiting in tests: jobs, webhook events and letters arrive in their own time.

use std::time::{Duration, Instant};

use onefare_server::jobs::JobKind;
use onefare_server::store::jobs;
use serde_json::Value;

use crate::{Answer, Browser, Shop};

/// How long a test waits for the result of a job or a webhook event: far longer than the slowest machine needs.
pub const PATIENCE: Duration = Duration::from_secs(30);

impl Shop {
    /// Waits, at most ten seconds, until no catalogue import is due or running.
    pub async fn imported(&self) {
        for _ in 0..500 {
            let mut conn = self.running.app.store.read().await.unwrap();
            let counts = jobs::counts(&mut conn, self.clock.now()).await.unwrap();
            if !counts.iter().any(|one| one.kind == JobKind::ImportBundles && one.due + one.running > 0) {
                return;
            }
            drop(conn);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the supplier's bundles are still being taken over after ten seconds");
    }

    /// Polls until a payment is no longer `pending`, for at most [`PATIENCE`].
    pub async fn status_until_known(&self, browser: &mut Browser, hash: &str) -> Answer {
        let begun = Instant::now();
        loop {
            let answer = self.payment_status(browser, hash).await;
            if answer.body["payment_status"] != "pending" {
                return answer;
            }
            assert!(begun.elapsed() < PATIENCE, "still pending after {PATIENCE:?}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Waits until a value is the expected one, for at most [`PATIENCE`].
    pub async fn until<T: PartialEq + std::fmt::Debug>(&self, wanted: T, mut look: impl AsyncFnMut() -> T) {
        let begun = Instant::now();
        let mut seen = look().await;
        while seen != wanted {
            assert!(begun.elapsed() < PATIENCE, "{seen:?} instead of {wanted:?} after {PATIENCE:?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
            seen = look().await;
        }
    }

    /// Waits until the only order has that state.
    pub async fn until_order(&self, state: &str) {
        self.until(vec![state.to_owned()], async || self.texts("SELECT state FROM orders").await).await;
    }

    /// Waits until `count` orders are delivered and no job is running, and fails when there are more.
    pub async fn delivered(&self, count: i64) {
        let begun = Instant::now();
        while self.rows("deliveries").await < count {
            assert!(begun.elapsed() < PATIENCE, "fewer than {count} deliveries after {PATIENCE:?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        self.until_idle().await;
        assert_eq!(self.rows("deliveries").await, count);
    }

    /// Waits until no job is running or due. A due job that a slow machine delays counts too: its subject, such as a
    /// code that lives for ten minutes, may expire once time has passed.
    pub async fn until_idle(&self) {
        let sql = "SELECT kind FROM jobs WHERE lease IS NOT NULL OR due_at <= $1";
        let at_work = async || -> Vec<String> {
            let mut conn = self.running.app.store.read().await.unwrap();
            let now = self.running.app.clock.now().timestamp_millis();
            sqlx::query_scalar(sql).bind(now).fetch_all(&mut *conn).await.unwrap()
        };
        self.until(Vec::<String>::new(), at_work).await;
    }

    /// Advances the clock and wakes the jobs, but not while one is running: a job that outlives its lease runs twice,
    /// and sends everything twice.
    pub async fn pass(&self, seconds: u64) {
        self.until_idle().await;
        self.clock.advance(Duration::from_secs(seconds));
        self.running.app.wake.notify_one();
        tokio::time::sleep(Duration::from_millis(50)).await;
    }

    /// Polls until the answer is not `pending`, for at most [`PATIENCE`].
    pub async fn verify_until_known(&self, browser: &mut Browser, session: &str) -> Answer {
        let begun = Instant::now();
        loop {
            let answer = self.verify(browser, session).await;
            if answer.body["status"] != "pending" {
                return answer;
            }
            assert!(begun.elapsed() < PATIENCE, "still pending after {PATIENCE:?}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// The letters to an address, newest first, once at least `count` have arrived.
    pub async fn letters_to(&self, address: &str, count: usize) -> Vec<Value> {
        let begun = Instant::now();
        loop {
            let mails = self.get("/sandbox/mailbox.json").await.body;
            let list = mails["letters"].as_array().cloned().unwrap_or_default();
            let mine: Vec<Value> = list.into_iter().filter(|mail| mail["to"].to_string().contains(address)).collect();
            if mine.len() >= count {
                return mine;
            }
            assert!(begun.elapsed() < PATIENCE, "fewer than {count} letters to {address}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}
