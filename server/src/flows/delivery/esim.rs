//! From a paid order of data to an eSIM that the buyer can install.
//!
//! The supplier's order carries a reference that is stored first. Whatever is lost after that (the answer, this
//! process, a webhook event), the job searches for that reference before it orders again, and orders under the same
//! one: nothing is bought twice. The eSIM is compared with what was sold before the buyer gets it.
//!
//! ```text
//! ordering -> accepted -> ready
//!     |          |-> wrong (another plan), used (a code that was handed out or installed before): a person looks
//!     +----------+-> refused (sold out, dearer, gone): the payment is refunded
//! ```

use std::time::Duration;

use onefare_core::delivery::{ActivationCode, is_overdue};
use onefare_core::order::{DeliveryState, OrderEvent};

use crate::app::App;
use crate::esims::esim_access::requests::NewOrder;
use crate::esims::{Fetched, Ordered};
use crate::fail_point::{Side, Step, reached};
use crate::flows::alarms::raise;
use crate::flows::delivery::esim_check::{Verdict, examine};
use crate::flows::delivery::esim_outcome::{hand_over, set_aside};
use crate::flows::delivery::lost_answer::{look_for, may_have_been_placed};
use crate::flows::delivery::progress::{DeliveryError, Progress, supplier_failed};
use crate::flows::delivery::sold_plan::wanted_of;
use crate::ids::new_id;
use crate::store::StoreError;
use crate::store::esims::{self, Esim, EsimState};
use crate::store::orders::Order;

/// Takes the delivery of a paid order as far as it goes now. Idempotent, and safe to call concurrently.
///
/// # Errors
/// The database; the supplier's silence, or a refusal that only an operator can mend: the order stays as it is and the
/// job retries.
pub async fn deliver(app: &App, order: &Order) -> Result<Progress, DeliveryError> {
    if order.state.delivery() != DeliveryState::Due {
        return Ok(Progress::Done);
    }
    let esim = prepared(app, order).await?;
    match (esim.state, &esim.order_no) {
        (EsimState::Ready, _) => Err(DeliveryError::NotReady(order.id.clone(), "made, and yet not delivered")),
        (_, Some(order_no)) => fetch(app, order, &esim, order_no).await,
        (_, None) => place(app, order, &esim).await,
    }
}

/// The activation code of an eSIM that was delivered; `None` before that.
///
/// # Errors
/// The code was sealed under another `ONEFARE_SECRET`, or is damaged.
pub fn activation_code(app: &App, esim: &Esim) -> Result<Option<ActivationCode>, DeliveryError> {
    let Some(sealed) = &esim.sealed_code else { return Ok(None) };
    let text = app.activation_codes.open(sealed, &esim.order_id)?;
    let damaged = || StoreError::Corrupt { table: "esims", column: "sealed_code", row: esim.order_id.clone() };
    Ok(Some(ActivationCode::parse(&text).ok_or_else(damaged)?))
}

/// The eSIM of the order, with what to order: stored at the first call, from the price book under which the order was
/// made.
async fn prepared(app: &App, order: &Order) -> Result<Esim, DeliveryError> {
    if let Some(esim) = esims::of_order(&mut *app.store.read().await?, &order.id).await? {
        return Ok(esim);
    }
    let wanted = wanted_of(&mut *app.store.read().await?, order).await?;
    let mut tx = app.store.begin().await?;
    esims::prepare(&mut tx, &order.id, &new_id("esim"), &wanted, app.clock.now()).await?;
    let esim = esims::of_order(&mut tx, &order.id).await?.ok_or(StoreError::Gone("esims"))?;
    tx.commit().await?;
    Ok(esim)
}

/// Places the order at the supplier, unless it is there already.
async fn place(app: &App, order: &Order, esim: &Esim) -> Result<Progress, DeliveryError> {
    let now = app.clock.now();
    if esim.asked_at.is_some()
        && let Some(order_no) = look_for(app, esim).await?
    {
        return accept(app, order, esim, &order_no).await;
    }
    let mut tx = app.store.begin().await?;
    let ours = esims::asking(&mut tx, &order.id, esim.state, now).await?;
    reached(Step::SupplierAsked, Side::Before).await;
    tx.commit().await?;
    if !ours {
        // Another worker was faster; the next run reads the outcome.
        return Ok(Progress::Later(Duration::from_secs(1)));
    }
    let asked = NewOrder {
        transaction_id: esim.transaction_id.clone(),
        package_code: esim.wanted.package.clone(),
        price_usd_10000: esim.wanted.price,
        daily_for: esim.wanted.daily.then_some(esim.wanted.days),
    };
    let answer = match app.esims.order(&asked).await.map_err(|error| supplier_failed(app, error))? {
        Ordered::Rejected { reason: "price_changed" } => order_cheaper(app, &asked).await?,
        answer => answer,
    };
    reached(Step::SupplierAsked, Side::After).await;
    match answer {
        Ordered::Accepted { order_no } => accept(app, order, esim, &order_no).await,
        Ordered::Rejected { .. } if may_have_been_placed(esim, now) => {
            Err(DeliveryError::Silent("refused, and what an earlier call came to is not known yet".to_owned()))
        }
        Ordered::Rejected { reason } => {
            let asked = Esim { state: EsimState::Ordering, ..esim.clone() };
            set_aside(app, order, &asked, (EsimState::Refused, OrderEvent::DeliveryRefused), reason).await
        }
        Ordered::Unknown { reason } => Err(DeliveryError::Silent(reason)),
    }
}

/// Buys a package that has become cheaper at its current cost; a dearer one is not bought.
async fn order_cheaper(app: &App, asked: &NewOrder) -> Result<Ordered, DeliveryError> {
    let now = app.esims.package(&asked.package_code).await.map_err(|error| supplier_failed(app, error))?;
    let Some(package) = now else { return Ok(Ordered::Rejected { reason: "package_gone" }) };
    if asked.price_usd_10000.is_some_and(|price| package.price_usd_10000 > price) {
        return Ok(Ordered::Rejected { reason: "price_changed" });
    }
    let cheaper = NewOrder { price_usd_10000: Some(package.price_usd_10000), ..asked.clone() };
    app.esims.order(&cheaper).await.map_err(|error| supplier_failed(app, error))
}

async fn accept(app: &App, order: &Order, esim: &Esim, order_no: &str) -> Result<Progress, DeliveryError> {
    let mut tx = app.store.begin().await?;
    let noted = esims::accepted(&mut tx, &order.id, order_no, app.clock.now()).await?;
    reached(Step::SupplierNoted, Side::Before).await;
    tx.commit().await?;
    reached(Step::SupplierNoted, Side::After).await;
    if !noted {
        return Ok(Progress::Later(Duration::from_secs(1)));
    }
    tracing::info!(order = %order.number, "the supplier is making an eSIM");
    let accepted_at = Some(app.clock.now());
    let accepted =
        Esim { state: EsimState::Accepted, order_no: Some(order_no.to_owned()), accepted_at, ..esim.clone() };
    fetch(app, order, &accepted, order_no).await
}

/// Fetches the eSIM, and delivers it when it is what was sold.
async fn fetch(app: &App, order: &Order, esim: &Esim, order_no: &str) -> Result<Progress, DeliveryError> {
    let profiles = match app.esims.fetch(order_no).await.map_err(|error| supplier_failed(app, error))? {
        Fetched::Pending => return Ok(Progress::Later(wait(app, order, esim))),
        Fetched::Failed { reason } => {
            let aside = (EsimState::Refused, OrderEvent::DeliveryRefused);
            return set_aside(app, order, esim, aside, &reason).await;
        }
        Fetched::Ready { profiles } => profiles,
    };
    match examine(esim, &profiles) {
        Verdict::AsOrdered(profile) => hand_over(app, order, esim, profile).await,
        Verdict::Wrong(what) => set_aside(app, order, esim, (EsimState::Wrong, OrderEvent::DeliveryWrong), what).await,
        Verdict::Used => {
            set_aside(app, order, esim, (EsimState::Used, OrderEvent::DeliveryDuplicate), "installed before").await
        }
    }
}

/// How long to wait before checking again whether an eSIM is made. A webhook event triggers a check at once.
fn wait(app: &App, order: &Order, esim: &Esim) -> Duration {
    let (since, now) = (esim.accepted_at.unwrap_or(esim.created_at), app.clock.now());
    let age = now - since;
    if is_overdue(since, now) {
        tracing::warn!(order = %order.number, minutes = age.num_minutes(), "an eSIM takes too long");
        raise(app, "esim", order, "");
    }
    match age.num_seconds() {
        ..30 => Duration::from_secs(3),
        30..300 => Duration::from_secs(15),
        300..3_600 => Duration::from_secs(60),
        _ => Duration::from_secs(600),
    }
}
