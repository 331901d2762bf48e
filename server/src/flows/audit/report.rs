//! What an audit finds, and how much it looked at.

use serde::Serialize;

use crate::store::StoreError;

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The order's number; its id when the order cannot be read.
    pub order: String,
    /// What was looked at.
    pub check: Check,
    /// The field of it.
    pub field: String,
    /// What is stored.
    pub stored: String,
    /// What should stand there.
    pub expected: String,
}

/// What an audit looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    /// Whether the row can be read and its columns agree with its documents.
    Row,
    /// Whether the price book sells what was bought, and was in force.
    Book,
    /// Whether the code was in force, and is the one the quote names.
    Code,
    /// Whether the quote is computed again.
    Quote,
    /// Whether the payments are those of an order in its state.
    Payments,
    /// Whether the delivery is that of an order in its state.
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

/// How much was looked at, and what came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Figures {
    /// Stored orders.
    pub orders: u64,
    /// Quotes that were computed again.
    pub recomputed: u64,
    /// Of those, the ones with a code whose terms at the time are known.
    pub with_known_code: u64,
    /// Of those, the ones with a code that was changed since or is gone.
    pub with_kept_code: u64,
    /// Orders that were paid, whatever became of them.
    pub paid: u64,
    /// Orders whose buyer has, or had, what was bought.
    pub delivered: u64,
    /// Differences.
    pub differences: u64,
    /// Orders with a difference.
    pub differing_orders: u64,
}

/// The differences of one order on the way.
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
