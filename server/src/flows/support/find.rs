//! Finds orders by what people know of them: their e-mail address, the number on the receipt, the provider's id.

use chrono::{DateTime, Utc};
use onefare_core::email::Email;
use onefare_core::language::Language;
use onefare_core::money::MoneyError;
use onefare_core::order::{OrderNumber, OrderState};
use onefare_core::payment::PaymentState;
use onefare_core::price_text::price_text;
use onefare_core::quote::{Product, Quote};
use secrecy::SecretString;
use serde::Serialize;

use crate::ids::{iccid_digest, typed_order_number};
use crate::payments::stripe::StripeClient;
use crate::payments::stripe::error::StripeError;
use crate::payments::stripe::lookups::leads_to_a_payment;
use crate::store::orders::{self, Order};
use crate::store::payments::{self, Payment};
use crate::store::{Connection, StoreError, order_search};

/// Whether the output shows e-mail addresses in full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addresses {
    /// First character, stars, domain.
    Masked,
    /// As they were typed.
    InFull,
}

impl Addresses {
    /// An address as the output shows it.
    pub(in crate::flows) fn shown(self, email: &Email) -> String {
        match self {
            Self::Masked => email.masked(),
            Self::InFull => email.as_str().to_owned(),
        }
    }
}

/// An order in one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OrderLine {
    /// The number people read out.
    pub number: String,
    /// Its state.
    pub state: OrderState,
    /// Id of what was bought.
    pub product_id: String,
    /// What that is, in words.
    pub product: String,
    /// Minor units that were due at once.
    pub amount: i64,
    /// Their currency.
    pub currency: &'static str,
    /// Both as a price.
    pub amount_text: String,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it was first seen to be paid.
    pub paid_at: Option<DateTime<Utc>>,
    /// Whose it is.
    pub email: String,
    /// Its payments, oldest first.
    pub payments: Vec<PaymentLine>,
}

/// A payment, and when what happened to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PaymentLine {
    /// Our id of it, which the provider knows too.
    pub id: String,
    /// The provider of the payment.
    pub provider: String,
    /// Its state.
    pub state: PaymentState,
    /// The provider's id, once it has answered.
    pub reference: Option<String>,
    /// Why it failed, was quarantined or must be refunded.
    pub failure: Option<String>,
    /// The provider's id of the customer.
    pub customer: Option<String>,
    /// The provider's id of the subscription.
    pub subscription: Option<String>,
    /// When it was begun.
    pub created_at: DateTime<Utc>,
    /// When the provider's page stops working.
    pub expires_at: Option<DateTime<Utc>>,
    /// When its outcome was known.
    pub settled_at: Option<DateTime<Utc>>,
}

impl From<&Payment> for PaymentLine {
    fn from(payment: &Payment) -> Self {
        Self {
            id: payment.id.clone(),
            provider: payment.provider.code().to_owned(),
            state: payment.state,
            reference: payment.reference.clone(),
            failure: payment.failure.clone(),
            customer: payment.customer_ref.clone(),
            subscription: payment.subscription_ref.clone(),
            created_at: payment.created_at,
            expires_at: payment.expires_at,
            settled_at: payment.settled_at,
        }
    }
}

/// [`find`], and for an id that the shop does not store, as those of later charges, disputes and items of a subscription,
/// the order to which Stripe's own record of it leads.
///
/// # Errors
/// The database; Stripe does not answer.
pub async fn find_anywhere(
    conn: &mut Connection,
    stripe: &StripeClient,
    wanted: &str,
    key: &SecretString,
    addresses: Addresses,
) -> Result<Vec<Result<OrderLine, TellError>>, FindError> {
    let found = find(conn, wanted, key, addresses).await?;
    if !found.is_empty() || !leads_to_a_payment(wanted.trim()) {
        return Ok(found);
    }
    for id in stripe.behind(wanted.trim()).await? {
        let found = find(conn, &id, key, addresses).await?;
        if !found.is_empty() {
            return Ok(found);
        }
    }
    Ok(Vec::new())
}

/// Why orders cannot be found.
#[derive(Debug, thiserror::Error)]
pub enum FindError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Stripe alone may know the id.
    #[error("no order here has that id, and Stripe, which may know it, does not answer: {0}")]
    Stripe(#[from] StripeError),
}

/// Why orders cannot be described.
#[derive(Debug, thiserror::Error)]
pub enum TellError {
    /// The database failed, or a row cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A stored amount is out of bounds.
    #[error("order {0}: {1}")]
    Money(String, MoneyError),
}

/// Every order that fits, newest first: by the exact address without regard to case, by the number in any case with or
/// without its hyphen, by any id of it with us, at its payment provider or at the supplier of eSIMs, and by the ICCID that
/// the settings of a phone show of its eSIM. An unreadable
/// order becomes an error of its own, so that the others are found all the same.
///
/// # Errors
/// The database.
pub async fn find(
    conn: &mut Connection,
    wanted: &str,
    key: &SecretString,
    addresses: Addresses,
) -> Result<Vec<Result<OrderLine, TellError>>, StoreError> {
    let wanted = wanted.trim();
    let found = if let Ok(email) = Email::parse(wanted) {
        order_search::by_email(conn, &email.canonical()).await?
    } else if let Some(iccid) = iccid_of(wanted) {
        order_search::by_iccid(conn, &iccid_digest(key, &iccid)).await?
    } else {
        let by_number = match OrderNumber::parse(wanted) {
            Some(number) => order_search::by_number(conn, &number).await?,
            None => Vec::new(),
        };
        if by_number.is_empty() { order_search::by_id_of_anybody(conn, wanted).await? } else { by_number }
    };
    let mut lines = Vec::with_capacity(found.len());
    for order in found {
        lines.push(match order {
            Ok(order) => line(conn, &order, addresses).await,
            Err(error) => Err(error.into()),
        });
    }
    Ok(lines)
}

/// The order with a number as an operator typed it, in any case; else the number for the refusal.
///
/// # Errors
/// The database.
pub(in crate::flows) async fn typed_order(
    conn: &mut Connection,
    typed: &str,
) -> Result<Result<Order, String>, StoreError> {
    let number = match typed_order_number(typed) {
        Ok(number) => number,
        Err(unreadable) => return Ok(Err(unreadable)),
    };
    let order = orders::by_number(conn, &number).await?;
    Ok(order.ok_or_else(|| number.to_string()))
}

/// An ICCID as phones and cards print it, also in groups; `None` for other texts. It has 18 to 20 digits (ITU-T E.118), and
/// some suppliers end it with a filling `F`.
fn iccid_of(typed: &str) -> Option<String> {
    let digits: String = typed.chars().filter(|letter| !letter.is_whitespace() && *letter != '-').collect();
    let digits = digits.trim_end_matches(['F', 'f']);
    let is_iccid = (18..=20).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_iccid.then(|| digits.to_owned())
}

async fn line(conn: &mut Connection, order: &Order, addresses: Addresses) -> Result<OrderLine, TellError> {
    let payments = payments::of_order(conn, &order.id).await?;
    order_line(order, &payments, addresses)
}

/// An order in one line, with its payments.
pub(in crate::flows) fn order_line(
    order: &Order,
    payments: &[Payment],
    addresses: Addresses,
) -> Result<OrderLine, TellError> {
    let quote = &order.quote;
    let due_now = quote.due_now().map_err(|error| TellError::Money(order.number.to_string(), error))?;
    Ok(OrderLine {
        number: order.number.to_string(),
        state: order.state,
        product_id: quote.product_id.clone(),
        product: product_words(quote),
        amount: quote.due_now,
        currency: quote.currency.code(),
        amount_text: price_text(due_now, Language::En),
        created_at: order.created_at,
        paid_at: order.paid_at,
        email: addresses.shown(&order.email),
        payments: payments.iter().map(PaymentLine::from).collect(),
    })
}

/// What was bought, such as `12-month plan`.
pub(super) fn product_words(quote: &Quote) -> String {
    let months = quote.months;
    match quote.product() {
        Product::Plan => format!("{months}-month plan"),
        Product::Trial => format!("{months}-month plan, tried for {} days", quote.trial_days),
        Product::Deal if quote.extra_months == 0 => format!("{months}-month deal, paid once"),
        Product::Deal => format!("{months}-month deal with {} more", quote.extra_months),
        Product::Refill => "eSIM data".to_owned(),
    }
}
