//! Closes hosted pages that must no longer be paid.
//!
//! A payment is superseded or abandoned before its page is closed, and even before its page is known: a server may die
//! between the provider's answer and storing it. This module closes whatever the provider made for such a
//! payment. It releases what the order held as soon as no buyer can pay: at once if the shop stored no page, since no
//! buyer has the address then; otherwise when the provider confirms that the page is closed.

use onefare_core::order::OrderEvent;

use crate::app::App;
use crate::flows::code_uses;
use crate::flows::effects;
use crate::flows::payment::page_lifetime::page_found_until;
use crate::flows::payment::provider_answer::ProviderError;
use crate::flows::payment::providers::{self, Ended};
use crate::flows::payment::settlement::{self, SettleError};
use crate::flows::payment::supersede::end_open_page;
use crate::jobs::JobKind;
use crate::store::orders::{self, Order};
use crate::store::payments::{self, CUSTOMER_GONE, HostedPage, NEVER_SHOWN, Payment};
use crate::store::{StoreError, jobs};

/// Why a page may still be open.
#[derive(Debug, thiserror::Error)]
pub enum EndError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The provider did not answer, or said neither that the page is ended nor that it cannot be paid.
    #[error(transparent)]
    Provider(#[from] ProviderError),
    /// The page was paid meanwhile, and that could not be settled.
    #[error(transparent)]
    Settle(#[from] SettleError),
}

/// Closes the page of a superseded or abandoned payment. One that was paid in the meantime is settled instead. `Some`:
/// the provider does not close the page yet, and the caller must ask again until it is closed.
///
/// # Errors
/// Whatever leaves it unknown whether the page can still be paid; the job tries again.
pub async fn end_page(app: &App, payment_id: &str) -> Result<Option<Payment>, EndError> {
    let Some((order, payment)) = find(app, payment_id).await? else { return Ok(None) };
    if payment.state.is_settled() {
        return Ok(None);
    }
    let reference = match payment.reference.clone() {
        Some(reference) => Some(reference),
        None => {
            // The provider may repeat a stored failure for a day; the release does not wait for its answer.
            release(app, &order, None).await?;
            unnoted_page(app, &order, &payment).await?
        }
    };
    if let Some(reference) = reference {
        let ended = providers::end_page(app, payment.provider, &reference).await?;
        settlement::settle(app, payment_id).await?;
        if ended == Ended::NotYet {
            return Ok(Some(payment));
        }
    }
    release(app, &order, Some(payment_id)).await?;
    Ok(None)
}

/// Records that the page of the payment `ended` is closed, and releases what the order holds if it is over and none of
/// its pages can be paid.
async fn release(app: &App, order: &Order, ended: Option<&str>) -> Result<(), StoreError> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    orders::lock(&mut tx, &order.id).await?;
    if let Some(payment_id) = ended {
        payments::note_page_ended(&mut tx, payment_id, now).await?;
    }
    effects::end_unpaid_withdrawal(&mut tx, &order.id, now).await?;
    code_uses::give_back_if_over(&mut tx, &order.id, now).await?;
    tx.commit().await
}

/// Supersedes a payment that still keeps a use of a limited code after [`code_uses::HOLD`], and has its page closed.
/// The use stays with the order until the provider confirms that neither this page nor an earlier one that the shop
/// stored can be paid any more.
///
/// # Errors
/// The database.
pub async fn end_hold(app: &App, payment_id: &str) -> Result<(), StoreError> {
    let Some((order, _)) = find(app, payment_id).await? else { return Ok(()) };
    let now = app.clock.now();
    let mut tx = app.store.begin_holding(&order.buyer).await?;
    let Some(order) = orders::lock(&mut tx, &order.id).await? else { return Ok(()) };
    let is_open = payments::open_of_order(&mut tx, &order.id).await?.is_some_and(|open| open.id == payment_id);
    if !is_open || !code_uses::is_kept(&mut tx, &order).await? {
        return Ok(());
    }
    end_open_page(&mut tx, &order, now).await?;
    if let Some((closed, _)) = order.state.on(OrderEvent::PaymentFailed) {
        orders::move_state(&mut tx, &order.id, order.state, closed, now).await?;
    }
    tx.commit().await?;
    app.wake.notify_one();
    tracing::info!(order = %order.number, payment = payment_id, "a use of a limited code was kept long enough");
    Ok(())
}

/// Why a payment without a known hosted page is abandoned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The provider will not make the page, and has said so.
    Refused,
    /// No buyer has seen the page; the provider may have made it.
    NeverShown,
    /// The provider does not have the customer that the payment was made for.
    CustomerGone,
}

impl Reason {
    /// The word the database stores.
    const fn word(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::NeverShown => NEVER_SHOWN,
            Self::CustomerGone => CUSTOMER_GONE,
        }
    }
}

/// Closes a payment without a page, and its order with it: a new attempt reopens the order. `false`: it has a page by
/// now, or its outcome is known.
///
/// # Errors
/// The database.
pub async fn give_up(app: &App, payment: &Payment, reason: Reason) -> Result<bool, StoreError> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let Some(order) = orders::lock(&mut tx, &payment.order_id).await? else { return Ok(false) };
    if !payments::give_up_unshown(&mut tx, &payment.id, reason.word(), now).await? {
        return Ok(false);
    }
    if reason == Reason::NeverShown {
        jobs::enqueue(&mut tx, JobKind::ExpirePage(payment.provider), &payment.id, now, now).await?;
    }
    if let Some((closed, _)) = order.state.on(OrderEvent::PaymentFailed) {
        orders::move_state(&mut tx, &order.id, order.state, closed, now).await?;
        code_uses::follow(&mut tx, &order, closed, now).await?;
    }
    tx.commit().await?;
    app.wake.notify_one();
    Ok(true)
}

async fn find(app: &App, payment_id: &str) -> Result<Option<(Order, Payment)>, StoreError> {
    let mut conn = app.store.read().await?;
    let Some(payment) = payments::by_id(&mut conn, payment_id).await? else { return Ok(None) };
    let order = orders::by_id(&mut conn, &payment.order_id).await?;
    Ok(order.map(|order| (order, payment)))
}

/// The page of a payment whose answer was never stored. The same request under the payment's own key finds a page that
/// was made; otherwise it makes one now, which is closed at once. Its id is stored first, so that money on it always
/// belongs to a known payment. `None`: no page can be paid.
async fn unnoted_page(app: &App, order: &Order, payment: &Payment) -> Result<Option<String>, EndError> {
    if app.clock.now() >= page_found_until(payment) {
        return Ok(None);
    }
    let made = match providers::make_page(app, order, payment).await {
        Ok(made) => made,
        Err(error) if error.is_invalid() => {
            tracing::warn!(payment = %payment.id, %error, "no page was made for a payment that was given up");
            return Ok(None);
        }
        Err(error) => return Err(error.into()),
    };
    let mut tx = app.store.begin().await?;
    let url = made.url.ok().flatten();
    let page = HostedPage { reference: &made.reference, url: url.as_deref(), ends_at: Some(made.ends_at) };
    let noted = payments::set_page(&mut tx, &payment.id, page).await?;
    tx.commit().await?;
    tracing::info!(payment = %payment.id, "the page of a payment that was given up is known now");
    Ok(noted.and_then(|payment| payment.reference))
}
