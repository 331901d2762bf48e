//! Computes every stored order again and says where it differs: the quote from the price book it was made under and the
//! code it used, then what the order's state says about its payments and its delivery.
//!
//! **What a code was worth.** An order keeps the code's name, and its quote keeps the percentage or the amount that the
//! code took off; the code itself may have been changed since. A code that has not been changed since the order was made
//! is asked for everything: what it takes off, from which products, for one term or for all, and when it held. Of one
//! that has been changed, or is gone, only the order's own record is left: then amounts, steps and rounding are computed
//! from the percentage or amount the quote names, and which terms the code was for is believed. [`Figures`] tells how
//! many orders were compared in which way. How often a limited code was used by then is not kept, and not judged.
//!
//! Orders are read in pages, each as it stood at one moment, so that the shop may go on selling meanwhile; what a page
//! held is forgotten before the next one.

mod books;
mod page;
mod states;

use serde::Serialize;

use crate::store::{Store, StoreError};

use books::Books;

/// Orders read at once: some megabytes with everything that belongs to them.
const PAGE: u32 = 1000;

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

/// Looks at every order and hands each difference over as it is found.
///
/// # Errors
/// The database; an order whose id cannot be read; what the receiver of a difference could not do.
pub async fn audit<E: From<StoreError>>(
    store: &Store,
    mut found: impl FnMut(&Difference) -> Result<(), E>,
) -> Result<Figures, E> {
    let (mut figures, mut books) = (Figures::default(), Books::default());
    let mut last = String::new();
    while let Some(page) = page::read(store, &last, PAGE).await? {
        last.clone_from(&page.last);
        let differences = page::judge(store, page, &mut books, &mut figures).await?;
        for difference in &differences {
            found(difference)?;
        }
    }
    Ok(figures)
}
