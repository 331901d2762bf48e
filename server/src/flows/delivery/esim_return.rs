//! Returns a refunded eSIM to its supplier: it must not be used unpaid, and its price returns to our balance. The
//! supplier accepts only an eSIM that is not installed.
//!
//! Like the delivery it reads before it acts and may be repeated from any point: what a lost answer said shows in the
//! supplier's next report of the eSIM.

use std::time::Duration;

use onefare_core::order::DeliveryState;

use crate::app::App;
use crate::esims::{Fetched, Profile, ProfileState};
use crate::flows::alarms::raise;
use crate::flows::delivery::esim_outcome::code_digest;
use crate::flows::delivery::esim_suspension;
use crate::flows::delivery::lost_answer::{look_for, may_appear};
use crate::flows::delivery::progress::{DeliveryError, Progress, supplier_failed};
use crate::flows::refund::case;
use crate::store::esims::{self, Esim, EsimState, GivenBack};
use crate::store::orders::{self, Order};

/// How long to wait before checking again an eSIM that is still being made.
const MAKING: Duration = Duration::from_secs(30);

/// Returns the eSIM of a refunded order to its supplier, or finds that the order has no eSIM to return.
///
/// # Errors
/// The database; the supplier's silence, or a refusal that only an operator can mend: the job retries.
pub async fn run(app: &App, order_id: &str) -> Result<Progress, DeliveryError> {
    let (order, esim, wanted) = {
        let mut conn = app.store.read().await?;
        let Some(order) = orders::by_id(&mut conn, order_id).await? else { return Ok(Progress::Done) };
        let ended = order.state.delivery() == DeliveryState::Ended;
        let wanted = ended || case::all_goes_back(&mut conn, &order).await?;
        (order, esims::of_order(&mut conn, order_id).await?, wanted)
    };
    let Some(esim) = esim.filter(|esim| wanted && esim.given_back.is_none()) else { return Ok(Progress::Done) };
    if esim.state == EsimState::Refused {
        return note(app, &order, &esim, GivenBack::Nothing).await;
    }
    let Some(order_no) = number(app, &esim).await? else {
        // A delivery that is calling the supplier right now has stored that before.
        return if may_appear(&esim, app.clock.now()) {
            Ok(Progress::Later(MAKING))
        } else {
            note(app, &order, &esim, GivenBack::Nothing).await
        };
    };
    // A suspended one does not show whether it is installed; what is kept is suspended again.
    if esim.suspended_at.is_some() {
        esim_suspension::set(app, &esim, false).await?;
    }
    match app.esims.fetch(&order_no).await.map_err(|error| supplier_failed(app, error))? {
        Fetched::Pending => Ok(Progress::Later(MAKING)),
        // The order has ended, by us or by the supplier.
        Fetched::Failed { .. } => note(app, &order, &esim, GivenBack::Cancelled).await,
        Fetched::Ready { profiles } => give_back(app, &order, &esim, &profiles).await,
    }
}

/// The supplier's number of the order, searched for when its answer was lost.
async fn number(app: &App, esim: &Esim) -> Result<Option<String>, DeliveryError> {
    match &esim.order_no {
        Some(number) => Ok(Some(number.clone())),
        None if esim.asked_at.is_none() => Ok(None),
        None => look_for(app, esim).await,
    }
}

async fn give_back(app: &App, order: &Order, esim: &Esim, profiles: &[Profile]) -> Result<Progress, DeliveryError> {
    let mut kept = false;
    for profile in profiles {
        let digest = code_digest(app, profile);
        let mut conn = app.store.read().await?;
        let others = esims::other_holder(&mut conn, &order.id, &digest, &profile.esim_tran_no).await?;
        drop(conn);
        if others.is_some() || profile.state != ProfileState::New {
            kept = true;
        } else {
            app.esims.cancel(&profile.esim_tran_no).await.map_err(|error| supplier_failed(app, error))?;
        }
    }
    note(app, order, esim, if kept { GivenBack::Kept } else { GivenBack::Cancelled }).await
}

async fn note(app: &App, order: &Order, esim: &Esim, what: GivenBack) -> Result<Progress, DeliveryError> {
    let mut tx = app.store.begin().await?;
    let first = esims::note_given_back(&mut tx, esim, what, app.clock.now()).await?;
    let settled = first || esims::of_order(&mut tx, &esim.order_id).await?.is_some_and(|now| now.given_back.is_some());
    tx.commit().await?;
    if !settled {
        // A worker is ordering it at this moment: a later run handles the outcome.
        return Ok(Progress::Later(MAKING));
    }
    if first {
        tracing::info!(order = %order.number, outcome = what.code(), "the eSIM of a refunded order");
        if what == GivenBack::Kept {
            raise(app, "esim_kept", order, "");
        }
    }
    Ok(Progress::Done)
}
