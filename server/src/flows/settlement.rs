//! Whether a payment is settled: the one function behind webhook, return page and recheck.
//!
//! It asks the provider, compares the answer with the stored quote, moves payment and order by compare-and-set and
//! enqueues what must follow, in one transaction. Called twice, or by three callers at once, it acts once.

use chrono::{DateTime, Utc};
use onefare_core::order::{Effect, PaymentEvent, Settled};
use onefare_core::payment::{Expected, Failure, PaymentState, Verdict};

use crate::app::App;
use crate::fail_point::{Side, Step, reached};
use crate::flows::placing::{end_open_page, end_other_pages};
use crate::flows::providers::{self, ProviderError, Told};
use crate::flows::redemptions;
use crate::jobs::JobKind;
use crate::store::orders::Order;
use crate::store::payments::Payment;
use crate::store::{StoreError, Tx, jobs, orders, payments};

/// Why a trial is held: its address has had one.
const REPEATED_TRIAL: &str = "repeated_trial";

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
    Provider(#[from] ProviderError),
    /// No such payment.
    #[error("no payment with that id")]
    Unknown,
}

impl From<PaymentState> for Outcome {
    fn from(state: PaymentState) -> Self {
        match state {
            PaymentState::Open => Self::Pending,
            PaymentState::Paid => Self::Paid,
            PaymentState::Failed | PaymentState::Refunded => Self::Failed,
            PaymentState::Quarantined | PaymentState::RefundDue => Self::Held,
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
    if payment.state.is_settled() {
        return Ok(payment.state.into());
    }
    let Some(reference) = payment.reference.clone() else {
        return Ok(payment.state.into());
    };
    let told = providers::ask(app, payment.provider, &reference).await?;
    let quote = payment.quote(&order);
    let expected = Expected {
        reference: &reference,
        payment_id: &payment.id,
        order_id: &order.id,
        product: quote.product(),
        amount: quote.due_now,
        currency: quote.currency,
        livemode: providers::livemode(app, payment.provider),
    };
    let (event, why) = match told.verdict(&expected) {
        Verdict::Pending => return Ok(payment.state.into()),
        Verdict::Paid => (PaymentEvent::Paid, None),
        Verdict::Failed => (PaymentEvent::Failed, told.failure(expected.product).map(Failure::code)),
        Verdict::Mismatch(field) => (PaymentEvent::Mismatch, Some(field.code())),
    };
    let outcome = apply(app, &payment, &order, &told, event, why).await?;
    if outcome == Outcome::Paid {
        app.wake.notify_one();
    }
    Ok(outcome)
}

async fn apply(
    app: &App,
    payment: &Payment,
    order: &Order,
    told: &Told,
    event: PaymentEvent,
    why: Option<&'static str>,
) -> Result<Outcome, StoreError> {
    if payment.state.on(event, order.state).is_none() {
        return Ok(payment.state.into());
    }
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    // The order first, and for good: a buyer who tries again at this moment waits for what is decided here.
    let Some(locked) = orders::lock(&mut tx, &order.id).await? else { return Ok(payment.state.into()) };
    let (event, why) = if event == PaymentEvent::Paid && repeats_trial(&mut tx, &locked, payment).await? {
        (PaymentEvent::Mismatch, Some(REPEATED_TRIAL))
    } else {
        (event, why)
    };
    let Some(settled) = payment.state.on(event, locked.state) else { return Ok(payment.state.into()) };
    // Money that must go back settled well: why is said by what became of it.
    let why = if settled.payment == PaymentState::RefundDue { Some("order_paid_twice") } else { why };
    if !payments::move_state(&mut tx, &payment.id, payment.state, settled.payment, why, now).await? {
        drop(tx);
        return current(app, &payment.id).await;
    }
    payments::set_customer(&mut tx, &payment.id, told.customer(), told.subscription()).await?;
    if settled.order != locked.state
        && !orders::move_state(&mut tx, &locked.id, locked.state, settled.order, now).await?
    {
        return Err(StoreError::Gone("orders"));
    }
    redemptions::follow(&mut tx, &locked, settled.order, now).await?;
    follow(&mut tx, &locked, payment, &settled, now).await?;
    if settled.payment == PaymentState::Paid {
        if payment.quote(&locked) != &locked.quote {
            // The order is what was paid: it renews or not as the provider that took the money does.
            orders::set_quote(&mut tx, &locked.id, payment.quote(&locked)).await?;
        }
        if payment.failure.as_deref() == Some("superseded") {
            // The buyer paid the older page after all. No newer one, of this order or another, may be paid as well.
            tracing::warn!(payment = %payment.id, order = %order.number, "a superseded page was paid");
            end_open_page(&mut tx, &locked, now).await?;
            end_other_pages(&mut tx, &locked, now).await?;
        }
    }
    reached(Step::Settled, Side::Before).await;
    tx.commit().await?;
    reached(Step::Settled, Side::After).await;
    tracing::info!(payment = %payment.id, order = %order.number, state = settled.payment.code(), "payment moved");
    Ok(settled.payment.into())
}

/// Whether this is the second trial of an address. The checkout refuses one; of two that were begun at the same time the
/// later one ends here, held until a person has ended its subscription.
async fn repeats_trial(tx: &mut Tx, order: &Order, payment: &Payment) -> Result<bool, StoreError> {
    if payment.quote(order).trial_days == 0 || !order.state.awaits_payment() {
        return Ok(false);
    }
    let address = order.email.canonical();
    tx.hold(&format!("trial of {address}")).await?;
    orders::had_trial(tx, &address, &order.id).await
}

/// Enqueues or reports what must follow. What no job does yet is left to an operator, who is told.
async fn follow(
    tx: &mut Tx,
    order: &Order,
    payment: &Payment,
    settled: &Settled,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    for effect in settled.effects {
        match effect {
            Effect::Deliver => jobs::enqueue(tx, JobKind::DeliverOrder, &order.id, now, now).await?,
            Effect::SendReceipt => jobs::enqueue(tx, JobKind::SendLetter, &order.id, now, now).await?,
            Effect::Alarm
            | Effect::Refund
            | Effect::SendRefundNotice
            | Effect::Suspend
            | Effect::Resume
            | Effect::EndAccess => {
                let (alarm, order_is, effect) = (settled.payment.code(), settled.order.code(), effect.code());
                let (payment, order) = (&payment.id, &order.number);
                tracing::error!(alarm, %payment, %order, order_is, effect, "a person must look at this payment");
            }
        }
    }
    Ok(())
}

async fn current(app: &App, payment_id: &str) -> Result<Outcome, StoreError> {
    let mut conn = app.store.read().await?;
    let state = payments::by_id(&mut conn, payment_id).await?.map(|payment| payment.state);
    Ok(state.map_or(Outcome::Pending, Outcome::from))
}
