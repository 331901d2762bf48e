//! A support person's refund of a later charge: [`look`] shows its effects, [`send_within`] stores what was agreed to, and a job
//! sends it.

use chrono::{DateTime, Utc};
use onefare_core::money::Money;
use onefare_core::order::OrderState;
use onefare_core::payment::going_back;
use onefare_core::subscription::{ChargeVerdict, Standing};

use crate::flows::payment::clients::Clients;
use crate::flows::payment::provider_answer::ProviderError;
use crate::flows::refund::charge_refund::{self, NewChargeRefund};
use crate::flows::support::find::typed_order;
use crate::flows::support::refund::{SendBackError, checked_how, must_not_be_disputed, read_amount};
use crate::jobs::JobKind;
use crate::payments::stripe::refunds::arrived;
use crate::store::charge_refunds::{self, ChargeRefund};
use crate::store::later_charges::{self, LaterCharge};
use crate::store::orders::{self, Order};
use crate::store::{Connection, Store, StoreError, Tx, order_search, subscriptions};

/// What a support person requests.
#[derive(Clone, Copy, Debug)]
pub struct WantedCharge<'typed> {
    /// The order's number, in any case.
    pub number: &'typed str,
    /// The provider's id of the charge's invoice, `in_…`.
    pub invoice: &'typed str,
    /// How much, as decimal text in the charge's currency; `None`: the overcharge, or the rest of the charge.
    pub amount: Option<&'typed str>,
}

/// What would happen: shown before the operator agrees to it, and exactly what is done then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChargeOffer {
    /// The order's id.
    pub order_id: String,
    /// Its number.
    pub number: String,
    /// Its state.
    pub order: OrderState,
    /// The buyer's address, masked.
    pub email: String,
    /// The provider's id of the invoice.
    pub invoice: String,
    /// The provider's id of the payment.
    pub payment_intent: String,
    /// The beginning of the term that was charged.
    pub charged_at: DateTime<Utc>,
    /// What was charged.
    pub charged: Money,
    /// What was refunded of it before, by the shop or by others.
    pub returned: Money,
    /// The amount to refund now.
    pub amount: Money,
    /// What is left of it then.
    pub left: Money,
    /// Whether the subscription ends with it: it refunds the newest charge in full.
    pub ends_subscription: bool,
    /// How many refunds of the charge were decided before.
    pub decided_before: usize,
}

/// How far a refund is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChargeProgress {
    /// The refund.
    pub refund: ChargeRefund,
    /// Why its job failed the last time.
    pub last_error: Option<String>,
}

/// Reports what a refund would do, without changing anything. Asks the provider what was returned before.
///
/// # Errors
/// See [`SendBackError`].
pub async fn look(store: &Store, clients: &Clients, wanted: &WantedCharge<'_>) -> Result<ChargeOffer, SendBackError> {
    let (order, Free { charge, is_newest, decided_before }) = {
        let mut conn = store.snapshot().await?;
        let order = typed_order(&mut conn, wanted.number).await?.map_err(SendBackError::Unknown)?;
        let free = free_charge(&mut conn, &order, wanted.invoice.trim()).await?;
        (order, free)
    };
    let (charged, currency) = (charge.amount, charge.amount.currency());
    let unpaid = || SendBackError::NotPaid(charge.invoice.clone(), "settled without a payment");
    let payment_intent = charge.payment_intent.clone().ok_or_else(unpaid)?;
    let refunds = clients.stripe.refunds(&payment_intent).await.map_err(ProviderError::from)?;
    let returned = Money::new(arrived(&refunds, currency), currency)?;
    let typed = wanted.amount.map(|text| read_amount(text, currency)).transpose()?;
    let amount = match typed {
        Some(amount) => Some(amount),
        None => too_much(&charge, returned)?,
    };
    let back = going_back(charged, returned, amount)
        .map_err(|why| SendBackError::amount(why, &charge.invoice, charged, returned, amount))?;
    Ok(ChargeOffer {
        order_id: order.id.clone(),
        number: order.number.to_string(),
        order: order.state,
        email: order.email.masked(),
        invoice: charge.invoice,
        payment_intent,
        charged_at: charge.charged_at,
        charged,
        returned,
        amount: back.amount,
        left: back.left,
        ends_subscription: is_newest && back.left.minor() == 0,
        decided_before,
    })
}

/// Stores the refund that was offered and agreed to, within the caller's transaction, and returns its id.
///
/// # Errors
/// See [`SendBackError`]; the caller must roll back then.
pub async fn send_within(tx: &mut Tx, agreed: &ChargeOffer, now: DateTime<Utc>) -> Result<String, SendBackError> {
    let order = orders::lock(tx, &agreed.order_id).await?.ok_or(StoreError::Gone("orders"))?;
    let Free { charge, is_newest, decided_before } = free_charge(tx, &order, &agreed.invoice).await?;
    // Another operator may have refunded it since it was shown.
    let is_as_shown = order.state == agreed.order
        && charge.amount == agreed.charged
        && decided_before == agreed.decided_before
        && agreed.ends_subscription == (is_newest && agreed.left.minor() == 0);
    if !is_as_shown {
        return Err(SendBackError::Changed(order.number.to_string()));
    }
    let refund = NewChargeRefund {
        order_id: &order.id,
        invoice: &charge.invoice,
        payment_intent: agreed.payment_intent.clone(),
        amount: agreed.amount,
        ends_subscription: agreed.ends_subscription,
        is_fraud: false,
    };
    Ok(charge_refund::decide(tx, refund, now).await?)
}

/// The failed refund of a charge that was neither retried nor closed, with the operator's note on how the money went back.
///
/// # Errors
/// See [`SendBackError`].
pub async fn look_failed(
    store: &Store,
    wanted: &WantedCharge<'_>,
    how: &str,
) -> Result<(ChargeRefund, String), SendBackError> {
    let how = checked_how(how)?.to_owned();
    let mut conn = store.snapshot().await?;
    let order = typed_order(&mut conn, wanted.number).await?.map_err(SendBackError::Unknown)?;
    let failed = charge_refunds::of_order(&mut conn, &order.id).await?.into_iter();
    let mut failed = failed.filter(|one| one.failure.is_some() && one.closed_at.is_none());
    let found = failed.find(|one| one.invoice == wanted.invoice.trim());
    let failed = found.ok_or_else(|| SendBackError::NoneFailed(order.number.to_string()))?;
    Ok((failed, how))
}

/// Closes a failed refund whose money the operator returned by other means, within the caller's transaction.
///
/// # Errors
/// See [`SendBackError`]; nothing happened then.
pub async fn close_within(tx: &mut Tx, failed: &ChargeRefund, now: DateTime<Utc>) -> Result<(), SendBackError> {
    let order = orders::lock(tx, &failed.order_id).await?.ok_or(StoreError::Gone("orders"))?;
    match charge_refunds::close(tx, &failed.invoice, now).await? {
        true => Ok(()),
        false => Err(SendBackError::Changed(order.number.to_string())),
    }
}

/// How far the refund is by now.
///
/// # Errors
/// The database.
pub async fn progress(store: &Store, id: &str) -> Result<ChargeProgress, StoreError> {
    let mut conn = store.snapshot().await?;
    let refund = charge_refunds::by_id(&mut conn, id).await?.ok_or(StoreError::Gone("charge_refunds"))?;
    let jobs = order_search::jobs_about(&mut conn, id).await?;
    let sends = jobs.into_iter().find(|job| job.kind == JobKind::RefundCharge.word());
    Ok(ChargeProgress { refund, last_error: sends.and_then(|job| job.last_error) })
}

/// A charge that can be refunded: no dispute is open and no refund is in flight.
struct Free {
    charge: LaterCharge,
    /// Whether it is the newest charge of a live subscription.
    is_newest: bool,
    decided_before: usize,
}

async fn free_charge(conn: &mut Connection, order: &Order, invoice: &str) -> Result<Free, SendBackError> {
    let number = || order.number.to_string();
    if order.state.is_disputed() {
        return Err(SendBackError::Disputed(number(), order.state.code()));
    }
    must_not_be_disputed(conn, &order.id, invoice).await?;
    let charges = later_charges::of_order(conn, &order.id).await?;
    let newest = charges.last().is_some_and(|newest| newest.invoice == invoice);
    let charge = charges.into_iter().find(|charge| charge.invoice == invoice);
    let charge = charge.ok_or_else(|| SendBackError::UnknownCharge(number(), invoice.to_owned()))?;
    let refunds = charge_refunds::of_order(conn, &order.id).await?;
    if let Some(running) = refunds.iter().find(|one| one.invoice == invoice && !one.state().is_over()) {
        return Err(SendBackError::charge_on_its_way(running));
    }
    let subscription = subscriptions::of_order(conn, &order.id).await?;
    let is_newest = newest && subscription.is_some_and(|one| one.standing != Standing::Ended);
    let decided_before = refunds.iter().filter(|one| one.invoice == invoice).count();
    Ok(Free { charge, is_newest, decided_before })
}

/// The overcharge that is not refunded yet. Once it is, a refund needs an explicit amount: the same command run twice must not
/// refund the agreed price.
fn too_much(charge: &LaterCharge, returned: Money) -> Result<Option<Money>, SendBackError> {
    if charge.verdict != ChargeVerdict::TooMuch {
        return Ok(None);
    }
    let owed = charge.amount.minus(charge.agreed)?.minus(returned)?;
    if owed.minor() > 0 { Ok(Some(owed)) } else { Err(SendBackError::DifferenceBack(charge.invoice.clone())) }
}
