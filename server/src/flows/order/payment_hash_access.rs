//! Who may have the eSIM of an order: its browser, its account, and for some time anyone with a payment's hash.

use chrono::TimeDelta;

use crate::app::App;
use crate::flows::order::status::is_buyer;
use crate::flows::payment::double_payment::order_kept;
use crate::ids::PaymentHash;
use crate::problem::Refusal;
use crate::store::orders::{self, Order};
use crate::store::payments::{self, Payment};
use crate::store::{Connection, StoreError};

/// How long after the payment its hash opens the eSIM to anyone who has it. A hash is part of a URL, which may be kept,
/// passed on or found; a buyer who returns in another browser does so soon. Later only its own browser and a signed-in
/// account open the eSIM (the rule that fulfilment calls need a fresh hash, row W21 of our review of the
/// specification).
const HASH_OPENS: TimeDelta = TimeDelta::days(30);

/// The caller for an eSIM, as far as the request proves it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Caller<'a> {
    /// The cookie of the browser that ordered.
    pub buyer_cookie: Option<&'a str>,
    /// The account of the session, in canonical form.
    pub account: Option<&'a str>,
}

/// Whether an order's eSIM opens for a caller with that hash, if they have one.
///
/// # Errors
/// The database.
pub(super) async fn opens(
    app: &App,
    order: &Order,
    caller: Caller<'_>,
    hash: Option<PaymentHash>,
) -> Result<bool, Refusal> {
    Ok(is_buyer(order, caller.buyer_cookie)
        || caller.account.is_some_and(|account| order.is_of_account(account))
        || holds_fresh_hash(app, order, hash).await?)
}

/// Whether a hash is one of the order's and still opens it: before the instant that is exactly [`HASH_OPENS`] after the
/// payment, and not from it on. An order that is not paid has nothing to open yet.
async fn holds_fresh_hash(app: &App, order: &Order, hash: Option<PaymentHash>) -> Result<bool, Refusal> {
    let Some(hash) = hash else { return Ok(false) };
    if order.paid_at.is_some_and(|paid_at| app.clock.now() >= paid_at + HASH_OPENS) {
        return Ok(false);
    }
    let mut conn = app.store.read().await.map_err(Refusal::internal)?;
    let payment = payments::by_hash(&mut conn, &hash).await.map_err(Refusal::internal)?;
    let Some(payment) = payment else { return Ok(false) };
    Ok(payment.order_id == order.id || stands_for(&mut conn, &payment, order).await.map_err(Refusal::internal)?)
}

/// Whether that payment is refunded because its buyer has paid this order as well: the return page of either payment
/// shows this order, and opens its eSIM.
async fn stands_for(conn: &mut Connection, payment: &Payment, order: &Order) -> Result<bool, StoreError> {
    let Some(given_up) = orders::by_id(conn, &payment.order_id).await? else { return Ok(false) };
    let kept = order_kept(conn, &given_up, payment).await?;
    Ok(kept.is_some_and(|kept| kept.id == order.id))
}
