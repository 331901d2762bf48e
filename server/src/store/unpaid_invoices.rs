//! Unpaid invoices of later terms: one row per invoice, from its first failed charge to its outcome.

use chrono::{DateTime, Utc};
use onefare_core::currency::Currency;
use onefare_core::money::Money;
use onefare_core::subscription::{UnpaidInvoice, UnpaidOutcome};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::row::Record;

/// An unpaid invoice as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredInvoice {
    /// The order that began the subscription.
    pub order_id: String,
    /// What the provider said about it last.
    pub unpaid: UnpaidInvoice,
    /// Its outcome, and when the shop learned of it; `None` while it is unpaid.
    pub settled: Option<(UnpaidOutcome, DateTime<Utc>)>,
}

impl StoredInvoice {
    /// Whether the shop knew it as unpaid at that instant, or learned so later.
    #[must_use]
    pub fn was_open_at(&self, instant: DateTime<Utc>) -> bool {
        self.settled.is_none_or(|(_, at)| at >= instant)
    }
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

/// Stores an unpaid invoice, or updates its next attempt and page. `true`: it is new.
pub async fn insert_or_update(
    conn: &mut AnyConnection,
    order_id: &str,
    unpaid: &UnpaidInvoice,
) -> Result<bool, StoreError> {
    let sql = "UPDATE unpaid_invoices SET next_attempt_at = $1, page_url = $2, needs_confirmation = $3 \
               WHERE invoice = $4 AND settled_at IS NULL";
    let query = sqlx::query(sql).bind(unpaid.next_attempt_at.map(|at| at.timestamp_millis())).bind(&unpaid.page_url);
    let query = query.bind(i64::from(unpaid.needs_confirmation)).bind(&unpaid.invoice);
    if query.execute(&mut *conn).await?.rows_affected() == 1 {
        return Ok(false);
    }
    let sql = "INSERT INTO unpaid_invoices (invoice, order_id, amount, currency, unpaid_since, next_attempt_at, page_url, \
               needs_confirmation) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (invoice) DO NOTHING";
    let query = sqlx::query(sql).bind(&unpaid.invoice).bind(order_id).bind(unpaid.amount.minor());
    let query = query.bind(unpaid.amount.currency().code()).bind(unpaid.unpaid_since.timestamp_millis());
    let query = query.bind(unpaid.next_attempt_at.map(|at| at.timestamp_millis())).bind(&unpaid.page_url);
    Ok(query.bind(i64::from(unpaid.needs_confirmation)).execute(conn).await?.rows_affected() == 1)
}

/// Records the outcome of an unpaid invoice and clears the URL of its hosted page, which shows personal data to anyone with
/// the link. `false`: the outcome was recorded before.
pub async fn settle(
    conn: &mut AnyConnection,
    invoice: &str,
    outcome: UnpaidOutcome,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "UPDATE unpaid_invoices SET outcome = $1, settled_at = $2, next_attempt_at = NULL, page_url = NULL \
               WHERE invoice = $3 AND settled_at IS NULL";
    let query = sqlx::query(sql).bind(outcome.code()).bind(now.timestamp_millis()).bind(invoice);
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// All unpaid invoices that an order has had, oldest first.
pub async fn of_order(conn: &mut AnyConnection, order_id: &str) -> Result<Vec<StoredInvoice>, StoreError> {
    let sql = select!("WHERE order_id = $1 ORDER BY unpaid_since, invoice");
    sqlx::query(sql).bind(order_id).fetch_all(conn).await?.iter().map(read).collect()
}

/// The oldest invoice of an order that is unpaid now.
pub async fn open_of_order(conn: &mut AnyConnection, order_id: &str) -> Result<Option<StoredInvoice>, StoreError> {
    Ok(of_order(conn, order_id).await?.into_iter().find(|stored| stored.settled.is_none()))
}

/// The invoice with that provider id.
pub async fn by_invoice(conn: &mut AnyConnection, invoice: &str) -> Result<Option<StoredInvoice>, StoreError> {
    let row = sqlx::query(select!("WHERE invoice = $1")).bind(invoice);
    row.fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The orders of an account that have an unpaid invoice now.
pub async fn orders_of_account(conn: &mut AnyConnection, account: &str) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT DISTINCT u.order_id FROM unpaid_invoices u JOIN orders o ON o.id = u.order_id \
               WHERE u.settled_at IS NULL AND o.email_canonical = $1 ORDER BY 1";
    Ok(sqlx::query_scalar(sql).bind(account).fetch_all(conn).await?)
}

fn read(row: &AnyRow) -> Result<StoredInvoice, StoreError> {
    let record = Record::new(row, "unpaid_invoices", "invoice");
    let currency = record.parsed("currency", Currency::parse)?;
    let outcome = |text: &str| UnpaidOutcome::ALL.into_iter().find(|outcome| outcome.code() == text);
    let settled = match record.instant_or_none("settled_at")? {
        Some(at) => Some((record.parsed("outcome", outcome)?, at)),
        None => None,
    };
    let unpaid = UnpaidInvoice {
        invoice: record.text("invoice")?,
        amount: Money::new(record.number("amount")?, currency).map_err(|_| record.corrupt("amount"))?,
        unpaid_since: record.instant("unpaid_since")?,
        next_attempt_at: record.instant_or_none("next_attempt_at")?,
        page_url: record.text_or_none("page_url")?,
        needs_confirmation: record.number("needs_confirmation")? != 0,
    };
    Ok(StoredInvoice { order_id: record.text("order_id")?, unpaid, settled })
}
