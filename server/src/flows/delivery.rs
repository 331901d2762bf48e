//! From a paid order to what was bought, and to the letter that says so.

use std::time::Duration;

use chrono::{DateTime, Utc};
use onefare_core::order::{DeliveryState, Effect, OrderEvent};
use onefare_core::quote::Product;

use crate::app::App;
use crate::esims::esim_access::EsimAccessError;
use crate::fail_point::{Side, Step, reached};
use crate::flows::letter_kinds::LetterKind;
use crate::flows::posting::{self, Posted};
use crate::flows::{esim_delivery, esim_giving_back, refunding};
use crate::jobs::JobKind;
use crate::mail::MailError;
use crate::mail::letters::LetterError;
use crate::seal::SealError;
use crate::store::orders::Order;
use crate::store::undeliverable_letters::FIRST;
use crate::store::{
    Connection, StoreError, Tx, cancellations, deliveries, jobs, letters, orders, undeliverable_letters,
};

/// Until it is looked again whether an order is to be delivered after all whose money is on its way back.
pub(super) const WHILE_MONEY_GOES_BACK: Duration = Duration::from_mins(10);

/// What a delivery is called in the store.
const SUBSCRIPTION: &str = "subscription";

/// Why a delivery or a letter has to be tried again.
#[derive(Debug, thiserror::Error)]
pub enum DeliveryError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A stored amount is out of bounds.
    #[error(transparent)]
    Money(#[from] onefare_core::money::MoneyError),
    /// The letter could not be put into words.
    #[error(transparent)]
    Words(#[from] LetterError),
    /// The letter could not be handed over.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// The supplier refused, in a way that only an operator can mend, or could not be asked.
    #[error("the supplier: {0}")]
    Supplier(#[from] EsimAccessError),
    /// The supplier did not answer, or not in a way that can be read.
    #[error("no answer of the supplier's: {0}")]
    Silent(String),
    /// An activation code could not be sealed or opened.
    #[error("activation code: {0}")]
    Seal(#[from] SealError),
    /// The order does not have what the step needs.
    #[error("order {0}: {1}")]
    NotReady(String, &'static str),
}

/// How far a delivery has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// There is nothing left to do.
    Done,
    /// Others are at work: look again after a while.
    Later(Duration),
}

/// Asks for the delivery of an order, by the job that waits for nobody whom it does not need.
///
/// # Errors
/// The database.
pub async fn ask(tx: &mut Tx, order: &Order, now: DateTime<Utc>) -> Result<(), StoreError> {
    jobs::enqueue(tx, JobKind::delivery(order.quote.product()), &order.id, now, now).await
}

/// Makes what a paid order is for: a subscription at once, an eSIM as soon as the supplier has made it. Repeats find it
/// made. Nothing is made while all of the money is on its way back.
///
/// # Errors
/// The database; an order that was never paid; the supplier.
pub async fn deliver(app: &App, order_id: &str) -> Result<Progress, DeliveryError> {
    let order = orders::by_id(&mut *app.store.read().await?, order_id).await?;
    let order = order.ok_or_else(|| not_ready(order_id, "unknown"))?;
    match order.quote.product() {
        // It may have been ordered in the moment in which the money went back.
        Product::Refill if order.state.delivery() == DeliveryState::Ended => esim_giving_back::run(app, order_id).await,
        Product::Refill => match not_now(&mut *app.store.read().await?, &order).await? {
            Some(progress) => Ok(progress),
            None => esim_delivery::deliver(app, &order).await,
        },
        Product::Plan | Product::Trial | Product::Deal => subscribe(app, order_id).await,
    }
}

/// Why an order is not delivered now, if it is not.
async fn not_now(conn: &mut Connection, order: &Order) -> Result<Option<Progress>, DeliveryError> {
    match order.state.delivery() {
        DeliveryState::Due if refunding::all_goes_back(conn, order).await? => {
            Ok(Some(Progress::Later(WHILE_MONEY_GOES_BACK)))
        }
        DeliveryState::Due => Ok(None),
        DeliveryState::None if order.state.awaits_payment() => Err(not_ready(&order.id, "not paid")),
        // Delivered before, or not to be delivered any more; one that is to be delivered after all is asked for again.
        DeliveryState::None | DeliveryState::Active | DeliveryState::Frozen | DeliveryState::Ended => {
            Ok(Some(Progress::Done))
        }
    }
}

/// Makes the subscription.
async fn subscribe(app: &App, order_id: &str) -> Result<Progress, DeliveryError> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let order = orders::lock(&mut tx, order_id).await?.ok_or_else(|| not_ready(order_id, "unknown"))?;
    if let Some(progress) = not_now(&mut tx, &order).await? {
        return Ok(progress);
    }
    let Some((next, effects)) = order.state.on(OrderEvent::DeliveryDone) else {
        return Err(not_ready(order_id, "not paid"));
    };
    let starts_at = order.paid_at.ok_or_else(|| not_ready(order_id, "has no time of payment"))?;
    let ends_at =
        order.quote.first_term_end(starts_at).ok_or_else(|| not_ready(order_id, "ends beyond the calendar"))?;
    deliveries::insert_once(&mut tx, order_id, SUBSCRIPTION, starts_at, ends_at, now).await?;
    if !orders::move_state(&mut tx, order_id, order.state, next, now).await? {
        return Err(not_ready(order_id, "moved meanwhile"));
    }
    if effects.contains(&Effect::SendReceipt) {
        jobs::enqueue(&mut tx, JobKind::SendLetter, order_id, now, now).await?;
    }
    reached(Step::Delivered, Side::Before).await;
    tx.commit().await?;
    reached(Step::Delivered, Side::After).await;
    app.wake.notify_one();
    tracing::info!(order = %order.number, "subscription delivered");
    Ok(Progress::Done)
}

/// Sends the letters of a delivered order, each once; at least once when the server dies between the hand-over and the
/// note of it. What announces another goes first. One that will never be taken does not keep the others. Nobody is told
/// that something is ready to use which has ended, or is about to end, with the money that goes back.
///
/// # Errors
/// The database or the mail server; the job tries again, with what has not gone out.
pub async fn send_letters(app: &App, order_id: &str) -> Result<Progress, DeliveryError> {
    let (order, goes_back, cancellation) = {
        let mut conn = app.store.read().await?;
        let order = orders::by_id(&mut conn, order_id).await?.ok_or_else(|| not_ready(order_id, "unknown"))?;
        let goes_back = refunding::all_goes_back(&mut conn, &order).await?;
        (order, goes_back, cancellations::of_order(&mut conn, order_id).await?)
    };
    if order.state.delivery() == DeliveryState::Ended {
        tracing::info!(order = %order.number, "the order has ended before its letters went out");
        return Ok(Progress::Done);
    }
    if goes_back {
        return Ok(Progress::Later(WHILE_MONEY_GOES_BACK));
    }
    let cancelled = cancellation.is_some_and(|cancellation| cancellation.confirmed_at.is_some());
    let cancelled: &[LetterKind] = if cancelled { &[LetterKind::Cancellation] } else { &[] };
    for kind in LetterKind::of(order.quote.product()).iter().chain(cancelled) {
        let mut conn = app.store.read().await?;
        let settled = letters::sent(&mut conn, order_id, kind.word()).await?
            || undeliverable_letters::stands(&mut conn, order_id, kind.word(), FIRST).await?;
        drop(conn);
        if !settled {
            send(app, &order, *kind).await?;
        }
    }
    Ok(Progress::Done)
}

async fn send(app: &App, order: &Order, kind: LetterKind) -> Result<(), DeliveryError> {
    let letter = kind.write(app, order).await?;
    reached(Step::LetterSent, Side::Before).await;
    if let Posted::Refused(why) = posting::hand_over(app, &letter).await? {
        return Ok(posting::give_up(app, order, kind.word(), FIRST, &why).await?);
    }
    reached(Step::LetterSent, Side::After).await;
    let mut tx = app.store.begin().await?;
    letters::record(&mut tx, &order.id, kind.word(), &letter.message_id, app.clock.now()).await?;
    reached(Step::LetterNoted, Side::Before).await;
    tx.commit().await?;
    reached(Step::LetterNoted, Side::After).await;
    tracing::info!(order = %order.number, to = %order.email.masked(), kind = kind.word(), "letter sent");
    Ok(())
}

pub(super) fn not_ready(order_id: &str, why: &'static str) -> DeliveryError {
    DeliveryError::NotReady(order_id.to_owned(), why)
}
