//! An order at the supplier whose answer was lost: whether it exists, and how long a refusal of it is not believed.

use chrono::{DateTime, TimeDelta, Utc};

use crate::app::App;
use crate::flows::delivery::progress::{DeliveryError, supplier_failed};
use crate::store::esims::Esim;

/// How far the supplier's clock and ours may be apart.
const CLOCKS: TimeDelta = TimeDelta::minutes(10);

/// How long after the first call a refusal is not believed. A search finds an order once it is made, which takes half a
/// minute; a buyer waits no longer than this for a refund.
const REFUSAL_DOUBTED: TimeDelta = TimeDelta::minutes(3);

/// How long after the last call an order that no search finds may still appear. The buyer has the refund by then, so
/// this errs on the long side: an eSIM that is missed here stays paid for.
const MAY_APPEAR: TimeDelta = TimeDelta::minutes(30);

/// Whether a refusal may mean that the order exists already: an earlier call got no answer, and a search does not find
/// an order before it is made. Trusting the refusal too early would refund a buyer whose eSIM is being made.
pub(super) fn may_have_been_placed(esim: &Esim, now: DateTime<Utc>) -> bool {
    esim.asked_at.is_some() && now - esim.created_at < REFUSAL_DOUBTED
}

/// Whether an order that no search finds may still appear at the supplier.
pub(super) fn may_appear(esim: &Esim, now: DateTime<Utc>) -> bool {
    esim.asked_at.is_some_and(|asked_at| now - asked_at < MAY_APPEAR)
}

/// Searches for the order at the supplier by our reference, when the answer to it was lost. `None`: not there, or not
/// shown yet.
///
/// # Errors
/// The supplier's silence, or a refusal that only an operator can mend.
pub async fn look_for(app: &App, esim: &Esim) -> Result<Option<String>, DeliveryError> {
    let (from, to) = (esim.created_at - CLOCKS, app.clock.now() + CLOCKS);
    app.esims.find_order(&esim.transaction_id, from, to).await.map_err(|error| supplier_failed(app, error))
}
