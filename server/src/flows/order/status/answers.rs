//! What a returning buyer reads about an order, in the formats of the two calls.

use chrono::{DateTime, SecondsFormat, Utc};
use onefare_core::date_text::date_text;
use onefare_core::money::Money;
use onefare_core::plan::title_of;
use onefare_core::price_text::price_text;
use onefare_core::quote::{Product, Quote};
use onefare_core::trial;
use onefare_core::wire::deal::PaymentStatusResponse;
use onefare_core::wire::subscription::{PaymentStatus, Status, VerifyResponse};

use crate::flows::delivery::progress::DeliveryError;
use crate::flows::later_terms;
use crate::flows::order::email_window::{correctable_after, correctable_until};
use crate::flows::order::status::{Known, is_buyer, shown_email};
use crate::store::deliveries::DeliveredOrder;
use crate::store::orders::Order;
use crate::store::refunds;
use crate::store::{Connection, StoreError, plan_changes};

fn written(instant: DateTime<Utc>) -> String {
    instant.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// What was bought, as purchase events name it.
fn item_name(quote: &Quote) -> String {
    match quote.product() {
        Product::Trial => trial::TITLE.trim().to_owned(),
        Product::Refill => quote.product_id.clone(),
        Product::Plan | Product::Deal => title_of(quote.months),
    }
}

#[derive(Debug, thiserror::Error)]
pub(in crate::flows) enum AnswerError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Money(#[from] onefare_core::money::MoneyError),
}

impl From<AnswerError> for DeliveryError {
    fn from(error: AnswerError) -> Self {
        match error {
            AnswerError::Store(error) => Self::Store(error),
            AnswerError::Money(error) => Self::Money(error),
        }
    }
}

/// The whole answer. A caller without the order's cookie gets a masked e-mail and neutral customer facts.
pub(in crate::flows) async fn delivered(
    conn: &mut Connection,
    order: &Order,
    standing: &DeliveredOrder,
    buyer_cookie: Option<&str>,
    now: DateTime<Utc>,
) -> Result<VerifyResponse, AnswerError> {
    let (is_new, lifetime) = if is_buyer(order, buyer_cookie) {
        (standing.customer.paid_orders_before == 0, standing.customer.lifetime)
    } else {
        (true, 0)
    };
    let language = order.language;
    let quote = &order.quote;
    let term = Term::of(conn, order, standing, now).await?;
    let correctable = correctable_after(standing.corrections, order, buyer_cookie, now);
    Ok(VerifyResponse {
        status: Status::Ok,
        payment_status: PaymentStatus::Paid,
        held: false,
        subscription_end_date: Some(written(term.end)),
        subscription_end_text: Some(date_text(term.end, language)),
        email: Some(shown_email(order, buyer_cookie)),
        email_correctable_until: correctable,
        order_id: Some(order.number.to_string()),
        amount: Some(quote.due_now),
        amount_text: Some(price_text(quote.due_now()?, language)),
        currency: Some(quote.currency.code().to_owned()),
        item_id: Some(quote.product_id.clone()),
        item_name: Some(item_name(quote)),
        is_new_customer: Some(is_new),
        lifetime_value: Some(lifetime),
        renewal_amount: term.renewal.map(Money::minor),
        renewal_text: term.renewal.map(|renewal| price_text(renewal, language)),
        expired_at: term.expires.map(written),
        expired_text: term.expires.map(|expires| date_text(expires, language)),
    })
}

/// The whole answer to a page that names the payment by its hash.
pub(in crate::flows) async fn by_hash(
    conn: &mut Connection,
    known: Known,
    buyer_cookie: Option<&str>,
    now: DateTime<Utc>,
) -> Result<PaymentStatusResponse, AnswerError> {
    let held = matches!(known, Known::Held(_));
    let (order, standing, payment_status) = match known {
        Known::Delivered(order, standing) => (order, Some(standing), PaymentStatus::Paid),
        Known::Paid(order) => (order, None, PaymentStatus::Paid),
        Known::Pending(order) | Known::Held(order) => (order, None, PaymentStatus::Pending),
        Known::Failed(order) => (order, None, PaymentStatus::Failed),
        Known::Refunded(order) => (order, None, PaymentStatus::Refunded),
    };
    let language = order.language;
    let (term, email_correctable_until) = match &standing {
        Some(standing) => (
            Some(Term::of(conn, &order, standing, now).await?),
            correctable_after(standing.corrections, &order, buyer_cookie, now),
        ),
        None => (None, correctable_until(conn, &order, buyer_cookie, now).await?),
    };
    let amount = match payment_status {
        PaymentStatus::Paid => Some(order.quote.due_now()?),
        PaymentStatus::Refunded => sent_back(conn, &order).await?,
        PaymentStatus::Pending | PaymentStatus::Failed => None,
    };
    let expires = term.as_ref().and_then(|term| term.expires);
    let renewal = term.as_ref().and_then(|term| term.renewal);
    Ok(PaymentStatusResponse {
        order_id: order.number.to_string(),
        email: shown_email(&order, buyer_cookie),
        email_correctable_until,
        subscription_end_date: term.as_ref().map(|term| written(term.end)),
        subscription_end_text: term.as_ref().map(|term| date_text(term.end, language)),
        expired_at: expires.map(written),
        expired_text: expires.map(|expires| date_text(expires, language)),
        amount_text: amount.map(|amount| price_text(amount, language)),
        renewal_text: renewal.map(|renewal| price_text(renewal, language)),
        payment_status,
        held,
    })
}

/// The paid term of a delivered order, and what follows it.
struct Term {
    end: DateTime<Utc>,
    /// When access ends; absent while it renews.
    expires: Option<DateTime<Utc>>,
    /// The next charge; absent when nothing renews, or no longer.
    renewal: Option<Money>,
}

impl Term {
    async fn of(
        conn: &mut Connection,
        order: &Order,
        standing: &DeliveredOrder,
        now: DateTime<Utc>,
    ) -> Result<Self, AnswerError> {
        let end = standing.delivery.ends_at;
        if standing.is_cancelled {
            // After later terms that is another end than the first term's.
            let end = standing.access_ends_at.unwrap_or(end);
            return Ok(Self { end, expires: Some(end), renewal: None });
        }
        let changes = match standing.plan_changes {
            0 => Vec::new(),
            _ => plan_changes::of_order(conn, &order.id).await?,
        };
        let next = later_terms::after(order, standing.charges_at, changes, now)?.map(|terms| terms.next);
        // In a later term its end is the next charge.
        let end = next.as_ref().filter(|_| end <= now).map_or(end, |next| next.at);
        let renewal = next.map(|next| next.amount);
        Ok(Self { end, expires: renewal.is_none().then_some(end), renewal })
    }
}

/// The answer about a refunded order: how much of it was refunded.
pub(in crate::flows) async fn gone_back(conn: &mut Connection, order: &Order) -> Result<VerifyResponse, AnswerError> {
    let sum = sent_back(conn, order).await?;
    Ok(VerifyResponse {
        amount: sum.map(Money::minor),
        amount_text: sum.map(|sum| price_text(sum, order.language)),
        currency: sum.map(|sum| sum.currency().code().to_owned()),
        ..undecided(Status::Error, PaymentStatus::Refunded, order)
    })
}

/// The answer about a held order, which a person looks at.
pub(in crate::flows) fn held(order: &Order) -> VerifyResponse {
    VerifyResponse { held: true, ..undecided(Status::Pending, PaymentStatus::Pending, order) }
}

/// How much of an order was refunded; `None` when no refund is done, as for a trial that charged nothing.
pub(in crate::flows) async fn sent_back(conn: &mut Connection, order: &Order) -> Result<Option<Money>, AnswerError> {
    let mut sum: Option<Money> = None;
    for amount in refunds::done_of_order(conn, &order.id).await? {
        // In one currency, because an order is of one.
        sum = Some(sum.map_or(Ok(amount), |sum| sum.plus(amount))?);
    }
    Ok(sum)
}

pub(in crate::flows) fn undecided(status: Status, payment_status: PaymentStatus, order: &Order) -> VerifyResponse {
    VerifyResponse {
        status,
        payment_status,
        held: false,
        subscription_end_date: None,
        subscription_end_text: None,
        email: None,
        email_correctable_until: None,
        order_id: Some(order.number.to_string()),
        amount: None,
        amount_text: None,
        currency: None,
        item_id: None,
        item_name: None,
        is_new_customer: None,
        lifetime_value: None,
        renewal_amount: None,
        renewal_text: None,
        expired_at: None,
        expired_text: None,
    }
}
