//! Refunds money of an order, because a support person decided so.
//!
//! [`look`] reads everything and shows it; [`send`] stores what was shown and agreed to in one transaction under the
//! order's lock, or refuses it because it is out of date. A job sends it, and the letter follows.
//!
//! What was charged, less what was refunded before, can be refunded. A payment that agrees with its quote charged that.
//! For one that disagrees the flow asks the provider first: what the provider says was taken can be refunded, whatever
//! the quote says; when it does not say so, nothing can. A refund by other means, such as in the provider's dashboard,
//! counts once its webhook event has arrived; before that the provider refuses what would be more than it took, and the
//! refund fails.

mod error;
mod manual;
mod payment_choice;

use chrono::{DateTime, Utc};
use onefare_core::currency::Currency;
use onefare_core::money::Money;
use onefare_core::order::OrderState;
use onefare_core::payment::{Ours, PaymentState, Provider, going_back};
use onefare_core::quote::Product;

use crate::flows::effects::refund;
use crate::flows::later_terms;
use crate::flows::payment::clients::Clients;
use crate::flows::refund::case::came_back;
use crate::flows::support::find::typed_order;
use crate::flows::support::refund::payment_choice::choose;
use crate::jobs::JobKind;
use crate::store::disputes::{self, Dispute};
use crate::store::orders::{self, Order};
use crate::store::payments::{self, Payment};
use crate::store::refunds::{self, Reason, Refund};
use crate::store::{Connection, Store, StoreError, Tx, order_search};

pub use error::SendBackError;
pub(super) use manual::checked_how;
pub use manual::{Instead, look_otherwise, note_otherwise, note_otherwise_within};

/// What a support person requests.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'typed> {
    /// The order's number, in any case.
    pub number: &'typed str,
    /// The payment, by our id or the provider's; `None`: the only one whose money we have.
    pub payment: Option<&'typed str>,
    /// How much, as decimal text in the payment's currency; `None`: all that is left.
    pub amount: Option<&'typed str>,
}

/// What would happen: shown before the operator agrees to it, and exactly what is done then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The order's id.
    pub order_id: String,
    /// Its number.
    pub number: String,
    /// Its state.
    pub order: OrderState,
    /// What was bought.
    pub product: Product,
    /// The buyer's address, masked. A letter goes there when the provider has the refund of an amount.
    pub email: String,
    /// Our id of the payment.
    pub payment_id: String,
    /// The provider of the payment.
    pub provider: Provider,
    /// The provider's id of the payment.
    pub reference: Option<String>,
    /// The payment's state.
    pub payment: PaymentState,
    /// Whether it began a subscription.
    pub subscription: bool,
    /// What was charged.
    pub charged: Money,
    /// What was refunded of it before.
    pub returned: Money,
    /// The amount to refund now; zero when nothing was charged.
    pub amount: Money,
    /// What is left of it then.
    pub left: Money,
    /// What it does to the order.
    pub outcome: Outcome,
}

/// What a refund does to its order once it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The order ends, and what was delivered with it.
    OrderEnds,
    /// A full refund of the payment; the order keeps its state, because this payment did not settle it.
    OrderStays,
    /// A partial refund; the buyer keeps the product, and the subscription that the payment began continues.
    InPart,
}

/// How far a refund is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The refund.
    pub refund: Refund,
    /// Why its job failed the last time.
    pub last_error: Option<String>,
}

/// Reports what a refund would do, without changing anything. Asks the provider about a payment that disagrees with its
/// quote.
///
/// # Errors
/// See [`SendBackError`].
pub async fn look(
    store: &Store,
    clients: &Clients,
    wanted: &Wanted<'_>,
    now: DateTime<Utc>,
) -> Result<Offer, SendBackError> {
    let (order, payment) = {
        let mut conn = store.snapshot().await?;
        let order = typed_order(&mut conn, wanted.number).await?.map_err(SendBackError::Unknown)?;
        let payment = match choose(&order, payments::of_order(&mut conn, &order.id).await?, wanted.payment) {
            Err(SendBackError::AllBack(payment)) => {
                must_not_be_disputed(&mut conn, &order.id, &payment).await?;
                return Err(SendBackError::AllBack(payment));
            }
            chosen => chosen?,
        };
        must_be_free(&mut conn, &order, &payment).await?;
        (order, payment)
    };
    let charged = charged(clients, &order, &payment).await?;
    let amount = wanted.amount.map(|text| read_amount(text, charged.currency())).transpose()?;
    offer(&mut *store.snapshot().await?, &order, &payment, charged, amount, now).await
}

/// Stores the refund that was offered and agreed to, and returns its id.
///
/// # Errors
/// See [`SendBackError`]; whatever differs from what was shown. Nothing happened then.
pub async fn send(store: &Store, agreed: &Offer, now: DateTime<Utc>) -> Result<String, SendBackError> {
    let mut tx = store.begin().await?;
    let id = send_within(&mut tx, agreed, now).await?;
    tx.commit().await?;
    Ok(id)
}

/// [`send`] within the caller's transaction.
///
/// # Errors
/// As [`send`]; the caller must roll back then.
pub async fn send_within(tx: &mut Tx, agreed: &Offer, now: DateTime<Utc>) -> Result<String, SendBackError> {
    let order = orders::lock(tx, &agreed.order_id).await?.ok_or(StoreError::Gone("orders"))?;
    let payment = payments::by_id(tx, &agreed.payment_id).await?.ok_or(StoreError::Gone("payments"))?;
    let mut payment = choose(&order, vec![payment], Some(&agreed.payment_id))?;
    let amount = (agreed.amount.minor() > 0).then_some(agreed.amount);
    if offer(tx, &order, &payment, agreed.charged, amount, now).await? != *agreed {
        return Err(SendBackError::Changed(order.number.to_string()));
    }
    if payment.state == PaymentState::Quarantined {
        // From now on this amount decides whether a refund is partial or full.
        payments::set_charged(tx, &payment.id, agreed.charged).await?;
        payment.charged = Some(agreed.charged);
    }
    let id = refund(tx, &payment, agreed.amount.minor(), Reason::BySupport, now).await?;
    id.ok_or(SendBackError::Changed(order.number.to_string()))
}

/// How far the refund is by now.
///
/// # Errors
/// The database.
pub async fn progress(store: &Store, refund_id: &str) -> Result<Progress, StoreError> {
    let mut conn = store.snapshot().await?;
    let refund = refunds::by_id(&mut conn, refund_id).await?.ok_or(StoreError::Gone("refunds"))?;
    let payment = payments::by_id(&mut conn, &refund.payment_id).await?.ok_or(StoreError::Gone("payments"))?;
    let jobs = order_search::jobs_about(&mut conn, refund_id).await?;
    let sends = jobs.into_iter().find(|job| job.kind == JobKind::RefundPayment(payment.provider).word());
    Ok(Progress { refund, last_error: sends.and_then(|job| job.last_error) })
}

/// Checks that this money is free to move: no dispute is open and no refund is in flight.
async fn must_be_free(conn: &mut Connection, order: &Order, payment: &Payment) -> Result<(), SendBackError> {
    if order.state.is_disputed() {
        return Err(SendBackError::Disputed(order.number.to_string(), order.state.code()));
    }
    must_not_be_disputed(conn, &order.id, &payment.id).await?;
    let running = refunds::running_of_payment(conn, &payment.id).await?;
    running.map_or(Ok(()), |refund| Err(SendBackError::on_its_way(&refund)))
}

/// Checks that the bank neither holds the money of a charge nor has taken it: a payment's, or that of an invoice. `id` names it.
pub(super) async fn must_not_be_disputed(conn: &mut Connection, order_id: &str, id: &str) -> Result<(), SendBackError> {
    let disputes = disputes::of_order(conn, order_id).await?;
    let is_about_it = |one: &&Dispute| [&one.payment_id, &one.invoice].into_iter().flatten().any(|about| about == id);
    match disputes.iter().filter(is_about_it).find(|one| one.standing.takes_money()) {
        Some(one) => Err(SendBackError::DisputedCharge(id.to_owned(), one.standing.code())),
        None => Ok(()),
    }
}

/// What a payment charged; for a quarantined one the provider says so.
async fn charged(clients: &Clients, order: &Order, payment: &Payment) -> Result<Money, SendBackError> {
    if payment.state != PaymentState::Quarantined {
        let (minor, currency) = payment.taken();
        return Ok(Money::new(minor, currency)?);
    }
    let unpaid = || SendBackError::NotPaid(payment.id.clone(), payment.state.code());
    let reference = payment.reference.as_deref().ok_or_else(unpaid)?;
    let ours = Ours { reference, payment_id: &payment.id, order_id: &order.id };
    let told = clients.ask(payment.provider, reference).await?;
    told.charged(&ours).map_err(|why| SendBackError::ChargeUnknown(payment.id.clone(), why))
}

async fn offer(
    conn: &mut Connection,
    order: &Order,
    payment: &Payment,
    charged: Money,
    wanted: Option<Money>,
    now: DateTime<Utc>,
) -> Result<Offer, SendBackError> {
    must_be_free(conn, order, payment).await?;
    // The payment of a trial says that nothing was charged, for ever: that is no word on what followed it.
    if let Some(first) = later_terms::charged_after_trial(conn, order, now).await? {
        return Err(SendBackError::charged_since(order, &first));
    }
    let returned = Money::new(refunds::returned(conn, &payment.id).await?, charged.currency())?;
    let back = going_back(charged, returned, wanted)
        .map_err(|why| SendBackError::amount(why, &payment.id, charged, returned, wanted))?;
    described(order, payment, charged, returned, back.amount)
}

/// What a refund of `amount` means after refunds of `returned` in total.
fn described(
    order: &Order,
    payment: &Payment,
    charged: Money,
    returned: Money,
    amount: Money,
) -> Result<Offer, SendBackError> {
    let sum = returned.plus(amount)?;
    let left = charged.minus(sum)?;
    let settled = came_back(charged.minor(), sum.minor()).and_then(|event| payment.state.on(event, order.state));
    let outcome = match settled {
        _ if left.minor() > 0 => Outcome::InPart,
        Some(settled) if settled.order != order.state => Outcome::OrderEnds,
        _ => Outcome::OrderStays,
    };
    Ok(Offer {
        order_id: order.id.clone(),
        number: order.number.to_string(),
        order: order.state,
        product: order.quote.product(),
        email: order.email.masked(),
        payment_id: payment.id.clone(),
        provider: payment.provider,
        reference: payment.reference.clone(),
        payment: payment.state,
        subscription: payment.subscription_ref.is_some() && payment.state != PaymentState::Refunded,
        charged,
        returned,
        amount,
        left,
        outcome,
    })
}

pub(super) fn read_amount(text: &str, currency: Currency) -> Result<Money, SendBackError> {
    Money::parse(text.trim(), currency).map_err(|why| SendBackError::unreadable(text, currency, why))
}
