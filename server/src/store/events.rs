//! Events of visitors who agreed to them, one row each, until some time after they were forwarded.

use chrono::{DateTime, Utc};
use onefare_core::attribution::FbParams;
use onefare_core::currency::Currency;
use onefare_core::wire::event::EventName;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::row::Record;
use crate::ids::new_id;

/// The stored word of a purchase; pages cannot send it.
const PURCHASE: &str = "purchase";

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A page reported it.
    Page(EventName),
    /// An order was paid.
    Purchase,
}

impl Kind {
    const ALL: [Self; 4] = [
        Self::Page(EventName::ViewContent),
        Self::Page(EventName::AddToCart),
        Self::Page(EventName::Conversion),
        Self::Purchase,
    ];

    /// The word that is stored and forwarded.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Page(name) => name.word(),
            Self::Purchase => PURCHASE,
        }
    }

    fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// An event as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its id, `evt_…`, by which the receiver recognises repeats.
    pub id: String,
    /// What happened.
    pub kind: Kind,
    /// The page's own id of it; for a purchase the order's.
    pub event_id: String,
    /// For a purchase: the order.
    pub order_id: Option<String>,
    /// Name of the page.
    pub page: Option<String>,
    /// The product it is about.
    pub product_id: Option<String>,
    /// Currency of `amount`.
    pub currency: Option<Currency>,
    /// What the product costs, in minor units.
    pub amount: Option<i64>,
    /// For a purchase: the advertising parameters of its pages.
    pub fb_params: Option<FbParams>,
    /// When it happened; for a purchase, the checkout.
    pub created_at: DateTime<Utc>,
    /// When the receiver accepted it.
    pub forwarded_at: Option<DateTime<Utc>>,
}

/// An event that a page sends.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the fields are documented at Event")]
pub struct PageEvent<'a> {
    pub name: EventName,
    pub event_id: &'a str,
    /// Digest of the consent cookie.
    pub visitor: &'a str,
    pub page: &'a str,
    pub product_id: Option<&'a str>,
    pub price: Option<(Currency, i64)>,
}

/// Stores an event that a page sent and returns its id. `None`: it is stored already.
pub async fn insert(
    conn: &mut AnyConnection,
    event: PageEvent<'_>,
    now: DateTime<Utc>,
) -> Result<Option<String>, StoreError> {
    let sql = "INSERT INTO events (id, name, event_id, visitor, page, product_id, currency, amount, created_at) \
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (name, event_id) DO NOTHING";
    let id = new_id("evt");
    let query = sqlx::query(sql)
        .bind(&id)
        .bind(event.name.word())
        .bind(event.event_id)
        .bind(event.visitor)
        .bind(event.page)
        .bind(event.product_id)
        .bind(event.price.map(|(currency, _)| currency.code()))
        .bind(event.price.map(|(_, amount)| amount))
        .bind(now.timestamp_millis());
    let is_new = query.execute(conn).await?.rows_affected() == 1;
    Ok(is_new.then_some(id))
}

/// Records that the purchase of an order may be forwarded once it is paid. A repeated checkout replaces the visitor.
pub async fn expect_purchase(
    conn: &mut AnyConnection,
    order_id: &str,
    visitor: &str,
    fb_params: Option<&FbParams>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO events (id, name, event_id, visitor, order_id, fb_params, created_at) \
               VALUES ($1, $2, $3, $4, $3, $5, $6) ON CONFLICT (name, event_id) DO UPDATE SET visitor = excluded.visitor";
    sqlx::query(sql)
        .bind(new_id("evt"))
        .bind(PURCHASE)
        .bind(order_id)
        .bind(visitor)
        .bind(fb_params.map(serde_json::to_string).transpose()?)
        .bind(now.timestamp_millis())
        .execute(conn)
        .await?;
    Ok(())
}

/// The id of an order's purchase event, if there is one that was not forwarded yet.
pub async fn waiting_purchase(conn: &mut AnyConnection, order_id: &str) -> Result<Option<String>, StoreError> {
    let sql = "SELECT id FROM events WHERE order_id = $1 AND forwarded_at IS NULL";
    let row = sqlx::query(sql).bind(order_id).fetch_optional(conn).await?;
    row.map(|row| Record::new(&row, "events", "id").text("id")).transpose()
}

/// The advertising parameters of an order's purchase event, if it is this visitor's and was not forwarded yet.
pub async fn waiting_params(
    conn: &mut AnyConnection,
    order_id: &str,
    visitor: &str,
) -> Result<Option<FbParams>, StoreError> {
    let sql = "SELECT id, fb_params FROM events WHERE order_id = $1 AND visitor = $2 AND forwarded_at IS NULL";
    let row = sqlx::query(sql).bind(order_id).bind(visitor).fetch_optional(conn).await?;
    let read = |row| Record::new(&row, "events", "id").document_or_none("fb_params");
    Ok(row.map(read).transpose()?.map(Option::unwrap_or_default))
}

/// Replaces those parameters.
pub async fn set_params(conn: &mut AnyConnection, order_id: &str, params: &FbParams) -> Result<(), StoreError> {
    let sql = "UPDATE events SET fb_params = $2 WHERE order_id = $1 AND forwarded_at IS NULL";
    sqlx::query(sql).bind(order_id).bind(serde_json::to_string(params)?).execute(conn).await?;
    Ok(())
}

/// The event with that id.
pub async fn by_id(conn: &mut AnyConnection, id: &str) -> Result<Option<Event>, StoreError> {
    let sql = "SELECT id, name, event_id, order_id, page, product_id, currency, amount, fb_params, created_at, \
               forwarded_at FROM events WHERE id = $1";
    sqlx::query(sql).bind(id).fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The purchase event of an order, and what the pages reported of the visitor who ordered; the oldest first. Purchases
/// of others who used the same browser are theirs.
pub async fn around_order(conn: &mut AnyConnection, order_id: &str) -> Result<Vec<Event>, StoreError> {
    let sql = "SELECT id, name, event_id, order_id, page, product_id, currency, amount, fb_params, created_at, \
               forwarded_at FROM events WHERE order_id = $1 OR (order_id IS NULL AND visitor IN \
               (SELECT visitor FROM events WHERE order_id = $1)) ORDER BY created_at, id";
    sqlx::query(sql).bind(order_id).fetch_all(conn).await?.iter().map(read).collect()
}

/// Deletes the events of [`around_order`], forwarded or not.
pub async fn forget_around_order(conn: &mut AnyConnection, order_id: &str) -> Result<(), StoreError> {
    let sql = "DELETE FROM events WHERE order_id = $1 OR (order_id IS NULL AND visitor IN \
               (SELECT visitor FROM events WHERE order_id = $1))";
    sqlx::query(sql).bind(order_id).execute(conn).await?;
    Ok(())
}

fn read(row: &AnyRow) -> Result<Event, StoreError> {
    let record = Record::new(row, "events", "id");
    Ok(Event {
        id: record.text("id")?,
        kind: record.parsed("name", Kind::parse)?,
        event_id: record.text("event_id")?,
        order_id: record.text_or_none("order_id")?,
        page: record.text_or_none("page")?,
        product_id: record.text_or_none("product_id")?,
        currency: record.parsed_or_none("currency", Currency::parse)?,
        amount: record.number_or_none("amount")?,
        fb_params: record.document_or_none("fb_params")?,
        created_at: record.instant("created_at")?,
        forwarded_at: record.instant_or_none("forwarded_at")?,
    })
}

/// Records that the receiver accepted an event.
pub async fn set_forwarded(conn: &mut AnyConnection, id: &str, now: DateTime<Utc>) -> Result<(), StoreError> {
    let sql = "UPDATE events SET forwarded_at = $2 WHERE id = $1";
    sqlx::query(sql).bind(id).bind(now.timestamp_millis()).execute(conn).await?;
    Ok(())
}

/// Deletes an event.
pub async fn delete(conn: &mut AnyConnection, id: &str) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM events WHERE id = $1").bind(id).execute(conn).await?;
    Ok(())
}

/// Deletes the events of a visitor that were not forwarded yet, and returns their number.
pub async fn withdraw(conn: &mut AnyConnection, visitor: &str) -> Result<u64, StoreError> {
    let query = sqlx::query("DELETE FROM events WHERE visitor = $1 AND forwarded_at IS NULL").bind(visitor);
    Ok(query.execute(conn).await?.rows_affected())
}

/// Deletes every event from before that instant, forwarded or not.
pub async fn forget(conn: &mut AnyConnection, before: DateTime<Utc>) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM events WHERE created_at < $1").bind(before.timestamp_millis()).execute(conn).await?;
    Ok(())
}
