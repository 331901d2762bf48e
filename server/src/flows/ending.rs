//! Ends payment pages that must not be paid any more.
//!
//! A payment is given up before its page is ended, and even before its page is known: a server may die between the
//! provider's answer and the note of it. Whatever the provider has made for a payment that was given up ends here; only
//! then is given back what the order held.

use onefare_core::order::OrderEvent;

use crate::app::App;
use crate::flows::checkout::{PageError, checkout_page, page_ends};
use crate::flows::redemptions;
use crate::flows::settlement::{self, SettleError};
use crate::jobs::JobKind;
use crate::payments::stripe::StripeError;
use crate::payments::stripe::answers::SessionStatus;
use crate::store::orders::Order;
use crate::store::payments::Payment;
use crate::store::{StoreError, jobs, orders, payments};

/// Why a page may still be open.
#[derive(Debug, thiserror::Error)]
pub enum EndError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The provider did not answer, or said neither that the page is ended nor that it cannot be paid.
    #[error(transparent)]
    Provider(#[from] StripeError),
    /// The page was paid meanwhile, and that could not be settled.
    #[error(transparent)]
    Settle(#[from] SettleError),
    /// What the provider was asked for cannot be said again.
    #[error("the page cannot be asked for again: {0}")]
    Page(String),
}

/// Ends the page of a payment that was given up. One that was paid in the meantime is settled instead.
///
/// # Errors
/// Whatever leaves it unknown whether the page can still be paid; the job tries again.
pub async fn end_page(app: &App, payment_id: &str) -> Result<(), EndError> {
    let Some((order, payment)) = find(app, payment_id).await? else { return Ok(()) };
    if payment.state.is_settled() {
        return Ok(());
    }
    let reference = match payment.reference.clone() {
        Some(reference) => Some(reference),
        None => unnoted_page(app, &order, &payment).await?,
    };
    if let Some(reference) = reference {
        close(app, &reference).await?;
        settlement::settle(app, payment_id).await?;
    }
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    orders::lock(&mut tx, &order.id).await?;
    payments::note_page_ended(&mut tx, payment_id, now).await?;
    redemptions::give_back_if_over(&mut tx, &order.id, now).await?;
    Ok(tx.commit().await?)
}

async fn close(app: &App, reference: &str) -> Result<(), StripeError> {
    let Err(error) = app.stripe.expire_checkout_session(reference).await else { return Ok(()) };
    // Refused most likely means that it is no longer open. Whoever was refused for another reason, such as a key that
    // may not do this, must not leave a page that can be paid.
    let session = app.stripe.retrieve_checkout_session(reference).await?;
    let may_be_open = session.status == Some(SessionStatus::Open) || !matches!(error, StripeError::Refused { .. });
    if may_be_open { Err(error) } else { Ok(()) }
}

/// Why a payment is given up of which the buyer has no page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The provider will not make the page, and has said so.
    Refused,
    /// Nobody was ever shown the page; the provider may have made it.
    NeverShown,
}

impl Reason {
    /// The word the database stores.
    const fn word(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::NeverShown => "never_shown",
        }
    }
}

/// Closes a payment without a page, and its order with it: a new attempt opens the order again. `false`: it has a page
/// by now, or its outcome is known.
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
        jobs::enqueue(&mut tx, JobKind::ExpireSession, &payment.id, now, now).await?;
    }
    if let Some((closed, _)) = order.state.on(OrderEvent::PaymentFailed) {
        orders::move_state(&mut tx, &order.id, order.state, closed, now).await?;
        redemptions::follow(&mut tx, &order, closed, now).await?;
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

/// The page of a payment of which no answer was noted. Asking again under the payment's own key finds it if it was
/// made; if it was not, it is made now, for nobody, and ended at once. Its id is noted first, so that money on it is
/// never a stranger's. `None`: there is none that could be paid.
async fn unnoted_page(app: &App, order: &Order, payment: &Payment) -> Result<Option<String>, EndError> {
    if app.clock.now() >= page_ends(payment) {
        // It has closed by itself. Later the provider forgets the key, and asking would make a page.
        return Ok(None);
    }
    let request = checkout_page(app, order, payment).map_err(|error: PageError| EndError::Page(error.to_string()))?;
    let session = match app.stripe.start_subscription(&request).await {
        Ok(session) => session,
        Err(error) if error.is_invalid() => {
            tracing::warn!(payment = %payment.id, %error, "no page was made for a payment that was given up");
            return Ok(None);
        }
        Err(error) => return Err(error.into()),
    };
    let mut tx = app.store.begin().await?;
    payments::set_reference(&mut tx, &payment.id, &session.id, session.url.as_deref(), Some(page_ends(payment)))
        .await?;
    let noted = payments::by_id(&mut tx, &payment.id).await?.and_then(|payment| payment.reference);
    tx.commit().await?;
    tracing::info!(payment = %payment.id, "the page of a payment that was given up is known now");
    Ok(noted)
}
