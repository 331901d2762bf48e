//! Pushes the entitlement of an account to the receiver until it takes it. A superseded revision is never sent: the
//! newest one carries the whole state.

use chrono::{DateTime, TimeDelta, Utc};

use super::document::Push;
use crate::app::App;
use crate::jobs::JobKind;
use crate::receiver::NotAccepted;
use crate::store::entitlements::{self, StoredEntitlement};
use crate::store::{StoreError, Tx, jobs};

/// How long a revision may wait for the receiver before operators are alerted.
const PATIENCE: TimeDelta = TimeDelta::hours(1);

/// The alarm about a revision that the receiver does not take.
const ALARM: &str = "entitlement_untaken";

/// Why an entitlement was not handed over; the job tries again, for ever.
#[derive(Debug, thiserror::Error)]
pub enum PushError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It cannot be serialised.
    #[error("the entitlement cannot be written: {0}")]
    Document(#[from] serde_json::Error),
    /// The receiver did not take it.
    #[error(transparent)]
    Receiver(#[from] NotAccepted),
}

/// Sends the newest revision of an account that waits. One that waits for over an hour raises an alarm.
///
/// # Errors
/// See [`PushError`].
pub async fn push(app: &App, account_id: &str) -> Result<(), PushError> {
    let Some(receiver) = &app.entitlement_receiver else { return Ok(()) };
    let stored = entitlements::of_account(&mut *app.store.read().await?, account_id).await?;
    let Some(stored) = stored.filter(|stored| stored.waits_since.is_some()) else { return Ok(()) };
    let push = Push::of(&stored);
    let sent = receiver.send(&push.id(), serde_json::to_string(&push)?, app.clock.now()).await;
    if let Err(refused) = sent {
        alert(app, &stored, &refused).await?;
        return Err(refused.into());
    }
    let mut tx = app.store.begin().await?;
    entitlements::set_taken(&mut tx, account_id, stored.revision).await?;
    tx.commit().await?;
    Ok(())
}

/// Has the receiver take the newest revision of an account once more.
///
/// # Errors
/// The database.
pub async fn resend(tx: &mut Tx, account_id: &str, now: DateTime<Utc>) -> Result<(), StoreError> {
    if entitlements::set_waiting(tx, account_id, now).await? {
        jobs::enqueue(tx, JobKind::PushEntitlement, account_id, now, now).await?;
    }
    Ok(())
}

async fn alert(app: &App, stored: &StoredEntitlement, refused: &NotAccepted) -> Result<(), StoreError> {
    let now = app.clock.now();
    if stored.alarmed_at.is_some() || stored.waits_since.is_none_or(|since| now < since + PATIENCE) {
        return Ok(());
    }
    let mut tx = app.store.begin().await?;
    let is_new = entitlements::set_alarmed(&mut tx, &stored.account_id, now).await?;
    tx.commit().await?;
    if is_new {
        app.metrics.alarm(ALARM);
        let (account, revision) = (&stored.account_id, stored.revision);
        tracing::error!(alarm = ALARM, account, revision, %refused, "the receiver does not take an entitlement");
    }
    Ok(())
}
