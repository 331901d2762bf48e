//! Webhook events that were received, so that a repeat is recognised.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::AnyConnection;

use super::StoreError;
use super::dialect::storable;

/// Whether one of the two events was remembered.
pub async fn is_one_known(
    conn: &mut AnyConnection,
    provider: &str,
    event_ids: [Option<&str>; 2],
) -> Result<bool, StoreError> {
    let sql = "SELECT event_id FROM webhook_events WHERE provider = $1 AND event_id IN ($2, $3) LIMIT 1";
    let [one, other] = event_ids.map(|id| id.map(|id| storable(id).into_owned()));
    let query = sqlx::query(sql).bind(provider).bind(one).bind(other);
    Ok(query.fetch_optional(conn).await?.is_some())
}

/// Remembers a webhook event whose id is the same each time. `false`: it was remembered as the same kind within that
/// time already.
/// already.
pub async fn remember_again(
    conn: &mut AnyConnection,
    provider: &str,
    event_id: &str,
    kind: &str,
    after: TimeDelta,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "INSERT INTO webhook_events (provider, event_id, kind, received_at) VALUES ($1, $2, $3, $4) \
               ON CONFLICT (provider, event_id) DO UPDATE SET kind = excluded.kind, received_at = excluded.received_at \
               WHERE webhook_events.kind <> excluded.kind OR webhook_events.received_at <= $5";
    let query = sqlx::query(sql)
        .bind(provider)
        .bind(storable(event_id).into_owned())
        .bind(storable(kind).into_owned())
        .bind(now.timestamp_millis())
        .bind((now - after).timestamp_millis());
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Remembers an event. `false`: it was remembered before.
pub async fn remember(
    conn: &mut AnyConnection,
    provider: &str,
    event_id: &str,
    kind: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "INSERT INTO webhook_events (provider, event_id, kind, received_at) VALUES ($1, $2, $3, $4) \
               ON CONFLICT (provider, event_id) DO NOTHING";
    let query = sqlx::query(sql)
        .bind(provider)
        .bind(storable(event_id).into_owned())
        .bind(storable(kind).into_owned())
        .bind(now.timestamp_millis());
    Ok(query.execute(conn).await?.rows_affected() == 1)
}
