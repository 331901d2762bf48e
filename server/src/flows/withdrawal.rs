//! Withdrawing from an order: the statement is stored, a receipt follows by mail, what renews is cancelled so that nothing
//! more is charged, and a person looks at the rest.
//!
//! The answer is the same whether or not there is such an order, after the same work: only the receipt's job finds that
//! there is none. Numbers and addresses are no secrets that open anything, but who is a customer is nobody else's business.

use std::time::Duration;

use chrono::{DateTime, Utc};
use onefare_core::withdrawal::{Statement, WithdrawalState, from_order};

use crate::app::App;
use crate::flows::delivery::progress::Progress;
use crate::flows::support::renewal::{self, CancelError};
use crate::ids::new_id;
use crate::jobs::JobKind;
use crate::problem::Refusal;
use crate::store::orders::{self, Order};
use crate::store::{StoreError, Tx, jobs, withdrawals};

/// How long a withdrawal waits before it looks again at an order that is not delivered yet: only what was delivered renews.
const NOT_DELIVERED: Duration = Duration::from_mins(10);

/// Takes a statement, and answers when it arrived. A repeat changes nothing: the first one counts, with its receipt.
///
/// # Errors
/// The database.
pub async fn state(app: &App, statement: &Statement) -> Result<DateTime<Utc>, Refusal> {
    let now = app.clock.now();
    store(app, statement, now).await.map_err(Refusal::internal)?;
    app.wake.notify_one();
    Ok(now)
}

async fn store(app: &App, statement: &Statement, now: DateTime<Utc>) -> Result<(), StoreError> {
    let mut tx = app.store.begin().await?;
    let subject = match order_of(&mut tx, statement).await? {
        Some((order, begins)) => {
            let is_new = withdrawals::insert_once(&mut tx, &order.id, statement.name.as_deref(), now).await?;
            if is_new && begins == WithdrawalState::Handled {
                withdrawals::close(&mut tx, &order.id, withdrawals::REFUNDED, now).await?;
            }
            tracing::info!(order = %order.number, is_new, "a buyer withdraws");
            order.id
        }
        None => new_id("wdr"),
    };
    jobs::enqueue(&mut tx, JobKind::SendWithdrawalReceipt, &subject, now, now).await?;
    tx.commit().await
}

/// The order that a statement is about, held until the transaction ends, and how its withdrawal begins.
async fn order_of(tx: &mut Tx, statement: &Statement) -> Result<Option<(Order, WithdrawalState)>, StoreError> {
    let Some(found) = orders::by_number(tx, &statement.order_number).await? else { return Ok(None) };
    let Some(order) = orders::lock(tx, &found.id).await? else { return Ok(None) };
    let is_theirs = order.email.canonical() == statement.email.canonical();
    let begins = from_order(order.state);
    Ok(begins.filter(|_| is_theirs).map(|begins| (order, begins)))
}

/// Cancels the renewal of an order whose withdrawal waits for a person: a charge that comes before they look at it would be
/// one after the end of the contract. What does not renew, and an id that is no order's, need nothing.
///
/// # Errors
/// The database; the job tries again.
pub async fn stop_renewal(app: &App, order_id: &str) -> Result<Progress, CancelError> {
    let now = app.clock.now();
    let mut conn = app.store.snapshot().await?;
    let waits = withdrawals::of_order(&mut conn, order_id).await?.is_some_and(|one| one.handled_at.is_none());
    let order = orders::by_id(&mut conn, order_id).await?.filter(|_| waits);
    drop(conn);
    let Some(order) = order else { return Ok(Progress::Done) };
    let cancelled = match renewal::look(&app.store, &order.number, now).await {
        Ok(offer) => renewal::cancel(&app.store, &offer, now).await,
        Err(error) => Err(error),
    };
    match cancelled {
        Ok(()) => {
            app.wake.notify_one();
            tracing::info!(order = %order.number, "a withdrawal cancels the renewal");
            Ok(Progress::Done)
        }
        Err(CancelError::NotDelivered(..) | CancelError::Changed(_)) => Ok(Progress::Later(NOT_DELIVERED)),
        Err(error @ (CancelError::Store(_) | CancelError::Money(_))) => Err(error),
        Err(nothing) => {
            tracing::debug!(order = %order.number, %nothing, "a withdrawal leaves nothing that renews");
            Ok(Progress::Done)
        }
    }
}
