//! What a returning buyer may see: the payment's outcome, and where the purchase began.

mod answers;

use std::time::Duration;

use chrono::TimeDelta;
use onefare_core::order::OrderState;
use onefare_core::payment::{Outcome, PaymentState, Provider};
use onefare_core::problem::Problem;
use onefare_core::wire::deal::PaymentStatusResponse;
use onefare_core::wire::subscription::{PaymentStatus, Status, VerifyResponse};

use crate::app::App;
use crate::flows::payment::double_payment::order_kept;
use crate::flows::payment::held::{is_quarantined, waits_for_person};
use crate::flows::payment::settlement::{SettleError, settle_for_status};
use crate::ids::{PaymentHash, digest};
use crate::jobs::JobKind;
use crate::pages::registry::local_address;
use crate::problem::Refusal;
use crate::store::deliveries::{self, DeliveredOrder};
use crate::store::orders::{self, Order};
use crate::store::payments::{self, Payment};
use crate::store::{Conn, Connection, jobs, payment_with_order};

pub(in crate::flows) use answers::sent_back;

/// How long an answer waits for the delivery job of a payment that has just settled.
pub(in crate::flows) const DELIVERY_WAIT: Duration = Duration::from_secs(3);

/// The interval of its checks.
pub(in crate::flows) const DELIVERY_LOOK: Duration = Duration::from_millis(40);

/// A buyer's return is recorded at most this often.
const SEEN_AGAIN: TimeDelta = TimeDelta::minutes(30);

/// When the server next rechecks a payment whose buyer is back, unless the buyer asks before.
const NEXT_LOOK: TimeDelta = TimeDelta::seconds(30);

/// What names a payment in the calls of the result pages, told apart by its form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaymentName {
    /// Our payment hash.
    Hash(PaymentHash),
    /// Stripe's session id, or a text that names nothing.
    Session(String),
}

impl PaymentName {
    /// Reads what a return address carries.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        PaymentHash::parse(text).map_or_else(|| Self::Session(text.to_owned()), Self::Hash)
    }
}

/// The outcome of a payment, with what was bought once that is delivered.
pub(in crate::flows) enum Known {
    Delivered(Box<Order>, Box<DeliveredOrder>),
    Paid(Box<Order>),
    Pending(Box<Order>),
    /// Money came that does not match the order, and a person looks at it.
    Held(Box<Order>),
    Failed(Box<Order>),
    Refunded(Box<Order>),
}

/// The outcome of the payment that a session id of Stripe's or a payment hash names.
///
/// # Errors
/// [`Problem::NotFound`] for an id that is not ours, whatever it looks like; [`Problem::SomethingWrong`] when the
/// database does not answer.
pub async fn verify(app: &App, named: &PaymentName, buyer_cookie: Option<&str>) -> Result<VerifyResponse, Refusal> {
    let mut conn = app.store.read().await.map_err(Refusal::internal)?;
    let found = find(&mut conn, named).await?;
    let (conn, known) = find_out(app, conn, found).await?;
    let (mut conn, known) = delivered(app, conn, known).await?;
    match known {
        Known::Delivered(order, standing) => {
            let now = app.clock.now();
            answers::delivered(&mut conn, &order, &standing, buyer_cookie, now).await.map_err(Refusal::internal)
        }
        Known::Paid(order) => Ok(answers::undecided(Status::Pending, PaymentStatus::Paid, &order)),
        Known::Pending(order) => Ok(answers::undecided(Status::Pending, PaymentStatus::Pending, &order)),
        Known::Held(order) => Ok(answers::held(&order)),
        Known::Failed(order) => Ok(answers::undecided(Status::Error, PaymentStatus::Failed, &order)),
        Known::Refunded(order) => answers::gone_back(&mut conn, &order).await.map_err(Refusal::internal),
    }
}

/// The outcome of the payment that a payment hash names, as the pages after iDEAL ask for it.
///
/// # Errors
/// As [`verify`].
pub async fn of_hash(
    app: &App,
    hash: Option<&PaymentHash>,
    buyer_cookie: Option<&str>,
) -> Result<PaymentStatusResponse, Refusal> {
    let mut conn = app.store.read().await.map_err(Refusal::internal)?;
    let found = find_by_hash(&mut conn, hash).await?;
    let (conn, known) = find_out(app, conn, found).await?;
    let (mut conn, known) = delivered(app, conn, known).await?;
    answers::by_hash(&mut conn, known, buyer_cookie, app.clock.now()).await.map_err(Refusal::internal)
}

/// Asks the provider when the outcome is not final, and returns what is known by then. Does not wait for a delivery.
/// The connection is returned to the pool during the provider call.
pub(in crate::flows) async fn find_out(
    app: &App,
    mut conn: Conn,
    (payment, order): (Payment, Order),
) -> Result<(Conn, Known), Refusal> {
    if payment.state.is_settled() {
        let known = known_now(&mut conn, order, &payment, payment.state.into()).await?;
        return Ok((conn, known));
    }
    drop(conn);
    note_seen(app, &payment).await;
    let outcome = match settle_for_status(app, &payment).await {
        Ok(outcome) => outcome,
        Err(SettleError::NotAsked) => Outcome::from(payment.state),
        Err(error) => {
            // The provider may be down for a moment: what we know already is still true.
            tracing::warn!(%error, payment = %payment.id, "payment could not be checked");
            Outcome::from(payment.state)
        }
    };
    let mut conn = app.store.read().await.map_err(Refusal::internal)?;
    // It may have moved during the provider call.
    let order = by_id(&mut conn, &order.id).await?;
    let known = known_now(&mut conn, order, &payment, outcome).await?;
    Ok((conn, known))
}

/// What is known of a payment with that outcome and of its order as it is now.
async fn known_now(conn: &mut Connection, order: Order, payment: &Payment, outcome: Outcome) -> Result<Known, Refusal> {
    // A failed attempt of an order that another payment settled is a success to its buyer.
    if outcome == Outcome::Paid || order.state.is_paid() {
        return standing(conn, order).await;
    }
    // The buyer has the purchase, in another currency or with another code: this payment is a duplicate.
    if let Some(kept) = order_kept(conn, &order, payment).await.map_err(Refusal::internal)? {
        return standing(conn, kept).await;
    }
    // The order is held for the buyer of any of its payments, even a failed one: none of them is to be paid again.
    if outcome != Outcome::Refunded && waits_for_person(conn, &order).await.map_err(Refusal::internal)? {
        return Ok(Known::Held(Box::new(order)));
    }
    // Beside an order that is over: nothing becomes of such a payment before a person has looked.
    let is_set_aside = outcome == Outcome::Held
        && order.state != OrderState::Held
        && is_quarantined(conn, &payment.id).await.map_err(Refusal::internal)?;
    let order = Box::new(order);
    Ok(match outcome {
        Outcome::Held if is_set_aside => Known::Held(order),
        // An attempt that failed beside one that was paid: to its buyer the order was paid and the money is back.
        Outcome::Failed if order.state != OrderState::Refunded => Known::Failed(order),
        Outcome::Failed | Outcome::Refunded => Known::Refunded(order),
        _ => Known::Pending(order),
    })
}

/// Records that a buyer is back from the page of an open payment, so that it is rechecked often again. Writing only
/// when the record is old costs one write in [`SEEN_AGAIN`], however often the page asks.
async fn note_seen(app: &App, payment: &Payment) {
    let now = app.clock.now();
    let is_known = now < payment.seen_at.unwrap_or(payment.created_at) + SEEN_AGAIN;
    if payment.state != PaymentState::Open || is_known {
        return;
    }
    let noted = async {
        let mut tx = app.store.begin().await?;
        payments::note_seen(&mut tx, &payment.id, now).await?;
        jobs::enqueue(&mut tx, JobKind::RecheckPayment(payment.provider), &payment.id, now + NEXT_LOOK, now).await?;
        tx.commit().await
    };
    if let Err(error) = noted.await {
        // Only the pace of rechecks depends on it.
        tracing::warn!(%error, payment = %payment.id, "a returning buyer could not be noted");
    }
}

/// The local path of the page that sold the plan.
///
/// # Errors
/// As [`verify`].
pub async fn redirect_from(app: &App, named: &PaymentName) -> Result<String, Refusal> {
    let order = order_of(app, named).await?;
    Ok(order.return_to.unwrap_or_else(|| local_address("/", order.language)))
}

/// The order of the payment that a call names.
///
/// # Errors
/// As [`verify`].
pub(in crate::flows) async fn order_of(app: &App, named: &PaymentName) -> Result<Order, Refusal> {
    let mut conn = app.store.read().await.map_err(Refusal::internal)?;
    Ok(find(&mut conn, named).await?.1)
}

/// Finds the payment that a call names. Mollie's id names nothing here: Mollie does not promise that it is unguessable,
/// and the URLs that iDEAL leads back to carry the hash.
async fn find(conn: &mut Connection, named: &PaymentName) -> Result<(Payment, Order), Refusal> {
    let session = match named {
        PaymentName::Hash(hash) => return find_by_hash(conn, Some(hash)).await,
        PaymentName::Session(session) => session,
    };
    let found = payment_with_order::by_reference(conn, session).await.map_err(Refusal::internal)?;
    let found = found.filter(|(payment, _)| payment.provider == Provider::Stripe);
    found.ok_or_else(|| Problem::NotFound.into())
}

/// The payment of a hash; a text that is no hash names no payment.
pub(in crate::flows) async fn find_by_hash(
    conn: &mut Connection,
    hash: Option<&PaymentHash>,
) -> Result<(Payment, Order), Refusal> {
    let hash = hash.ok_or(Problem::NotFound)?;
    let found = payment_with_order::by_hash(conn, hash).await.map_err(Refusal::internal)?;
    found.ok_or_else(|| Problem::NotFound.into())
}

async fn by_id(conn: &mut Connection, order_id: &str) -> Result<Order, Refusal> {
    orders::by_id(conn, order_id).await.map_err(Refusal::internal)?.ok_or_else(|| Problem::NotFound.into())
}

/// Waits a moment for the delivery of what has just been paid, without holding a connection. An order that is set aside
/// has no delivery while an operator looks at it.
async fn delivered(app: &App, mut conn: Conn, mut known: Known) -> Result<(Conn, Known), Refusal> {
    let deadline = tokio::time::Instant::now() + DELIVERY_WAIT;
    while let Known::Paid(order) = &known
        && order.state == OrderState::Paid
        && tokio::time::Instant::now() < deadline
    {
        drop(conn);
        tokio::time::sleep(DELIVERY_LOOK).await;
        conn = app.store.read().await.map_err(Refusal::internal)?;
        let order = by_id(&mut conn, &order.id).await?;
        known = standing(&mut conn, order).await?;
    }
    Ok((conn, known))
}

/// The state of an order that was paid. It may have been refunded in the meantime.
async fn standing(conn: &mut Connection, order: Order) -> Result<Known, Refusal> {
    if order.state == OrderState::Refunded {
        return Ok(Known::Refunded(Box::new(order)));
    }
    let standing = deliveries::delivered_order(conn, &order.id).await.map_err(Refusal::internal)?;
    let order = Box::new(order);
    Ok(match standing {
        Some(standing) => Known::Delivered(order, Box::new(standing)),
        None => Known::Paid(order),
    })
}

pub(in crate::flows) fn is_buyer(order: &Order, cookie: Option<&str>) -> bool {
    cookie.is_some_and(|cookie| digest(cookie) == order.buyer)
}

/// A caller without the order's cookie sees the address masked.
pub(in crate::flows) fn shown_email(order: &Order, cookie: Option<&str>) -> String {
    if is_buyer(order, cookie) { order.email.as_str().to_owned() } else { order.email.masked() }
}
