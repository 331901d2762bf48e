//! Settles a payment: the one function behind webhook, return page and recheck.
//!
//! It asks the provider, compares the answer with the stored quote, moves payment and order by compare-and-set and
//! enqueues what must follow, in one transaction. Called twice, or by three callers at once, it acts once.

use std::time::Duration;

use onefare_core::order::{Effect, PaymentEvent};
use onefare_core::payment::{Expected, Failure, Outcome, PaymentState, Reading, Verdict, Wait};

use crate::app::App;
use crate::fail_point::{Side, Step, reached};
use crate::flows::alarms::alarm;
use crate::flows::code_uses;
use crate::flows::effects::{self, follow};
use crate::flows::outbox::post_once;
use crate::flows::payment::double_payment::is_bought_already;
use crate::flows::payment::provider_answer::{ProviderError, Told};
use crate::flows::payment::providers;
use crate::flows::payment::refund_at_once::unserved;
use crate::flows::payment::supersede::{end_open_page, end_other_pages};
use crate::flows::refund::external;
use crate::flows::subscription::begin::begin;
use crate::limits::Caller;
use crate::store::letters::{LetterKind, NewLetter};
use crate::store::orders::{self, Order};
use crate::store::payments::{self, KnownThere, Payment, SUPERSEDED};
use crate::store::{StoreError, provider_ids};

/// Why a duplicate payment is refunded.
const ORDER_PAID_TWICE: &str = "order_paid_twice";

/// How many times longer an answer about a failed payment serves status calls: money on it is refunded, and rarely
/// comes.
const FAILED_LIVES: u32 = 15;

/// How often a payment that moves concurrently is read from its provider. It moves at most twice.
const TRIES: u32 = 3;

/// Why the outcome could not be found out.
#[derive(Debug, thiserror::Error)]
pub enum SettleError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The provider did not answer.
    #[error(transparent)]
    Provider(#[from] ProviderError),
    /// A call about the same payment got no answer a moment ago.
    #[error("the payment provider did not answer a moment ago")]
    Unanswered,
    /// The provider was not called: the share of status calls is used up.
    #[error("too many look at their payments to ask the payment provider")]
    NotAsked,
    /// No such payment.
    #[error("no payment with that id")]
    Unknown,
}

/// Reads a payment's outcome and applies it. Each payment has one provider call in flight, and a caller never shares
/// one that began before its own call: the event behind a webhook happened earlier.
///
/// # Errors
/// The provider or the database did not answer; nothing was changed then.
pub async fn settle(app: &App, payment_id: &str) -> Result<Outcome, SettleError> {
    settle_within(app, payment_id, Duration::ZERO).await
}

/// [`settle`] for a caller that only reads the outcome: a provider's answer of the last moments will do
/// ([`Pace::status_life`](crate::config::Pace)). Any buyer with a payment can call as often as they like.
///
/// # Errors
/// As [`settle`].
pub async fn settle_lately(app: &App, payment_id: &str) -> Result<Outcome, SettleError> {
    settle_within(app, payment_id, app.config.pace.status_life).await
}

/// [`settle`] for the status calls, which any buyer with a payment can make as often as they like: they have a part of
/// the calls to the provider, and do not wait for a slot.
///
/// # Errors
/// As [`settle`]; [`SettleError::NotAsked`] when that part is used up.
pub async fn settle_for_status(app: &App, payment: &Payment) -> Result<Outcome, SettleError> {
    let life = app.config.pace.status_life * if payment.state == PaymentState::Failed { FAILED_LIVES } else { 1 };
    let mut failure = None;
    // Its calls have the share of `has_status_turn`; a busy network's checkouts must not delay them.
    let ask = Caller::exempt(async { settle_now(app, &payment.id).await.map_err(|error| failure = Some(error)).ok() });
    let asks_provider = !payment.state.is_settled() && payment.reference.is_some();
    let may_ask = || !asks_provider || providers::has_status_turn(app, payment.provider);
    match app.payment_answers.get_if(&payment.id, life, may_ask, ask).await {
        Some(outcome) => outcome.ok_or_else(|| failure.unwrap_or(SettleError::Unanswered)),
        None => Err(SettleError::NotAsked),
    }
}

async fn settle_within(app: &App, payment_id: &str, life: Duration) -> Result<Outcome, SettleError> {
    let mut failure = None;
    let ask = async { settle_now(app, payment_id).await.map_err(|error| failure = Some(error)).ok() };
    let outcome = app.payment_answers.get(payment_id, life, ask).await;
    outcome.ok_or_else(|| failure.unwrap_or(SettleError::Unanswered))
}

async fn settle_now(app: &App, payment_id: &str) -> Result<Outcome, SettleError> {
    // The row changed during the provider call, possibly from older data: read the provider again.
    for _ in 0..TRIES {
        if let Some(outcome) = try_settle(app, payment_id).await? {
            return Ok(outcome);
        }
    }
    current(app, payment_id).await.map_err(SettleError::from)
}

/// `None`: another worker moved the payment meanwhile.
async fn try_settle(app: &App, payment_id: &str) -> Result<Option<Outcome>, SettleError> {
    let (payment, order) = {
        let mut conn = app.store.read().await?;
        let payment = payments::by_id(&mut conn, payment_id).await?.ok_or(SettleError::Unknown)?;
        let order = orders::by_id(&mut conn, &payment.order_id).await?.ok_or(SettleError::Unknown)?;
        (payment, order)
    };
    // Money may still arrive on a superseded or abandoned payment, so only settled ones are final here.
    if payment.state.is_settled() {
        return Ok(Some(payment.state.into()));
    }
    let Some(reference) = payment.reference.clone() else {
        return Ok(Some(payment.state.into()));
    };
    let told = providers::ask(app, payment.provider, &reference).await?;
    let quote = &payment.quote;
    let expected = Expected {
        reference: &reference,
        payment_id: &payment.id,
        order_id: &order.id,
        product: quote.product(),
        amount: quote.due_now,
        currency: quote.currency,
        livemode: providers::livemode(app, payment.provider),
        renews: quote.renewal.is_some(),
    };
    let reading = told.reading(expected.product);
    let (event, why) = match told.verdict(&expected) {
        // A failed payment's page may still be open; money in flight stays in flight, whatever we have decided.
        Verdict::Pending if reading == Reading::Pending(Wait::PageOpen) => return Ok(Some(payment.state.into())),
        Verdict::Pending => return Ok(Some(Outcome::OnItsWay)),
        Verdict::Paid => (PaymentEvent::Paid, None),
        Verdict::Failed => (PaymentEvent::Failed, reading.failure().map(Failure::code)),
        Verdict::Mismatch(field) => (PaymentEvent::Mismatch, Some(field.code())),
    };
    let outcome = apply(app, &payment, &order, &told, event, why).await?;
    if outcome == Some(Outcome::Paid) {
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
) -> Result<Option<Outcome>, StoreError> {
    if payment.state.on(event, order.state).is_none() {
        return Ok(Some(payment.state.into()));
    }
    let now = app.clock.now();
    // Lock the buyer and the order first, until the end: a buyer who tries again at this moment waits for what is
    // decided here, and no page is made that this would have to close.
    let mut tx = app.store.begin_holding(&order.buyer).await?;
    let Some(locked) = orders::lock(&mut tx, &order.id).await? else { return Ok(Some(payment.state.into())) };
    let unserved = if event == PaymentEvent::Paid { unserved(&mut tx, &locked, payment).await? } else { None };
    let (event, why) = unserved.map_or((event, why), |unserved| (PaymentEvent::Mismatch, Some(unserved.word())));
    let in_vain = event == PaymentEvent::Paid && is_bought_already(&mut tx, &locked, payment).await?;
    let settled =
        if in_vain { payment.state.paid_in_vain(locked.state) } else { payment.state.on(event, locked.state) };
    let Some(settled) = settled else { return Ok(Some(payment.state.into())) };
    // A payment in agreement that must be refunded is a duplicate: its order, or another one, is paid.
    let why = if settled.payment == PaymentState::RefundDue { Some(ORDER_PAID_TWICE) } else { why };
    let step = (payment.state, settled.payment);
    let known = KnownThere { customer: told.customer(), subscription: told.subscription() };
    if !payments::settle(&mut tx, &payment.id, step, why, known, now).await? {
        return Ok(None);
    }
    provider_ids::note(&mut tx, &payment.id, told.other_ids()).await?;
    if settled.order != locked.state
        && !orders::move_state(&mut tx, &locked.id, locked.state, settled.order, now).await?
    {
        return Err(StoreError::Gone("orders"));
    }
    follow(&mut tx, &locked, payment, &settled, now).await?;
    match unserved {
        // The subscription ends with it. A trial has nothing else to refund: it would charge when the week is over.
        Some(unserved) => {
            effects::refund_rest(&mut tx, payment, unserved.reason(), now).await?;
        }
        None if settled.effects.contains(&Effect::SendHoldNotice) => {
            post_once(&mut tx, NewLetter::of_order(LetterKind::OrderHeld, &locked.id), now).await?;
        }
        None => {}
    }
    if settled.payment == PaymentState::Paid {
        if told.has_returned() || external::was_refunded(&mut tx, [Some(&*payment.id), told.customer()]).await? {
            external::look_soon(&mut tx, payment, now).await?;
        }
        if let Some(reference) = told.subscription() {
            begin(&mut tx, payment, reference, now).await?;
        }
        if payment.quote != locked.quote {
            // The order takes the quote that was paid: it renews or not as the provider that took the money does.
            orders::set_quote(&mut tx, &locked.id, &payment.quote, None).await?;
        }
        if payment.failure.as_deref() == Some(SUPERSEDED) {
            tracing::warn!(payment = %payment.id, order = %order.number, "a superseded page was paid");
        }
        // The buyer may have paid an older page after all. No newer one, of this order or another, may be paid as well.
        // The order had no other open payment while this one was open.
        if payment.state != PaymentState::Open {
            end_open_page(&mut tx, &locked, now).await?;
        }
        end_other_pages(&mut tx, &locked, now).await?;
    }
    // The code's row is locked last, which prevents deadlocks.
    code_uses::follow(&mut tx, &locked, settled.order, now).await?;
    reached(Step::Settled, Side::Before).await;
    tx.commit().await?;
    reached(Step::Settled, Side::After).await;
    tracing::info!(payment = %payment.id, order = %order.number, state = settled.payment.code(), "payment moved");
    if unserved.is_none() {
        // What is refunded at once ends by itself: no person needs to look.
        alarm(app, &locked, payment, &settled);
    }
    Ok(Some(settled.payment.into()))
}

async fn current(app: &App, payment_id: &str) -> Result<Outcome, StoreError> {
    let mut conn = app.store.read().await?;
    let state = payments::by_id(&mut conn, payment_id).await?.map(|payment| payment.state);
    Ok(state.map_or(Outcome::Pending, Outcome::from))
}
