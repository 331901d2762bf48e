//! Finds the order and the payment of an attempt, or stores them: one purchase, however often the request repeats.
//!
//! Everything here happens in one transaction per attempt, one attempt of a buyer at a time, before any call to a
//! provider.

use chrono::{DateTime, Utc};
use onefare_core::discount::CodeState;
use onefare_core::order::{OrderEvent, OrderState};
use onefare_core::payment::{PaymentState, Provider};
use onefare_core::problem::Problem;
use onefare_core::quote::Quote;

use crate::app::App;
use crate::fail_point::{Side, Step, reached};
use crate::flows::code_uses::{self, Reserved};
use crate::flows::events;
use crate::flows::order::duplicates::{JustPaid, around, fingerprint, just_paid};
use crate::flows::order::purchase::{Buyer, Purchase};
use crate::flows::payment::attempt::Attempt;
use crate::flows::payment::recheck::FIRST_RECHECK;
use crate::flows::payment::supersede::{end_open_page, end_pages_of, open_besides};
use crate::ids::{PaymentHash, digest, new_id, new_order_number};
use crate::jobs::JobKind;
use crate::problem::Refusal;
use crate::store::orders::{self, NewOrder, Order, TrialConsent};
use crate::store::payments::{self, KnownBuyer, NewPayment, Payment};
use crate::store::{StoreError, Tx, idempotency_keys, jobs, withdrawals};

/// Why there is no attempt.
#[derive(Debug, thiserror::Error)]
pub enum PlaceError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The key was used for a different purchase.
    #[error("the attempt key belongs to another order")]
    KeyOfAnotherOrder,
    /// An address has one trial, and this browser began it.
    #[error("this browser has begun the trial of the address")]
    TrialUsed,
    /// The quote's code has no use left; nothing was stored.
    #[error("no use of the code is left")]
    CodeUsedUp,
    /// The buyer has just withdrawn from the order; another attempt begins a new one.
    #[error("the buyer has withdrawn from the order")]
    Withdrawn,
    /// The buyer paid for the same thing a short while ago and has to confirm another one.
    #[error("the same was bought a short while ago")]
    BoughtJustNow(Box<Attempt>),
    /// The buyer has another open payment for the same product, which may be paid by now; nothing was stored.
    #[error("an open payment for the same product would be given up")]
    Overtakes(Box<Attempt>),
}

impl From<PlaceError> for Refusal {
    fn from(error: PlaceError) -> Self {
        match error {
            PlaceError::Store(error) => Self::internal(error),
            PlaceError::KeyOfAnotherOrder => Problem::IdempotencyKeyReused.into(),
            PlaceError::TrialUsed => Problem::TrialUsed.into(),
            PlaceError::Withdrawn | PlaceError::Overtakes(_) => Problem::ChoiceReplaced.into(),
            PlaceError::BoughtJustNow(_) => Problem::BoughtJustNow.into(),
            PlaceError::CodeUsedUp => CodeState::UsedUp.problem().unwrap_or(Problem::SomethingWrong).into(),
        }
    }
}

/// What to do with another open payment of the buyer's for the same product, which this purchase would supersede.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Earlier {
    /// Store nothing and report it to the caller: it may have been paid by now.
    Report,
    /// Supersede it.
    Supersede,
}

/// Finds the order of this attempt or stores a new one.
///
/// The same order is found again by the attempt's key (a double click, a retry), and by the buyer's cookie and the
/// quote (a refresh, the back button). The payment pages of the buyer's other orders are superseded.
///
/// # Errors
/// The database; a key that was used for another purchase; a second trial of an address; a code without a use left;
/// data that was bought a short while ago, unless the buyer confirmed another; an earlier payment to report.
pub async fn place(app: &App, purchase: &Purchase, buyer: &Buyer, earlier: Earlier) -> Result<Attempt, PlaceError> {
    let now = app.clock.now();
    let buyer_digest = digest(&buyer.cookie);
    let fingerprint = fingerprint(purchase, buyer.language);
    let key = buyer.attempt_key.as_ref().map(|key| digest(&format!("{buyer_digest}:{key}")));
    // Of two concurrent clicks the second waits here and then finds the first one's order.
    let mut tx = app.store.begin_holding(&buyer_digest).await?;
    let around = around(&mut tx, purchase, &buyer_digest, &fingerprint, now).await?;
    if earlier == Earlier::Report
        && let Some(attempt) = overtaken(&mut tx, purchase, &around).await?
    {
        // The caller asks the provider about it, without an open transaction.
        tx.undo().await?;
        return Err(PlaceError::Overtakes(Box::new(attempt)));
    }
    if let Some(key) = &key
        && let Some(attempt) = attempt_of(&mut tx, key).await?
    {
        if attempt.order.quote_fingerprint != fingerprint || !is_attempt_at(&attempt.payment, purchase) {
            return Err(PlaceError::KeyOfAnotherOrder);
        }
        let given_up = attempt.payment.state == PaymentState::Failed && attempt.order.state.awaits_payment();
        if !given_up {
            return Ok(attempt);
        }
        return Ok(bought(just_paid(&mut tx, purchase, buyer, &around).await?)?.unwrap_or(attempt));
    }
    if let Some(paid) = bought(just_paid(&mut tx, purchase, buyer, &around).await?)? {
        return Ok(paid);
    }
    let email = &purchase.checkout.email;
    if purchase.trial_terms.is_some() && orders::had_trial_here(&mut tx, email, &buyer_digest, None).await? {
        return Err(PlaceError::TrialUsed);
    }
    let known = known_order(&mut tx, &around, &fingerprint).await?;
    let is_new = known.is_none();
    let order = match known {
        Some(order) => order,
        None => store_order(&mut tx, purchase, buyer, &buyer_digest, &fingerprint, now).await?,
    };
    let chosen = Chosen { others: open_besides(&around, &order), order, is_new };
    let (Attempt { order, payment }, ended) = attempt_on(app, &mut tx, chosen, purchase, now).await?;
    events::expect(&mut tx, &order, buyer.visitor.as_deref(), purchase.checkout.fb_params.as_ref(), now).await?;
    if let Some(key) = key {
        idempotency_keys::claim(&mut tx, &key, &payment.id, now).await?;
    }
    reached(Step::OrderStored, Side::Before).await;
    tx.commit().await?;
    reached(Step::OrderStored, Side::After).await;
    if ended == Ended::Pages {
        app.wake.notify_one();
    }
    Ok(Attempt { order, payment })
}

/// A new payment on the same order, after the last one ended without money.
///
/// # Errors
/// The database; a code without a use left; an order that its buyer has withdrawn from.
pub async fn renew(app: &App, order: &Order, purchase: &Purchase) -> Result<Attempt, PlaceError> {
    let mut tx = app.store.begin_holding(&order.buyer).await?;
    let order = orders::lock(&mut tx, &order.id).await?.ok_or(StoreError::Gone("orders"))?;
    if is_withdrawn(&mut tx, &order).await? {
        return Err(PlaceError::Withdrawn);
    }
    let others = open_besides(&orders::open_of_buyer(&mut tx, &order.buyer).await?, &order);
    let chosen = Chosen { order, is_new: false, others };
    let (attempt, ended) = attempt_on(app, &mut tx, chosen, purchase, app.clock.now()).await?;
    tx.commit().await?;
    if ended == Ended::Pages {
        app.wake.notify_one();
    }
    Ok(attempt)
}

/// The order that an attempt is for. This transaction has it locked.
struct Chosen {
    order: Order,
    /// Whether this transaction has stored it, with the purchase's own quote.
    is_new: bool,
    /// The buyer's other orders that wait for a payment.
    others: Vec<String>,
}

/// Whether an attempt superseded pages of other choices.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    /// No page of another choice was open.
    Nothing,
    /// Such pages were open, and jobs close them at their providers.
    Pages,
}

/// The order's open payment, or a new one; every other page of the buyer is superseded. An order that is settled by now
/// keeps its last payment.
async fn attempt_on(
    app: &App,
    tx: &mut Tx,
    chosen: Chosen,
    purchase: &Purchase,
    now: DateTime<Utc>,
) -> Result<(Attempt, Ended), PlaceError> {
    let Chosen { order, is_new, others } = chosen;
    if !order.state.awaits_payment() {
        let payment = payments::latest_of_order(tx, &order.id).await?.ok_or(StoreError::Gone("payments"))?;
        return Ok((Attempt { order, payment }, Ended::Nothing));
    }
    end_pages_of(tx, &others, now).await?;
    let reserved = code_uses::reserve(tx, &order, now).await?;
    if reserved == Reserved::UsedUp {
        return Err(PlaceError::CodeUsedUp);
    }
    let (attempt, ended) = if is_new {
        let payment = store_payment(app, tx, &order, purchase.provider, now).await?;
        (Attempt { order, payment }, Ended::Nothing)
    } else {
        open_payment(app, tx, order, purchase, now).await?
    };
    if reserved == Reserved::Kept {
        let payment = &attempt.payment;
        jobs::enqueue(tx, JobKind::EndHold, &payment.id, payment.created_at + code_uses::HOLD, now).await?;
    }
    Ok((attempt, if others.is_empty() { ended } else { Ended::Pages }))
}

/// The buyer's open payment for the same product that this purchase would supersede.
async fn overtaken(tx: &mut Tx, purchase: &Purchase, around: &[Order]) -> Result<Option<Attempt>, StoreError> {
    let product = &purchase.quote.product_id;
    for order in around.iter().filter(|order| order.state == OrderState::Open && order.quote.product_id == *product) {
        let payment = payments::open_of_order(tx, &order.id).await?;
        let is_same = |payment: &Payment| payment.provider == purchase.provider && payment.quote == purchase.quote;
        if let Some(payment) = payment.filter(|payment| payment.reference.is_some() && !is_same(payment)) {
            return Ok(Some(Attempt { order: order.clone(), payment }));
        }
    }
    Ok(None)
}

/// The recent purchase that this request repeats, if any.
fn bought(paid: JustPaid) -> Result<Option<Attempt>, PlaceError> {
    match paid {
        JustPaid::Nothing => Ok(None),
        JustPaid::Same(paid) => Ok(Some(paid)),
        JustPaid::PerhapsAnother(paid) => Err(PlaceError::BoughtJustNow(Box::new(paid))),
    }
}

/// The newest order of the same decision that may still be paid, locked. One that its buyer has withdrawn from is not
/// opened again.
async fn known_order(tx: &mut Tx, around: &[Order], fingerprint: &str) -> Result<Option<Order>, StoreError> {
    for order in around.iter().filter(|order| order.state.awaits_payment() && order.quote_fingerprint == fingerprint) {
        if let Some(locked) = orders::lock(tx, &order.id).await?
            && !is_withdrawn(tx, &locked).await?
        {
            return Ok(Some(locked));
        }
    }
    Ok(None)
}

/// Whether the buyer has withdrawn from an unpaid order: whatever its pages still bring is refunded, so a new attempt
/// is a new order.
async fn is_withdrawn(tx: &mut Tx, order: &Order) -> Result<bool, StoreError> {
    Ok(order.state.awaits_payment() && withdrawals::of_order(tx, &order.id).await?.is_some())
}

/// The attempt that a key belongs to. The key of one whose order was withdrawn from is free again.
async fn attempt_of(tx: &mut Tx, key: &str) -> Result<Option<Attempt>, StoreError> {
    let Some(payment) = payments::of_key(tx, key).await? else { return Ok(None) };
    let Some(order) = orders::by_id(tx, &payment.order_id).await? else { return Ok(None) };
    if is_withdrawn(tx, &order).await? {
        idempotency_keys::release(tx, key).await?;
        return Ok(None);
    }
    Ok(Some(Attempt { order, payment }))
}

/// The order's open payment if it is at the chosen provider, or a new one; a closed order is reopened for it.
async fn open_payment(
    app: &App,
    tx: &mut Tx,
    mut order: Order,
    purchase: &Purchase,
    now: DateTime<Utc>,
) -> Result<(Attempt, Ended), StoreError> {
    if order.state == OrderState::Closed
        && let Some((reopened, _)) = order.state.on(OrderEvent::NewAttempt)
    {
        orders::move_state(tx, &order.id, order.state, reopened, now).await?;
        order.state = reopened;
    }
    let ended = match payments::open_of_order(tx, &order.id).await? {
        Some(payment) if is_attempt_at(&payment, purchase) => return Ok((Attempt { order, payment }, Ended::Nothing)),
        // Another way to pay: the older page must not be paid as well.
        Some(_) => {
            end_open_page(tx, &order, now).await?;
            Ended::Pages
        }
        None => Ended::Nothing,
    };
    // The quote agreed now counts, also for what is bought from the supplier: an older price book may name a package
    // that the supplier no longer has.
    let trial = purchase.trial_terms.map(|terms| TrialConsent { terms: terms.to_owned(), accepted_at: now });
    let order = orders::set_quote(tx, &order.id, &purchase.quote, trial.as_ref()).await?;
    let payment = store_payment(app, tx, &order, purchase.provider, now).await?;
    Ok((Attempt { order, payment }, ended))
}

/// Whether a payment is what a purchase asks for: the same provider, on the same terms.
fn is_attempt_at(payment: &Payment, purchase: &Purchase) -> bool {
    payment.provider == purchase.provider && same_terms(&payment.quote, &purchase.quote)
}

/// Whether two quotes of one decision are the same to the buyer, even if they come from different price books.
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
    orders::insert(tx, &order).await
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
    let email_canonical = order.email.canonical();
    // The address alone proves nothing: anyone can type it, and the page of a customer could show what belongs to that
    // customer. So it must also be the browser that has paid under that address before, whose cookie no script reads.
    // The customer is stored with the payment, because a repeated hand-over must name the same one.
    let known = KnownBuyer { buyer: &order.buyer, email_canonical: &email_canonical, currency: order.quote.currency };
    let payment = NewPayment {
        id: &id,
        order_id: &order.id,
        provider,
        quote: &order.quote,
        hash: &hash,
        customer_of: (provider == Provider::Stripe).then_some(known),
        created_at: now,
    };
    let payment = payments::insert(tx, &payment).await?;
    jobs::enqueue(tx, JobKind::RecheckPayment(provider), &id, now + FIRST_RECHECK, now).await?;
    Ok(payment)
}
