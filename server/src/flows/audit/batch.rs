//! One page of orders: read in one snapshot, audited order by order.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::discount::{CodeState, DiscountCode, FoldedCode, Grace};
use onefare_core::quote::Quote;

use crate::flows::audit::price_books::{Book, Books};
use crate::flows::audit::report::{Check, Difference, Figures, Report};
use crate::flows::audit::state_checks;
use crate::store::deliveries::Delivery;
use crate::store::order_batches::{self, Stored};
use crate::store::orders::Order;
use crate::store::payments::Payment;
use crate::store::plan_changes::PlanChange;
use crate::store::{Connection, Store, StoreError};

/// How far two clocks, or computing a price and making its order, may be apart: checkouts time out after 25 seconds.
const APART: TimeDelta = TimeDelta::minutes(1);

/// Orders with everything that belongs to them.
#[derive(Debug)]
pub struct Page {
    /// Id of the last one: the next page begins after it.
    pub last: String,
    orders: Vec<Stored<Order>>,
    payments: HashMap<String, Vec<Result<Payment, StoreError>>>,
    deliveries: HashMap<String, Vec<Result<Delivery, StoreError>>>,
    plan_changes: HashMap<String, Vec<Result<PlanChange, StoreError>>>,
    /// Codes the orders used, as they are now, with the instant of their last change.
    codes: HashMap<FoldedCode, Option<(DiscountCode, DateTime<Utc>)>>,
}

/// The page after an id; `None` when there is none.
pub async fn read(store: &Store, after: &str, limit: u32) -> Result<Option<Page>, StoreError> {
    let mut conn = store.snapshot().await?;
    let orders = order_batches::after(&mut conn, after, limit).await?;
    let Some(last) = orders.last().map(|order| order.order_id.clone()) else { return Ok(None) };
    let payments = grouped(order_batches::payments(&mut conn, after, &last).await?);
    let deliveries = grouped(order_batches::deliveries(&mut conn, after, &last).await?);
    let plan_changes = grouped(order_batches::plan_changes(&mut conn, after, &last).await?);
    let codes = codes_of(&mut conn, &orders).await?;
    Ok(Some(Page { last, orders, payments, deliveries, plan_changes, codes }))
}

fn grouped<T>(rows: Vec<Stored<T>>) -> HashMap<String, Vec<Result<T, StoreError>>> {
    let mut by_order: HashMap<String, Vec<_>> = HashMap::new();
    for Stored { order_id, row } in rows {
        by_order.entry(order_id).or_default().push(row);
    }
    by_order
}

async fn codes_of(
    conn: &mut Connection,
    orders: &[Stored<Order>],
) -> Result<HashMap<FoldedCode, Option<(DiscountCode, DateTime<Utc>)>>, StoreError> {
    let readable = orders.iter().filter_map(|order| order.row.as_ref().ok());
    let names: BTreeSet<FoldedCode> = readable.filter_map(|order| order.quote.folded_code()).collect();
    let mut codes = HashMap::with_capacity(names.len());
    for name in names {
        let code = match order_batches::code_since(conn, &name).await {
            // A damaged code tells nothing: only the orders' own records remain.
            Err(StoreError::Corrupt { .. }) => None,
            code => code?,
        };
        codes.insert(name, code);
    }
    Ok(codes)
}

/// Audits every order of a page.
pub async fn judge(
    store: &Store,
    mut page: Page,
    books: &mut Books,
    figures: &mut Figures,
) -> Result<Vec<Difference>, StoreError> {
    let of_orders = page.orders.iter().filter_map(|order| Some(order.row.as_ref().ok()?.quote.book));
    let payments = page.payments.values().flatten().filter_map(|payment| payment.as_ref().ok());
    let of_payments = payments.map(|payment| payment.quote.book);
    let changes = page.plan_changes.values().flatten().filter_map(|change| change.as_ref().ok());
    let of_changes = changes.map(|change| change.quote.book);
    let numbers: BTreeSet<i64> = of_orders.chain(of_payments).chain(of_changes).collect();
    let numbers: Vec<i64> = numbers.into_iter().collect();
    books.read(&mut *store.read().await?, &numbers).await?;
    let mut differences = Vec::new();
    for Stored { order_id, row } in std::mem::take(&mut page.orders) {
        figures.orders += 1;
        let payments = page.payments.remove(&order_id).unwrap_or_default();
        let deliveries = page.deliveries.remove(&order_id).unwrap_or_default();
        let name = row.as_ref().map_or_else(|_| order_id, |order| order.number.to_string());
        let mut report = Report { order: name, found: Vec::new() };
        match row {
            Ok(order) => {
                judge_order(&page, books, &order, payments, deliveries, figures, &mut report);
                judge_plan_changes(&page, books, &order, &mut report);
            }
            Err(error) => report.unreadable(&error),
        }
        figures.differences += u64::try_from(report.found.len()).unwrap_or(u64::MAX);
        figures.differing_orders += u64::from(!report.found.is_empty());
        differences.append(&mut report.found);
    }
    Ok(differences)
}

fn judge_order(
    page: &Page,
    books: &Books,
    order: &Order,
    payments: Vec<Result<Payment, StoreError>>,
    deliveries: Vec<Result<Delivery, StoreError>>,
    figures: &mut Figures,
    report: &mut Report,
) {
    let quote = &order.quote;
    let named = quote.folded_code();
    if order.code != named {
        let shown = |code: &Option<FoldedCode>| code.as_ref().map_or("none", FoldedCode::as_str).to_owned();
        report.add(Check::Code, "code", shown(&order.code), shown(&named));
    }
    let known = named.and_then(|name| page.codes.get(&name)?.as_ref());
    let terms = known.filter(|(_, changed_at)| *changed_at + APART <= order.created_at).map(|(code, _)| code);
    let (payments, damaged): (Vec<_>, Vec<_>) = payments.into_iter().partition(Result::is_ok);
    damaged.iter().filter_map(|row| row.as_ref().err()).for_each(|error| report.unreadable(error));
    let unread = !damaged.is_empty();
    let payments: Vec<Payment> = payments.into_iter().flatten().collect();
    let (deliveries, damaged): (Vec<_>, Vec<_>) = deliveries.into_iter().partition(Result::is_ok);
    damaged.iter().filter_map(|row| row.as_ref().err()).for_each(|error| report.unreadable(error));

    // The quote may be as young as the last attempt: a returning buyer may get a new quote.
    let youngest = payments.iter().map(|payment| payment.created_at).fold(order.created_at, DateTime::max);
    if let Some(code) = terms {
        judge_code(code, order.created_at, report);
    }
    let whole = Audited { quote, terms, made: order.created_at, youngest, of: None };
    if whole.judge(books.get(quote.book), report) {
        figures.recomputed += 1;
        figures.with_known_code += u64::from(quote.code.is_some() && terms.is_some());
        figures.with_kept_code += u64::from(quote.code.is_some() && terms.is_none());
    }
    for payment in &payments {
        if payment.quote != order.quote {
            let quote = &payment.quote;
            let (made, of) = (payment.created_at, Some(payment.id.as_str()));
            Audited { quote, terms, made, youngest: made, of }.judge(books.get(quote.book), report);
        }
    }
    if !unread {
        state_checks::judge_payments(order, &payments, report);
    }
    if damaged.is_empty() {
        state_checks::judge_delivery(order, &payments, deliveries.into_iter().flatten().next().as_ref(), report);
    }
    figures.paid += u64::from(order.paid_at.is_some());
    figures.delivered += u64::from(state_checks::was_delivered(order.state));
}

/// Audits the prices that a customer agreed to for later terms. A plan that is changed back keeps the price it had.
fn judge_plan_changes(page: &Page, books: &Books, order: &Order, report: &mut Report) {
    let mut agreed = vec![&order.quote];
    for change in page.plan_changes.get(&order.id).into_iter().flatten() {
        let change = match change {
            Ok(change) => change,
            Err(error) => {
                report.unreadable(error);
                continue;
            }
        };
        let (quote, made) = (&change.quote, change.requested_at);
        if !agreed.contains(&quote) {
            let of = format!("plan change {}", change.round);
            Audited { quote, terms: None, made, youngest: made, of: Some(&of) }.judge(books.get(quote.book), report);
        }
        agreed.push(quote);
    }
}

/// Reports a code that was not in force when the order was made. Whether a use was left is not audited.
fn judge_code(code: &DiscountCode, made: DateTime<Utc>, report: &mut Report) {
    let held = |at: DateTime<Utc>| {
        let state = code.state_at(at, 0, Grace::Checkout);
        !matches!(state, CodeState::NotYet | CodeState::Expired)
    };
    // The price is a little older than its order.
    if !held(made) && !held(made - APART) && !held(made + APART) {
        report.add(Check::Code, "held", format!("used at {made}"), "a code that holds");
    }
}

/// A quote to recompute: an order's, or one of its payments' or plan changes' that differs from it.
struct Audited<'page> {
    quote: &'page Quote,
    terms: Option<&'page DiscountCode>,
    /// When it was made, at the earliest and at the latest.
    made: DateTime<Utc>,
    youngest: DateTime<Utc>,
    of: Option<&'page str>,
}

impl Audited<'_> {
    /// Returns whether the quote could be recomputed at all.
    fn judge(&self, book: Option<&Book>, report: &mut Report) -> bool {
        let (quote, made, number) = (self.quote, self.made, self.quote.book);
        let Some(book) = book else {
            self.add(report, Check::Book, "book", number, "a price book of the shop");
            return false;
        };
        if self.youngest + APART < book.applied_at || book.replaced_at.is_some_and(|end| end + APART < made) {
            self.add(report, Check::Book, "in_force", format!("book {number} at {made}"), "the book in force then");
        }
        let Some(content) = &book.content else {
            self.add(report, Check::Book, "content", format!("book {number} is damaged"), "a readable price book");
            return false;
        };
        let Some(offer) = content.offer_of(quote) else {
            self.add(report, Check::Book, "product_id", &quote.product_id, format!("a product of book {number}"));
            return false;
        };
        match quote.differences(number, offer, self.terms) {
            Ok(found) => {
                for one in found {
                    self.add(report, Check::Quote, &one.field, one.stored, one.computed);
                }
                true
            }
            Err(error) => {
                self.add(report, Check::Quote, "price", error, format!("a price in {}", quote.currency.code()));
                false
            }
        }
    }

    fn add(&self, report: &mut Report, check: Check, field: &str, stored: impl ToString, expected: impl ToString) {
        match self.of {
            Some(one) => report.add(check, &format!("{field} of {one}"), stored, expected),
            None => report.add(check, field, stored, expected),
        }
    }
}
