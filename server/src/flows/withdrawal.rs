//! Withdrawing from an order: the statement is stored, a receipt follows by mail, what renews is cancelled so that
//! nothing more is charged, and an operator looks at the rest. An unpaid order is closed and its hosted page closed;
//! money that arrives all the same is refunded at its settlement. Once an operator has noted how one ended, the buyer may
//! have changed their mind and the order may renew again: another statement then opens it anew.
//!
//! The answer is the same whether or not there is such an order, after the same work: only the jobs find that there is
//! none, so that a stranger cannot find out who is a customer. Number and address together do cancel the renewal, as a
//! statement by post would: that moves no money, the buyer keeps what is paid for, and two letters say so to them.

use chrono::{DateTime, Utc};
use onefare_core::order::OrderEvent;
use onefare_core::withdrawal::{Statement, WithdrawalState, from_order};

use crate::app::App;
use crate::flows::code_uses;
use crate::flows::delivery::progress::Progress;
use crate::flows::effects;
use crate::flows::outbox::{post_again, post_once};
use crate::flows::payment::supersede::end_open_page;
use crate::flows::support::renewal::CancelError;
use crate::flows::support::stop_renewal::stop;
use crate::ids::new_id;
use crate::jobs::JobKind;
use crate::problem::Refusal;
use crate::store::letters::{LetterKind, NewLetter};
use crate::store::orders::{self, Order};
use crate::store::{StoreError, Tx, customers, email_changes, jobs, unmatched_withdrawals, withdrawals};

/// Takes a statement, and answers when it arrived. A repeat of one that waits changes nothing: the first one counts, with
/// its receipt.
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
    let found = order_of(&mut tx, statement).await?;
    let (mut is_new, mut may_write) = (false, false);
    if let Some(order) = &found {
        may_write = is_proven(&mut tx, order).await?;
        is_new = note(&mut tx, order, statement.name.as_deref(), now).await?;
        if is_new {
            begin(&mut tx, order, now).await?;
        }
        tracing::info!(order = %order.number, is_new, "a buyer withdraws");
    } else {
        unmatched_withdrawals::insert_once(&mut tx, statement, now).await?;
    }
    let order_id = found.map(|order| order.id);
    let unknown = new_id("wdr");
    let subject = order_id.as_deref().unwrap_or(&unknown);
    // A letter to nobody costs the same work: the time of the answer tells no stranger anything.
    let receipt = match order_id.as_deref().filter(|_| may_write) {
        Some(id) => NewLetter::of_order(LetterKind::Withdrawal, id),
        None => NewLetter::of_account(LetterKind::Withdrawal, &unknown),
    };
    if is_new {
        post_again(&mut tx, receipt, now).await?;
    } else {
        post_once(&mut tx, receipt, now).await?;
    }
    jobs::enqueue(&mut tx, JobKind::FinishWithdrawal, subject, now, now).await?;
    tx.commit().await
}

/// Whether the owner of the order's address has shown that it is theirs, by a payment for this order or another one.
/// Anyone can begin an unpaid order in anyone's name, and then withdraw from it: that sends no letter.
async fn is_proven(tx: &mut Tx, order: &Order) -> Result<bool, StoreError> {
    if order.paid_at.is_some() {
        return Ok(true);
    }
    Ok(customers::address(tx, &order.email.canonical()).await?.is_some())
}

/// The order that a statement is about, locked until the transaction ends. Its address is the order's, or one that the
/// order had before: the buyer may have the first receipt alone at hand.
async fn order_of(tx: &mut Tx, statement: &Statement) -> Result<Option<Order>, StoreError> {
    let Some(found) = orders::by_number(tx, &statement.order_number).await? else { return Ok(None) };
    // The buyer is locked before the order, as in a settlement: no attempt of theirs and no payment is decided
    // meanwhile.
    tx.hold(&found.buyer).await?;
    let Some(order) = orders::lock(tx, &found.id).await? else { return Ok(None) };
    let is_its_address = order.email.canonical() == statement.email.canonical();
    Ok((is_its_address || email_changes::had(tx, &order.id, &statement.email).await?).then_some(order))
}

/// Stores a statement. `false`: another one of the order waits, or the shop has ended it by itself: of what is unpaid or
/// refunded nothing is left to do, however often it is stated.
async fn note(tx: &mut Tx, order: &Order, name: Option<&str>, now: DateTime<Utc>) -> Result<bool, StoreError> {
    if withdrawals::insert_once(tx, &order.id, name, now).await? {
        return Ok(true);
    }
    let may_wait = from_order(order.state) == WithdrawalState::Requested && !order.state.awaits_payment();
    Ok(may_wait && withdrawals::state_again(tx, &order.id, name, now).await?)
}

/// What follows from a statement at once.
async fn begin(tx: &mut Tx, order: &Order, now: DateTime<Utc>) -> Result<(), StoreError> {
    if from_order(order.state) == WithdrawalState::Handled {
        withdrawals::close(tx, &order.id, withdrawals::REFUNDED, now).await?;
    }
    if !order.state.awaits_payment() {
        return Ok(());
    }
    end_open_page(tx, order, now).await?;
    if let Some((closed, _)) = order.state.on(OrderEvent::PaymentFailed) {
        orders::move_state(tx, &order.id, order.state, closed, now).await?;
        code_uses::follow(tx, order, closed, now).await?;
    }
    effects::end_unpaid_withdrawal(tx, &order.id, now).await
}

/// Cancels the renewal of an order whose withdrawal needs attention: a charge that comes before an operator looks at it
/// would be one after the end of the contract. What does not renew, and an id that is no order's, need nothing.
///
/// # Errors
/// The database; the job tries again.
pub async fn stop_renewal(app: &App, order_id: &str) -> Result<Progress, CancelError> {
    let mut tx = app.store.begin().await?;
    let Some(order) = orders::lock(&mut tx, order_id).await? else { return Ok(Progress::Done) };
    // Read under the order's lock: an operator may be closing it in this moment.
    if withdrawals::of_order(&mut tx, order_id).await?.is_none_or(|one| one.state() == WithdrawalState::Handled) {
        return Ok(Progress::Done);
    }
    let progress = stop(&mut tx, &order, app.clock.now()).await?;
    tx.commit().await?;
    app.wake.notify_one();
    Ok(progress)
}
