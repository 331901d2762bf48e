//! Rechecks a payment until it is final: often at first, when a webhook event may have been lost, then rarely.

use std::time::Duration;

use onefare_core::payment::Outcome::{OnItsWay, Pending};

use super::{JobError, Outcome};
use crate::app::App;
use crate::flows::payment::close_page::{self, Reason};
use crate::flows::payment::recheck::{HAND_OVER_LIFE, pause};
use crate::flows::payment::{providers, settlement};
use crate::store::payments;

pub(super) async fn run(app: &App, payment_id: &str) -> Result<Outcome, JobError> {
    let find = async || payments::by_id(&mut *app.store.read().await?, payment_id).await;
    let Some(payment) = find().await? else { return Ok(Outcome::Done) };
    if !payment.state.is_settled() {
        providers::background_turn(app, payment.provider).await;
    }
    let outcome = settlement::settle(app, payment_id).await?;
    if !matches!(outcome, Pending | OnItsWay) {
        return Ok(Outcome::Done);
    }
    let Some(payment) = find().await? else { return Ok(Outcome::Done) };
    if payment.reference.is_none() && app.clock.now() > payment.created_at + HAND_OVER_LIFE {
        // No buyer got its page, so it cannot have been paid.
        let given_up = close_page::give_up(app, &payment, Reason::NeverShown).await?;
        // An open payment here has just got a page: recheck it like any other.
        return Ok(if given_up { Outcome::Done } else { Outcome::Again(Duration::from_secs(30)) });
    }
    Ok(Outcome::Again(pause(app, &payment)))
}
