//! Payments: attempts to settle an order at a provider.

mod by_provider;

use chrono::{DateTime, Utc};
use onefare_core::currency::Currency;
use onefare_core::money::Money;
use onefare_core::payment::{PaymentState, Provider};
use onefare_core::quote::Quote;
use sqlx::any::AnyArguments;
use sqlx::any::AnyRow;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection};

use super::StoreError;
use super::dialect::storable;
use super::row::Record;
use crate::ids::PaymentHash;

/// Why a payment failed that another choice of its buyer superseded.
pub const SUPERSEDED: &str = "superseded";

/// Why a payment failed whose page no buyer has seen.
pub const NEVER_SHOWN: &str = "never_shown";

/// Why a payment failed whose customer the provider no longer has.
pub const CUSTOMER_GONE: &str = "customer_gone";

/// A payment as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payment {
    /// Unguessable id, `pay_…`: our idempotency key at the provider.
    pub id: String,
    /// The order it settles.
    pub order_id: String,
    /// The provider of the payment.
    pub provider: Provider,
    /// What is paid by it. The price is its order's; whether it renews may differ, because iDEAL leaves no mandate.
    pub quote: Quote,
    /// What the provider said it had charged, once a flow has asked because the payment disagrees with the quote.
    pub charged: Option<Money>,
    /// Digest of the payment hash, which is part of return URLs.
    pub hash_digest: String,
    /// The provider's id, once it has answered.
    pub reference: Option<String>,
    /// The provider's page, once it has answered.
    pub checkout_url: Option<String>,
    /// Its state.
    pub state: PaymentState,
    /// Why it failed, was quarantined or must be refunded: one word.
    pub failure: Option<String>,
    /// The provider's id of the customer: a known one it was made for, or the one it was paid by.
    pub customer_ref: Option<String>,
    /// The provider's id of the subscription.
    pub subscription_ref: Option<String>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When the provider's page stops working.
    pub expires_at: Option<DateTime<Utc>>,
    /// When a buyer last came back to ask for its outcome, to within some minutes.
    pub seen_at: Option<DateTime<Utc>>,
    /// When its outcome was known.
    pub settled_at: Option<DateTime<Utc>>,
}

impl Payment {
    /// Whether an operator's text names it: our id or the provider's.
    #[must_use]
    pub fn is_called(&self, typed: &str) -> bool {
        self.id == typed || self.reference.as_deref() == Some(typed)
    }

    /// Minor units that were charged, and their currency: what the provider said once a flow has asked, otherwise what
    /// was agreed, because nothing else settles an order.
    #[must_use]
    pub fn taken(&self) -> (i64, Currency) {
        let agreed = (self.quote.due_now, self.quote.currency);
        self.charged.map_or(agreed, |charged| (charged.minor(), charged.currency()))
    }
}

/// A payment to be stored; it begins open and unknown to the provider. Fields as in [`Payment`].
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the fields are documented at Payment")]
pub struct NewPayment<'payment> {
    pub id: &'payment str,
    pub order_id: &'payment str,
    pub provider: Provider,
    pub quote: &'payment Quote,
    pub hash: &'payment PaymentHash,
    /// The buyer whose customer at card processing it is made for, if there is one.
    pub customer_of: Option<KnownBuyer<'payment>>,
    pub created_at: DateTime<Utc>,
}

/// A buyer who may have paid before: from this very browser, under this address and in this currency.
#[derive(Clone, Copy, Debug)]
pub struct KnownBuyer<'order> {
    /// Digest of the buyer's cookie.
    pub buyer: &'order str,
    /// The address, in canonical form.
    pub email_canonical: &'order str,
    /// The currency.
    pub currency: Currency,
}

/// Every column, as [`read`] expects them.
macro_rules! columns {
    () => {
        "id, order_id, provider, quote, hash_digest, reference, checkout_url, state, failure, customer_ref, \
         subscription_ref, created_at, expires_at, settled_at, charged, charged_currency, seen_at"
    };
}

macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT ", $crate::store::payments::columns!(), " FROM payments ", $rest)
    };
}

pub(super) use columns;
pub(super) use select;

pub use by_provider::{by_reference, of_customer, of_provider_id, of_subscription};

/// Stores a new, open payment, and returns it as it is stored. Its customer is the one that card processing keeps for
/// the buyer. One that the provider no longer has ([`CUSTOMER_GONE`]) is left out, and so is that of an order whose
/// address was corrected (the provider keeps the mistyped one) or whose account was deleted: a new account does not
/// show the invoices of the old one.
pub async fn insert(conn: &mut AnyConnection, payment: &NewPayment<'_>) -> Result<Payment, StoreError> {
    let sql = concat!(
        "INSERT INTO payments (id, order_id, provider, quote, hash_digest, state, created_at, customer_ref) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, \
         (SELECT p.customer_ref FROM payments p JOIN orders o ON o.id = p.order_id \
         WHERE o.buyer = $8 AND o.email_canonical = $9 AND o.currency = $10 AND p.provider = 'stripe' \
         AND p.state = 'paid' AND p.customer_ref IS NOT NULL AND NOT EXISTS (SELECT 1 FROM payments gone \
         WHERE gone.customer_ref = p.customer_ref AND gone.failure = $11) \
         AND o.account_deleted_at IS NULL \
         AND NOT EXISTS (SELECT 1 FROM email_changes c WHERE c.order_id = o.id) \
         ORDER BY p.settled_at DESC, p.id DESC LIMIT 1)) RETURNING ",
        columns!()
    );
    let known = payment.customer_of;
    let row = sqlx::query(sql)
        .bind(payment.id)
        .bind(payment.order_id)
        .bind(payment.provider.code())
        .bind(serde_json::to_string(payment.quote)?)
        .bind(payment.hash.digest())
        .bind(PaymentState::Open.code())
        .bind(payment.created_at.timestamp_millis())
        .bind(known.map(|known| known.buyer))
        .bind(known.map(|known| known.email_canonical))
        .bind(known.map(|known| known.currency.code()))
        .bind(CUSTOMER_GONE)
        .fetch_one(conn)
        .await?;
    read(&row)
}

/// The payment with that id.
pub async fn by_id(conn: &mut AnyConnection, id: &str) -> Result<Option<Payment>, StoreError> {
    let row = sqlx::query(select!("WHERE id = $1")).bind(storable(id).into_owned());
    row.fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The payment with that hash.
pub async fn by_hash(conn: &mut AnyConnection, hash: &PaymentHash) -> Result<Option<Payment>, StoreError> {
    let row = sqlx::query(select!("WHERE hash_digest = $1")).bind(hash.digest());
    row.fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The payment that an idempotency key belongs to.
pub async fn of_key(conn: &mut AnyConnection, key_digest: &str) -> Result<Option<Payment>, StoreError> {
    let sql = concat!(
        "SELECT a.key_digest, ",
        columns!(),
        " FROM (SELECT key_digest, payment_id AS named FROM attempts WHERE key_digest = $1) a \
         LEFT JOIN payments ON payments.id = a.named"
    );
    let Some(row) = sqlx::query(sql).bind(key_digest).fetch_optional(conn).await? else { return Ok(None) };
    let key = Record::new(&row, "attempts", "key_digest");
    if key.text_or_none("id")?.is_none() {
        return Err(key.corrupt("payment_id"));
    }
    read(&row).map(Some)
}

/// The newest payment of an order.
pub async fn latest_of_order(conn: &mut AnyConnection, order_id: &str) -> Result<Option<Payment>, StoreError> {
    let row = sqlx::query(select!("WHERE order_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1")).bind(order_id);
    row.fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The newest payment of an order whose outcome is not known.
pub async fn open_of_order(conn: &mut AnyConnection, order_id: &str) -> Result<Option<Payment>, StoreError> {
    let sql = select!("WHERE order_id = $1 AND state = 'open' ORDER BY created_at DESC, id DESC LIMIT 1");
    sqlx::query(sql).bind(order_id).fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// Every payment of an order, oldest first.
pub async fn of_order(conn: &mut AnyConnection, order_id: &str) -> Result<Vec<Payment>, StoreError> {
    let sql = select!("WHERE order_id = $1 ORDER BY created_at, id");
    sqlx::query(sql).bind(order_id).fetch_all(conn).await?.iter().map(read).collect()
}

/// A hosted page as the provider names it.
#[derive(Clone, Copy, Debug)]
pub struct HostedPage<'a> {
    /// The provider's id of the session or payment.
    pub reference: &'a str,
    /// The page's URL; `None`: not known, or on a host that is not allowed.
    pub url: Option<&'a str>,
    /// When the page closes by itself, if known.
    pub ends_at: Option<DateTime<Utc>>,
}

/// Stores a payment's page and returns the payment as it is stored then. A page that was stored earlier stays. `None`:
/// there is no such payment.
pub async fn set_page(conn: &mut AnyConnection, id: &str, page: HostedPage<'_>) -> Result<Option<Payment>, StoreError> {
    let sql = concat!(
        "UPDATE payments SET reference = COALESCE(reference, $1), \
         checkout_url = CASE WHEN reference IS NULL THEN $2 ELSE checkout_url END, \
         expires_at = CASE WHEN reference IS NULL THEN $3 ELSE expires_at END WHERE id = $4 RETURNING ",
        columns!()
    );
    with_page(sql, id, page).fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// Stores the first page of an open payment, in one statement. `false`: the payment is not open, or has a page by now,
/// and nothing happened.
pub async fn set_first_page(conn: &mut AnyConnection, id: &str, page: HostedPage<'_>) -> Result<bool, StoreError> {
    let sql = "UPDATE payments SET reference = $1, checkout_url = $2, expires_at = $3 \
               WHERE id = $4 AND state = 'open' AND reference IS NULL";
    Ok(with_page(sql, id, page).execute(conn).await?.rows_affected() == 1)
}

fn with_page<'q>(sql: &'static str, id: &'q str, page: HostedPage<'q>) -> Query<'q, Any, AnyArguments> {
    let ends_at = page.ends_at.map(|instant| instant.timestamp_millis());
    sqlx::query(sql).bind(page.reference).bind(page.url).bind(ends_at).bind(id)
}

/// Moves the payment by compare-and-set. `false`: it is not in the state `from`, and nothing happened. Leaving `Open`
/// stores the instant.
pub async fn move_state(
    conn: &mut AnyConnection,
    id: &str,
    from: PaymentState,
    to: PaymentState,
    failure: Option<&str>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    settle(conn, id, (from, to), failure, KnownThere::default(), now).await
}

/// The provider's ids of customer and subscription, as far as its answer names them.
#[derive(Clone, Copy, Debug, Default)]
pub struct KnownThere<'answer> {
    /// The customer.
    pub customer: Option<&'answer str>,
    /// The subscription.
    pub subscription: Option<&'answer str>,
}

/// [`move_state`] for a provider's answer; known ids stay when it names none.
pub async fn settle(
    conn: &mut AnyConnection,
    id: &str,
    (from, to): (PaymentState, PaymentState),
    failure: Option<&str>,
    known: KnownThere<'_>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let settled_at = (to != PaymentState::Open).then(|| now.timestamp_millis());
    let sql = "UPDATE payments SET state = $1, failure = $2, settled_at = $3, customer_ref = COALESCE($4, customer_ref), \
               subscription_ref = COALESCE($5, subscription_ref) WHERE id = $6 AND state = $7";
    let query = sqlx::query(sql)
        .bind(to.code())
        .bind(failure.map(|word| storable(word).into_owned()))
        .bind(settled_at)
        .bind(known.customer)
        .bind(known.subscription)
        .bind(id)
        .bind(from.code());
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Closes a payment whose page no buyer can have seen: open, and unknown at the provider. `false`: it has a page by
/// now.
pub async fn give_up_unshown(
    conn: &mut AnyConnection,
    id: &str,
    why: &str,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sql = "UPDATE payments SET state = 'failed', failure = $1, settled_at = $2 \
               WHERE id = $3 AND state = 'open' AND reference IS NULL";
    let query = sqlx::query(sql).bind(why).bind(now.timestamp_millis()).bind(id);
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Records that a buyer came back to ask for the payment's outcome.
pub async fn note_seen(conn: &mut AnyConnection, id: &str, now: DateTime<Utc>) -> Result<(), StoreError> {
    let sql = "UPDATE payments SET seen_at = $1 WHERE id = $2 AND state = 'open'";
    sqlx::query(sql).bind(now.timestamp_millis()).bind(id).execute(conn).await?;
    Ok(())
}

/// Records that the page of a superseded or abandoned payment cannot be paid any more.
pub async fn note_page_ended(conn: &mut AnyConnection, id: &str, now: DateTime<Utc>) -> Result<(), StoreError> {
    let sql = "UPDATE payments SET page_ended_at = $1 WHERE id = $2 AND page_ended_at IS NULL";
    sqlx::query(sql).bind(now.timestamp_millis()).bind(id).execute(conn).await?;
    Ok(())
}

/// The condition on a failed payment `p` that a buyer may still pay it: the shop superseded or abandoned it, has stored its
/// page, and has no confirmation from the provider that the page is closed. The shop stores a page before it shows it,
/// and shows it only while the payment is open: without a stored reference no buyer has the address, whether or not the
/// provider made a page.
macro_rules! page_left {
    () => {
        "p.failure IN ('superseded', 'never_shown') AND p.reference IS NOT NULL AND p.page_ended_at IS NULL"
    };
}
pub(super) use page_left;

/// Whether a buyer may still pay for the order: on the page of its open payment, or on the stored page of a superseded or
/// abandoned payment until the provider has confirmed that this page is closed.
pub async fn any_page_left(conn: &mut AnyConnection, order_id: &str) -> Result<bool, StoreError> {
    let sql = concat!(
        "SELECT p.id FROM payments p WHERE p.order_id = $1 AND (p.state = 'open' OR (p.state = 'failed' AND ",
        page_left!(),
        ")) LIMIT 1"
    );
    Ok(sqlx::query(sql).bind(order_id).fetch_optional(conn).await?.is_some())
}

/// Stores what the provider said it had charged; a later answer replaces it.
pub async fn set_charged(conn: &mut AnyConnection, id: &str, charged: Money) -> Result<(), StoreError> {
    let sql = "UPDATE payments SET charged = $1, charged_currency = $2 WHERE id = $3";
    sqlx::query(sql).bind(charged.minor()).bind(charged.currency().code()).bind(id).execute(conn).await?;
    Ok(())
}

/// The Stripe customer that holds the subscription, card and invoices of an order. `None` when there is none, when
/// Stripe no longer has it ([`CUSTOMER_GONE`]), and when it also paid an order of another address or of a deleted
/// account: a corrected address leaves earlier orders with the same customer, and two people would see its invoices. An
/// unpaid checkout has no invoice.
pub async fn billed_customer(
    conn: &mut AnyConnection,
    order_id: &str,
    email_canonical: &str,
) -> Result<Option<String>, StoreError> {
    let sql = "SELECT p.id, p.customer_ref FROM payments p \
               WHERE p.order_id = $1 AND p.provider = 'stripe' AND p.state = 'paid' AND p.customer_ref IS NOT NULL \
               AND p.subscription_ref IS NOT NULL AND NOT EXISTS (SELECT 1 FROM payments other \
               JOIN orders o ON o.id = other.order_id WHERE other.customer_ref = p.customer_ref \
               AND (other.failure = $2 OR (other.state NOT IN ('open', 'failed') \
               AND (o.email_canonical <> $3 OR o.account_deleted_at IS NOT NULL)))) \
               ORDER BY p.settled_at DESC, p.id DESC LIMIT 1";
    let query = sqlx::query(sql).bind(order_id).bind(CUSTOMER_GONE).bind(email_canonical);
    let Some(row) = query.fetch_optional(conn).await? else { return Ok(None) };
    Record::new(&row, "payments", "id").text_or_none("customer_ref")
}

pub(super) fn read(row: &AnyRow) -> Result<Payment, StoreError> {
    let record = Record::new(row, "payments", "id");
    Ok(Payment {
        id: record.text("id")?,
        order_id: record.text("order_id")?,
        provider: record.parsed("provider", Provider::parse)?,
        quote: record.document("quote")?,
        charged: charged(&record)?,
        hash_digest: record.text("hash_digest")?,
        reference: record.text_or_none("reference")?,
        checkout_url: record.text_or_none("checkout_url")?,
        state: record.parsed("state", PaymentState::parse)?,
        failure: record.text_or_none("failure")?,
        customer_ref: record.text_or_none("customer_ref")?,
        subscription_ref: record.text_or_none("subscription_ref")?,
        created_at: record.instant("created_at")?,
        expires_at: record.instant_or_none("expires_at")?,
        seen_at: record.instant_or_none("seen_at")?,
        settled_at: record.instant_or_none("settled_at")?,
    })
}

fn charged(record: &Record<'_>) -> Result<Option<Money>, StoreError> {
    let Some(minor) = record.number_or_none("charged")? else { return Ok(None) };
    let currency = record.parsed("charged_currency", Currency::parse)?;
    Money::new(minor, currency).map(Some).map_err(|_| record.corrupt("charged"))
}
