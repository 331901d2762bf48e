//! Until when the address of a paid order may be corrected in the browser that ordered.

use chrono::{DateTime, SecondsFormat, Utc};
use onefare_core::email::correction::until;

use crate::flows::order::status::is_buyer;
use crate::store::orders::Order;
use crate::store::{Connection, StoreError, email_changes};

/// Until when an order's own browser may correct its address; `None` for others, and when it may not.
///
/// # Errors
/// The database.
pub(in crate::flows) async fn correctable_until(
    conn: &mut Connection,
    order: &Order,
    buyer_cookie: Option<&str>,
    now: DateTime<Utc>,
) -> Result<Option<String>, StoreError> {
    if !is_buyer(order, buyer_cookie) || correctable(order, 0, now).is_none() {
        return Ok(None);
    }
    let corrections = email_changes::of_order(conn, &order.id).await?.len();
    Ok(correctable(order, corrections, now).map(written))
}

/// [`correctable_until`] for an order whose corrections are counted already.
pub(in crate::flows) fn correctable_after(
    corrections: usize,
    order: &Order,
    buyer_cookie: Option<&str>,
    now: DateTime<Utc>,
) -> Option<String> {
    if is_buyer(order, buyer_cookie) { correctable(order, corrections, now).map(written) } else { None }
}

/// The end of the time for corrections, if it is still ahead. A refunded order has no letters to come.
pub(in crate::flows) fn correctable(order: &Order, corrections: usize, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let paid_at = order.paid_at.filter(|_| order.state.is_paid())?;
    until(paid_at, corrections).filter(|until| now < *until)
}

pub(in crate::flows) fn written(instant: DateTime<Utc>) -> String {
    instant.to_rfc3339_opts(SecondsFormat::Secs, true)
}
