//! From a chosen plan to the provider's payment page.
//!
//! The order and its payment are stored before the provider is asked, and the provider is asked with our payment id
//! as idempotency key: whatever dies in between, a repeated call finds the same order and the same page.

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::checkout::{Checkout, agreed};
use onefare_core::discount::fold_code;
use onefare_core::language::Language;
use onefare_core::order::{OrderEvent, OrderState};
use onefare_core::payment::PaymentState;
use onefare_core::problem::Problem;
use onefare_core::quote::Quote;
use onefare_core::wire::subscription::CheckoutLinkRequest;

use crate::app::App;
use crate::flows::quoting::{Prices, checkout_quotes};
use crate::flows::settlement::{self, Outcome};
use crate::ids::{digest, new_id, new_order_number, payment_hash};
use crate::jobs::JobKind;
use crate::mail::letters::LetterError;
use crate::mail::letters::plan_name::plan_name;
use crate::payments::stripe::StripeError;
use crate::payments::stripe::requests::NewSubscriptionCheckout;
use crate::problem::Refusal;
use crate::store::orders::{NewOrder, Order};
use crate::store::payments::{NewPayment, Payment};
use crate::store::{StoreError, Tx, attempts, jobs, orders, payments};

/// How long a payment page stays open. Below the provider's 24 hours, so that a hand-over repeated within the first
/// hour still names an instant the provider accepts.
const PAGE_LIFE: TimeDelta = TimeDelta::hours(23);

/// How long a payment that was never handed over is tried again under its own key.
const HAND_OVER_PATIENCE: TimeDelta = TimeDelta::minutes(2);

/// When the first recheck looks after a payment whose notice was lost.
const FIRST_RECHECK: TimeDelta = TimeDelta::seconds(60);

/// How long the same browser asking for the same plan, price and address means the purchase it has already paid.
const SAME_PURCHASE: TimeDelta = TimeDelta::days(1);

/// Who is asking.
#[derive(Clone, Debug)]
pub struct Buyer {
    /// Value of the buyer's cookie.
    pub cookie: String,
    /// `Idempotency-Key` of the attempt.
    pub attempt_key: Option<String>,
    /// Language when the request does not say.
    pub language: Language,
}

/// Starts, or finds, the payment of a chosen plan and returns where to pay.
///
/// # Errors
/// The refusals of `get_checkout_link`.
pub async fn start(app: &App, request: CheckoutLinkRequest, buyer: &Buyer) -> Result<String, Refusal> {
    let checkout = Checkout::read(request)?;
    let quote = agreed_quote(app, &checkout, buyer).await?;
    let mut attempt = place(app, &checkout, &quote, buyer).await.map_err(PlaceError::into_refusal)?;
    // A payment page that expired or was ended meanwhile gets one successor on the same order.
    for _ in 0..2 {
        match hand_over(app, &attempt).await? {
            HandedOver::Page(url) => return Ok(url),
            HandedOver::AlreadyPaid => return Ok(success_address(app, &attempt)),
            HandedOver::Over => attempt = renew(app, &attempt.order).await.map_err(Refusal::internal)?,
        }
    }
    Err(Problem::ProviderUnavailable.into())
}

/// An order and the payment that is being attempted.
struct Attempt {
    order: Order,
    payment: Payment,
}

async fn agreed_quote(app: &App, checkout: &Checkout, buyer: &Buyer) -> Result<Quote, Refusal> {
    let prices = Prices::load(&app.store).await.map_err(Refusal::internal)?;
    let plan = prices.book.plan(&checkout.product_id).ok_or(Problem::UnknownPackage)?;
    let currency = checkout.currency.unwrap_or(prices.book.default_currency);
    let (current, graced) = checkout_quotes(&prices, plan, currency, checkout.code.as_deref(), app.clock.now())
        .map_err(Refusal::internal)?;
    match agreed(checkout.expected_amount, &current, graced.as_ref()) {
        Ok(quote) => Ok(quote.clone()),
        Err(Problem::PriceChanged) => {
            let language = checkout.language.unwrap_or(buyer.language);
            Err(Refusal::price_changed(current.plan_price(language).map_err(Refusal::internal)?))
        }
        Err(problem) => Err(problem.into()),
    }
}

#[derive(Debug, thiserror::Error)]
enum PlaceError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the attempt key belongs to another order")]
    KeyOfAnotherOrder,
}

impl PlaceError {
    fn into_refusal(self) -> Refusal {
        match self {
            Self::Store(error) => Refusal::internal(error),
            Self::KeyOfAnotherOrder => Problem::BadRequest.into(),
        }
    }
}

/// Finds the order of this attempt or stores a new one, in one transaction.
///
/// The same order is found again by the attempt's key (a double click, a retry), and by the buyer's cookie and the
/// quote (a refresh, the back button), paid or not. An order for anything else gets its payment page ended.
async fn place(app: &App, checkout: &Checkout, quote: &Quote, buyer: &Buyer) -> Result<Attempt, PlaceError> {
    let now = app.clock.now();
    let buyer_digest = digest(&buyer.cookie);
    let fingerprint = fingerprint(checkout, quote);
    let key = buyer.attempt_key.as_ref().map(|key| digest(&format!("{buyer_digest}:{key}")));
    let mut tx = app.store.begin().await?;
    // Of two clicks that arrive together the second waits here and then finds the first one's order.
    tx.hold(&buyer_digest).await?;
    if let Some(payment_id) = match &key {
        Some(key) => attempts::payment_of(&mut tx, key).await?,
        None => None,
    } && let Some(attempt) = load(&mut tx, &payment_id).await?
    {
        if attempt.order.quote_fingerprint != fingerprint {
            return Err(PlaceError::KeyOfAnotherOrder);
        }
        return Ok(attempt);
    }
    if let Some(attempt) = paid_before(&mut tx, &buyer_digest, &fingerprint, now).await? {
        return Ok(attempt);
    }
    let known = orders::find_open_for_buyer(&mut tx, &buyer_digest, &fingerprint).await?;
    let order = match known {
        Some(order) => order,
        None => {
            end_other_pages(&mut tx, &buyer_digest, now).await?;
            store_order(&mut tx, checkout, quote, buyer, &buyer_digest, &fingerprint, now).await?
        }
    };
    let payment = match payments::open_of_order(&mut tx, &order.id).await? {
        Some(payment) => payment,
        None => store_payment(app, &mut tx, &order, now).await?,
    };
    if let Some(key) = key {
        attempts::claim(&mut tx, &key, &payment.id, now).await?;
    }
    tx.commit().await?;
    Ok(Attempt { order, payment })
}

/// The same purchase, paid not long ago: somebody came back by the Back button. It is shown again, not sold again.
async fn paid_before(
    tx: &mut Tx,
    buyer_digest: &str,
    fingerprint: &str,
    now: DateTime<Utc>,
) -> Result<Option<Attempt>, StoreError> {
    let since = now - SAME_PURCHASE;
    let Some(order) = orders::find_paid_for_buyer(tx, buyer_digest, fingerprint, since).await? else { return Ok(None) };
    let payments = payments::of_order(tx, &order.id).await?;
    let paid = payments.into_iter().find(|payment| payment.state == PaymentState::Paid);
    Ok(paid.map(|payment| Attempt { order, payment }))
}

async fn load(tx: &mut Tx, payment_id: &str) -> Result<Option<Attempt>, StoreError> {
    let Some(payment) = payments::by_id(tx, payment_id).await? else { return Ok(None) };
    let order = orders::by_id(tx, &payment.order_id).await?;
    Ok(order.map(|order| Attempt { order, payment }))
}

/// Another plan, currency, code or address: the old page must not be paid any more.
async fn end_other_pages(tx: &mut Tx, buyer_digest: &str, now: DateTime<Utc>) -> Result<(), StoreError> {
    for order in orders::open_of_buyer(tx, buyer_digest).await? {
        if let Some(payment) = payments::open_of_order(tx, &order.id).await? {
            jobs::enqueue(tx, JobKind::ExpireSession, &payment.id, now, now).await?;
        }
    }
    Ok(())
}

async fn store_order(
    tx: &mut Tx,
    checkout: &Checkout,
    quote: &Quote,
    buyer: &Buyer,
    buyer_digest: &str,
    quote_fingerprint: &str,
    now: DateTime<Utc>,
) -> Result<Order, StoreError> {
    let (id, code) = (new_id("ord"), quote.code.as_deref().and_then(fold_code));
    let order = NewOrder {
        id: &id,
        number: &new_order_number(),
        buyer: buyer_digest,
        email: &checkout.email,
        language: checkout.language.unwrap_or(buyer.language),
        return_to: checkout.return_to.as_deref(),
        quote,
        quote_fingerprint,
        code: code.as_deref(),
        im_ref: checkout.im_ref.as_deref(),
        fb_params: checkout.fb_params.as_ref(),
        created_at: now,
    };
    orders::insert(tx, &order).await?;
    orders::by_id(tx, &id).await?.ok_or(StoreError::Gone("orders"))
}

async fn store_payment(app: &App, tx: &mut Tx, order: &Order, now: DateTime<Utc>) -> Result<Payment, StoreError> {
    let id = new_id("pay");
    let hash_digest = digest(&payment_hash(&app.config.secret, &id));
    let payment =
        NewPayment { id: &id, order_id: &order.id, provider: "stripe", hash_digest: &hash_digest, created_at: now };
    payments::insert(tx, &payment).await?;
    jobs::enqueue(tx, JobKind::RecheckPayment, &id, now + FIRST_RECHECK, now).await?;
    payments::by_id(tx, &id).await?.ok_or(StoreError::Gone("payments"))
}

/// What makes two attempts the same purchase: who, what, for how much, in which language the pages are.
fn fingerprint(checkout: &Checkout, quote: &Quote) -> String {
    let parts = [
        checkout.email.canonical(),
        quote.product_id.clone(),
        quote.currency.code().to_owned(),
        quote.due_now.to_string(),
        quote.renewal.to_string(),
        quote.code.clone().unwrap_or_default(),
    ];
    digest(&parts.join("\n"))
}

/// What keeps a stored order from being put to the provider: a damaged row or a wrong public address.
#[derive(Debug, thiserror::Error)]
enum PageError {
    #[error(transparent)]
    Money(#[from] onefare_core::money::MoneyError),
    #[error(transparent)]
    Address(#[from] url::ParseError),
    #[error(transparent)]
    Words(#[from] LetterError),
}

enum HandedOver {
    Page(String),
    AlreadyPaid,
    Over,
}

/// Gets the payment page: the known one if it can still be used, else from the provider.
async fn hand_over(app: &App, attempt: &Attempt) -> Result<HandedOver, Refusal> {
    let Attempt { order, payment } = attempt;
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
        end_payment(app, payment, "never_shown").await;
        return Ok(HandedOver::Over);
    }
    let request = checkout_page(app, order, payment).map_err(Refusal::internal)?;
    let session = match app.stripe.start_subscription(&request).await {
        Ok(session) => session,
        Err(error) => return Err(refused_hand_over(app, payment, error).await),
    };
    let url = session.url.clone().ok_or_else(|| Refusal::internal("the payment page has no address"))?;
    let mut tx = app.store.begin().await.map_err(Refusal::internal)?;
    payments::set_reference(&mut tx, &payment.id, &session.id, Some(&url), Some(page_ends(payment)))
        .await
        .map_err(Refusal::internal)?;
    tx.commit().await.map_err(Refusal::internal)?;
    Ok(HandedOver::Page(url))
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
fn page_ends(payment: &Payment) -> DateTime<Utc> {
    payment.created_at + PAGE_LIFE
}

fn checkout_page(app: &App, order: &Order, payment: &Payment) -> Result<NewSubscriptionCheckout, PageError> {
    let base = format!("{}{}", app.config.public_origin(), app.prefix_of(order.language));
    let hash = payment_hash(&app.config.secret, &payment.id);
    Ok(NewSubscriptionCheckout {
        payment_id: payment.id.clone(),
        order_id: order.id.clone(),
        product_name: plan_name(&app.brand.everywhere().name, order.quote.months, order.language)?,
        email: order.email.clone(),
        language: order.language,
        due_now: order.quote.due_now()?,
        renewal: order.quote.renewal()?,
        months: order.quote.months,
        success_url: format!("{base}/payment-success?session_id={{CHECKOUT_SESSION_ID}}"),
        cancel_url: format!("{base}/payment-failed?session_id={hash}").parse()?,
        expires_at: page_ends(payment),
    })
}

fn success_address(app: &App, attempt: &Attempt) -> String {
    let hash = payment_hash(&app.config.secret, &attempt.payment.id);
    format!("{}{}/payment-success?session_id={hash}", app.config.public_origin(), app.prefix_of(attempt.order.language))
}

fn unavailable(error: settlement::SettleError) -> Refusal {
    tracing::warn!(%error, "payment page could not be checked");
    Problem::ProviderUnavailable.into()
}

/// The order is kept in every case. A final refusal ends this payment, so that the next try starts a new one instead
/// of repeating what the provider will refuse again.
async fn refused_hand_over(app: &App, payment: &Payment, error: StripeError) -> Refusal {
    let is_final = matches!(error, StripeError::Refused { .. });
    tracing::error!(payment = %payment.id, %error, is_final, "payment page could not be made");
    if is_final {
        end_payment(app, payment, "refused").await;
    }
    Problem::ProviderUnavailable.into()
}

/// Closes a payment whose page no buyer can have. A failure here is only logged: the next try meets it again.
async fn end_payment(app: &App, payment: &Payment, why: &str) {
    let ended = async {
        let mut tx = app.store.begin().await?;
        let now = app.clock.now();
        payments::move_state(&mut tx, &payment.id, PaymentState::Open, PaymentState::Failed, Some(why), now).await?;
        tx.commit().await
    };
    if let Err(error) = ended.await {
        tracing::error!(payment = %payment.id, %error, "payment could not be closed");
    }
}

/// A new payment on the same order, after the last one ended without money.
async fn renew(app: &App, order: &Order) -> Result<Attempt, StoreError> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    tx.hold(&order.buyer).await?;
    if let Some((reopened, _)) = OrderState::Closed.on(OrderEvent::NewAttempt) {
        orders::move_state(&mut tx, &order.id, OrderState::Closed, reopened, now).await?;
    }
    let payment = match payments::open_of_order(&mut tx, &order.id).await? {
        Some(payment) => payment,
        None => store_payment(app, &mut tx, order, now).await?,
    };
    tx.commit().await?;
    Ok(Attempt { order: order.clone(), payment })
}
