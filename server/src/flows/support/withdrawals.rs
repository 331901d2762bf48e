//! The withdrawals that need attention, and how each ended.
//!
//! A refund in full ends one by itself (`flows::effects`); this is for the others: the right to withdraw was over, a
//! part was refunded, the buyer thought better of it.

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::find::{Addresses, OrderLine, TellError, order_line};
use crate::flows::support::find::typed_order;
use crate::store::unmatched_withdrawals::{self, UnmatchedWithdrawal};
use crate::store::withdrawals::{self, Withdrawal};
use crate::store::{Connection, Store, StoreError, Tx, orders, payments};

/// A withdrawal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WithdrawalSheet {
    /// When it was stated.
    pub stated_at: DateTime<Utc>,
    /// The name that the buyer gave.
    pub name: Option<String>,
    /// When nothing was left to do about it.
    pub handled_at: Option<DateTime<Utc>>,
    /// How it ended.
    pub how: Option<String>,
}

/// A withdrawal that waits, with its order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WithdrawalLine {
    /// The order in one line.
    #[serde(flatten)]
    pub order: OrderLine,
    /// The withdrawal.
    pub withdrawal: WithdrawalSheet,
    /// Whole days from the payment to the statement; `None` when no payment was confirmed.
    pub days_after_payment: Option<i64>,
}

/// A statement that matches no order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnmatchedLine {
    /// The number that was typed.
    pub number: String,
    /// The address that was typed.
    pub email: String,
    /// The name, where one was given.
    pub name: Option<String>,
    /// When it was stated.
    pub stated_at: DateTime<Utc>,
}

/// Why the end of a withdrawal cannot be recorded.
#[derive(Debug, thiserror::Error)]
pub enum HandleError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No such order.
    #[error("there is no order {0}")]
    Unknown(String),
    /// Its buyer does not withdraw.
    #[error("the buyer of order {0} has not withdrawn from it")]
    NotStated(String),
    /// Done before.
    #[error("the withdrawal from order {0} is handled already: {1}")]
    Already(String, String),
    /// The operator gave no text.
    #[error("say how it ended, so that others can read it")]
    NoWords,
}

impl From<Withdrawal> for WithdrawalSheet {
    fn from(withdrawal: Withdrawal) -> Self {
        let Withdrawal { order_id: _, name, stated_at, handled_at, how } = withdrawal;
        Self { stated_at, name, handled_at, how }
    }
}

/// Every withdrawal that waits, the oldest first.
///
/// # Errors
/// The database; a row that cannot be read.
pub async fn waiting(conn: &mut Connection, addresses: Addresses) -> Result<Vec<WithdrawalLine>, TellError> {
    let mut lines = Vec::new();
    for withdrawal in withdrawals::open(conn).await? {
        let order = orders::by_id(conn, &withdrawal.order_id).await?.ok_or(StoreError::Gone("orders"))?;
        let payments = payments::of_order(conn, &order.id).await?;
        let days_after_payment = order.paid_at.map(|paid_at| (withdrawal.stated_at - paid_at).num_days());
        let order = order_line(&order, &payments, addresses)?;
        lines.push(WithdrawalLine { order, withdrawal: withdrawal.into(), days_after_payment });
    }
    Ok(lines)
}

/// Every statement of the last 90 days that matches no order, the oldest first.
///
/// # Errors
/// The database; a row that cannot be read.
pub async fn unmatched(conn: &mut Connection, addresses: Addresses) -> Result<Vec<UnmatchedLine>, StoreError> {
    let found = unmatched_withdrawals::all(conn).await?;
    let line = |UnmatchedWithdrawal { order_number, email, name, stated_at }| UnmatchedLine {
        number: order_number,
        email: addresses.shown(&email),
        name,
        stated_at,
    };
    Ok(found.into_iter().map(line).collect())
}

/// Notes how the withdrawal from an order ended, and returns when it was stated. No money moves.
///
/// # Errors
/// See [`HandleError`]; nothing is noted then.
pub async fn handle(store: &Store, number: &str, how: &str, now: DateTime<Utc>) -> Result<DateTime<Utc>, HandleError> {
    let mut tx = store.begin().await?;
    let stated_at = handle_within(&mut tx, number, how, now).await?;
    tx.commit().await?;
    Ok(stated_at)
}

/// [`handle`] within the caller's transaction.
///
/// # Errors
/// As of [`handle`]; the transaction is to be undone then.
pub async fn handle_within(
    tx: &mut Tx,
    number: &str,
    how: &str,
    now: DateTime<Utc>,
) -> Result<DateTime<Utc>, HandleError> {
    let how = how.trim();
    if how.is_empty() {
        return Err(HandleError::NoWords);
    }
    let order = typed_order(tx, number).await?.map_err(HandleError::Unknown)?;
    let number = order.number.to_string();
    let Some(found) = withdrawals::of_order(tx, &order.id).await? else {
        return Err(HandleError::NotStated(number));
    };
    if !withdrawals::close(tx, &order.id, how, now).await? {
        return Err(HandleError::Already(number, found.how.unwrap_or_default()));
    }
    Ok(found.stated_at)
}
