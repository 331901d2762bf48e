//! What a buyer who comes back may know: what the payment has come to, and where the purchase began.

use std::time::Duration;

use chrono::SecondsFormat;
use onefare_core::date_text::date_text;
use onefare_core::order::OrderState;
use onefare_core::plan::title_of;
use onefare_core::price_text::price_text;
use onefare_core::problem::Problem;
use onefare_core::wire::subscription::{PaymentStatus, Status, VerifyResponse};

use crate::app::App;
use crate::flows::settlement::{Outcome, settle};
use crate::ids::digest;
use crate::problem::Refusal;
use crate::store::deliveries::{self, Delivery};
use crate::store::orders::{self, Order};
use crate::store::payments::{self, Payment};
use crate::store::{Store, StoreError};

/// How long an answer waits for the delivery job of a payment that has just settled.
const DELIVERY_WAIT: Duration = Duration::from_secs(3);

/// How often it looks.
const DELIVERY_LOOK: Duration = Duration::from_millis(40);

/// What has become of the payment that a session id or payment hash names.
///
/// # Errors
/// [`Problem::NotFound`] for an id that is not ours, whatever it looks like; [`Problem::SomethingWrong`] when the
/// provider or the database does not answer.
pub async fn verify(app: &App, session_id: &str, buyer_cookie: Option<&str>) -> Result<VerifyResponse, Refusal> {
    let (payment, order) = find(&app.store, session_id).await?;
    let outcome = match settle(app, &payment.id).await {
        Ok(outcome) => outcome,
        Err(error) => {
            // The provider may be down for a moment: what we know already is still true.
            tracing::warn!(%error, payment = %payment.id, "payment could not be checked");
            Outcome::from(payment.state)
        }
    };
    // A failed attempt of an order that another payment settled is a success to its buyer.
    let paid_otherwise = matches!(order.state, OrderState::Paid | OrderState::Delivered);
    match outcome {
        Outcome::Paid => delivered(app, &order.id, buyer_cookie).await,
        _ if paid_otherwise => delivered(app, &order.id, buyer_cookie).await,
        Outcome::Pending | Outcome::Held => Ok(undecided(Status::Pending, PaymentStatus::Pending, &order)),
        Outcome::Failed => Ok(undecided(Status::Error, PaymentStatus::Failed, &order)),
    }
}

/// The local path of the page that sold the plan.
///
/// # Errors
/// As [`verify`].
pub async fn redirect_from(app: &App, session_id: &str) -> Result<String, Refusal> {
    let (_, order) = find(&app.store, session_id).await?;
    Ok(order.return_to.unwrap_or_else(|| "/".to_owned()))
}

/// Finds a payment by the provider's session id or by our own payment hash.
async fn find(store: &Store, session_id: &str) -> Result<(Payment, Order), Refusal> {
    let found = async {
        let mut conn = store.read().await?;
        let payment = match payments::by_reference(&mut conn, session_id).await? {
            Some(payment) => Some(payment),
            None => payments::by_hash_digest(&mut conn, &digest(session_id)).await?,
        };
        let Some(payment) = payment else { return Ok(None) };
        let order = orders::by_id(&mut conn, &payment.order_id).await?;
        Ok::<_, StoreError>(order.map(|order| (payment, order)))
    };
    found.await.map_err(Refusal::internal)?.ok_or_else(|| Problem::NotFound.into())
}

async fn delivered(app: &App, order_id: &str, buyer_cookie: Option<&str>) -> Result<VerifyResponse, Refusal> {
    let deadline = tokio::time::Instant::now() + DELIVERY_WAIT;
    loop {
        let (order, delivery) = {
            let mut conn = app.store.read().await.map_err(Refusal::internal)?;
            let order = orders::by_id(&mut conn, order_id).await.map_err(Refusal::internal)?;
            let delivery = deliveries::of_order(&mut conn, order_id).await.map_err(Refusal::internal)?;
            (order.ok_or(Problem::NotFound)?, delivery)
        };
        if let Some(delivery) = delivery {
            return answer(app, &order, &delivery, buyer_cookie).await.map_err(Refusal::internal);
        }
        if tokio::time::Instant::now() >= deadline {
            return Ok(undecided(Status::Pending, PaymentStatus::Paid, &order));
        }
        tokio::time::sleep(DELIVERY_LOOK).await;
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
    let is_buyer = buyer_cookie.is_some_and(|cookie| digest(cookie) == order.buyer);
    let (is_new, lifetime) = if is_buyer {
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
        subscription_end_date: Some(delivery.ends_at.to_rfc3339_opts(SecondsFormat::Secs, true)),
        subscription_end_text: Some(date_text(delivery.ends_at, language)),
        email: Some(if is_buyer { order.email.as_str().to_owned() } else { order.email.masked() }),
        order_id: Some(order.number.clone()),
        amount: Some(quote.due_now),
        amount_text: Some(price_text(quote.due_now()?, language)),
        currency: Some(quote.currency.code().to_owned()),
        item_id: Some(quote.product_id.clone()),
        item_name: Some(title_of(quote.months)),
        is_new_customer: Some(is_new),
        lifetime_value: Some(lifetime),
        renewal_amount: quote.renewal,
        renewal_text: quote.renewal()?.map(|renewal| price_text(renewal, language)),
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
