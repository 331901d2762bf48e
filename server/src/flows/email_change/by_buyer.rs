//! Corrects an address in the browser that ordered.

use chrono::{DateTime, Utc};
use onefare_core::email::Email;
use onefare_core::email::correction::check_correction;
use onefare_core::problem::Problem;
use onefare_core::wire::orders::{ChangeEmailRequest, ChangeEmailResponse};
use onefare_core::wire::subscription::Status;

use crate::app::App;
use crate::flows::email_change::apply;
use crate::flows::order::email_window::{correctable, written};
use crate::flows::order::status::{PaymentName, is_buyer, order_of};
use crate::problem::Refusal;
use crate::store::orders::{self, Order};
use crate::store::{Tx, email_changes};

/// Corrects the address of the order that a session id of Stripe's or a payment hash names, for the browser that
/// ordered. Idempotent: a repeat, such as after a lost answer, gets the first answer and changes nothing.
///
/// # Errors
/// [`Problem::NotFound`] alike for an id that is not ours and for another browser; what [`check_correction`] refuses;
/// [`Problem::EmailCorrectionOver`]; [`Problem::TrialUsed`]; our own failures.
pub async fn correct(
    app: &App,
    request: &ChangeEmailRequest,
    buyer_cookie: Option<&str>,
) -> Result<ChangeEmailResponse, Refusal> {
    let order = order_of(app, &PaymentName::parse(&request.session_id)).await?;
    if !is_buyer(&order, buyer_cookie) {
        return Err(Problem::NotFound.into());
    }
    let now = app.clock.now();
    let mut tx = app.store.begin().await.map_err(Refusal::internal)?;
    // The buyer is locked before the order, as in a settlement.
    tx.hold(&order.buyer).await.map_err(Refusal::internal)?;
    let order = orders::lock(&mut tx, &order.id).await.map_err(Refusal::internal)?.ok_or(Problem::NotFound)?;
    let corrections = email_changes::of_order(&mut tx, &order.id).await.map_err(Refusal::internal)?.len();
    let new = match check_correction(order.email.as_str(), &request.email) {
        Err(Problem::EmailUnchanged) if corrections > 0 => return Ok(answer(&order, &order.email, corrections, now)),
        checked => Email::parse(checked?)?,
    };
    if correctable(&order, corrections, now).is_none() {
        return Err(Problem::EmailCorrectionOver.into());
    }
    let is_trial = order.trial.is_some();
    let here = async |tx: &mut Tx| orders::had_trial_here(tx, &new, &order.buyer, Some(&order.id)).await;
    if is_trial && here(&mut tx).await.map_err(Refusal::internal)? {
        return Err(Problem::TrialUsed.into());
    }
    apply(&mut tx, &order, &new, now).await.map_err(Refusal::internal)?;
    tx.commit().await.map_err(Refusal::internal)?;
    app.wake.notify_one();
    tracing::info!(order = %order.number, to = new.masked(), "address corrected");
    Ok(answer(&order, &new, corrections + 1, now))
}

fn answer(order: &Order, email: &Email, corrections: usize, now: DateTime<Utc>) -> ChangeEmailResponse {
    let email_correctable_until = correctable(order, corrections, now).map(written);
    ChangeEmailResponse { status: Status::Ok, email: email.as_str().to_owned(), email_correctable_until }
}
