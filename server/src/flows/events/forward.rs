//! Forwards one event.

use chrono::{DateTime, TimeDelta, Utc};

use super::document::Document;
use crate::app::App;
use crate::receiver::NotAccepted;
use crate::store::events::{self, Event};
use crate::store::{StoreError, orders};

/// How long the receiver may be down before an event is dropped.
const PATIENCE: TimeDelta = TimeDelta::days(3);

/// The alarm about a dropped event.
const GIVEN_UP: &str = "event_undelivered";

/// Why an event was not forwarded.
#[derive(Debug, thiserror::Error)]
pub enum EventError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It cannot be serialised.
    #[error("the event cannot be written: {0}")]
    Document(#[from] serde_json::Error),
    /// The receiver did not accept it.
    #[error(transparent)]
    Receiver(#[from] NotAccepted),
}

/// Sends an event to the receiver and records that it accepted it. An event whose visitor withdrew the consent is gone
/// and is not sent; one that the receiver has not accepted within [`PATIENCE`] of being enqueued is deleted and
/// counted.
///
/// # Errors
/// The receiver did not accept it; the database.
pub async fn forward(app: &App, id: &str, since: DateTime<Utc>) -> Result<(), EventError> {
    let event = events::by_id(&mut *app.store.read().await?, id).await?;
    let Some(event) = event.filter(|event| event.forwarded_at.is_none()) else { return Ok(()) };
    let (Some(receiver), Some(body)) = (&app.event_receiver, body_of(app, &event).await?) else {
        // Forwarding was switched off since, or the order is gone.
        return delete(app, id).await;
    };
    let now = app.clock.now();
    match receiver.send(&event.id, body, now).await {
        Ok(()) => {
            let mut tx = app.store.begin().await?;
            events::set_forwarded(&mut tx, id, now).await?;
            tx.commit().await?;
            Ok(())
        }
        Err(error) if now > since + PATIENCE => {
            app.metrics.alarm(GIVEN_UP);
            tracing::error!(alarm = GIVEN_UP, event = id, %error, "an event is given up");
            delete(app, id).await
        }
        Err(error) => Err(error.into()),
    }
}

async fn delete(app: &App, id: &str) -> Result<(), EventError> {
    let mut tx = app.store.begin().await?;
    events::delete(&mut tx, id).await?;
    tx.commit().await?;
    Ok(())
}

/// The event as it is sent: the same bytes at every try.
async fn body_of(app: &App, event: &Event) -> Result<Option<String>, EventError> {
    let Some(order_id) = &event.order_id else { return Ok(Some(serde_json::to_string(&Document::of_page(event))?)) };
    let order = orders::by_id(&mut *app.store.read().await?, order_id).await?;
    Ok(order.map(|order| serde_json::to_string(&Document::of_purchase(event, &order))).transpose()?)
}
