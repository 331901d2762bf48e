//! From a stored payment to its page at the provider.

use chrono::TimeDelta;
use onefare_core::payment::{NextTry, PaymentState};
use onefare_core::problem::Problem;

use crate::app::App;
use crate::fail_point::{Side, Step, reached};
use crate::flows::alarms::raise;
use crate::flows::payment::attempt::Attempt;
use crate::flows::payment::close_page::{self, Reason};
use crate::flows::payment::provider_answer::ProviderError;
use crate::flows::payment::providers::{self, Made};
use crate::flows::payment::settlement::{self, SettleError};
use crate::jobs::JobKind;
use crate::payments::pay_page::ForeignPage;
use crate::problem::Refusal;
use crate::store::payments::{self, HostedPage, Payment, SUPERSEDED};
use crate::store::{StoreError, jobs, orders};

/// How long a payment whose page is not known is retried under its own key: long enough for an answer that was lost,
/// and no longer, because the provider may repeat a failure of its own under this key for a day.
const HAND_OVER_PATIENCE: TimeDelta = TimeDelta::seconds(30);

/// The result of a hand-over.
pub(in crate::flows) enum HandedOver {
    /// Where to pay: a page that was made and stored just now, while the payment was open.
    NewPage(String),
    /// Where to pay: a page that was made earlier.
    KnownPage(String),
    /// There is nothing to pay any more.
    AlreadyPaid,
    /// The buyer has paid, and the money is on its way: a second payment would take it twice.
    OnItsWay,
    /// This payment cannot be paid; another one can.
    Over,
}

/// Gets the payment page: the known one if it can still be used, else from the provider. Of two choices of one browser
/// the later one wins: when it supersedes this payment meanwhile, [`Problem::ChoiceReplaced`] replaces an uncertain
/// result.
pub(in crate::flows) async fn hand_over(app: &App, attempt: &Attempt) -> Result<HandedOver, Refusal> {
    let came_to = page_of(app, attempt).await;
    let was_open = attempt.payment.state == PaymentState::Open;
    let is_certain = matches!(came_to, Ok(HandedOver::NewPage(_) | HandedOver::AlreadyPaid | HandedOver::OnItsWay));
    if was_open && !is_certain && is_superseded(app, &attempt.payment).await? {
        return Err(Problem::ChoiceReplaced.into());
    }
    came_to
}

async fn is_superseded(app: &App, payment: &Payment) -> Result<bool, Refusal> {
    let mut conn = app.store.read().await.map_err(Refusal::internal)?;
    let known = payments::by_id(&mut conn, &payment.id).await.map_err(Refusal::internal)?;
    let order = orders::by_id(&mut conn, &payment.order_id).await.map_err(Refusal::internal)?;
    // A settlement through the order's older page supersedes its newer one, too: then its buyer reads that it is paid.
    let is_settled = order.is_none_or(|order| !order.state.awaits_payment());
    Ok(!is_settled && known.is_some_and(|known| known.failure.as_deref() == Some(SUPERSEDED)))
}

async fn page_of(app: &App, attempt: &Attempt) -> Result<HandedOver, Refusal> {
    let Attempt { order, payment } = attempt;
    let mut next = NextTry::after(order.state, payment.state.into());
    if next == NextTry::SamePage && payment.reference.is_some() {
        // Asked anew: an answer of a moment ago would lead to a page that has expired or was cancelled since.
        next = NextTry::after(order.state, settlement::settle(app, &payment.id).await.map_err(unavailable)?);
    }
    match (next, &payment.reference) {
        (NextTry::SamePage, Some(reference)) => known_page(app, attempt, reference).await,
        (NextTry::SamePage, None) => first_page(app, attempt).await,
        (NextTry::NewPayment, _) => Ok(HandedOver::Over),
        (NextTry::Wait, _) => Ok(HandedOver::OnItsWay),
        (NextTry::Never, _) => Ok(HandedOver::AlreadyPaid),
    }
}

/// Has the provider make the page of a payment that has none, as far as we know.
async fn first_page(app: &App, attempt: &Attempt) -> Result<HandedOver, Refusal> {
    let Attempt { order, payment } = attempt;
    if app.clock.now() >= payment.created_at + HAND_OVER_PATIENCE {
        // The provider may repeat a failure stored under our key for a day. No buyer has seen this payment's page, so
        // it cannot be paid: a new payment uses a new key.
        return give_up_unshown(app, attempt).await;
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
    note_page(app, attempt, made).await
}

/// Stores the page before the buyer sees it. A page on a host that is not allowed is stored without its URL: the
/// payment is rechecked and closed as any other, and the next attempt asks the provider for the URL again.
async fn note_page(app: &App, attempt: &Attempt, made: Made) -> Result<HandedOver, Refusal> {
    let payment = &attempt.payment;
    let url = match made.url {
        Ok(None) => return Err(Refusal::internal("the payment page has no address")),
        Ok(url) => url,
        Err(ForeignPage) => None,
    };
    reached(Step::PageNoted, Side::Before).await;
    let page = HostedPage { reference: &made.reference, url: url.as_deref(), ends_at: Some(made.ends_at) };
    let is_noted = note_first_page(app, &payment.id, page).await.map_err(Refusal::internal)?;
    reached(Step::PageNoted, Side::After).await;
    if !is_noted && note_late_page(app, payment, page).await.map_err(Refusal::internal)? {
        // The newer choice has a page of its own; this one is not restarted behind its back.
        app.wake.notify_one();
        return Ok(HandedOver::Over);
    }
    url.map(HandedOver::NewPage).ok_or_else(|| foreign(app, attempt))
}

async fn note_first_page(app: &App, payment_id: &str, page: HostedPage<'_>) -> Result<bool, StoreError> {
    payments::set_first_page(&mut *app.store.write_once().await?, payment_id, page).await
}

/// Stores the page of a payment that is no longer open, or already has a page. `true`: another choice superseded the
/// payment during the provider call, and a job closes the page.
async fn note_late_page(app: &App, payment: &Payment, page: HostedPage<'_>) -> Result<bool, StoreError> {
    let mut tx = app.store.begin().await?;
    let known = payments::set_page(&mut tx, &payment.id, page).await?;
    let given_up = known.is_some_and(|known| known.state == PaymentState::Failed);
    if given_up {
        let now = app.clock.now();
        jobs::enqueue(&mut tx, JobKind::ExpirePage(payment.provider), &payment.id, now, now).await?;
    }
    tx.commit().await?;
    Ok(given_up)
}

/// The buyer is not sent to a host that is not allowed, and an operator must find the cause: the provider, or our
/// settings. The order is kept.
fn foreign(app: &App, Attempt { order, payment }: &Attempt) -> Refusal {
    raise(app, "foreign_page", order, &payment.id);
    Problem::ProviderUnavailable.into()
}

/// Abandons a payment that has no page, unless it has just got one.
async fn give_up_unshown(app: &App, attempt: &Attempt) -> Result<HandedOver, Refusal> {
    let Attempt { order, payment } = attempt;
    let (given_up, known) = give_up_and_look(app, payment).await.map_err(Refusal::internal)?;
    tracing::warn!(payment = %payment.id, order = %order.number, given_up, "payment without a page");
    let Some(open) = known.filter(|payment| !given_up && payment.state == PaymentState::Open) else {
        return Ok(HandedOver::Over);
    };
    let url = providers::noted_page(app, &open).map_err(|ForeignPage| foreign(app, attempt))?;
    Ok(url.map_or(HandedOver::Over, |url| HandedOver::KnownPage(url.to_owned())))
}

async fn give_up_and_look(app: &App, payment: &Payment) -> Result<(bool, Option<Payment>), StoreError> {
    let given_up = close_page::give_up(app, payment, Reason::NeverShown).await?;
    Ok((given_up, payments::by_id(&mut *app.store.read().await?, &payment.id).await?))
}

/// The URL of a page that was made earlier; the provider knows it when it is not stored.
async fn known_page(app: &App, attempt: &Attempt, reference: &str) -> Result<HandedOver, Refusal> {
    let payment = &attempt.payment;
    if let Some(url) = providers::noted_page(app, payment).map_err(|ForeignPage| foreign(app, attempt))? {
        return Ok(HandedOver::KnownPage(url.to_owned()));
    }
    let told = providers::ask(app, payment.provider, reference).await.map_err(|error| unavailable(error.into()))?;
    let page = told.page(app).map_err(|ForeignPage| foreign(app, attempt))?;
    page.map(|url| HandedOver::KnownPage(url.to_owned())).ok_or_else(|| Problem::ProviderUnavailable.into())
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
        // Not about the request, such as a wrong key: it says nothing about a page that was made earlier.
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
    if let Err(error) = close_page::give_up(app, payment, reason).await {
        tracing::error!(payment = %payment.id, %error, "payment could not be closed");
    }
}
