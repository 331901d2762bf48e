//! An operator accepts a later charge that differs from what was agreed: it needs attention no more.

use chrono::{DateTime, Utc};
use onefare_core::order::OrderNumber;

use crate::flows::support::find::typed_order;
use crate::store::later_charges::{self, LaterCharge};
use crate::store::{Store, StoreError, Tx};

/// Why a charge cannot be accepted.
#[derive(Debug, thiserror::Error)]
pub enum AcceptError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No order has that number.
    #[error("there is no order {0}")]
    UnknownOrder(String),
    /// The order has no such charge.
    #[error("order {0} has no later charge {1}: `onefare orders show {0}` lists them")]
    UnknownCharge(String, String),
    /// Nothing is open.
    #[error("charge {0} is as agreed, or was returned or accepted before")]
    NotOpen(String),
}

/// The open charge of an order with that invoice.
///
/// # Errors
/// See [`AcceptError`].
pub async fn look(store: &Store, number: &str, invoice: &str) -> Result<(OrderNumber, LaterCharge), AcceptError> {
    let mut conn = store.snapshot().await?;
    let order = typed_order(&mut conn, number).await?.map_err(AcceptError::UnknownOrder)?;
    let number = order.number;
    let charges = later_charges::of_order(&mut conn, &order.id).await?;
    let charge = charges.into_iter().find(|charge| charge.invoice == invoice.trim());
    let charge = charge.ok_or_else(|| AcceptError::UnknownCharge(number.to_string(), invoice.trim().to_owned()))?;
    if charge.is_open() { Ok((number, charge)) } else { Err(AcceptError::NotOpen(charge.invoice)) }
}

/// Notes that the charge was accepted, within the caller's transaction.
///
/// # Errors
/// See [`AcceptError`]; nothing happened then.
pub async fn accept_within(tx: &mut Tx, invoice: &str, now: DateTime<Utc>) -> Result<(), AcceptError> {
    if later_charges::resolve(tx, invoice, now).await? { Ok(()) } else { Err(AcceptError::NotOpen(invoice.to_owned())) }
}
