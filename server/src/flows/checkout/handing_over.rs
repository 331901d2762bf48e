//! From a stored payment to its page at the provider.

use chrono::TimeDelta;
use onefare_core::payment::PaymentState;
use onefare_core::problem::Problem;

use crate::app::App;
use crate::fail_point::{Side, Step, reached};
use crate::flows::ending::{self, Reason};
use crate::flows::placing::Attempt;
use crate::flows::providers::{self, Made, ProviderError};
use crate::flows::settlement::{self, Outcome, SettleError};
use crate::jobs::JobKind;
use crate::problem::Refusal;
use crate::store::orders::Order;
use crate::store::payments::Payment;
use crate::store::{StoreError, jobs, payments};

/// How long a payment that was never handed over is tried again under its own key.
const HAND_OVER_PATIENCE: TimeDelta = TimeDelta::minutes(2);

/// What a hand-over came to.
pub(super) enum HandedOver {
    /// Where to pay.
    Page(String),
    /// There is nothing to pay any more.
    AlreadyPaid,
    /// This payment cannot be paid; another one can.
    Over,
}

/// Gets the payment page: the known one if it can still be used, else from the provider.
pub(super) async fn hand_over(app: &App, attempt: &Attempt) -> Result<HandedOver, Refusal> {
    let Attempt { order, payment } = attempt;
    if !order.state.awaits_payment() {
        return Ok(HandedOver::AlreadyPaid);
    }
    if payment.state == PaymentState::Failed {
        return Ok(HandedOver::Over);
    }
    if let Some(reference) = &payment.reference {
        return match settlement::settle(app, &payment.id).await.map_err(unavailable)? {
            Outcome::Pending => known_page(app, payment, reference).await,
            Outcome::Paid | Outcome::Held => Ok(HandedOver::AlreadyPaid),
            Outcome::Failed => Ok(HandedOver::Over),
        };
    }
    if app.clock.now() >= payment.created_at + HAND_OVER_PATIENCE {
        // The provider may repeat a failure it has stored for our key for a day. Nobody was ever shown this
        // payment's page, so nobody can pay it: a new payment asks under a new key.
        return give_up_unshown(app, order, payment).await.map_err(Refusal::internal);
    }
    reached(Step::ProviderAsked, Side::Before).await;
    let made = match providers::make_page(app, order, payment).await {
        Ok(made) => made,
        Err(error) if error.is_unknown_customer() => {
            // Deleted at the provider. The next payment does without.
            tracing::warn!(payment = %payment.id, "the provider no longer has this customer");
            end_payment(app, payment, Reason::CustomerGone).await;
            return Ok(HandedOver::Over);
        }
        Err(error) => return Err(refused_hand_over(app, payment, error).await),
    };
    reached(Step::ProviderAsked, Side::After).await;
    note_page(app, payment, made).await
}

/// Notes the page, before anybody is shown it.
async fn note_page(app: &App, payment: &Payment, made: Made) -> Result<HandedOver, Refusal> {
    let url = made.url.ok_or_else(|| Refusal::internal("the payment page has no address"))?;
    let mut tx = app.store.begin().await.map_err(Refusal::internal)?;
    payments::set_reference(&mut tx, &payment.id, &made.reference, Some(&url), Some(made.ends_at))
        .await
        .map_err(Refusal::internal)?;
    let given_up = payments::by_id(&mut tx, &payment.id)
        .await
        .map_err(Refusal::internal)?
        .is_some_and(|payment| payment.state == PaymentState::Failed);
    if given_up {
        // Another choice overtook this one while the provider was asked: its page must not stay payable.
        let now = app.clock.now();
        jobs::enqueue(&mut tx, JobKind::expire(payment.provider), &payment.id, now, now)
            .await
            .map_err(Refusal::internal)?;
    }
    reached(Step::PageNoted, Side::Before).await;
    tx.commit().await.map_err(Refusal::internal)?;
    reached(Step::PageNoted, Side::After).await;
    if given_up {
        // The newer choice has a page of its own; this one is not begun again behind its back.
        app.wake.notify_one();
        return Err(Problem::SomethingWrong.into());
    }
    Ok(HandedOver::Page(url))
}

/// Ends a payment that has no page, unless it has got one in this very moment.
async fn give_up_unshown(app: &App, order: &Order, payment: &Payment) -> Result<HandedOver, StoreError> {
    let given_up = ending::give_up(app, payment, Reason::NeverShown).await?;
    let known = payments::by_id(&mut *app.store.read().await?, &payment.id).await?;
    tracing::warn!(payment = %payment.id, order = %order.number, given_up, "payment without a page");
    let url = known.filter(|payment| payment.state == PaymentState::Open).and_then(|payment| payment.checkout_url);
    Ok(if given_up { HandedOver::Over } else { url.map_or(HandedOver::Over, HandedOver::Page) })
}

/// The address of a page that was made earlier; the provider knows it where a crash kept us from noting it.
async fn known_page(app: &App, payment: &Payment, reference: &str) -> Result<HandedOver, Refusal> {
    if let Some(url) = &payment.checkout_url {
        return Ok(HandedOver::Page(url.clone()));
    }
    let told = providers::ask(app, payment.provider, reference).await.map_err(|error| unavailable(error.into()))?;
    let page = told.page(app).map_err(Refusal::internal)?;
    page.map(|url| HandedOver::Page(url.to_owned())).ok_or_else(|| Problem::ProviderUnavailable.into())
}

fn unavailable(error: SettleError) -> Refusal {
    tracing::warn!(%error, "payment page could not be checked");
    Problem::ProviderUnavailable.into()
}

/// The order is kept in every case. A final refusal ends this payment, so that the next try starts a new one instead
/// of repeating what the provider will refuse again.
async fn refused_hand_over(app: &App, payment: &Payment, error: ProviderError) -> Refusal {
    let reason = match error {
        _ if error.is_invalid() => Some(Reason::Refused),
        // Not about what was asked, such as a wrong key: it says nothing about a page that was made earlier.
        _ if error.is_refusal() => Some(Reason::NeverShown),
        _ => None,
    };
    tracing::error!(payment = %payment.id, %error, is_final = reason.is_some(), "payment page could not be made");
    if let Some(reason) = reason {
        end_payment(app, payment, reason).await;
    }
    Problem::ProviderUnavailable.into()
}

/// Closes a payment whose page no buyer can have. A failure here is only logged: the next try meets it again.
async fn end_payment(app: &App, payment: &Payment, reason: Reason) {
    if let Err(error) = ending::give_up(app, payment, reason).await {
        tracing::error!(payment = %payment.id, %error, "payment could not be closed");
    }
}
