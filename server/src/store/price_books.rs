//! The numbered price books. A book is never changed; the highest number is the current one.

use chrono::{DateTime, Utc};
use onefare_core::deal::in_order as in_order_of_page;
use onefare_core::discount::DiscountCode;
use onefare_core::price_book::PriceBook;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::row::Record;
use super::{StoreError, discount_codes};
use crate::ids::digest;

pub(super) const TABLE: &str = "price_books";

/// Identifies the text of a book: books never change, so an edition that was read need not be read again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edition {
    /// The book's number.
    pub number: i64,
    /// Digest of its text.
    pub digest: String,
}

/// The edition of the current book; `None` before the first one was applied.
pub async fn current_edition(conn: &mut AnyConnection) -> Result<Option<Edition>, StoreError> {
    let sql = "SELECT number, digest FROM price_books ORDER BY number DESC LIMIT 1";
    let row = sqlx::query(sql).fetch_optional(conn).await?;
    row.as_ref().map(edition).transpose()
}

/// [`current_edition`] with every discount code and how many of its uses are taken, in alphabetical order: what a
/// checkout needs to make a price.
pub async fn current_edition_and_codes(
    conn: &mut AnyConnection,
) -> Result<Option<(Edition, Vec<(DiscountCode, u32)>)>, StoreError> {
    let sql = "SELECT b.number, b.digest, c.code, c.content, c.used \
               FROM (SELECT number, digest FROM price_books ORDER BY number DESC LIMIT 1) b \
               LEFT JOIN discount_codes c ON 1 = 1 ORDER BY c.code";
    let rows = sqlx::query(sql).fetch_all(conn).await?;
    let Some(first) = rows.first() else { return Ok(None) };
    // Without any code there is one row, of the book alone.
    let has_code = Record::new(first, discount_codes::TABLE, "code").text_or_none("code")?.is_some();
    let codes = rows.iter().filter(|_| has_code).map(discount_codes::read).collect::<Result<_, _>>()?;
    Ok(Some((edition(first)?, codes)))
}

fn edition(row: &AnyRow) -> Result<Edition, StoreError> {
    let record = Record::new(row, TABLE, "number");
    Ok(Edition { number: record.number("number")?, digest: record.text("digest")? })
}

/// The current book and its number; `None` before the first one was applied.
pub async fn current(conn: &mut AnyConnection) -> Result<Option<(i64, PriceBook)>, StoreError> {
    let sql = "SELECT number, content, digest FROM price_books ORDER BY number DESC LIMIT 1";
    sqlx::query(sql).fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The book with that number.
pub async fn by_number(conn: &mut AnyConnection, number: i64) -> Result<Option<PriceBook>, StoreError> {
    let sql = "SELECT number, content, digest FROM price_books WHERE number = $1";
    let row = sqlx::query(sql).bind(number).fetch_optional(conn).await?;
    Ok(row.as_ref().map(read).transpose()?.map(|(_, book)| book))
}

/// Adds a book and returns its number; `false` when it is the current one already. The order of plans, deals,
/// currencies and bundles does not make a new book; that of a bundle's plans does, because they are shown in it.
pub async fn insert(conn: &mut AnyConnection, book: &PriceBook, now: DateTime<Utc>) -> Result<(i64, bool), StoreError> {
    let content = serde_json::to_string(&in_order(book))?;
    let digest = digest(&content);
    let (last, same) = match current_edition(&mut *conn).await? {
        Some(last) => (last.number, last.digest == digest),
        None => (0, false),
    };
    if same {
        return Ok((last, false));
    }
    let number = last + 1;
    sqlx::query("INSERT INTO price_books (number, content, digest, applied_at) VALUES ($1, $2, $3, $4)")
        .bind(number)
        .bind(content)
        .bind(digest)
        .bind(now.timestamp_millis())
        .execute(conn)
        .await?;
    Ok((number, true))
}

fn in_order(book: &PriceBook) -> PriceBook {
    let mut plans: Vec<_> = book.in_order().into_iter().cloned().collect();
    for plan in &mut plans {
        plan.prices.sort_by_key(|price| price.currency);
    }
    let mut bundles = book.bundles.clone();
    bundles.sort_by_key(|bundle| bundle.id);
    let deals = in_order_of_page(&book.deals).into_iter().cloned().collect();
    PriceBook { default_currency: book.default_currency, plans, deals, bundles }
}

/// A book whose text no longer has its digest, or that could not be applied today, is not sold from.
fn read(row: &AnyRow) -> Result<(i64, PriceBook), StoreError> {
    let record = Record::new(row, TABLE, "number");
    if digest(&record.text("content")?) != record.text("digest")? {
        return Err(record.corrupt("digest"));
    }
    let book: PriceBook = record.document("content")?;
    if !book.faults().is_empty() {
        return Err(record.corrupt("content"));
    }
    Ok((record.number("number")?, book))
}
