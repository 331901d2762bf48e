//! Orders: a buyer's decision to take one quote.

use chrono::{DateTime, Utc};
use onefare_core::attribution::FbParams;
use onefare_core::discount::FoldedCode;
use onefare_core::email::Email;
use onefare_core::language::Language;
use onefare_core::order::{OrderNumber, OrderState};
use onefare_core::quote::Quote;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};

use super::StoreError;
use super::dialect::storable;
use super::row::Record;

/// An order as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// Unguessable id, `ord_…`.
    pub id: String,
    /// The short number people read out.
    pub number: OrderNumber,
    /// Digest of the buyer's cookie.
    pub buyer: String,
    /// Where the receipt goes.
    pub email: Email,
    /// Language of return addresses and letters.
    pub language: Language,
    /// Local path of the page that sold it.
    pub return_to: Option<String>,
    /// What was agreed.
    pub quote: Quote,
    /// What makes two quotes the same decision.
    pub quote_fingerprint: String,
    /// The code that was applied.
    pub code: Option<FoldedCode>,
    /// Its state.
    pub state: OrderState,
    /// With a trial: what was acknowledged about the charge after it.
    pub trial: Option<TrialConsent>,
    /// Affiliate reference.
    pub im_ref: Option<String>,
    /// Advertising parameters.
    pub fb_params: Option<FbParams>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it was first seen to be paid.
    pub paid_at: Option<DateTime<Utc>>,
    /// When its buyer deleted the account that showed it: no account shows it any more.
    pub account_deleted_at: Option<DateTime<Utc>>,
}

impl Order {
    /// Whether the account of an address shows it: it was paid, and its buyer has not deleted the account since.
    #[must_use]
    pub fn is_of_account(&self, email_canonical: &str) -> bool {
        self.paid_at.is_some() && self.account_deleted_at.is_none() && self.email.canonical() == email_canonical
    }
}

/// An order to be stored; it begins open. Fields as in [`Order`].
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are documented at Order")]
pub struct NewOrder<'order> {
    pub id: &'order str,
    pub number: &'order OrderNumber,
    pub buyer: &'order str,
    pub email: &'order Email,
    pub language: Language,
    pub return_to: Option<&'order str>,
    pub quote: &'order Quote,
    pub quote_fingerprint: &'order str,
    pub code: Option<&'order FoldedCode>,
    pub trial: Option<&'order TrialConsent>,
    pub im_ref: Option<&'order str>,
    pub fb_params: Option<&'order FbParams>,
    pub created_at: DateTime<Utc>,
}

/// What was acknowledged about the charge after a trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrialConsent {
    /// Version of the text ([`onefare_core::trial::TERMS_VERSION`]).
    pub terms: String,
    /// When.
    pub accepted_at: DateTime<Utc>,
}

/// Every column, as [`read`] expects them.
macro_rules! columns {
    () => {
        "id, number, buyer, email, email_canonical, language, return_to, product_id, currency, due_now, \
         quote, quote_fingerprint, book, code, state, trial_terms, trial_accepted_at, im_ref, fb_params, \
         created_at, paid_at, account_deleted_at"
    };
}

/// The orders as a table `o` to join, with every column as [`read_joined`] expects it.
macro_rules! joined {
    () => {
        "(SELECT id AS o_id, number AS o_number, buyer AS o_buyer, email AS o_email, \
         email_canonical AS o_email_canonical, language AS o_language, return_to AS o_return_to, \
         product_id AS o_product_id, currency AS o_currency, due_now AS o_due_now, quote AS o_quote, \
         quote_fingerprint AS o_quote_fingerprint, book AS o_book, code AS o_code, state AS o_state, \
         trial_terms AS o_trial_terms, trial_accepted_at AS o_trial_accepted_at, im_ref AS o_im_ref, \
         fb_params AS o_fb_params, created_at AS o_created_at, paid_at AS o_paid_at, \
         account_deleted_at AS o_account_deleted_at FROM orders) o"
    };
}

macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT ", $crate::store::orders::columns!(), " FROM orders ", $rest)
    };
}

pub(super) use columns;
pub(super) use joined;
pub(super) use select;

/// The orders of a product that were paid since an instant, or are held for an operator to look at. A refunded one is
/// left out: its product may be bought again.
macro_rules! bought_since {
    ($product:literal, $since:literal) => {
        concat!(
            "product_id = ",
            $product,
            " AND state NOT IN ('open', 'closed', 'refunded') AND COALESCE(paid_at, created_at) >= ",
            $since
        )
    };
}

/// Counts the trials that an address began: `$1` is its canonical form, `$2` its digest. A repeated trial is held and
/// refunded without ever having been paid, so it counts for nothing.
macro_rules! trials_of {
    ($rest:literal) => {
        concat!(
            "SELECT CAST(COUNT(*) AS BIGINT) AS trials FROM orders WHERE id IN (SELECT id FROM orders \
             WHERE email_canonical = $1 UNION SELECT order_id FROM email_changes WHERE trial_digest = $2) \
             AND trial_accepted_at IS NOT NULL AND paid_at IS NOT NULL ",
            $rest
        )
    };
}

/// Stores a new, open order, and returns it as it is stored. Its row is locked until the transaction ends.
pub async fn insert(conn: &mut AnyConnection, order: &NewOrder<'_>) -> Result<Order, StoreError> {
    let sql = concat!(
        "INSERT INTO orders (id, number, buyer, email, email_canonical, language, return_to, product_id, \
         currency, due_now, quote, quote_fingerprint, book, code, state, trial_terms, trial_accepted_at, im_ref, \
         fb_params, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20) RETURNING ",
        columns!()
    );
    let row = sqlx::query(sql)
        .bind(order.id)
        .bind(order.number.as_str())
        .bind(order.buyer)
        .bind(order.email.as_str())
        .bind(order.email.canonical())
        .bind(order.language.code())
        .bind(order.return_to.map(|path| storable(path).into_owned()))
        .bind(order.quote.product_id.as_str())
        .bind(order.quote.currency.code())
        .bind(order.quote.due_now)
        .bind(serde_json::to_string(order.quote)?)
        .bind(order.quote_fingerprint)
        .bind(order.quote.book)
        .bind(order.code.map(FoldedCode::as_str))
        .bind(OrderState::Open.code())
        .bind(order.trial.map(|consent| consent.terms.as_str()))
        .bind(order.trial.map(|consent| consent.accepted_at.timestamp_millis()))
        .bind(order.im_ref.map(|reference| storable(reference).into_owned()))
        .bind(order.fb_params.map(serde_json::to_string).transpose()?)
        .bind(order.created_at.timestamp_millis())
        .fetch_one(conn)
        .await?;
    read(&row)
}

/// The order with that id.
pub async fn by_id(conn: &mut AnyConnection, id: &str) -> Result<Option<Order>, StoreError> {
    let row = sqlx::query(select!("WHERE id = $1")).bind(storable(id).into_owned());
    row.fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The order with that number.
pub async fn by_number(conn: &mut AnyConnection, number: &OrderNumber) -> Result<Option<Order>, StoreError> {
    let row = sqlx::query(select!("WHERE number = $1")).bind(number.as_str());
    row.fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The buyer's orders that bear on a purchase, newest first: all that wait for a payment, those of the same decision
/// that were closed, and those of its product that [were bought](paid_for) since an instant.
pub async fn around_purchase(
    conn: &mut AnyConnection,
    buyer: &str,
    quote_fingerprint: &str,
    product_id: &str,
    paid_since: DateTime<Utc>,
) -> Result<Vec<Order>, StoreError> {
    let sql = concat!(
        select!("WHERE buyer = $1 AND (state = 'open' OR (state = 'closed' AND quote_fingerprint = $2) OR ("),
        bought_since!("$3", "$4"),
        ")) ORDER BY created_at DESC, id DESC"
    );
    let query = sqlx::query(sql).bind(buyer).bind(quote_fingerprint).bind(product_id);
    query.bind(paid_since.timestamp_millis()).fetch_all(conn).await?.iter().map(read).collect()
}

/// Reads and locks an order: until the transaction ends no other one changes the row. On PostgreSQL a plain read would
/// not wait for a settlement in flight.
///
/// A transaction locks the buyer before the order ([`Tx::hold`](super::Tx::hold)), the order before its payments,
/// refunds and letters, and a limited code last: transactions that keep to this order do not deadlock.
pub async fn lock(conn: &mut AnyConnection, id: &str) -> Result<Option<Order>, StoreError> {
    let sql = concat!("UPDATE orders SET state = state WHERE id = $1 RETURNING ", columns!());
    sqlx::query(sql).bind(id).fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The orders of this browser for a product that were paid since an instant, or are held for an operator to look at,
/// the newest first. A refunded order is left out: its product may be bought again.
pub async fn paid_for(
    conn: &mut AnyConnection,
    buyer: &str,
    product_id: &str,
    since: DateTime<Utc>,
) -> Result<Vec<Order>, StoreError> {
    let sql =
        concat!(select!("WHERE buyer = $1 AND "), bought_since!("$2", "$3"), " ORDER BY created_at DESC, id DESC");
    let query = sqlx::query(sql).bind(buyer).bind(product_id).bind(since.timestamp_millis());
    query.fetch_all(conn).await?.iter().map(read).collect()
}

/// Every order of this buyer that waits for a payment, newest first.
pub async fn open_of_buyer(conn: &mut AnyConnection, buyer: &str) -> Result<Vec<Order>, StoreError> {
    let sql = select!("WHERE buyer = $1 AND state = 'open' ORDER BY created_at DESC, id DESC");
    sqlx::query(sql).bind(buyer).fetch_all(conn).await?.iter().map(read).collect()
}

/// Moves the order by compare-and-set. `false`: it is not in the state `from`, and nothing happened.
pub async fn move_state(
    conn: &mut AnyConnection,
    id: &str,
    from: OrderState,
    to: OrderState,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let paid_at = (to == OrderState::Paid).then(|| now.timestamp_millis());
    let sql = "UPDATE orders SET state = $1, paid_at = COALESCE(paid_at, $2) WHERE id = $3 AND state = $4";
    let query = sqlx::query(sql).bind(to.code()).bind(paid_at).bind(id).bind(from.code());
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Stores another quote of the same decision: one of a newer price book, or one that renews instead of one that does
/// not; and, with `trial`, that the trial's terms were acknowledged again. Returns the order as it is stored now.
pub async fn set_quote(
    conn: &mut AnyConnection,
    id: &str,
    quote: &Quote,
    trial: Option<&TrialConsent>,
) -> Result<Order, StoreError> {
    let sql = concat!(
        "UPDATE orders SET product_id = $1, currency = $2, due_now = $3, quote = $4, book = $5, \
         trial_terms = COALESCE($6, trial_terms), trial_accepted_at = COALESCE($7, trial_accepted_at) WHERE id = $8 \
         RETURNING ",
        columns!()
    );
    let row = sqlx::query(sql)
        .bind(quote.product_id.as_str())
        .bind(quote.currency.code())
        .bind(quote.due_now)
        .bind(serde_json::to_string(quote)?)
        .bind(quote.book)
        .bind(trial.map(|consent| consent.terms.as_str()))
        .bind(trial.map(|consent| consent.accepted_at.timestamp_millis()))
        .bind(id)
        .fetch_optional(conn)
        .await?;
    read(row.as_ref().ok_or(StoreError::Gone("orders"))?)
}

/// Whether another order of this address began a trial, whatever happened to it since. A trial counts for every address
/// that it has had, so that a correction does not open another trial.
pub async fn had_trial(conn: &mut AnyConnection, email: &Email, besides: &str) -> Result<bool, StoreError> {
    let sql = trials_of!("AND id <> $3");
    let query = sqlx::query(sql).bind(email.canonical()).bind(email.digest()).bind(besides);
    Ok(query.fetch_one(conn).await?.try_get::<i64, _>("trials")? > 0)
}

/// [`had_trial`], as far as the browser that asks may know: only of the orders it has placed itself. To any other
/// browser the address reveals nothing; a second trial of it ends at its settlement. `besides` is the order being
/// decided, once there is one.
pub async fn had_trial_here(
    conn: &mut AnyConnection,
    email: &Email,
    buyer: &str,
    besides: Option<&str>,
) -> Result<bool, StoreError> {
    let sql = trials_of!("AND buyer = $3 AND id <> $4");
    let query = sqlx::query(sql).bind(email.canonical()).bind(email.digest()).bind(buyer);
    let row = query.bind(besides.unwrap_or_default()).fetch_one(conn).await?;
    Ok(row.try_get::<i64, _>("trials")? > 0)
}

pub(super) fn read(row: &AnyRow) -> Result<Order, StoreError> {
    read_record(&Record::new(row, "orders", "id"))
}

/// Reads the order out of a row of another table that is [joined] with it.
pub(super) fn read_joined(row: &AnyRow) -> Result<Order, StoreError> {
    read_record(&Record::joined(row, "orders", "o_", "id"))
}

fn read_record(record: &Record<'_>) -> Result<Order, StoreError> {
    let quote: Quote = record.document("quote")?;
    // The columns repeat the quote for look-ups and sums: a row in which they disagree was tampered with.
    let agreed = [
        ("product_id", record.text("product_id")? == quote.product_id),
        ("currency", record.text("currency")? == quote.currency.code()),
        ("due_now", record.number("due_now")? == quote.due_now && quote.due_now().is_ok()),
        ("book", record.number("book")? == quote.book),
    ];
    if let Some((column, _)) = agreed.into_iter().find(|(_, agrees)| !agrees) {
        return Err(record.corrupt(column));
    }
    let email = record.parsed("email", |text| Email::parse(text).ok())?;
    if email.canonical() != record.text("email_canonical")? {
        return Err(record.corrupt("email_canonical"));
    }
    let (terms, accepted_at) = (record.text_or_none("trial_terms")?, record.instant_or_none("trial_accepted_at")?);
    Ok(Order {
        id: record.text("id")?,
        number: record.parsed("number", OrderNumber::written)?,
        buyer: record.text("buyer")?,
        email,
        language: record.parsed("language", Language::parse)?,
        return_to: record.text_or_none("return_to")?,
        quote,
        quote_fingerprint: record.text("quote_fingerprint")?,
        code: record.parsed_or_none("code", FoldedCode::parse)?,
        state: record.parsed("state", OrderState::parse)?,
        trial: terms.zip(accepted_at).map(|(terms, accepted_at)| TrialConsent { terms, accepted_at }),
        im_ref: record.text_or_none("im_ref")?,
        fb_params: record.document_or_none("fb_params")?,
        created_at: record.instant("created_at")?,
        paid_at: record.instant_or_none("paid_at")?,
        account_deleted_at: record.instant_or_none("account_deleted_at")?,
    })
}
