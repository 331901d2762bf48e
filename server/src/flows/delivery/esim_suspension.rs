//! Suspends the data service of an order's eSIM while the order is in dispute, and resumes it when the dispute is won. After a
//! lost dispute it stays suspended.

use std::time::Duration;

use onefare_core::order::OrderState;
use onefare_core::order::dispute::DisputeStanding;

use crate::app::App;
use crate::esims::ProfileState;
use crate::esims::esim_access::EsimAccessError;
use crate::flows::delivery::progress::{DeliveryError, Progress, supplier_failed};
use crate::store::esims::{self, Esim, EsimState, GivenBack};
use crate::store::{disputes, orders};

/// How long to wait for the return of the eSIM of a lost dispute, and after a refusal of the supplier's.
const RETURNING: Duration = Duration::from_secs(30);
const REFUSED: Duration = Duration::from_hours(6);

/// Brings the eSIM of an order in line with the order's state. Idempotent: what a lost answer said shows in the supplier's
/// report of the eSIM.
///
/// # Errors
/// The database; the supplier's silence: the job retries.
pub async fn run(app: &App, order_id: &str) -> Result<Progress, DeliveryError> {
    let (order, esim, disputes) = {
        let mut conn = app.store.read().await?;
        let Some(order) = orders::by_id(&mut conn, order_id).await? else { return Ok(Progress::Done) };
        (order, esims::of_order(&mut conn, order_id).await?, disputes::of_order(&mut conn, order_id).await?)
    };
    let Some(esim) = esim.filter(|esim| esim.state == EsimState::Ready) else { return Ok(Progress::Done) };
    let is_lost = disputes.iter().any(|dispute| dispute.standing == DisputeStanding::Lost);
    let is_suspended = match order.state {
        OrderState::Suspended => true,
        OrderState::Delivered => false,
        // The return comes first: the supplier takes back only an eSIM that is neither installed nor suspended.
        OrderState::Refunded if is_lost => match esim.given_back {
            None => return Ok(Progress::Later(RETURNING)),
            Some(GivenBack::Kept) => true,
            Some(GivenBack::Cancelled | GivenBack::Nothing) => return Ok(Progress::Done),
        },
        _ => return Ok(Progress::Done),
    };
    // The supplier may have suspended it without the shop's knowledge, when the answer was lost: the end is sent in any case.
    if is_suspended && esim.suspended_at.is_some() {
        return Ok(Progress::Done);
    }
    let is_done = set(app, &esim, is_suspended).await?;
    tracing::info!(order = %order.number, is_suspended, is_done, "the data service of an eSIM follows a dispute");
    Ok(if is_done { Progress::Done } else { Progress::Later(REFUSED) })
}

/// Suspends an eSIM, or ends its suspension. `false`: the supplier refuses.
///
/// # Errors
/// The database; the supplier's silence.
pub(super) async fn set(app: &App, esim: &Esim, is_suspended: bool) -> Result<bool, DeliveryError> {
    if let Some(number) = &esim.esim_tran_no
        && !is_already(app, number, is_suspended).await?
    {
        match app.esims.set_suspended(number, is_suspended).await {
            Err(error @ EsimAccessError::Refused { .. }) => {
                tracing::error!(order = esim.order_id, is_suspended, %error, "the supplier refuses to change an eSIM's data service");
                return Ok(false);
            }
            done => done?,
        }
    }
    let mut tx = app.store.begin().await?;
    esims::set_suspended(&mut tx, &esim.order_id, is_suspended.then(|| app.clock.now())).await?;
    tx.commit().await?;
    Ok(true)
}

/// Whether nothing is left to do: it is so already, its data is used up, or its time is over.
async fn is_already(app: &App, number: &str, is_suspended: bool) -> Result<bool, DeliveryError> {
    let profile = app.esims.profile(number).await.map_err(|error| supplier_failed(app, error))?;
    Ok(profile.is_none_or(|profile| match profile.state {
        ProfileState::UsedUp => true,
        state => state.is_suspended() == is_suspended,
    }))
}
