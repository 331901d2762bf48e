//! From a paid order to what was bought, and to the letter that says so.

use onefare_core::order::{Effect, OrderEvent, OrderState};

use crate::app::App;
use crate::fail_point::{Side, Step, reached};
use crate::jobs::JobKind;
use crate::mail::letters::receipt::{Purchase, Receipt};
use crate::mail::letters::{Envelope, LetterError};
use crate::mail::{Letter, MailError};
use crate::store::deliveries::Delivery;
use crate::store::orders::Order;
use crate::store::{StoreError, deliveries, jobs, letters, orders};

/// The one letter an order gets for now.
const RECEIPT: &str = "receipt";

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
    /// The order does not have what the step needs.
    #[error("order {0}: {1}")]
    NotReady(String, &'static str),
}

/// Makes the subscription of a paid order. Repeats find it made.
///
/// # Errors
/// The database; an order that is not paid.
pub async fn deliver(app: &App, order_id: &str) -> Result<(), DeliveryError> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let order = orders::by_id(&mut tx, order_id).await?.ok_or_else(|| not_ready(order_id, "unknown"))?;
    if order.state == OrderState::Delivered {
        return Ok(());
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
    Ok(())
}

/// Sends the receipt of a delivered order once; at least once when the server dies between the hand-over and the
/// note of it.
///
/// # Errors
/// The database or the mail server; the job tries again.
pub async fn send_receipt(app: &App, order_id: &str) -> Result<(), DeliveryError> {
    let (order, delivery) = {
        let mut conn = app.store.read().await?;
        if letters::sent(&mut conn, order_id, RECEIPT).await? {
            return Ok(());
        }
        let order = orders::by_id(&mut conn, order_id).await?.ok_or_else(|| not_ready(order_id, "unknown"))?;
        let delivery = deliveries::of_order(&mut conn, order_id).await?;
        (order, delivery.ok_or_else(|| not_ready(order_id, "not delivered"))?)
    };
    let letter = receipt(app, &order, &delivery)?;
    reached(Step::LetterSent, Side::Before).await;
    app.mailer.send(&letter).await?;
    reached(Step::LetterSent, Side::After).await;
    let mut tx = app.store.begin().await?;
    letters::record(&mut tx, order_id, RECEIPT, &letter.message_id, app.clock.now()).await?;
    reached(Step::LetterNoted, Side::Before).await;
    tx.commit().await?;
    reached(Step::LetterNoted, Side::After).await;
    tracing::info!(order = %order.number, to = %order.email.masked(), "receipt sent");
    Ok(())
}

fn receipt(app: &App, order: &Order, delivery: &Delivery) -> Result<Letter, DeliveryError> {
    let (quote, language) = (&order.quote, order.language);
    let manage_url = format!("{}{}/panel", app.config.public_origin(), language.address_prefix());
    let manage_url = manage_url.parse().map_err(|_| not_ready(&order.id, "the public address is none"))?;
    let letter = Receipt {
        envelope: Envelope {
            brand: app.brand.everywhere(),
            language,
            to: &order.email,
            letter_id: &format!("{RECEIPT}-{}", order.number),
        },
        order_number: &order.number,
        amount_paid: quote.due_now()?,
        paid_at: delivery.starts_at,
        purchase: Purchase::of_quote(quote, delivery.starts_at, None, &manage_url)
            .ok_or_else(|| not_ready(&order.id, "is no subscription"))?,
    };
    Ok(letter.letter()?)
}

fn not_ready(order_id: &str, why: &'static str) -> DeliveryError {
    DeliveryError::NotReady(order_id.to_owned(), why)
}
