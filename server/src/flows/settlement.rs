//! Whether a payment is settled: the one function behind webhook, return page and recheck.
//!
//! It asks the provider, compares the answer with the stored quote, moves payment and order by compare-and-set and
//! enqueues what must follow, in one transaction. Called twice, or by three callers at once, it acts once.

use onefare_core::order::{Effect, OrderEvent};
use onefare_core::payment::{Expected, PaymentState, SessionFacts, Verdict, judge};

use crate::app::App;
use crate::fail_point::{Side, Step, reached};
use crate::flows::placing::{end_open_page, end_other_pages};
use crate::jobs::JobKind;
use crate::payments::stripe::StripeError;
use crate::payments::stripe::answers::{Reference, Session};
use crate::store::orders::Order;
use crate::store::payments::Payment;
use crate::store::{StoreError, Tx, discount_codes, jobs, orders, payments};

/// What a payment has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Settled.
    Paid,
    /// Not known yet.
    Pending,
    /// Will not be paid.
    Failed,
    /// The provider's answer disagrees with the quote; nothing is delivered until a person has looked.
    Held,
}

/// Why the outcome could not be found out.
#[derive(Debug, thiserror::Error)]
pub enum SettleError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The provider did not answer.
    #[error(transparent)]
    Provider(#[from] StripeError),
    /// No such payment.
    #[error("no payment with that id")]
    Unknown,
}

impl From<PaymentState> for Outcome {
    fn from(state: PaymentState) -> Self {
        match state {
            PaymentState::Open => Self::Pending,
            PaymentState::Paid => Self::Paid,
            PaymentState::Failed => Self::Failed,
            PaymentState::Quarantined => Self::Held,
        }
    }
}

/// Finds out what a payment has come to and does what follows from it.
///
/// # Errors
/// The provider or the database did not answer; nothing was changed then.
pub async fn settle(app: &App, payment_id: &str) -> Result<Outcome, SettleError> {
    let (payment, order) = {
        let mut conn = app.store.read().await?;
        let payment = payments::by_id(&mut conn, payment_id).await?.ok_or(SettleError::Unknown)?;
        let order = orders::by_id(&mut conn, &payment.order_id).await?.ok_or(SettleError::Unknown)?;
        (payment, order)
    };
    // Money may still arrive on a payment that was given up, so only settled ones are final here.
    if matches!(payment.state, PaymentState::Paid | PaymentState::Quarantined) {
        return Ok(payment.state.into());
    }
    let Some(reference) = payment.reference.clone() else {
        return Ok(payment.state.into());
    };
    let session = app.stripe.retrieve_checkout_session(&reference).await?;
    let expected = Expected {
        reference: &reference,
        payment_id: &payment.id,
        order_id: &order.id,
        amount: order.quote.due_now,
        currency: order.quote.currency,
        livemode: app.config.stripe.livemode,
    };
    let verdict = judge(&SessionFacts::from(&session), &expected);
    let outcome = apply(app, &payment, &order, &session, verdict).await?;
    if outcome == Outcome::Paid {
        app.wake.notify_one();
    }
    Ok(outcome)
}

async fn apply(
    app: &App,
    payment: &Payment,
    order: &Order,
    session: &Session,
    verdict: Verdict,
) -> Result<Outcome, StoreError> {
    let (target, event, failure) = match verdict {
        Verdict::Pending => return Ok(payment.state.into()),
        Verdict::Paid => (PaymentState::Paid, OrderEvent::PaymentPaid, None),
        Verdict::Failed => (PaymentState::Failed, OrderEvent::PaymentFailed, Some("expired")),
        Verdict::Mismatch(field) => (PaymentState::Quarantined, OrderEvent::PaymentMismatch, Some(field.code())),
    };
    if payment.state == target {
        return Ok(target.into());
    }
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    // The order first, and for good: a buyer who tries again at this moment waits for what is decided here.
    let Some(locked) = orders::lock(&mut tx, &order.id).await? else { return Ok(payment.state.into()) };
    if !payments::move_state(&mut tx, &payment.id, payment.state, target, failure, now).await? {
        drop(tx);
        return current(app, &payment.id).await;
    }
    if target == PaymentState::Paid {
        let (customer, subscription) = (session.customer.as_ref(), session.subscription.as_ref());
        let (customer, subscription) = (customer.map(Reference::id), subscription.map(Reference::id));
        payments::set_customer(&mut tx, &payment.id, customer, subscription).await?;
    }
    let moved = move_order(app, &mut tx, &locked, event).await?;
    if target == PaymentState::Paid && !moved {
        // A second payment of one order: the money is there, nothing more may be delivered for it.
        payments::move_state(&mut tx, &payment.id, target, PaymentState::Quarantined, Some("order_paid_twice"), now)
            .await?;
        tx.commit().await?;
        tracing::error!(alarm = "paid_twice", payment = %payment.id, order = %order.number, "an order was paid twice");
        return Ok(Outcome::Held);
    }
    if target == PaymentState::Paid && payment.failure.as_deref() == Some("superseded") {
        // The buyer paid the older page after all. No newer one, of this order or another, may be paid as well.
        tracing::warn!(payment = %payment.id, order = %order.number, "a superseded page was paid");
        end_open_page(&mut tx, &locked, now).await?;
        end_other_pages(&mut tx, &locked, now).await?;
    }
    if let (PaymentState::Paid, Some(code)) = (target, &order.code) {
        discount_codes::add_use(&mut tx, code).await?;
    }
    reached(Step::Settled, Side::Before).await;
    tx.commit().await?;
    reached(Step::Settled, Side::After).await;
    tracing::info!(payment = %payment.id, order = %order.number, state = target.code(), "payment moved");
    Ok(target.into())
}

/// Moves the order, whose row is locked, from whatever state it is in; `false` when the event changes nothing.
async fn move_order(app: &App, tx: &mut Tx, order: &Order, event: OrderEvent) -> Result<bool, StoreError> {
    let now = app.clock.now();
    let Some((next, effects)) = order.state.on(event) else { return Ok(false) };
    if !orders::move_state(tx, &order.id, order.state, next, now).await? {
        return Ok(false);
    }
    for effect in effects {
        match effect {
            Effect::Deliver => jobs::enqueue(tx, JobKind::DeliverOrder, &order.id, now, now).await?,
            Effect::SendReceipt => jobs::enqueue(tx, JobKind::SendLetter, &order.id, now, now).await?,
            Effect::Alarm => {
                tracing::error!(alarm = "order_held", order = %order.number, "a payment disagrees with its quote");
            }
        }
    }
    Ok(true)
}

async fn current(app: &App, payment_id: &str) -> Result<Outcome, StoreError> {
    let mut conn = app.store.read().await?;
    let state = payments::by_id(&mut conn, payment_id).await?.map(|payment| payment.state);
    Ok(state.map_or(Outcome::Pending, Outcome::from))
}
