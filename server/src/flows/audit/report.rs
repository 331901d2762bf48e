//! What an audit finds, and how much it checked.

use serde::Serialize;

use crate::store::StoreError;

/// A stored value that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The order's number; its id when the order cannot be read.
    pub order: String,
    /// The check that found it.
    pub check: Check,
    /// The field.
    pub field: String,
    /// What is stored.
    pub stored: String,
    /// What should be stored.
    pub expected: String,
}

/// What an audit checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    /// Whether the row can be read and its columns agree with its documents.
    Row,
    /// Whether the price book sells what was bought, and was in force.
    Book,
    /// Whether the code was in force, and is the one the quote names.
    Code,
    /// Whether recomputing yields the stored quote.
    Quote,
    /// Whether the payments fit the order's state.
    Payments,
    /// Whether the delivery fits the order's state.
    Delivery,
}

impl Check {
    /// The word for lines and documents.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Row => "row",
            Self::Book => "book",
            Self::Code => "code",
            Self::Quote => "quote",
            Self::Payments => "payments",
            Self::Delivery => "delivery",
        }
    }
}

/// How much was checked, and with which result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Figures {
    /// Stored orders.
    pub orders: u64,
    /// Quotes that were recomputed.
    pub recomputed: u64,
    /// Of those, the ones with a code whose terms at the time are known.
    pub with_known_code: u64,
    /// Of those, the ones with a code that was changed since or is gone.
    pub with_kept_code: u64,
    /// Orders that were paid, whatever happened to them later.
    pub paid: u64,
    /// Orders whose buyer has, or had, what was bought.
    pub delivered: u64,
    /// Differences.
    pub differences: u64,
    /// Orders with a difference.
    pub differing_orders: u64,
}

/// Collects the differences of one order.
pub(super) struct Report {
    pub(super) order: String,
    pub(super) found: Vec<Difference>,
}

impl Report {
    pub(super) fn add(&mut self, check: Check, field: &str, stored: impl ToString, expected: impl ToString) {
        let (stored, expected) = (stored.to_string(), expected.to_string());
        let order = self.order.clone();
        self.found.push(Difference { order, check, field: field.to_owned(), stored, expected });
    }

    /// Reports a row that cannot be read.
    pub(super) fn unreadable(&mut self, error: &StoreError) {
        let (field, row) = match error {
            StoreError::Corrupt { table, column, row } => (format!("{table}.{column}"), row.clone()),
            other => ("database".to_owned(), other.to_string()),
        };
        self.add(Check::Row, &field, format!("unreadable or in disagreement, row {row}"), "a value of ours");
    }
}
