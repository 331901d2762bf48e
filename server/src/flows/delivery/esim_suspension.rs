//! Suspends the data service of an order's eSIM while the order is in dispute, and resumes it when the dispute is won. After a
//! lost dispute it stays suspended.

use chrono::{DateTime, Utc};
use onefare_core::order::OrderState;

use crate::app::App;
use crate::esims::esim_access::EsimAccessError;
use crate::flows::delivery::progress::{DeliveryError, Progress, supplier_failed};
use crate::store::esims::{self, Esim, EsimState};
use crate::store::orders;

/// Brings the eSIM of an order in line with the order's state. Idempotent: what a lost answer said shows in the supplier's
/// report of the eSIM.
///
/// # Errors
/// The database; the supplier's silence, or a refusal that only an operator can mend: the job retries.
pub async fn run(app: &App, order_id: &str) -> Result<Progress, DeliveryError> {
    let (order, esim) = {
        let mut conn = app.store.read().await?;
        let Some(order) = orders::by_id(&mut conn, order_id).await? else { return Ok(Progress::Done) };
        (order, esims::of_order(&mut conn, order_id).await?)
    };
    let Some(esim) = esim.filter(|esim| esim.state == EsimState::Ready) else { return Ok(Progress::Done) };
    match order.state {
        OrderState::Suspended if esim.suspended_at.is_none() => set(app, &esim, Some(app.clock.now())).await?,
        OrderState::Delivered if esim.suspended_at.is_some() => set(app, &esim, None).await?,
        _ => return Ok(Progress::Done),
    }
    tracing::info!(order = %order.number, state = order.state.code(), "the data service of an eSIM follows a dispute");
    Ok(Progress::Done)
}

async fn set(app: &App, esim: &Esim, suspended_at: Option<DateTime<Utc>>) -> Result<(), DeliveryError> {
    if let Some(number) = &esim.esim_tran_no {
        let is_suspended = suspended_at.is_some();
        let done = app.esims.set_suspended(number, is_suspended).await;
        if let Err(error) = done {
            must_be_so_already(app, number, is_suspended, error).await?;
        }
    }
    let mut tx = app.store.begin().await?;
    esims::set_suspended(&mut tx, &esim.order_id, suspended_at).await?;
    Ok(tx.commit().await?)
}

/// The supplier refuses to suspend what is suspended. One that is over needs no suspension either.
async fn must_be_so_already(
    app: &App,
    number: &str,
    is_suspended: bool,
    error: EsimAccessError,
) -> Result<(), DeliveryError> {
    let is_refusal = matches!(error, EsimAccessError::Refused { .. });
    if is_refusal {
        let profile = app.esims.profile(number).await.map_err(|error| supplier_failed(app, error))?;
        if profile.is_none_or(|profile| profile.state.is_suspended() == is_suspended) {
            return Ok(());
        }
    }
    Err(supplier_failed(app, error))
}
