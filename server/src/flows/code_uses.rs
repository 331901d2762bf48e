//! The uses of limited codes: reserved for an order while it can be paid, so that the last one is sold once.
//!
//! The core decides what an event does to a use. The flow calls it while holding the lock of the code's row, so that of
//! two buyers, at two servers, one gets the last use. An order's use is released only when no page of the order can be
//! paid any more: until the provider has said so, a buyer who has the address may pay.
//!
//! Callers hold the order's lock. The code's row is locked last, and one code at a time, which prevents deadlocks.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::discount::{DiscountCode, FoldedCode, Redemption, RedemptionEvent, Uses, UsesError};
use onefare_core::order::{OrderState, REPEAT_WINDOW};

use crate::app::App;
use crate::ids::digest;
use crate::quotes::prices::Prices;
use crate::store::orders::{self, Order};
use crate::store::{Connection, StoreError, Tx, discount_codes, payments, redemptions};

/// How long a payment page keeps a use of a limited code. Unpaid pages take uses from buyers who would pay, and cost
/// nothing: with the 23 hours of a card page, twenty of them exhausted a code of twenty uses for a day. After this time
/// the page is closed, and its use is free as soon as the provider confirms that: from then on no money can arrive for
/// a use that another buyer has. A buyer who returns confirms the price of that moment.
pub const HOLD: TimeDelta = TimeDelta::minutes(15);

/// Whether the order has a limited code's price until it is paid: a use is reserved for it, or it is counted at payment.
///
/// # Errors
/// The database.
pub async fn is_kept(conn: &mut Connection, order: &Order) -> Result<bool, StoreError> {
    let is_open = |has| matches!(has, Redemption::Reserved | Redemption::AtPayment);
    Ok(order.code.is_some() && redemptions::of_order(conn, &order.id).await?.is_some_and(is_open))
}

/// The use of its code that an order has before it is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reserved {
    /// No limited price: the order has no code, one without a limit, or its use is consumed.
    Nothing,
    /// It has the code's price until it is paid or its page is closed: a use is reserved for it, or, beyond the share of
    /// unpaid orders, it is counted at payment.
    Kept,
    /// No use is left, and nothing changed.
    UsedUp,
}

/// Reserves a use of its code for an order that is about to be paid.
///
/// A use that the same buyer's superseded order still has, because its page is being closed, moves over: a buyer who
/// changes their mind about the plan does not lose the code.
///
/// # Errors
/// The database.
pub async fn reserve(tx: &mut Tx, order: &Order, now: DateTime<Utc>) -> Result<Reserved, StoreError> {
    let Some(code) = order.code.as_ref() else { return Ok(Reserved::Nothing) };
    let had = redemptions::of_order(tx, &order.id).await?;
    match had {
        Some(Redemption::Reserved | Redemption::AtPayment) => return Ok(Reserved::Kept),
        Some(Redemption::Consumed) => return Ok(Reserved::Nothing),
        Some(Redemption::Released) | None => {}
    }
    let limited = discount_codes::find(tx, code).await?.is_some_and(|(code, _)| code.usage_limit.is_some());
    if !limited {
        return Ok(Reserved::Nothing);
    }
    let overtaken = hold_overtaken(tx, order, code).await?;
    let Some(mut uses) = hold(tx, code).await? else { return Ok(Reserved::Nothing) };
    let take = |uses: Uses| match had {
        None => Redemption::reserve(uses),
        Some(had) => had.on(RedemptionEvent::Reopened, uses),
    };
    if take(uses).is_err()
        && let Some(other) = overtaken.first()
        && let Ok((released, given_back)) = Redemption::Reserved.on(RedemptionEvent::Ended, uses)
    {
        redemptions::put(tx, other, code, released, now).await?;
        uses = given_back;
    }
    let Ok((has, uses)) = take(uses) else { return Ok(Reserved::UsedUp) };
    note(tx, order, code, has, uses, now).await?;
    Ok(Reserved::Kept)
}

/// Updates the use when its order moves from its state in `order` to `next`.
///
/// # Errors
/// The database.
pub async fn follow(tx: &mut Tx, order: &Order, next: OrderState, now: DateTime<Utc>) -> Result<(), StoreError> {
    match next {
        OrderState::Paid if order.state.awaits_payment() => happened(tx, order, RedemptionEvent::Paid, now).await,
        OrderState::Refunded if order.state != next => happened(tx, order, RedemptionEvent::Refunded, now).await,
        OrderState::Closed => give_back(tx, order, next, now).await,
        _ => Ok(()),
    }
}

/// Releases the use of an order that is closed and has no page left that may be paid.
///
/// # Errors
/// The database.
pub async fn give_back_if_over(tx: &mut Tx, order_id: &str, now: DateTime<Utc>) -> Result<(), StoreError> {
    let Some(order) = orders::lock(tx, order_id).await? else { return Ok(()) };
    give_back(tx, &order, order.state, now).await
}

async fn give_back(tx: &mut Tx, order: &Order, state: OrderState, now: DateTime<Utc>) -> Result<(), StoreError> {
    if state != OrderState::Closed || payments::any_page_left(tx, &order.id).await? {
        return Ok(());
    }
    happened(tx, order, RedemptionEvent::Ended, now).await
}

/// Lets the core say what an event makes of the order's use, and notes it.
async fn happened(tx: &mut Tx, order: &Order, event: RedemptionEvent, now: DateTime<Utc>) -> Result<(), StoreError> {
    let Some(code) = order.code.as_ref() else { return Ok(()) };
    let had = redemptions::of_order(tx, &order.id).await?;
    if had.is_none() && event != RedemptionEvent::Paid {
        return Ok(());
    }
    // A code that was deleted is counted nowhere.
    let Some(uses) = hold(tx, code).await? else { return Ok(()) };
    // An order that nothing was kept for, because its code had no limit, is counted when it is paid.
    let (has, uses) = match had.unwrap_or(Redemption::Released).on(event, uses) {
        Ok(next) => next,
        Err(error @ UsesError) => {
            tracing::error!(order = %order.number, %code, %error, ?event, "a use could not be counted");
            return Ok(());
        }
    };
    if had == Some(has) {
        return Ok(());
    }
    let (taken, limit) = (uses.taken, uses.limit);
    if event == RedemptionEvent::Paid && had == Some(Redemption::Released) {
        tracing::warn!(order = %order.number, %code, taken, ?limit, "paid after its use of the code was given back");
    } else if event == RedemptionEvent::Paid && uses.is_over() {
        tracing::warn!(order = %order.number, %code, taken, ?limit, "paid beyond the limit of its code, as agreed");
    }
    note(tx, order, code, has, uses, now).await
}

/// The uses of a code, locked until the transaction ends. `None`: there is no such code.
async fn hold(tx: &mut Tx, code: &FoldedCode) -> Result<Option<Uses>, StoreError> {
    let Some((held, taken)) = discount_codes::lock(tx, code).await? else { return Ok(None) };
    Ok(Some(Uses { taken, reserved: redemptions::reserved(tx, code).await?, limit: held.usage_limit }))
}

/// The buyer's other closed orders that still have a use of this code.
async fn hold_overtaken(tx: &mut Tx, order: &Order, code: &FoldedCode) -> Result<Vec<String>, StoreError> {
    let mut held = Vec::new();
    for other in redemptions::of_closed_orders(tx, &order.buyer, code).await? {
        let still_closed = other != order.id
            && orders::lock(tx, &other).await?.is_some_and(|other| other.state == OrderState::Closed)
            && redemptions::of_order(tx, &other).await? == Some(Redemption::Reserved);
        if still_closed {
            held.push(other);
        }
    }
    Ok(held)
}

async fn note(
    tx: &mut Tx,
    order: &Order,
    code: &FoldedCode,
    has: Redemption,
    uses: Uses,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    redemptions::put(tx, &order.id, code, has, now).await?;
    discount_codes::set_used(tx, code, uses.taken).await
}

/// Counts a buyer's own uses as free for them: the one that is kept for their order is theirs, and the page they come
/// back from must show the price they have. Storing the order reads again what is really left.
///
/// # Errors
/// The database.
pub async fn lend_own(
    conn: &mut Connection,
    prices: &mut Prices,
    code: Option<&FoldedCode>,
    buyer: &str,
    consumed_since: DateTime<Utc>,
) -> Result<(), StoreError> {
    let Some(folded) = code else { return Ok(()) };
    let Some((code, used)) = prices.codes.get_mut(folded) else { return Ok(()) };
    if is_used_up(code, *used) {
        *used = used.saturating_sub(redemptions::of_buyer(conn, buyer, folded, consumed_since).await?);
    }
    Ok(())
}

/// The prices that pages of this browser show with a code: adjusted by [`lend_own`], and at most a second old. A
/// checkout reads the store.
///
/// # Errors
/// The database.
pub async fn prices_told(
    app: &App,
    code: Option<&FoldedCode>,
    buyer_cookie: Option<&str>,
) -> Result<Arc<Prices>, StoreError> {
    let prices = app.prices.load_full();
    let known = code.and_then(|code| prices.codes.get(code));
    let used_up = known.is_some_and(|(code, used)| is_used_up(code, *used));
    let Some(cookie) = buyer_cookie.filter(|_| used_up) else { return Ok(prices) };
    let mut theirs = Prices::clone(&prices);
    let since = app.clock.now() - REPEAT_WINDOW;
    lend_own(&mut *app.store.read().await?, &mut theirs, code, &digest(cookie), since).await?;
    Ok(Arc::new(theirs))
}

fn is_used_up(code: &DiscountCode, used: u32) -> bool {
    code.usage_limit.is_some_and(|limit| used >= limit)
}

#[cfg(test)]
mod tests;
