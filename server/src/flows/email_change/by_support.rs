//! Corrects the mistyped address of a paid order for its buyer, without the time limit of the page.

use chrono::{DateTime, Utc};
use onefare_core::email::Email;
use onefare_core::email::correction::check_correction;
use onefare_core::order::OrderState;
use onefare_core::problem::Problem;

use crate::flows::email_change::apply;
use crate::flows::letters::resend::Asked;
use crate::flows::support::find::typed_order;
use crate::store::orders::{self, Order};
use crate::store::{Connection, Store, StoreError, Tx};

/// Why an order keeps its address.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No such order.
    #[error("there is no order {0}")]
    Unknown(String),
    /// The new address is not an e-mail address.
    #[error("that is no e-mail address")]
    NoAddress,
    /// Nothing was paid, so the buyer orders again; or the money was returned, and no letter is due.
    #[error("order {0} is {1}: only a paid order gets another address")]
    NotPaid(String, &'static str),
    /// The order has this address already.
    #[error("order {0} has that address already")]
    Same(String),
    /// The order is a trial, and the new address has had one.
    #[error("order {0} is a trial, and that address has had one")]
    TrialUsed(String),
    /// The order is not as it was shown.
    #[error("order {0} has changed since it was shown: nothing was done; look at it again")]
    Changed(String),
}

/// What a change means, shown before the operator agrees to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The order's id.
    pub order_id: String,
    /// Its number.
    pub number: String,
    /// Its state.
    pub order: OrderState,
    /// Its address.
    pub old: Email,
    /// The address that it would get.
    pub new: Email,
}

/// Reports what a change would mean, without making it.
///
/// # Errors
/// See [`ChangeError`].
pub async fn look(store: &Store, number: &str, typed: &str) -> Result<Offer, ChangeError> {
    let mut conn = store.snapshot().await?;
    let order = typed_order(&mut conn, number).await?.map_err(ChangeError::Unknown)?;
    let new = match check_correction(order.email.as_str(), typed).and_then(Email::parse) {
        Ok(new) => new,
        Err(Problem::EmailUnchanged) => return Err(ChangeError::Same(order.number.to_string())),
        Err(_) => return Err(ChangeError::NoAddress),
    };
    check(&mut conn, &order, &new).await?;
    Ok(Offer { order_id: order.id, number: order.number.to_string(), order: order.state, old: order.email, new })
}

/// Stores what was agreed to: the address, the letters to it, and the one to the old address. A running server sends
/// them.
///
/// # Errors
/// See [`ChangeError`]; nothing happened then.
pub async fn change(store: &Store, offer: &Offer, now: DateTime<Utc>) -> Result<Asked, ChangeError> {
    let mut tx = store.begin().await?;
    let asked = change_within(&mut tx, offer, now).await?;
    tx.commit().await?;
    Ok(asked)
}

/// [`change`] within the caller's transaction.
///
/// # Errors
/// As [`change`]; the caller must roll back then.
pub async fn change_within(tx: &mut Tx, offer: &Offer, now: DateTime<Utc>) -> Result<Asked, ChangeError> {
    let order = orders::lock(tx, &offer.order_id).await?.ok_or(StoreError::Gone("orders"))?;
    if (order.state, &order.email) != (offer.order, &offer.old) {
        return Err(ChangeError::Changed(order.number.to_string()));
    }
    check(tx, &order, &offer.new).await?;
    Ok(apply(tx, &order, &offer.new, now).await?)
}

async fn check(conn: &mut Connection, order: &Order, new: &Email) -> Result<(), ChangeError> {
    if !order.state.is_paid() {
        return Err(ChangeError::NotPaid(order.number.to_string(), order.state.code()));
    }
    if order.trial.is_some() && orders::had_trial(conn, new, &order.id).await? {
        return Err(ChangeError::TrialUsed(order.number.to_string()));
    }
    Ok(())
}
