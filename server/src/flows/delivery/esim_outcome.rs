//! How a delivery ends: handed over, or set aside. Each is one transaction with its effects.

use chrono::TimeDelta;
use onefare_core::order::OrderEvent;

use crate::app::App;
use crate::esims::Profile;
use crate::fail_point::{Side, Step, reached};
use crate::flows::alarms::alarm_order;
use crate::flows::delivery::esim_check::identity;
use crate::flows::delivery::progress::{DeliveryError, Progress, WHILE_MONEY_GOES_BACK};
use crate::flows::effects::follow_order;
use crate::flows::refund::case;
use crate::ids::{derived_secret, iccid_digest};
use crate::store::deliveries;
use crate::store::esims::{self, Esim, EsimState, Made};
use crate::store::orders::{self, Order};

/// The kind of the delivery in the store.
pub const ESIM: &str = "esim";

/// Gives the buyer the eSIM: sealed, and never one that another order has.
pub(super) async fn hand_over(
    app: &App,
    order: &Order,
    esim: &Esim,
    profile: &Profile,
) -> Result<Progress, DeliveryError> {
    let now = app.clock.now();
    let code_digest = code_digest(app, profile);
    let sealed_code = app.activation_codes.seal(&profile.activation_code.full_text(), &order.id)?;
    let iccid_digest = profile.iccid.as_ref().map(|iccid| iccid_digest(&app.config.secret, iccid));
    let mut tx = app.store.begin().await?;
    let Some(locked) = orders::lock(&mut tx, &order.id).await? else { return Ok(Progress::Done) };
    if case::all_goes_back(&mut tx, &locked).await? {
        return Ok(Progress::Later(WHILE_MONEY_GOES_BACK));
    }
    if let Some(holder) = esims::other_holder(&mut tx, &order.id, &code_digest, &profile.esim_tran_no).await? {
        drop(tx);
        tracing::error!(order = %order.number, holder, "an eSIM that another order has was delivered again");
        let aside = (EsimState::Used, OrderEvent::DeliveryDuplicate);
        return set_aside(app, order, esim, aside, "another order has it").await;
    }
    let Some((next, effects)) = locked.state.on(OrderEvent::DeliveryDone) else { return Ok(Progress::Done) };
    let made = Made {
        esim_tran_no: &profile.esim_tran_no,
        iccid_digest: iccid_digest.as_deref(),
        code_digest: &code_digest,
        sealed_code: &sealed_code,
        expires_at: profile.expires_at,
    };
    let noted = esims::made(&mut tx, &order.id, esim.state, &made, now).await?;
    if !noted || !orders::move_state(&mut tx, &order.id, locked.state, next, now).await? {
        return Err(DeliveryError::NotReady(order.id.clone(), "moved meanwhile"));
    }
    let usable_until = profile.expires_at.unwrap_or(now + TimeDelta::days(i64::from(esim.wanted.days)));
    deliveries::insert_once(&mut tx, &order.id, ESIM, now, usable_until, now).await?;
    follow_order(&mut tx, &locked, effects, now).await?;
    reached(Step::Delivered, Side::Before).await;
    tx.commit().await?;
    reached(Step::Delivered, Side::After).await;
    app.wake.notify_one();
    tracing::info!(order = %order.number, "eSIM delivered");
    Ok(Progress::Done)
}

/// Identifies an activation code without revealing it: the same for every order that it is delivered for.
pub fn code_digest(app: &App, profile: &Profile) -> String {
    derived_secret(&app.config.secret, "activation-code", &identity(profile))
}

/// Stores that there is nothing to hand over, and applies the effects.
pub(super) async fn set_aside(
    app: &App,
    order: &Order,
    esim: &Esim,
    (state, event): (EsimState, OrderEvent),
    reason: &str,
) -> Result<Progress, DeliveryError> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let Some(locked) = orders::lock(&mut tx, &order.id).await? else { return Ok(Progress::Done) };
    let Some((next, effects)) = locked.state.on(event) else { return Ok(Progress::Done) };
    let noted = esims::set_aside(&mut tx, &order.id, esim.state, state, reason).await?;
    if !noted || !orders::move_state(&mut tx, &order.id, locked.state, next, now).await? {
        return Err(DeliveryError::NotReady(order.id.clone(), "moved meanwhile"));
    }
    follow_order(&mut tx, &locked, effects, now).await?;
    tx.commit().await?;
    alarm_order(app, &locked, next, effects);
    app.wake.notify_one();
    tracing::warn!(order = %order.number, state = state.code(), reason, "no eSIM was delivered");
    Ok(Progress::Done)
}
