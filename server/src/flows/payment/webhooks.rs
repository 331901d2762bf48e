//! Takes the payment providers' webhook events.
//!
//! An event is a hint. It is verified, stored together with a job that reads the provider, and only then answered: an
//! event answered with 200 survives any crash.

use chrono::TimeDelta;
use onefare_core::payment::{PaymentState, Provider};
use onefare_core::problem::Problem;

use crate::app::App;
use crate::fail_point::{Side, Step, reached};
use crate::flows::effects;
use crate::flows::refund::external;
use crate::jobs::JobKind;
use crate::metrics::WebhookRefusal;
use crate::payments::stripe::webhook::{Event, NotAnEvent, unused_kind};
use crate::problem::Refusal;
use crate::store::payments::{self, HostedPage, Payment};
use crate::store::{
    StoreError, Tx, charge_refunds, jobs, later_charges, provider_ids, refunds, subscriptions, webhook_events,
};

/// Longest id of a payment that is looked for; Mollie's have some fifteen characters today.
const MAX_REFERENCE: usize = 255;

/// An event of Mollie within this time after another of the same payment in the same state is a repeat.
const REPEATED: TimeDelta = TimeDelta::minutes(5);

/// Takes a raw event of Stripe.
///
/// # Errors
/// [`Problem::BadRequest`] for a wrong signature or a body that is no event: nothing is stored then. Our own failure is
/// [`Problem::SomethingWrong`], and the provider sends the event again.
pub async fn stripe(app: &App, signature: Option<&str>, body: &[u8]) -> Result<(), Refusal> {
    reached(Step::WebhookVerified, Side::Before).await;
    if let Err(error) = app.stripe_signatures.verify(body, signature, app.clock.now()) {
        app.metrics.webhook_refused(Provider::Stripe.code(), WebhookRefusal::Signature);
        tracing::warn!(%error, "webhook event of Stripe refused");
        return Err(Problem::BadRequest.into());
    }
    let event = match Event::parse(body) {
        Ok(event) => event,
        Err(error) => return unreadable(app, body, &error),
    };
    if !event.is_used() {
        app.metrics.webhook_ignored(Provider::Stripe.code(), event.kind.as_str());
    }
    reached(Step::WebhookVerified, Side::After).await;
    note(app, &event).await.map_err(Refusal::internal)?;
    reached(Step::WebhookNoted, Side::After).await;
    app.wake.notify_one();
    Ok(())
}

/// Refuses a signed body that cannot be read, unless it names a kind that the shop does not use: Stripe repeats a refused
/// event for days.
fn unreadable(app: &App, body: &[u8], error: &NotAnEvent) -> Result<(), Refusal> {
    if let Some(kind) = unused_kind(body) {
        app.metrics.webhook_ignored(Provider::Stripe.code(), &kind);
        tracing::info!(kind, "webhook event of Stripe of another format ignored");
        return Ok(());
    }
    app.metrics.webhook_refused(Provider::Stripe.code(), WebhookRefusal::Unreadable);
    tracing::warn!(%error, "signed webhook event of Stripe could not be read");
    Err(Problem::BadRequest.into())
}

/// Stores the event and enqueues the jobs it calls for, in one transaction. A repeated event is stored once.
async fn note(app: &App, event: &Event) -> Result<(), StoreError> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    if !webhook_events::remember(&mut tx, Provider::Stripe.code(), &event.id, event.kind.as_str(), now).await? {
        return Ok(());
    }
    if event.kind.concerns_session()
        && let Some(payment_id) = event.payment_id()
        && let Some(payment) = payments::by_id(&mut tx, payment_id).await?
    {
        if let (None, Some(session_id)) = (&payment.reference, &event.data.object.id) {
            // The server died between making the page and storing it: the signed event names it.
            let page = HostedPage { reference: session_id, url: None, ends_at: None };
            payments::set_page(&mut tx, &payment.id, page).await?;
        }
        jobs::enqueue(&mut tx, JobKind::SettlePayment(payment.provider), &payment.id, now, now).await?;
    }
    if let Some(reference) = event.subscription()
        && let Some(subscription) = subscriptions::by_reference(&mut tx, reference).await?
    {
        jobs::enqueue(&mut tx, JobKind::ReadSubscription, &subscription.order_id, now, now).await?;
    }
    if let Some(warning) = event.fraud_warning() {
        jobs::enqueue(&mut tx, JobKind::ReadFraudWarning, warning, now, now).await?;
    }
    if let Some(dispute) = event.dispute() {
        jobs::enqueue(&mut tx, JobKind::ReadDispute, dispute, now, now).await?;
    }
    if event.is_of_refund()
        && let Some(payment) = refunded_payment(&mut tx, event).await?
    {
        provider_ids::note(&mut tx, &payment.id, event.ids_of_payment()).await?;
        effects::check_refunds(&mut tx, &payment, now).await?;
    }
    if event.is_of_refund()
        && let Some(reference) = &event.data.object.id
        && let Some(refund) = charge_refunds::by_reference(&mut tx, reference).await?
    {
        jobs::enqueue(&mut tx, JobKind::RefundCharge, &refund.id, now, now).await?;
    }
    if event.is_of_refunded_charge() {
        for payment in charged_with(&mut tx, event).await? {
            provider_ids::note(&mut tx, &payment.id, event.ids_of_payment()).await?;
            external::look_soon(&mut tx, &payment, now).await?;
        }
        for id in event.ids_of_payment() {
            if let Some(charge) = later_charges::by_payment_intent(&mut tx, id).await? {
                jobs::enqueue(&mut tx, JobKind::ReadSubscription, &charge.order_id, now, now).await?;
            }
        }
        // Events come in any order: it may be about a payment that is not settled yet.
        for whose in [event.payment_id(), event.data.object.customer.as_deref()].into_iter().flatten() {
            external::remember_refunded(&mut tx, whose, now).await?;
        }
    }
    reached(Step::WebhookNoted, Side::Before).await;
    tx.commit().await
}

/// The payment of a refund. A refund made by others carries no id of ours; its own id finds it, once it is stored.
async fn refunded_payment(tx: &mut Tx, event: &Event) -> Result<Option<Payment>, StoreError> {
    if let Some(payment_id) = event.payment_id() {
        return payments::by_id(tx, payment_id).await;
    }
    let Some(reference) = &event.data.object.id else { return Ok(None) };
    let Some(refund) = refunds::by_reference(tx, reference).await? else { return Ok(None) };
    payments::by_id(tx, &refund.payment_id).await
}

/// The payments that a charge may belong to. A one-off payment passes our ids on to its charge; behind a subscription
/// Stripe does not, and there the customer leads back to us.
async fn charged_with(tx: &mut Tx, event: &Event) -> Result<Vec<Payment>, StoreError> {
    if let Some(payment_id) = event.payment_id() {
        return Ok(payments::by_id(tx, payment_id).await?.into_iter().collect());
    }
    match &event.data.object.customer {
        Some(customer) => payments::of_customer(tx, customer).await,
        None => Ok(Vec::new()),
    }
}

/// Takes a raw event of Mollie. Anyone can send one: it only causes a call to Mollie, one at a time for each payment,
/// and only for payments of ours.
///
/// # Errors
/// Our own failure is [`Problem::SomethingWrong`], and the provider sends the event again.
pub async fn mollie(app: &App, body: &[u8]) -> Result<(), Refusal> {
    reached(Step::WebhookVerified, Side::Before).await;
    let Some(reference) = named_payment(body) else {
        tracing::debug!("webhook event of Mollie without a payment");
        return Ok(());
    };
    reached(Step::WebhookVerified, Side::After).await;
    note_reference(app, &reference).await.map_err(Refusal::internal)?;
    reached(Step::WebhookNoted, Side::After).await;
    app.wake.notify_one();
    Ok(())
}

/// The payment id in an event. Mollie calls its ids opaque, so only the length is checked.
fn named_payment(body: &[u8]) -> Option<String> {
    let mut ids = url::form_urlencoded::parse(body).filter(|(name, _)| name == "id").map(|(_, id)| id.into_owned());
    let id = ids.next().filter(|_| ids.next().is_none())?;
    (1..=MAX_REFERENCE).contains(&id.len()).then_some(id)
}

/// Stores a webhook event and enqueues a read of the payment. Every event of a payment looks the same, so a repeat
/// causes a read as well: its cause may be another one. But a repeat may also be a stranger's, so only the first in a
/// while of a payment in its present state runs ahead of the rechecks of open pages.
async fn note_reference(app: &App, reference: &str) -> Result<(), StoreError> {
    let is_mollies = |payment: &Payment| payment.provider == Provider::Mollie;
    // An id that is not ours causes no write transaction.
    let found = payments::by_reference(&mut *app.store.read().await?, reference).await?;
    let Some(Payment { id, .. }) = found.filter(is_mollies) else { return Ok(()) };
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let Some(payment) = payments::by_id(&mut tx, &id).await? else { return Ok(()) };
    let (provider, state) = (payment.provider, payment.state);
    let is_news =
        webhook_events::remember_again(&mut tx, provider.code(), reference, state.code(), REPEATED, now).await?;
    let question = if is_news { JobKind::SettlePayment(provider) } else { JobKind::RecheckPayment(provider) };
    if !state.is_settled() {
        jobs::enqueue(&mut tx, question, &payment.id, now, now).await?;
    }
    effects::check_refunds(&mut tx, &payment, now).await?;
    if state == PaymentState::Paid {
        external::look_soon(&mut tx, &payment, now).await?;
    }
    if state.is_settled() {
        jobs::enqueue(&mut tx, JobKind::ReadChargebacks, &payment.id, now, now).await?;
    }
    reached(Step::WebhookNoted, Side::Before).await;
    tx.commit().await
}
