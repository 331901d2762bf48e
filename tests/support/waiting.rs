//! What a test waits for: jobs, webhook events and letters come when they come.

use std::time::{Duration, Instant};

use onefare_server::jobs::JobKind;
use onefare_server::store::jobs;
use serde_json::Value;

use crate::{Answer, Browser, Shop};

/// How long a test waits for what a job or a webhook event brings about: far beyond what the slowest machine needs.
pub const PATIENCE: Duration = Duration::from_secs(30);

impl Shop {
    /// Waits until no taking over of the supplier's bundles is due or under way, for at most ten seconds.
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

    /// Asks until a payment is no longer `pending`, for at most [`PATIENCE`].
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

    /// Waits until a value is the wanted one, for at most [`PATIENCE`].
    pub async fn until<T: PartialEq + std::fmt::Debug>(&self, wanted: T, mut look: impl AsyncFnMut() -> T) {
        let begun = Instant::now();
        let mut seen = look().await;
        while seen != wanted {
            assert!(begun.elapsed() < PATIENCE, "{seen:?} instead of {wanted:?} after {PATIENCE:?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
            seen = look().await;
        }
    }

    /// Waits until the only order is in that state.
    pub async fn until_order(&self, state: &str) {
        self.until(vec![state.to_owned()], async || self.texts("SELECT state FROM orders").await).await;
    }

    /// Waits until `count` orders are delivered and no job is at work, and fails when there are more.
    pub async fn delivered(&self, count: i64) {
        let begun = Instant::now();
        while self.rows("deliveries").await < count {
            assert!(begun.elapsed() < PATIENCE, "fewer than {count} deliveries after {PATIENCE:?}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        self.until_idle().await;
        assert_eq!(self.rows("deliveries").await, count);
    }

    /// Waits until no job is at work or due. A job that is due and waits for a slow machine counts too: what it is about,
    /// such as a code that lives for ten minutes, may be over once time has passed.
    pub async fn until_idle(&self) {
        let sql = "SELECT kind FROM jobs WHERE lease IS NOT NULL OR due_at <= $1";
        let at_work = async || -> Vec<String> {
            let mut conn = self.running.app.store.read().await.unwrap();
            let now = self.running.app.clock.now().timestamp_millis();
            sqlx::query_scalar(sql).bind(now).fetch_all(&mut *conn).await.unwrap()
        };
        self.until(Vec::<String>::new(), at_work).await;
    }

    /// Lets time pass, and jobs see it. Not while one is at work: a job that outlives its lease shares it with another
    /// run, and what it sends goes out twice.
    pub async fn pass(&self, seconds: u64) {
        self.until_idle().await;
        self.clock.advance(Duration::from_secs(seconds));
        self.running.app.wake.notify_one();
        tokio::time::sleep(Duration::from_millis(50)).await;
    }

    /// Asks until the answer is not `pending`, for at most [`PATIENCE`].
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

    /// The letters to an address, newest first, once at least `count` are there.
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
