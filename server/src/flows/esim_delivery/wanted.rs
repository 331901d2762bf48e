//! What an order of data is at the supplier.

use onefare_core::bundle::Refill;

use crate::flows::delivery::DeliveryError;
use crate::flows::sold_data::SoldData;
use crate::store::Connection;
use crate::store::esims::Wanted;
use crate::store::orders::Order;

/// Bytes of a megabyte, as suppliers count.
const MEGABYTE: i64 = 1_024 * 1_024;

/// Reads it from the price book under which the order was made: what was sold then is owed, whatever is sold now.
///
/// # Errors
/// The database; an order that names no plan of its price book.
pub(super) async fn of_order(conn: &mut Connection, order: &Order) -> Result<Wanted, DeliveryError> {
    Ok(of_refill(&SoldData::of_order(conn, order).await?.refill))
}

pub(super) fn of_refill(refill: &Refill) -> Wanted {
    let periods = refill.periods();
    // The book tells what the whole plan costs, the supplier what a day does.
    let price = refill.cost.and_then(|cost| {
        let days = i64::from(periods.unwrap_or(1));
        (cost % days == 0).then(|| cost / days)
    });
    Wanted {
        package: refill.package.clone(),
        price,
        volume_bytes: i64::from(refill.amount_mb) * MEGABYTE,
        days: refill.amount_days,
        daily: periods.is_some(),
    }
}
