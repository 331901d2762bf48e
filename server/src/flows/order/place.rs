//! Finds the order and the payment of an attempt, or stores them: one purchase, however often the request repeats.
//!
//! Everything here happens in one transaction per attempt, one attempt of a buyer at a time, before any provider is
//! asked.

use chrono::{DateTime, Utc};
use onefare_core::discount::CodeState;
use onefare_core::order::{OrderEvent, OrderState};
use onefare_core::payment::{PaymentState, Provider};
use onefare_core::problem::Problem;
use onefare_core::quote::Quote;

use crate::app::App;
use crate::fail_point::{Side, Step, reached};
use crate::flows::code_uses;
use crate::flows::events;
use crate::flows::order::duplicates::{JustPaid, fingerprint, just_paid};
use crate::flows::order::purchase::{Buyer, Purchase};
use crate::flows::payment::attempt::Attempt;
use crate::flows::payment::recheck::FIRST_RECHECK;
use crate::flows::payment::supersede::{end_open_page, end_other_pages};
use crate::ids::{PaymentHash, digest, new_id, new_order_number};
use crate::jobs::JobKind;
use crate::problem::Refusal;
use crate::store::orders::{self, NewOrder, Order, TrialConsent};
use crate::store::payments::{self, NewPayment, Payment};
use crate::store::{StoreError, Tx, idempotency_keys, jobs, withdrawals};

/// Why there is no attempt.
#[derive(Debug, thiserror::Error)]
pub enum PlaceError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// One key, two different purchases.
    #[error("the attempt key belongs to another order")]
    KeyOfAnotherOrder,
    /// An address has one trial, and this browser began it.
    #[error("this browser has begun the trial of the address")]
    TrialUsed,
    /// The quote's code has no use left; nothing was stored.
    #[error("no use of the code is left")]
    CodeUsedUp,
    /// The buyer withdrew from the order in this moment; another attempt begins a new one.
    #[error("the buyer has withdrawn from the order")]
    Withdrawn,
    /// The buyer paid for the same thing a short while ago and has to say that another is wanted.
    #[error("the same was bought a short while ago")]
    BoughtJustNow(Box<Attempt>),
}

impl From<PlaceError> for Refusal {
    fn from(error: PlaceError) -> Self {
        match error {
            PlaceError::Store(error) => Self::internal(error),
            PlaceError::KeyOfAnotherOrder => Problem::IdempotencyKeyReused.into(),
            PlaceError::TrialUsed => Problem::TrialUsed.into(),
            PlaceError::Withdrawn => Problem::ChoiceReplaced.into(),
            PlaceError::BoughtJustNow(_) => Problem::BoughtJustNow.into(),
            PlaceError::CodeUsedUp => CodeState::UsedUp.problem().unwrap_or(Problem::SomethingWrong).into(),
        }
    }
}

/// Finds the order of this attempt or stores a new one.
///
/// The same order is found again by the attempt's key (a double click, a retry), and by the buyer's cookie and the
/// quote (a refresh, the back button). The payment pages of the buyer's other orders are ended.
///
/// # Errors
/// The database; a key that was used for another purchase; a second trial of an address; a code without a use left; data
/// that was bought a short while ago, unless another is asked for.
pub async fn place(app: &App, purchase: &Purchase, buyer: &Buyer) -> Result<Attempt, PlaceError> {
    let now = app.clock.now();
    let buyer_digest = digest(&buyer.cookie);
    let fingerprint = fingerprint(purchase, buyer.language);
    let key = buyer.attempt_key.as_ref().map(|key| digest(&format!("{buyer_digest}:{key}")));
    let mut tx = app.store.begin().await?;
    // Of two clicks that arrive together the second waits here and then finds the first one's order.
    tx.hold(&buyer_digest).await?;
    if let Some(key) = &key
        && let Some(attempt) = attempt_of(&mut tx, key).await?
    {
        let same = attempt.order.quote_fingerprint == fingerprint && is_attempt_at(&attempt.payment, purchase);
        if !same {
            return Err(PlaceError::KeyOfAnotherOrder);
        }
        let given_up = attempt.payment.state == PaymentState::Failed && attempt.order.state.awaits_payment();
        if !given_up {
            return Ok(attempt);
        }
        return match just_paid(&mut tx, purchase, buyer, &buyer_digest, now).await? {
            JustPaid::Nothing => Ok(attempt),
            JustPaid::Same(paid) => Ok(paid),
            JustPaid::PerhapsAnother(paid) => Err(PlaceError::BoughtJustNow(Box::new(paid))),
        };
    }
    match just_paid(&mut tx, purchase, buyer, &buyer_digest, now).await? {
        JustPaid::Nothing => {}
        JustPaid::Same(paid) => return Ok(paid),
        JustPaid::PerhapsAnother(paid) => return Err(PlaceError::BoughtJustNow(Box::new(paid))),
    }
    let email = &purchase.checkout.email;
    if purchase.trial_terms.is_some() && orders::had_trial_here(&mut tx, email, &buyer_digest, None).await? {
        return Err(PlaceError::TrialUsed);
    }
    let known = orders::find_open_for_buyer(&mut tx, &buyer_digest, &fingerprint).await?;
    let order = match known {
        Some(order) => order,
        None => store_order(&mut tx, purchase, buyer, &buyer_digest, &fingerprint, now).await?,
    };
    let Attempt { order, payment } = attempt_on(app, &mut tx, &order.id, purchase, now).await?;
    events::expect(&mut tx, &order, buyer.visitor.as_deref(), purchase.checkout.fb_params.as_ref(), now).await?;
    if let Some(key) = key {
        idempotency_keys::claim(&mut tx, &key, &payment.id, now).await?;
    }
    reached(Step::OrderStored, Side::Before).await;
    tx.commit().await?;
    reached(Step::OrderStored, Side::After).await;
    app.wake.notify_one();
    Ok(Attempt { order, payment })
}

/// A new payment on the same order, after the last one ended without money.
///
/// # Errors
/// The database; a code without a use left.
pub async fn renew(app: &App, order: &Order, purchase: &Purchase) -> Result<Attempt, PlaceError> {
    let mut tx = app.store.begin().await?;
    tx.hold(&order.buyer).await?;
    let attempt = attempt_on(app, &mut tx, &order.id, purchase, app.clock.now()).await?;
    tx.commit().await?;
    app.wake.notify_one();
    Ok(attempt)
}

/// The order's open payment, or a new one, with every other page of the buyer ended. An order that is settled by now
/// keeps its last payment.
async fn attempt_on(
    app: &App,
    tx: &mut Tx,
    order_id: &str,
    purchase: &Purchase,
    now: DateTime<Utc>,
) -> Result<Attempt, PlaceError> {
    let order = orders::lock(tx, order_id).await?.ok_or(StoreError::Gone("orders"))?;
    if is_withdrawn(tx, &order).await? {
        return Err(PlaceError::Withdrawn);
    }
    if !order.state.awaits_payment() {
        let payment = payments::latest_of_order(tx, &order.id).await?.ok_or(StoreError::Gone("payments"))?;
        return Ok(Attempt { order, payment });
    }
    end_other_pages(tx, &order, now).await?;
    if !code_uses::reserve(tx, &order, now).await? {
        return Err(PlaceError::CodeUsedUp);
    }
    let payment = open_payment(app, tx, &order, purchase, now).await?;
    if code_uses::is_kept(tx, &order).await? {
        jobs::enqueue(tx, JobKind::EndHold, &payment.id, payment.created_at + code_uses::HOLD, now).await?;
    }
    let order = orders::by_id(tx, order_id).await?.ok_or(StoreError::Gone("orders"))?;
    Ok(Attempt { order, payment })
}

/// Whether the buyer has withdrawn from an order that was not paid: whatever its pages still bring goes back, so a new
/// attempt is a new order.
async fn is_withdrawn(tx: &mut Tx, order: &Order) -> Result<bool, StoreError> {
    Ok(order.state.awaits_payment() && withdrawals::of_order(tx, &order.id).await?.is_some())
}

/// The attempt that a key belongs to. The key of one whose order was withdrawn from is free again.
async fn attempt_of(tx: &mut Tx, key: &str) -> Result<Option<Attempt>, StoreError> {
    let Some(payment_id) = idempotency_keys::payment_of(tx, key).await? else { return Ok(None) };
    let Some(payment) = payments::by_id(tx, &payment_id).await? else { return Ok(None) };
    let Some(order) = orders::by_id(tx, &payment.order_id).await? else { return Ok(None) };
    if is_withdrawn(tx, &order).await? {
        idempotency_keys::release(tx, key).await?;
        return Ok(None);
    }
    Ok(Some(Attempt { order, payment }))
}

/// The order's open payment if it is at the chosen provider, or a new one; a closed order is open again with it.
async fn open_payment(
    app: &App,
    tx: &mut Tx,
    order: &Order,
    purchase: &Purchase,
    now: DateTime<Utc>,
) -> Result<Payment, StoreError> {
    if let Some((reopened, _)) = OrderState::Closed.on(OrderEvent::NewAttempt) {
        orders::move_state(tx, &order.id, OrderState::Closed, reopened, now).await?;
    }
    match payments::open_of_order(tx, &order.id).await? {
        Some(payment) if is_attempt_at(&payment, purchase) => return Ok(payment),
        // Another way to pay: the older page must not be paid as well.
        Some(_) => end_open_page(tx, order, now).await?,
        None => {}
    }
    // What was agreed now is what counts, and what is bought for it: an older price book may name a package that the
    // supplier has no more.
    orders::set_quote(tx, &order.id, &purchase.quote).await?;
    if let Some(terms) = purchase.trial_terms {
        orders::set_trial(tx, &order.id, &TrialConsent { terms: terms.to_owned(), accepted_at: now }).await?;
    }
    let order = orders::by_id(tx, &order.id).await?.ok_or(StoreError::Gone("orders"))?;
    store_payment(app, tx, &order, purchase.provider, now).await
}

/// Whether a payment is what a purchase asks for: the same provider, on the same terms.
fn is_attempt_at(payment: &Payment, purchase: &Purchase) -> bool {
    payment.provider == purchase.provider && same_terms(&payment.quote, &purchase.quote)
}

/// Whether two quotes of one decision say the same to the buyer. Another price book with the same price does.
fn same_terms(one: &Quote, other: &Quote) -> bool {
    let terms = |quote: &Quote| (quote.due_now, quote.renewal, quote.months, quote.extra_months, quote.trial_days);
    terms(one) == terms(other)
}

async fn store_order(
    tx: &mut Tx,
    purchase: &Purchase,
    buyer: &Buyer,
    buyer_digest: &str,
    quote_fingerprint: &str,
    now: DateTime<Utc>,
) -> Result<Order, StoreError> {
    let Purchase { checkout, quote, .. } = purchase;
    let (id, code) = (new_id("ord"), quote.folded_code());
    let trial = purchase.trial_terms.map(|terms| TrialConsent { terms: terms.to_owned(), accepted_at: now });
    let order = NewOrder {
        id: &id,
        number: &new_order_number(),
        buyer: buyer_digest,
        email: &checkout.email,
        language: checkout.language.unwrap_or(buyer.language),
        return_to: checkout.return_to.as_deref(),
        quote,
        quote_fingerprint,
        code: code.as_ref(),
        trial: trial.as_ref(),
        im_ref: checkout.im_ref.as_deref(),
        fb_params: checkout.fb_params.as_ref(),
        created_at: now,
    };
    orders::insert(tx, &order).await?;
    orders::by_id(tx, &id).await?.ok_or(StoreError::Gone("orders"))
}

async fn store_payment(
    app: &App,
    tx: &mut Tx,
    order: &Order,
    provider: Provider,
    now: DateTime<Utc>,
) -> Result<Payment, StoreError> {
    let id = new_id("pay");
    let hash = PaymentHash::of(&app.config.secret, &id);
    let customer = known_customer(tx, order, provider).await?;
    let payment = NewPayment {
        id: &id,
        order_id: &order.id,
        provider,
        quote: &order.quote,
        hash: &hash,
        customer_ref: customer.as_deref(),
        created_at: now,
    };
    payments::insert(tx, &payment).await?;
    jobs::enqueue(tx, JobKind::RecheckPayment(provider), &id, now + FIRST_RECHECK, now).await?;
    payments::by_id(tx, &id).await?.ok_or(StoreError::Gone("payments"))
}

/// The customer that the provider keeps for this buyer. The address alone proves nothing: anybody can type anybody's, and
/// the page of a customer could show what belongs to that customer. So it must also be the browser that has paid under
/// that address before, whose cookie no script reads. It is noted with the payment, because a repeated hand-over must
/// name the same one.
async fn known_customer(tx: &mut Tx, order: &Order, provider: Provider) -> Result<Option<String>, StoreError> {
    match provider {
        Provider::Stripe => {
            let currency = order.quote.currency.code();
            payments::known_customer(tx, &order.buyer, &order.email.canonical(), currency).await
        }
        Provider::Mollie => Ok(None),
    }
}
