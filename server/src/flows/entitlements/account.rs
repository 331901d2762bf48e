//! The account of an order. Its id outlives the address: it moves along when the account gets another address, and is joined into
//! the other account when that address has one.

use chrono::{DateTime, Utc};
use onefare_core::email::Email;

use super::enqueue::enqueue;
use crate::app::App;
use crate::store::accounts::Account;
use crate::store::orders::Order;
use crate::store::{StoreError, Tx, accounts, orders};

/// Gives a paid order to the account of its address, unless it has one.
///
/// # Errors
/// The database.
pub async fn give(tx: &mut Tx, order: &Order, now: DateTime<Utc>) -> Result<String, StoreError> {
    // One that is being paid has none yet.
    if order.paid_at.is_some()
        && let Some(known) = accounts::of_order(tx, &order.id).await?
    {
        return Ok(known);
    }
    let account = match order.account_deleted_at {
        Some(_) => accounts::insert_without_address(tx, now).await?,
        None => accounts::of_address(tx, &order.email.canonical(), now).await?,
    };
    accounts::set_of_order(tx, &order.id, &account).await?;
    Ok(account)
}

/// Gives a paid order to the account of its address, unless it has one, and enqueues the update of its entitlement.
///
/// # Errors
/// The database.
pub async fn give_and_update(tx: &mut Tx, order: &Order, now: DateTime<Utc>) -> Result<(), StoreError> {
    let account = give(tx, order, now).await?;
    enqueue(tx, &account, now).await
}

/// Whether an account disagrees with the addresses of its orders, which a server of an older version may have changed without it.
pub(super) fn is_out_of_line(account: &Account, orders: &[Order]) -> bool {
    let Some(address) = &account.email_canonical else { return false };
    orders.iter().any(|order| is_elsewhere(order, address)) || is_deleted(orders)
}

/// Brings an account that is [out of line](is_out_of_line) in line with the addresses of its orders.
///
/// # Errors
/// The database.
pub(super) async fn bring_in_line(
    app: &App,
    account: &Account,
    orders: &[Order],
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let Some(address) = &account.email_canonical else { return Ok(()) };
    let mut tx = app.store.begin().await?;
    if is_deleted(orders) {
        accounts::forget_address(&mut tx, address).await?;
    }
    for order in orders.iter().filter(|order| is_elsewhere(order, address)) {
        let Some(order) = orders::lock(&mut tx, &order.id).await? else { continue };
        follow_address(&mut tx, &order, &order.email, now).await?;
    }
    tx.commit().await
}

fn is_elsewhere(order: &Order, address: &str) -> bool {
    order.account_deleted_at.is_none() && order.email.canonical() != address
}

fn is_deleted(orders: &[Order]) -> bool {
    !orders.is_empty() && orders.iter().all(|order| order.account_deleted_at.is_some())
}

/// Moves an order to the account of its new address. An account whose only order it is gets the address itself, if no other
/// account has it; one that is left without an order is joined into the other. `order` is the order before the change; the caller
/// holds its lock.
///
/// # Errors
/// The database.
pub async fn follow_address(tx: &mut Tx, order: &Order, new: &Email, now: DateTime<Utc>) -> Result<(), StoreError> {
    let Some(old) = accounts::of_order(tx, &order.id).await? else { return Ok(()) };
    let address = new.canonical();
    // Locked before its orders are counted: another one may join it or leave it at this moment.
    accounts::lock(tx, &old).await?;
    let orders = accounts::count_orders(tx, &old).await?;
    let account = match accounts::by_address(tx, &address).await? {
        Some(account) => account,
        None if orders == 1 => {
            accounts::set_address(tx, &old, &address).await?;
            old.clone()
        }
        None => accounts::of_address(tx, &address, now).await?,
    };
    if account != old {
        accounts::set_of_order(tx, &order.id, &account).await?;
        if orders == 1 {
            accounts::join(tx, &old, &account).await?;
        }
        enqueue(tx, &old, now).await?;
    }
    enqueue(tx, &account, now).await
}

/// Gives an account that moves as a whole its new address, if no other account has it: then its orders stay with it.
///
/// # Errors
/// The database.
pub async fn move_address(tx: &mut Tx, old: &str, new: &str) -> Result<(), StoreError> {
    let Some(account) = accounts::by_address(tx, old).await? else { return Ok(()) };
    if accounts::by_address(tx, new).await?.is_none() {
        accounts::set_address(tx, &account, new).await?;
    }
    Ok(())
}
