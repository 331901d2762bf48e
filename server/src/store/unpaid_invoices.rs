//! Charges of later terms that failed: one row for each invoice, from the first failure until it is paid or given up.

use chrono::{DateTime, Utc};
use onefare_core::currency::Currency;
use onefare_core::money::Money;
use onefare_core::subscription::UnpaidOutcome;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::row::Record;

/// An unpaid charge as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnpaidInvoice {
    /// The provider's id of the invoice, `in_…`.
    pub invoice: String,
    /// The order that began the subscription.
    pub order_id: String,
    /// What is due.
    pub amount: Money,
    /// The beginning of the term that it charges for: the end of the paid time.
    pub unpaid_since: DateTime<Utc>,
    /// When the provider tries the card again; `None` when it has given up.
    pub next_attempt_at: Option<DateTime<Utc>>,
    /// The provider's page on which it can be paid or confirmed.
    pub page_url: Option<String>,
    /// Whether the bank wants its customer to confirm the charge.
    pub needs_confirmation: bool,
    /// What became of it, and when the shop learned so; `None` while it is unpaid.
    pub settled: Option<(UnpaidOutcome, DateTime<Utc>)>,
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT invoice, order_id, amount, currency, unpaid_since, next_attempt_at, page_url, needs_confirmation, \
             outcome, settled_at FROM unpaid_invoices ",
            $rest
        )
    };
}

/// Stores an unpaid charge, or what is new about it. `true`: it was not stored before.
pub async fn insert_or_update(conn: &mut AnyConnection, unpaid: &UnpaidInvoice) -> Result<bool, StoreError> {
    let sql = "UPDATE unpaid_invoices SET next_attempt_at = $1, page_url = $2, needs_confirmation = $3 \
               WHERE invoice = $4 AND settled_at IS NULL";
    let query = sqlx::query(sql).bind(unpaid.next_attempt_at.map(|at| at.timestamp_millis())).bind(&unpaid.page_url);
    let query = query.bind(i64::from(unpaid.needs_confirmation)).bind(&unpaid.invoice);
    if query.execute(&mut *conn).await?.rows_affected() == 1 {
        return Ok(false);
    }
    let sql = "INSERT INTO unpaid_invoices (invoice, order_id, amount, currency, unpaid_since, next_attempt_at, page_url, \
               needs_confirmation) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (invoice) DO NOTHING";
    let query = sqlx::query(sql).bind(&unpaid.invoice).bind(&unpaid.order_id).bind(unpaid.amount.minor());
    let query = query.bind(unpaid.amount.currency().code()).bind(unpaid.unpaid_since.timestamp_millis());
    let query = query.bind(unpaid.next_attempt_at.map(|at| at.timestamp_millis())).bind(&unpaid.page_url);
    Ok(query.bind(i64::from(unpaid.needs_confirmation)).execute(conn).await?.rows_affected() == 1)
}

/// Settles one. `false`: that is done already.
pub async fn settle(
    conn: &mut AnyConnection,
    invoice: &str,
    outcome: UnpaidOutcome,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "UPDATE unpaid_invoices SET outcome = $1, settled_at = $2 WHERE invoice = $3 AND settled_at IS NULL";
    let query = sqlx::query(sql).bind(outcome.code()).bind(now.timestamp_millis()).bind(invoice);
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// The unpaid charges that an order ever had, the oldest first.
pub async fn of_order(conn: &mut AnyConnection, order_id: &str) -> Result<Vec<UnpaidInvoice>, StoreError> {
    let sql = select!("WHERE order_id = $1 ORDER BY unpaid_since, invoice");
    sqlx::query(sql).bind(order_id).fetch_all(conn).await?.iter().map(read).collect()
}

/// The charge of an order that is unpaid now, the oldest of several.
pub async fn open_of_order(conn: &mut AnyConnection, order_id: &str) -> Result<Option<UnpaidInvoice>, StoreError> {
    Ok(of_order(conn, order_id).await?.into_iter().find(|unpaid| unpaid.settled.is_none()))
}

/// The charge with that id of the provider.
pub async fn by_invoice(conn: &mut AnyConnection, invoice: &str) -> Result<Option<UnpaidInvoice>, StoreError> {
    let row = sqlx::query(select!("WHERE invoice = $1")).bind(invoice);
    row.fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The orders of an account that have an unpaid charge now.
pub async fn orders_of_account(conn: &mut AnyConnection, account: &str) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT DISTINCT u.order_id FROM unpaid_invoices u JOIN orders o ON o.id = u.order_id \
               WHERE u.settled_at IS NULL AND o.email_canonical = $1 ORDER BY 1";
    Ok(sqlx::query_scalar(sql).bind(account).fetch_all(conn).await?)
}

fn read(row: &AnyRow) -> Result<UnpaidInvoice, StoreError> {
    let record = Record::new(row, "unpaid_invoices", "invoice");
    let currency = record.parsed("currency", Currency::parse)?;
    let outcome = |text: &str| UnpaidOutcome::ALL.into_iter().find(|outcome| outcome.code() == text);
    let settled = match record.instant_or_none("settled_at")? {
        Some(at) => Some((record.parsed("outcome", outcome)?, at)),
        None => None,
    };
    Ok(UnpaidInvoice {
        invoice: record.text("invoice")?,
        order_id: record.text("order_id")?,
        amount: Money::new(record.number("amount")?, currency).map_err(|_| record.corrupt("amount"))?,
        unpaid_since: record.instant("unpaid_since")?,
        next_attempt_at: record.instant_or_none("next_attempt_at")?,
        page_url: record.text_or_none("page_url")?,
        needs_confirmation: record.number("needs_confirmation")? != 0,
        settled,
    })
}
