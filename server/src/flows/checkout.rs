//! From a chosen plan to the provider's payment page.
//!
//! The order and its payment are stored before the provider is asked, and the provider is asked with our payment id
//! as idempotency key: whatever dies in between, a repeated call finds the same order and the same page.

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::checkout::{Checkout, agreed};
use onefare_core::payment::PaymentState;
use onefare_core::problem::Problem;
use onefare_core::quote::{Product, Quote};
use onefare_core::wire::subscription::CheckoutLinkRequest;

use crate::app::App;
use crate::fail_point::{Side, Step, reached};
use crate::flows::ending::{self, Reason};
use crate::flows::placing::{Attempt, Buyer, PlaceError, REPEAT_WINDOW, place, renew};
use crate::flows::quoting::{Prices, checkout_quotes};
use crate::flows::redemptions;
use crate::flows::settlement::{self, Outcome};
use crate::ids::{digest, payment_hash};
use crate::jobs::JobKind;
use crate::mail::letters::LetterError;
use crate::mail::letters::plan_name::plan_name;
use crate::payments::stripe::StripeError;
use crate::payments::stripe::requests::NewSubscriptionCheckout;
use crate::problem::Refusal;
use crate::store::orders::Order;
use crate::store::payments::Payment;
use crate::store::{StoreError, jobs, payments};

/// How long a payment page stays open. Below the provider's 24 hours, so that a hand-over repeated within the first
/// hour still names an instant the provider accepts.
const PAGE_LIFE: TimeDelta = TimeDelta::hours(23);

/// How long a payment that was never handed over is tried again under its own key.
const HAND_OVER_PATIENCE: TimeDelta = TimeDelta::minutes(2);

/// Longest a checkout may take, several calls to the provider included: below the router's limit, so that the answer
/// has its body and its cookie.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(25);

/// Starts, or finds, the payment of a chosen plan and returns where to pay. Gives up after [`PATIENCE`]: what is stored
/// by then is kept, and the next try goes on from it.
///
/// # Errors
/// The refusals of `get_checkout_link`.
pub async fn start(app: &App, request: CheckoutLinkRequest, buyer: &Buyer) -> Result<String, Refusal> {
    let in_time = tokio::time::timeout(PATIENCE, find_or_start(app, request, buyer)).await;
    in_time.unwrap_or_else(|_| {
        tracing::warn!("a checkout took too long");
        Err(Problem::ProviderUnavailable.into())
    })
}

async fn find_or_start(app: &App, request: CheckoutLinkRequest, buyer: &Buyer) -> Result<String, Refusal> {
    let checkout = Checkout::read(request)?;
    let mut attempt = match place(app, &checkout, &agreed_quote(app, &checkout, buyer, true).await?, buyer).await {
        Err(PlaceError::CodeUsedUp) => without_a_use(app, &checkout, buyer).await?,
        placed => placed?,
    };
    // A payment page that expired or was ended meanwhile gets one successor on the same order.
    for _ in 0..2 {
        match hand_over(app, &attempt).await? {
            HandedOver::Page(url) => return Ok(url),
            HandedOver::AlreadyPaid => return Ok(success_address(app, &attempt)),
            HandedOver::Over => {
                attempt = match renew(app, &attempt.order).await {
                    Err(PlaceError::CodeUsedUp) => without_a_use(app, &checkout, buyer).await?,
                    renewed => renewed?,
                }
            }
        }
    }
    Err(Problem::ProviderUnavailable.into())
}

/// Somebody else has the last use of the code: the price without it is shown and asked about, or taken when the caller
/// named none.
async fn without_a_use(app: &App, checkout: &Checkout, buyer: &Buyer) -> Result<Attempt, Refusal> {
    let quote = agreed_quote(app, checkout, buyer, false).await?;
    Ok(place(app, checkout, &quote, buyer).await?)
}

/// `own_uses`: whether those uses of the code are free that the buyer's own orders have.
async fn agreed_quote(app: &App, checkout: &Checkout, buyer: &Buyer, own_uses: bool) -> Result<Quote, Refusal> {
    let mut prices = Prices::load(&app.store).await.map_err(Refusal::internal)?;
    if own_uses {
        let (code, buyer) = (checkout.code.as_deref(), digest(&buyer.cookie));
        let mut conn = app.store.read().await.map_err(Refusal::internal)?;
        let since = app.clock.now() - REPEAT_WINDOW;
        redemptions::lend_own(&mut conn, &mut prices, code, &buyer, since).await.map_err(Refusal::internal)?;
    }
    let plan = prices.book.plan(&checkout.product_id).ok_or(Problem::UnknownPackage)?;
    let currency = checkout.currency.unwrap_or(prices.book.default_currency);
    let (current, graced) = checkout_quotes(&prices, plan, currency, checkout.code.as_deref(), app.clock.now())
        .map_err(Refusal::internal)?;
    match agreed(checkout.expected_amount, checkout.expected_renewal, &current, graced.as_ref()) {
        Ok(quote) => Ok(quote.clone()),
        Err(Problem::PriceChanged) => {
            let language = checkout.language.unwrap_or(buyer.language);
            Err(Refusal::price_changed(current.plan_price(language).map_err(Refusal::internal)?))
        }
        Err(problem) => Err(problem.into()),
    }
}

/// What keeps a stored order from being put to the provider: a damaged row or a wrong public address.
#[derive(Debug, thiserror::Error)]
pub(super) enum PageError {
    #[error(transparent)]
    Money(#[from] onefare_core::money::MoneyError),
    #[error(transparent)]
    Address(#[from] url::ParseError),
    #[error(transparent)]
    Words(#[from] LetterError),
    #[error("the page sells plain plans that renew")]
    NotAPlan,
}

enum HandedOver {
    Page(String),
    AlreadyPaid,
    Over,
}

/// Gets the payment page: the known one if it can still be used, else from the provider.
async fn hand_over(app: &App, attempt: &Attempt) -> Result<HandedOver, Refusal> {
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
    let request = checkout_page(app, order, payment).map_err(Refusal::internal)?;
    reached(Step::ProviderAsked, Side::Before).await;
    let session = match app.stripe.start_subscription(&request).await {
        Ok(session) => session,
        Err(error) => return Err(refused_hand_over(app, payment, error).await),
    };
    reached(Step::ProviderAsked, Side::After).await;
    let url = session.url.clone().ok_or_else(|| Refusal::internal("the payment page has no address"))?;
    let mut tx = app.store.begin().await.map_err(Refusal::internal)?;
    payments::set_reference(&mut tx, &payment.id, &session.id, Some(&url), Some(page_ends(payment)))
        .await
        .map_err(Refusal::internal)?;
    let given_up = payments::by_id(&mut tx, &payment.id)
        .await
        .map_err(Refusal::internal)?
        .is_some_and(|payment| payment.state == PaymentState::Failed);
    if given_up {
        // Another choice overtook this one while the provider was asked: its page must not stay payable.
        let now = app.clock.now();
        jobs::enqueue(&mut tx, JobKind::ExpireSession, &payment.id, now, now).await.map_err(Refusal::internal)?;
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
    let session = app.stripe.retrieve_checkout_session(reference).await.map_err(|error| unavailable(error.into()))?;
    session.url.map(HandedOver::Page).ok_or_else(|| Problem::ProviderUnavailable.into())
}

/// When a payment's page closes: fixed by the payment, so that a repeated hand-over says the same.
pub(super) fn page_ends(payment: &Payment) -> DateTime<Utc> {
    payment.created_at + PAGE_LIFE
}

/// What the provider is asked for a payment: the same however often, so that a repeat finds the page made first.
pub(super) fn checkout_page(app: &App, order: &Order, payment: &Payment) -> Result<NewSubscriptionCheckout, PageError> {
    let base = format!("{}{}", app.config.public_origin(), order.language.address_prefix());
    let hash = payment_hash(&app.config.secret, &payment.id);
    let renewal = order.quote.renewal()?.filter(|_| order.quote.product() == Product::Plan);
    Ok(NewSubscriptionCheckout {
        payment_id: payment.id.clone(),
        order_id: order.id.clone(),
        product_name: plan_name(&app.brand.everywhere().name, order.quote.months, order.language)?,
        email: order.email.clone(),
        language: order.language,
        due_now: order.quote.due_now()?,
        renewal: renewal.ok_or(PageError::NotAPlan)?,
        months: order.quote.months,
        success_url: format!("{base}/payment-success?session_id={{CHECKOUT_SESSION_ID}}"),
        cancel_url: format!("{base}/payment-failed?session_id={hash}").parse()?,
        expires_at: page_ends(payment),
    })
}

fn success_address(app: &App, attempt: &Attempt) -> String {
    let hash = payment_hash(&app.config.secret, &attempt.payment.id);
    format!(
        "{}{}/payment-success?session_id={hash}",
        app.config.public_origin(),
        attempt.order.language.address_prefix()
    )
}

fn unavailable(error: settlement::SettleError) -> Refusal {
    tracing::warn!(%error, "payment page could not be checked");
    Problem::ProviderUnavailable.into()
}

/// The order is kept in every case. A final refusal ends this payment, so that the next try starts a new one instead
/// of repeating what the provider will refuse again.
async fn refused_hand_over(app: &App, payment: &Payment, error: StripeError) -> Refusal {
    let reason = match error {
        _ if error.is_invalid() => Some(Reason::Refused),
        // Not about what was asked, such as a wrong key: it says nothing about a page that was made earlier.
        StripeError::Refused { .. } => Some(Reason::NeverShown),
        _ => None,
    };
    tracing::error!(payment = %payment.id, %error, is_final = reason.is_some(), "payment page could not be made");
    // A failure here is only logged: the next try meets it again.
    if let Some(reason) = reason
        && let Err(error) = ending::give_up(app, payment, reason).await
    {
        tracing::error!(payment = %payment.id, %error, "payment could not be closed");
    }
    Problem::ProviderUnavailable.into()
}
