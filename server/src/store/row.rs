//! Reads a row into our types. What they refuse is reported with table, column and row, never guessed at.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use sqlx::any::AnyRow;
use sqlx::{Decode, Row as _, Type};

use super::StoreError;

/// A row of one table, with the key that names it in reports.
pub(super) struct Record<'row> {
    row: &'row AnyRow,
    table: &'static str,
    /// What the statement put before each column's name.
    prefix: &'static str,
    key: String,
}

impl<'row> Record<'row> {
    /// `key` is the column that names the row.
    pub fn new(row: &'row AnyRow, table: &'static str, key: &str) -> Self {
        Self::joined(row, table, "", key)
    }

    /// The row of a table that a statement joined to another table: there each of its columns is named `prefix` and the
    /// column's own name, because both tables have an `id`.
    pub fn joined(row: &'row AnyRow, table: &'static str, prefix: &'static str, key: &str) -> Self {
        let named = named(prefix, key);
        let text = row.try_get::<String, _>(&*named);
        let number = |_| row.try_get::<i64, _>(&*named).map(|number| number.to_string());
        Self { row, table, prefix, key: text.or_else(number).unwrap_or_else(|_| "unreadable".to_owned()) }
    }

    /// The report for a column whose value is refused.
    pub fn corrupt(&self, column: &'static str) -> StoreError {
        StoreError::Corrupt { table: self.table, column, row: self.key.clone() }
    }

    fn get<T>(&self, column: &'static str) -> Result<T, StoreError>
    where
        T: for<'value> Decode<'value, sqlx::Any> + Type<sqlx::Any>,
    {
        self.row.try_get(&*named(self.prefix, column)).map_err(|error| match error {
            sqlx::Error::ColumnDecode { .. } => self.corrupt(column),
            other => StoreError::Database(other),
        })
    }

    pub fn text(&self, column: &'static str) -> Result<String, StoreError> {
        self.get(column)
    }

    pub fn text_or_none(&self, column: &'static str) -> Result<Option<String>, StoreError> {
        self.get(column)
    }

    pub fn number(&self, column: &'static str) -> Result<i64, StoreError> {
        self.get(column)
    }

    pub fn number_or_none(&self, column: &'static str) -> Result<Option<i64>, StoreError> {
        self.get(column)
    }

    /// A number that fits a smaller type.
    pub fn count<T: TryFrom<i64>>(&self, column: &'static str) -> Result<T, StoreError> {
        T::try_from(self.number(column)?).map_err(|_| self.corrupt(column))
    }

    pub fn instant(&self, column: &'static str) -> Result<DateTime<Utc>, StoreError> {
        DateTime::from_timestamp_millis(self.number(column)?).ok_or_else(|| self.corrupt(column))
    }

    pub fn instant_or_none(&self, column: &'static str) -> Result<Option<DateTime<Utc>>, StoreError> {
        let Some(millis) = self.get::<Option<i64>>(column)? else { return Ok(None) };
        DateTime::from_timestamp_millis(millis).map(Some).ok_or_else(|| self.corrupt(column))
    }

    /// A word or a text one of our types reads.
    pub fn parsed<T>(&self, column: &'static str, parse: impl FnOnce(&str) -> Option<T>) -> Result<T, StoreError> {
        parse(&self.text(column)?).ok_or_else(|| self.corrupt(column))
    }

    /// [`parsed`](Self::parsed) of a column that may be empty.
    pub fn parsed_or_none<T>(
        &self,
        column: &'static str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, StoreError> {
        let Some(text) = self.text_or_none(column)? else { return Ok(None) };
        parse(&text).map(Some).ok_or_else(|| self.corrupt(column))
    }

    /// A JSON document.
    pub fn document<T: DeserializeOwned>(&self, column: &'static str) -> Result<T, StoreError> {
        serde_json::from_str(&self.text(column)?).map_err(|_| self.corrupt(column))
    }

    /// A JSON document that may be absent.
    pub fn document_or_none<T: DeserializeOwned>(&self, column: &'static str) -> Result<Option<T>, StoreError> {
        let Some(text) = self.text_or_none(column)? else { return Ok(None) };
        serde_json::from_str(&text).map(Some).map_err(|_| self.corrupt(column))
    }
}

fn named<'name>(prefix: &str, column: &'name str) -> Cow<'name, str> {
    if prefix.is_empty() { Cow::Borrowed(column) } else { Cow::Owned([prefix, column].concat()) }
}
