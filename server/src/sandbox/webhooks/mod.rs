//! Delivers webhook events to a shop: retries until accepted, also after a restart, in no particular order. Each
//! provider decides what an event says and how it is signed; the retries are decided here.

mod queue;
mod schedule;
#[cfg(test)]
mod tests;

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::Sha256;
use tokio::task::JoinSet;

use crate::clock::Clock;
use crate::sandbox::provider::Provider;
use crate::sandbox::settings::SandboxError;
use crate::sandbox::{Sandbox, esim_access, mollie, stripe};

/// Longest wait for an answer; Mollie waits longer.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(10);
/// How often the clock is read when nothing else happens.
const IDLE: Duration = Duration::from_secs(2);
const BATCH: i64 = 32;

/// The behaviour of deliveries; tests choose it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Each event once, immediately.
    #[default]
    Normal,
    /// Every attempt is lost. Retries continue, so that a later `normal` delivers.
    Drop,
    /// Each event twice.
    Duplicate,
    /// Each event late.
    Delay,
    /// Waiting events are sent newest first, one after the other.
    Reorder,
}

/// The header that proves the sender of `body`.
#[must_use]
pub fn sign(secret: &str, timestamp: i64, body: &str) -> String {
    // HMAC takes keys of any length, so the fallback is never reached; it would give an empty signature, which the shop
    // refuses.
    let signature = Hmac::<Sha256>::new_from_slice(secret.as_bytes())
        .map(|mut mac| {
            mac.update(format!("{timestamp}.{body}").as_bytes());
            hex::encode(mac.finalize().into_bytes())
        })
        .unwrap_or_default();
    format!("t={timestamp},v1={signature}")
}

/// The HTTP client for deliveries.
pub(in crate::sandbox) fn courier() -> Result<reqwest::Client, SandboxError> {
    // reqwest is built without a default TLS provider and makes no client while the process has none. `main` installs
    // it; tests open a sandbox without a `main`.
    if rustls::crypto::CryptoProvider::get_default().is_none() {
        let _ = rustls::crypto::ring::default_provider().install_default();
    }
    Ok(reqwest::Client::builder()
        .timeout(ATTEMPT_TIMEOUT)
        .redirect(reqwest::redirect::Policy::none())
        // Like every client here: an environment's proxy must not stand between two halves of one process.
        .no_proxy()
        .build()?)
}

struct Due {
    provider: Provider,
    event: String,
    attempts: i64,
    first_due_at: i64,
    body: Value,
}

/// The outcome of one attempt.
struct Outcome {
    due: Due,
    status: Option<u16>,
    error: Option<String>,
}

impl Sandbox {
    /// Delivers webhook events and applies the passing of time at the providers until `shutdown`. Undelivered events
    /// are delivered after the next start.
    pub async fn run(self: Arc<Self>, shutdown: impl Future<Output = ()> + Send) {
        tokio::select! {
            () = shutdown => {}
            () = self.deliver_for_ever() => {}
        }
    }

    async fn deliver_for_ever(&self) {
        loop {
            let pause = match self.deliver_due().await {
                Ok(pause) => pause,
                Err(error) => {
                    tracing::error!(%error, "the sandbox could not deliver events");
                    IDLE
                }
            };
            tokio::select! {
                () = self.wake.notified() => {}
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// Delivers what is due; returns how long to wait for more.
    pub(in crate::sandbox) async fn deliver_due(&self) -> Result<Duration, SandboxError> {
        let mut work = self.store.begin().await?;
        stripe::expire_late(&mut work).await?;
        mollie::move_on(&mut work).await?;
        esim_access::move_on(&mut work).await?;
        let (mode, _) = work.webhook_mode().await?;
        let due = work.due(mode, Clock::System.now_millis()).await?;
        work.commit().await?;
        let mut outcomes = Vec::new();
        if mode == Mode::Reorder {
            for due in due {
                outcomes.push(self.prepare(due, mode).await);
            }
        } else {
            let mut attempts = JoinSet::new();
            for due in due {
                attempts.spawn(self.prepare(due, mode));
            }
            outcomes = attempts.join_all().await;
        }
        let mut work = self.store.begin().await?;
        for outcome in outcomes {
            work.settle(outcome).await?;
        }
        let (attempt, order) = (work.next_attempt().await?, esim_access::next_ready(&mut work).await?);
        let next = attempt.into_iter().chain(order).min();
        work.commit().await?;
        let wait = next.map(|at| u64::try_from(at - Clock::System.now_millis()).unwrap_or(0));
        Ok(wait.map_or(IDLE, |wait| Duration::from_millis(wait).min(IDLE)))
    }

    /// One attempt, ready to run concurrently with others.
    fn prepare(&self, due: Due, mode: Mode) -> impl Future<Output = Outcome> + Send + use<> {
        let request = match due.provider {
            Provider::Stripe => stripe::delivery(self, &due.body),
            Provider::Mollie => mollie::delivery(self, &due.body),
            Provider::EsimAccess => esim_access::delivery(self, &due.body),
        };
        async move {
            if mode == Mode::Drop {
                return Outcome { due, status: None, error: Some("lost on the way (mode drop)".to_owned()) };
            }
            let copy = if mode == Mode::Duplicate { request.try_clone() } else { None };
            let answer = request.send().await;
            if let Some(copy) = copy {
                // The result of the second copy does not matter: the first one decides.
                let _ = copy.send().await;
            }
            match answer {
                Ok(answer) => Outcome { due, status: Some(answer.status().as_u16()), error: None },
                Err(error) => Outcome { due, status: None, error: Some(error.without_url().to_string()) },
            }
        }
    }
}
