//! The events that wait for delivery, and the outcome of each attempt. Instants are those of the machine's clock: a
//! clock moved by hand must not make a retry wait for ever.

use serde_json::json;
use sqlx::Row as _;

use super::schedule::next_attempt;
use super::{BATCH, Due, Mode, Outcome};
use crate::clock::Clock;
use crate::sandbox::provider::Provider;
use crate::sandbox::settings::SandboxError;
use crate::sandbox::store::Work;
use crate::sandbox::stripe;

/// The due deliveries. By itself SQLite reads every event that there ever was: the query names the index of waiting
/// deliveries, and `CROSS JOIN` makes SQLite read them first.
macro_rules! due {
    ($order:literal) => {
        concat!(
            "SELECT d.provider, d.event, d.attempts, d.first_due_at, o.body \
             FROM deliveries d INDEXED BY deliveries_due CROSS JOIN objects o \
             ON o.kind IN ('event', 'mollie.event', 'esim.event') AND o.id = d.event \
             WHERE d.next_attempt_at <= ? ORDER BY ",
            $order,
            " LIMIT ?"
        )
    };
}

pub(super) const OLDEST_FIRST: &str = due!("d.sequence");
pub(super) const NEWEST_FIRST: &str = due!("d.sequence DESC");

impl Work {
    /// Queues an event.
    pub(in crate::sandbox) async fn queue_delivery(
        &mut self,
        provider: Provider,
        event: &str,
    ) -> Result<(), SandboxError> {
        let (mode, delay_ms) = self.webhook_mode().await?;
        let delay = if matches!(mode, Mode::Delay | Mode::Reorder) { delay_ms } else { 0 };
        let due = Clock::System.now_millis() + delay;
        sqlx::query("INSERT INTO deliveries (provider, event, first_due_at, next_attempt_at) VALUES (?, ?, ?, ?)")
            .bind(provider.code())
            .bind(event)
            .bind(due)
            .bind(due)
            .execute(&mut *self.transaction)
            .await?;
        Ok(())
    }

    /// The present behaviour of deliveries, and the delay of the modes that have one.
    pub(in crate::sandbox) async fn webhook_mode(&mut self) -> Result<(Mode, i64), SandboxError> {
        let row = sqlx::query("SELECT mode, delay_ms FROM webhook_mode").fetch_optional(&mut *self.transaction).await?;
        let Some(row) = row else { return Ok((Mode::Normal, 0)) };
        let mode = serde_json::from_value(json!(row.try_get::<String, _>("mode")?))
            .map_err(|source| SandboxError::Unreadable { kind: "webhook mode", source })?;
        Ok((mode, row.try_get("delay_ms")?))
    }

    /// Changes that behaviour.
    pub(in crate::sandbox) async fn set_webhook_mode(&mut self, mode: Mode, delay_ms: i64) -> Result<(), SandboxError> {
        let mode = json!(mode).as_str().unwrap_or_default().to_owned();
        sqlx::query("INSERT OR REPLACE INTO webhook_mode (only, mode, delay_ms) VALUES (1, ?, ?)")
            .bind(mode)
            .bind(delay_ms)
            .execute(&mut *self.transaction)
            .await?;
        Ok(())
    }

    pub(super) async fn due(&mut self, mode: Mode, now: i64) -> Result<Vec<Due>, SandboxError> {
        let query = if mode == Mode::Reorder { NEWEST_FIRST } else { OLDEST_FIRST };
        let rows = sqlx::query(query).bind(now).bind(BATCH).fetch_all(&mut *self.transaction).await?;
        rows.iter()
            .map(|row| {
                let body: String = row.try_get("body")?;
                Ok(Due {
                    provider: Provider::find(&row.try_get::<String, _>("provider")?)?,
                    event: row.try_get("event")?,
                    attempts: row.try_get("attempts")?,
                    first_due_at: row.try_get("first_due_at")?,
                    body: serde_json::from_str(&body)
                        .map_err(|source| SandboxError::Unreadable { kind: "event", source })?,
                })
            })
            .collect()
    }

    pub(super) async fn settle(&mut self, outcome: Outcome) -> Result<(), SandboxError> {
        let Outcome { due, status, error } = outcome;
        let now = Clock::System.now_millis();
        let taken = status.is_some_and(|status| (200..300).contains(&status));
        let again = next_attempt(due.provider, due.attempts, now, due.first_due_at).filter(|_| !taken);
        if !taken {
            tracing::info!(event = due.event, status, error, "a webhook event was not taken");
        }
        sqlx::query(
            "UPDATE deliveries SET attempts = attempts + 1, next_attempt_at = ?, delivered_at = ? WHERE event = ?",
        )
        .bind(again)
        .bind(taken.then_some(now))
        .bind(&due.event)
        .execute(&mut *self.transaction)
        .await?;
        sqlx::query("INSERT INTO delivery_attempts (event, attempted_at, status, error) VALUES (?, ?, ?, ?)")
            .bind(&due.event)
            .bind(now)
            .bind(status.map(i64::from))
            .bind(error)
            .execute(&mut *self.transaction)
            .await?;
        if taken && due.provider == Provider::Stripe {
            stripe::delivered(self, due.body).await?;
        }
        Ok(())
    }

    pub(super) async fn next_attempt(&mut self) -> Result<Option<i64>, SandboxError> {
        let row = sqlx::query("SELECT MIN(next_attempt_at) AS at FROM deliveries WHERE next_attempt_at IS NOT NULL")
            .fetch_one(&mut *self.transaction)
            .await?;
        Ok(row.try_get("at")?)
    }
}
