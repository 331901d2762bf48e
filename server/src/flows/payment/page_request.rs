//! Turns an order into a provider's request: what is sold, for how much, and where the buyer returns to.

use chrono::{DateTime, Utc};
use onefare_core::bundle::days_text;
use onefare_core::delivery::first_term_days;
use onefare_core::language::Language;
use onefare_core::money::MoneyError;
use onefare_core::payment::{Failure, Provider, Reading, ResultPage, Wait};
use onefare_core::quote::{Product, Quote};
use onefare_core::quote_text::explain;

use crate::app::App;
use crate::flows::delivery::progress::DeliveryError;
use crate::flows::delivery::sold_plan::SoldData;
use crate::ids::PaymentHash;
use crate::mail::letters::LetterError;
use crate::mail::letters::plan_name::plan_name;
use crate::pages::registry::local_address;
use crate::payments::mollie::requests::NewPayment;
use crate::payments::stripe::requests::{FirstTerm, NewOneOffCheckout, NewSubscriptionCheckout};
use crate::store::orders::Order;
use crate::store::payments::Payment;

/// The placeholder in the return URL for the session that Stripe is about to make.
const SESSION: &str = "{CHECKOUT_SESSION_ID}";

/// Why a stored order cannot become a provider's request: a damaged row or a wrong public address.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// A stored amount out of bounds.
    #[error(transparent)]
    Money(#[from] MoneyError),
    /// The public address is not a URL.
    #[error(transparent)]
    Address(#[from] url::ParseError),
    /// The product has no name.
    #[error(transparent)]
    Words(#[from] LetterError),
    /// The data plan that was sold cannot be read.
    #[error(transparent)]
    Sold(#[from] DeliveryError),
    /// iDEAL leaves no mandate.
    #[error("an iDEAL payment cannot renew")]
    Renews,
    /// Beyond the calendar.
    #[error("the first term has no end")]
    NoEnd,
}

/// A card page.
#[derive(Debug)]
pub(in crate::flows) enum CardPage {
    /// Something renews.
    Subscription(Box<NewSubscriptionCheckout>),
    /// Nothing renews.
    OneOff(Box<NewOneOffCheckout>),
}

/// The request for a card page. It is the same on every retry, so that a retry finds the page made first.
pub(in crate::flows) async fn card_page(
    app: &App,
    order: &Order,
    payment: &Payment,
    expires_at: DateTime<Utc>,
) -> Result<CardPage, AskError> {
    let (quote, addresses) = (&payment.quote, Addresses::of(app, order, payment));
    let (success, failed) = addresses.of_card(quote.product());
    let (success_url, cancel_url) = (success, failed.parse()?);
    let (email, customer, language) = (order.email.clone(), payment.customer_ref.clone(), order.language);
    let (payment_id, order_id) = (payment.id.clone(), order.id.clone());
    let (product_name, due_now) = (name(app, order, quote).await?, quote.due_now()?);
    let Some(renewal) = quote.renewal()? else {
        return Ok(CardPage::OneOff(Box::new(NewOneOffCheckout {
            payment_id,
            order_id,
            product_name,
            email,
            customer,
            language,
            due_now,
            success_url,
            cancel_url,
            expires_at,
        })));
    };
    let first_term = first_term(app, quote, language, payment.created_at, expires_at)?;
    let note = if first_term == FirstTerm::Cycle { None } else { Some(note(quote, payment.created_at, language)?) };
    Ok(CardPage::Subscription(Box::new(NewSubscriptionCheckout {
        payment_id,
        order_id,
        product_name,
        email,
        customer,
        language,
        due_now,
        renewal,
        months: quote.months,
        first_term,
        note,
        success_url,
        cancel_url,
        expires_at,
    })))
}

/// The request for an iDEAL page.
pub(in crate::flows) async fn ideal_payment(
    app: &App,
    order: &Order,
    payment: &Payment,
) -> Result<NewPayment, AskError> {
    let (quote, addresses) = (&payment.quote, Addresses::of(app, order, payment));
    if quote.renewal.is_some() {
        return Err(AskError::Renews);
    }
    let (waiting, canceled) = addresses.of_ideal(quote.product());
    Ok(NewPayment {
        payment_id: payment.id.clone(),
        order_id: order.id.clone(),
        description: name(app, order, quote).await?,
        language: order.language,
        amount: quote.due_now()?,
        redirect_url: waiting.parse()?,
        cancel_url: canceled.parse()?,
        webhook_url: format!("{}/webhooks/mollie", app.config.public_origin()).parse()?,
    })
}

/// How long the first term is and what it is called, if it is no cycle.
fn first_term(
    app: &App,
    quote: &Quote,
    language: Language,
    earliest: DateTime<Utc>,
    latest: DateTime<Utc>,
) -> Result<FirstTerm, AskError> {
    Ok(match quote {
        Quote { trial_days: days @ 1.., .. } => FirstTerm::Trial { days: *days },
        Quote { extra_months: free @ 1.., months, .. } => FirstTerm::Prepaid {
            days: first_term_days(earliest, latest, *months, *free).ok_or(AskError::NoEnd)?,
            name: plan_name(&app.brand.everywhere().name, months.saturating_add(*free), language)?,
        },
        _ => FirstTerm::Cycle,
    })
}

/// What the product is called: what renews by the length of a later term, what is paid once by all of its months, data
/// by place, days and amount. It follows from the order alone, so that a repeated hand-over says the same.
async fn name(app: &App, order: &Order, quote: &Quote) -> Result<String, AskError> {
    let (brand, language) = (&app.brand.everywhere().name, order.language);
    Ok(match (quote.product(), quote.renewal) {
        (Product::Refill, _) => {
            let mut conn = app.store.read().await.map_err(DeliveryError::from)?;
            let sold = SoldData::of_order(&mut conn, order).await?;
            let plan = sold.in_letters(language);
            let (days, data) = (days_text(plan.days, language), plan.data_text(language)?);
            format!("{brand} eSIM: {}, {days}, {data}", plan.place)
        }
        (_, None) => plan_name(brand, quote.months.saturating_add(quote.extra_months), language)?,
        (_, Some(_)) => plan_name(brand, quote.months, language)?,
    })
}

/// What is due today and what follows, as the core's rules phrase it.
fn note(quote: &Quote, start: DateTime<Utc>, language: Language) -> Result<String, MoneyError> {
    let lines = explain(quote, start, language)?;
    Ok(lines.iter().rev().take(2).rev().map(|line| format!("{line}.")).collect::<Vec<_>>().join(" "))
}

/// Where a buyer returns to, in the order's language.
struct Addresses {
    origin: String,
    hash: PaymentHash,
    language: Language,
}

impl Addresses {
    fn of(app: &App, order: &Order, payment: &Payment) -> Self {
        let hash = PaymentHash::of(&app.config.secret, &payment.id);
        Self { origin: app.config.public_origin(), hash, language: order.language }
    }

    fn at(&self, page: ResultPage, key: &str) -> String {
        format!("{}{}", self.origin, local_address(&page.address(key), self.language))
    }

    /// From the card page: paid, and cancelled. The key is the session's own id where Stripe puts it in, and our hash
    /// where it does not.
    fn of_card(&self, product: Product) -> (String, String) {
        let page = |reading| ResultPage::of(Provider::Stripe, product, reading);
        let key = if product == Product::Refill { self.hash.as_str() } else { SESSION };
        (self.at(page(Reading::Paid), key), self.at(page(Reading::Failed(Failure::Canceled)), self.hash.as_str()))
    }

    /// From the iDEAL page: any outcome, and cancelled. The first address does not say what happened; its page reads
    /// the language from it (specification 1, section 2.11).
    fn of_ideal(&self, product: Product) -> (String, String) {
        let page = |reading| self.at(ResultPage::of(Provider::Mollie, product, reading), self.hash.as_str());
        let (waiting, canceled) = (page(Reading::Pending(Wait::OnItsWay)), page(Reading::Failed(Failure::Canceled)));
        let language =
            if product == Product::Refill { String::new() } else { format!("&lang={}", self.language.code()) };
        (format!("{waiting}{language}"), canceled)
    }
}

/// The page that shows a payment's outcome to its buyer.
#[must_use]
pub(in crate::flows) fn result_address(app: &App, order: &Order, payment: &Payment, reading: Reading) -> String {
    let addresses = Addresses::of(app, order, payment);
    let page = ResultPage::of(payment.provider, payment.quote.product(), reading);
    addresses.at(page, addresses.hash.as_str())
}
