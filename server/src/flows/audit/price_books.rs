//! The audit's cache of price books: each is read once, and only so many are kept.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use onefare_core::price_book::PriceBook;

use crate::store::{Connection, StoreError, order_batches, price_books};

/// Books kept in memory. A shop sells from a few at a time; a book of an eSIM shop weighs megabytes.
const KEPT: usize = 32;

/// A price book and when it was in force.
#[derive(Debug)]
pub struct Book {
    /// Its content; `None` when it is damaged.
    pub content: Option<PriceBook>,
    /// When it came into force.
    pub applied_at: DateTime<Utc>,
    /// When the next one took its place.
    pub replaced_at: Option<DateTime<Utc>>,
}

/// The books read so far.
#[derive(Debug, Default)]
pub struct Books(HashMap<i64, Option<Book>>);

impl Books {
    /// Reads the books that are not cached yet; others may be evicted for them.
    pub async fn read(&mut self, conn: &mut Connection, numbers: &[i64]) -> Result<(), StoreError> {
        if self.0.len() > KEPT {
            self.0.retain(|number, _| numbers.contains(number));
        }
        for number in numbers {
            match self.0.get_mut(number) {
                // The newest book may have been replaced since.
                Some(Some(book)) if book.replaced_at.is_none() => {
                    let times = order_batches::book_in_force(conn, *number).await?;
                    book.replaced_at = times.and_then(|(_, replaced_at)| replaced_at);
                }
                Some(Some(_)) => {}
                Some(None) | None => {
                    let book = read(conn, *number).await?;
                    self.0.insert(*number, book);
                }
            }
        }
        Ok(())
    }

    /// A book that was read; `None` when there is no such book.
    pub fn get(&self, number: i64) -> Option<&Book> {
        self.0.get(&number)?.as_ref()
    }
}

async fn read(conn: &mut Connection, number: i64) -> Result<Option<Book>, StoreError> {
    let Some((applied_at, replaced_at)) = order_batches::book_in_force(conn, number).await? else { return Ok(None) };
    let content = match price_books::by_number(conn, number).await {
        Ok(content) => content,
        Err(StoreError::Corrupt { .. }) => None,
        Err(error) => return Err(error),
    };
    Ok(Some(Book { content, applied_at, replaced_at }))
}
