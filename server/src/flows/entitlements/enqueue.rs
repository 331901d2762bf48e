//! Enqueues the update of an entitlement, in the transaction that may change it.

use chrono::{DateTime, Utc};

use crate::jobs::JobKind;
use crate::store::{StoreError, Tx, accounts, jobs};

/// Enqueues the update of an order's account after something that may change it. An order that was never paid has none.
///
/// # Errors
/// The database.
pub async fn enqueue_update(tx: &mut Tx, order_id: &str, now: DateTime<Utc>) -> Result<(), StoreError> {
    match accounts::of_order(tx, order_id).await? {
        Some(account) => enqueue(tx, &account, now).await,
        None => Ok(()),
    }
}

pub(super) async fn enqueue(tx: &mut Tx, account: &str, now: DateTime<Utc>) -> Result<(), StoreError> {
    jobs::enqueue(tx, JobKind::UpdateEntitlement, account, now, now).await
}
