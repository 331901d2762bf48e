//! What an operator looks up: orders by what people know of them, and everything that happens around one.

use chrono::{DateTime, Utc};
use onefare_core::order::OrderNumber;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::dialect::storable;
use super::orders::{self, Order};
use super::row::Record;

/// A job that waits or runs. The kind is a plain word: a newer server may know more than this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobSeen {
    /// What it does.
    pub kind: String,
    /// The id of what it is about.
    pub subject: String,
    /// When it is due.
    pub due_at: DateTime<Utc>,
    /// Until when a worker has it; long past when none does.
    pub leased_until: DateTime<Utc>,
    /// How often it was begun since it last succeeded.
    pub attempts: u32,
    /// Why it failed the last time.
    pub last_error: Option<String>,
    /// When it was first requested.
    pub created_at: DateTime<Utc>,
}

/// Every order of an address in its canonical form, newest first. A row that cannot be read is returned as its error.
pub async fn by_email(
    conn: &mut AnyConnection,
    email_canonical: &str,
) -> Result<Vec<Result<Order, StoreError>>, StoreError> {
    let sql = orders::select!("WHERE email_canonical = $1 ORDER BY created_at DESC, id DESC");
    let rows = sqlx::query(sql).bind(email_canonical).fetch_all(conn).await?;
    Ok(rows.iter().map(orders::read).collect())
}

/// The order with that number.
pub async fn by_number(
    conn: &mut AnyConnection,
    number: &OrderNumber,
) -> Result<Vec<Result<Order, StoreError>>, StoreError> {
    let sql = orders::select!("WHERE number = $1");
    let rows = sqlx::query(sql).bind(number.as_str()).fetch_all(conn).await?;
    Ok(rows.iter().map(orders::read).collect())
}

/// The orders that an id is about: with us, at the payment provider (page, customer, subscription, charge, invoice,
/// refund) or at the supplier of eSIMs. Each part reads an index.
pub async fn by_id_of_anybody(
    conn: &mut AnyConnection,
    reference: &str,
) -> Result<Vec<Result<Order, StoreError>>, StoreError> {
    let sql = orders::select!(
        "WHERE id IN (SELECT order_id FROM payments WHERE reference = $1 UNION SELECT order_id FROM payments \
         WHERE id = $1 UNION SELECT order_id FROM payments WHERE customer_ref = $1 \
         UNION SELECT order_id FROM payments WHERE subscription_ref = $1 \
         UNION SELECT p.order_id FROM provider_ids i JOIN payments p ON p.id = i.payment_id WHERE i.id = $1 \
         UNION SELECT p.order_id FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE r.id = $1 \
         UNION SELECT p.order_id FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE r.reference = $1 \
         UNION SELECT order_id FROM charge_refunds WHERE id = $1 \
         UNION SELECT order_id FROM charge_refunds WHERE reference = $1 \
         UNION SELECT order_id FROM esims WHERE order_no = $1 UNION SELECT order_id FROM esims \
         WHERE transaction_id = $1 UNION SELECT order_id FROM esims WHERE esim_tran_no = $1 \
         UNION SELECT id FROM orders WHERE id = $1) ORDER BY created_at DESC, id DESC"
    );
    let rows = sqlx::query(sql).bind(storable(reference).into_owned()).fetch_all(conn).await?;
    Ok(rows.iter().map(orders::read).collect())
}

/// The orders whose eSIM has the ICCID of that keyed digest.
pub async fn by_iccid(
    conn: &mut AnyConnection,
    iccid_digest: &str,
) -> Result<Vec<Result<Order, StoreError>>, StoreError> {
    let sql = orders::select!(
        "WHERE id IN (SELECT order_id FROM esims WHERE iccid_digest = $1) ORDER BY created_at DESC, id DESC"
    );
    let rows = sqlx::query(sql).bind(iccid_digest).fetch_all(conn).await?;
    Ok(rows.iter().map(orders::read).collect())
}

/// The jobs about one order or payment, in the order in which they are due.
pub async fn jobs_about(conn: &mut AnyConnection, subject: &str) -> Result<Vec<JobSeen>, StoreError> {
    let sql = "SELECT id, kind, subject, due_at, leased_until, attempts, last_error, created_at FROM jobs \
               WHERE subject = $1 ORDER BY due_at, id";
    let read = |row: &AnyRow| {
        let record = Record::new(row, "jobs", "id");
        Ok(JobSeen {
            kind: record.text("kind")?,
            subject: record.text("subject")?,
            due_at: record.instant("due_at")?,
            leased_until: record.instant("leased_until")?,
            attempts: record.count("attempts")?,
            last_error: record.text_or_none("last_error")?,
            created_at: record.instant("created_at")?,
        })
    };
    sqlx::query(sql).bind(subject).fetch_all(conn).await?.iter().map(read).collect()
}
