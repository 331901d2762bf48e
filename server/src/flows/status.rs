//! What a buyer who comes back may know: what the payment has come to, and where the purchase began.

use std::time::Duration;

use chrono::{DateTime, SecondsFormat, Utc};
use onefare_core::date_text::date_text;
use onefare_core::money::Money;
use onefare_core::order::OrderState;
use onefare_core::payment::Provider;
use onefare_core::plan::title_of;
use onefare_core::price_text::price_text;
use onefare_core::problem::Problem;
use onefare_core::quote::{Product, Quote};
use onefare_core::trial;
use onefare_core::wire::deal::PaymentStatusResponse;
use onefare_core::wire::subscription::{PaymentStatus, Status, VerifyResponse};

use crate::app::App;
use crate::flows::settlement::{Outcome, order_kept, settle};
use crate::ids::digest;
use crate::problem::Refusal;
use crate::store::deliveries::{self, Delivery};
use crate::store::orders::{self, Order};
use crate::store::payments::{self, Payment};
use crate::store::refunds::{self, RefundState};
use crate::store::{Connection, Store, StoreError};

/// How long an answer waits for the delivery job of a payment that has just settled.
pub(super) const DELIVERY_WAIT: Duration = Duration::from_secs(3);

/// How often it looks.
pub(super) const DELIVERY_LOOK: Duration = Duration::from_millis(40);

/// What a payment has come to, with what was bought where it is there.
pub(super) enum Known {
    Delivered(Box<Order>, Delivery),
    Paid(Box<Order>),
    Pending(Box<Order>),
    Failed(Box<Order>),
    Refunded(Box<Order>),
}

/// What has become of the payment that a session id of Stripe's or a payment hash names.
///
/// # Errors
/// [`Problem::NotFound`] for an id that is not ours, whatever it looks like; [`Problem::SomethingWrong`] when the
/// database does not answer.
pub async fn verify(app: &App, session_id: &str, buyer_cookie: Option<&str>) -> Result<VerifyResponse, Refusal> {
    let (payment, order) = find(&app.store, session_id).await?;
    let known = find_out(app, payment, order).await?;
    match delivered(app, known).await? {
        Known::Delivered(order, delivery) => {
            answer(app, &order, &delivery, buyer_cookie).await.map_err(Refusal::internal)
        }
        Known::Paid(order) => Ok(undecided(Status::Pending, PaymentStatus::Paid, &order)),
        Known::Pending(order) => Ok(undecided(Status::Pending, PaymentStatus::Pending, &order)),
        Known::Failed(order) => Ok(undecided(Status::Error, PaymentStatus::Failed, &order)),
        Known::Refunded(order) => gone_back(app, &order).await.map_err(Refusal::internal),
    }
}

/// What has become of the payment that a payment hash names, as the pages after iDEAL ask it.
///
/// # Errors
/// As [`verify`].
pub async fn of_hash(app: &App, hash: &str, buyer_cookie: Option<&str>) -> Result<PaymentStatusResponse, Refusal> {
    let (payment, order) = find_by_hash(&app.store, hash).await?;
    let known = find_out(app, payment, order).await?;
    let (order, delivery, payment_status) = match delivered(app, known).await? {
        Known::Delivered(order, delivery) => (order, Some(delivery), PaymentStatus::Paid),
        Known::Paid(order) => (order, None, PaymentStatus::Paid),
        Known::Pending(order) => (order, None, PaymentStatus::Pending),
        Known::Failed(order) => (order, None, PaymentStatus::Failed),
        Known::Refunded(order) => (order, None, PaymentStatus::Refunded),
    };
    let end = delivery.map(|delivery| written(delivery.ends_at));
    Ok(PaymentStatusResponse {
        order_id: order.number.clone(),
        email: shown_email(&order, buyer_cookie),
        expired_at: end.clone().filter(|_| order.quote.renewal.is_none()),
        subscription_end_date: end,
        payment_status,
    })
}

/// Asks the provider, and says what is known by then. Waits for no delivery.
pub(super) async fn find_out(app: &App, payment: Payment, order: Order) -> Result<Known, Refusal> {
    let outcome = match settle(app, &payment.id).await {
        Ok(outcome) => outcome,
        Err(error) => {
            // The provider may be down for a moment: what we know already is still true.
            tracing::warn!(%error, payment = %payment.id, "payment could not be checked");
            Outcome::from(payment.state)
        }
    };
    if outcome != Outcome::Paid {
        // A failed attempt of an order that another payment settled is a success to its buyer; that may have happened
        // while the provider was asked.
        let (order, _) = order_and_delivery(app, &order.id).await?;
        if !order.state.is_paid() {
            // What was wanted is there, in another currency or with another code: this payment was one too many.
            let kept = order_kept(&mut *app.store.read().await.map_err(Refusal::internal)?, &order, &payment).await;
            if let Some(other) = kept.map_err(Refusal::internal)? {
                return standing(app, &other.id).await;
            }
            return Ok(match outcome {
                // An attempt that failed beside one that was paid: to its buyer the order was paid and the money is back.
                Outcome::Failed if order.state != OrderState::Refunded => Known::Failed(order),
                Outcome::Failed | Outcome::Refunded => Known::Refunded(order),
                _ => Known::Pending(order),
            });
        }
    }
    standing(app, &order.id).await
}

/// The local path of the page that sold the plan.
///
/// # Errors
/// As [`verify`].
pub async fn redirect_from(app: &App, session_id: &str) -> Result<String, Refusal> {
    let (_, order) = find(&app.store, session_id).await?;
    Ok(order.return_to.unwrap_or_else(|| "/".to_owned()))
}

/// Finds a payment by Stripe's session id or by our own payment hash. Mollie's id names nothing here: nobody
/// promises that it cannot be guessed, and the addresses that iDEAL leads back to carry the hash.
async fn find(store: &Store, session_id: &str) -> Result<(Payment, Order), Refusal> {
    let mut conn = store.read().await.map_err(Refusal::internal)?;
    let payment = payments::by_reference(&mut conn, session_id).await.map_err(Refusal::internal)?;
    match payment.filter(|payment| payment.provider == Provider::Stripe) {
        Some(payment) => with_order(&mut conn, payment).await,
        None => {
            drop(conn);
            find_by_hash(store, session_id).await
        }
    }
}

pub(super) async fn find_by_hash(store: &Store, hash: &str) -> Result<(Payment, Order), Refusal> {
    let mut conn = store.read().await.map_err(Refusal::internal)?;
    let payment = payments::by_hash_digest(&mut conn, &digest(hash)).await.map_err(Refusal::internal)?;
    with_order(&mut conn, payment.ok_or(Problem::NotFound)?).await
}

async fn with_order(conn: &mut Connection, payment: Payment) -> Result<(Payment, Order), Refusal> {
    let order = orders::by_id(conn, &payment.order_id).await.map_err(Refusal::internal)?;
    order.map(|order| (payment, order)).ok_or_else(|| Problem::NotFound.into())
}

/// Waits a moment for the delivery of what has just been paid. Of an order that is set aside none comes while a person
/// looks.
async fn delivered(app: &App, mut known: Known) -> Result<Known, Refusal> {
    let deadline = tokio::time::Instant::now() + DELIVERY_WAIT;
    while let Known::Paid(order) = &known
        && order.state == OrderState::Paid
        && tokio::time::Instant::now() < deadline
    {
        tokio::time::sleep(DELIVERY_LOOK).await;
        known = standing(app, &order.id).await?;
    }
    Ok(known)
}

/// How an order stands that was paid. Its money may have gone back in the meantime.
async fn standing(app: &App, order_id: &str) -> Result<Known, Refusal> {
    let (order, delivery) = order_and_delivery(app, order_id).await?;
    Ok(match delivery {
        _ if order.state == OrderState::Refunded => Known::Refunded(order),
        Some(delivery) => Known::Delivered(order, delivery),
        None => Known::Paid(order),
    })
}

/// As they stand now.
async fn order_and_delivery(app: &App, order_id: &str) -> Result<(Box<Order>, Option<Delivery>), Refusal> {
    let mut conn = app.store.read().await.map_err(Refusal::internal)?;
    let order = orders::by_id(&mut conn, order_id).await.map_err(Refusal::internal)?;
    let delivery = deliveries::of_order(&mut conn, order_id).await.map_err(Refusal::internal)?;
    Ok((Box::new(order.ok_or(Problem::NotFound)?), delivery))
}

pub(super) fn is_buyer(order: &Order, cookie: Option<&str>) -> bool {
    cookie.is_some_and(|cookie| digest(cookie) == order.buyer)
}

/// Who does not hold the order's cookie sees the address masked.
pub(super) fn shown_email(order: &Order, cookie: Option<&str>) -> String {
    if is_buyer(order, cookie) { order.email.as_str().to_owned() } else { order.email.masked() }
}

fn written(instant: DateTime<Utc>) -> String {
    instant.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// What was bought, as purchase events name it.
fn item_name(quote: &Quote) -> String {
    match quote.product() {
        Product::Trial => trial::TITLE.trim().to_owned(),
        Product::Refill => quote.product_id.clone(),
        Product::Plan | Product::Deal => title_of(quote.months),
    }
}

#[derive(Debug, thiserror::Error)]
enum AnswerError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Money(#[from] onefare_core::money::MoneyError),
}

/// The whole answer. Who does not hold the order's cookie gets a masked e-mail and neutral customer facts.
async fn answer(
    app: &App,
    order: &Order,
    delivery: &Delivery,
    buyer_cookie: Option<&str>,
) -> Result<VerifyResponse, AnswerError> {
    let (is_new, lifetime) = if is_buyer(order, buyer_cookie) {
        let mut conn = app.store.read().await?;
        let canonical = order.email.canonical();
        let facts = orders::customer_facts(&mut conn, &canonical, order.quote.currency.code(), &order.id).await?;
        (facts.paid_orders_before == 0, facts.lifetime)
    } else {
        (true, 0)
    };
    let language = order.language;
    let quote = &order.quote;
    Ok(VerifyResponse {
        status: Status::Ok,
        payment_status: PaymentStatus::Paid,
        subscription_end_date: Some(written(delivery.ends_at)),
        subscription_end_text: Some(date_text(delivery.ends_at, language)),
        email: Some(shown_email(order, buyer_cookie)),
        order_id: Some(order.number.clone()),
        amount: Some(quote.due_now),
        amount_text: Some(price_text(quote.due_now()?, language)),
        currency: Some(quote.currency.code().to_owned()),
        item_id: Some(quote.product_id.clone()),
        item_name: Some(item_name(quote)),
        is_new_customer: Some(is_new),
        lifetime_value: Some(lifetime),
        renewal_amount: quote.renewal,
        renewal_text: quote.renewal()?.map(|renewal| price_text(renewal, language)),
    })
}

/// The answer about an order whose money went back: how much that was, as far as it went back by a refund.
async fn gone_back(app: &App, order: &Order) -> Result<VerifyResponse, AnswerError> {
    let mut conn = app.store.read().await?;
    let mut sum: Option<Money> = None;
    for payment in payments::of_order(&mut conn, &order.id).await? {
        for refund in refunds::of_payment(&mut conn, &payment.id).await? {
            if refund.state == RefundState::Done {
                // In one currency, because an order is of one.
                sum = Some(sum.map_or(Ok(refund.amount), |sum| sum.plus(refund.amount))?);
            }
        }
    }
    Ok(VerifyResponse {
        amount: sum.map(Money::minor),
        amount_text: sum.map(|sum| price_text(sum, order.language)),
        currency: sum.map(|sum| sum.currency().code().to_owned()),
        ..undecided(Status::Error, PaymentStatus::Refunded, order)
    })
}

fn undecided(status: Status, payment_status: PaymentStatus, order: &Order) -> VerifyResponse {
    VerifyResponse {
        status,
        payment_status,
        subscription_end_date: None,
        subscription_end_text: None,
        email: None,
        order_id: Some(order.number.clone()),
        amount: None,
        amount_text: None,
        currency: None,
        item_id: None,
        item_name: None,
        is_new_customer: None,
        lifetime_value: None,
        renewal_amount: None,
        renewal_text: None,
    }
}
