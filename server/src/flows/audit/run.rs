//! Recomputes every stored order and reports where it differs: the quote from the price book it was made under and the
//! code it used, then what the order's state says about its payments and its delivery.
//!
//! **What a code was worth.** An order keeps the code's name, and its quote keeps the percentage or the amount that the
//! code took off; the code itself may have been changed since. When the code has not changed since the order was made,
//! everything is compared with it: what it takes off, from which products, for one term or for all, and when it was in
//! force. When it has been changed, or is gone, only the order's own record is left: then amounts, steps and rounding
//! are computed from the percentage or amount the quote names, and the record of the code's terms is believed.
//! [`Figures`] counts the orders compared in each way. How often a limited code had been used by then is not stored, so
//! it is not audited.
//!
//! Orders are read in pages, each from one snapshot, so the shop goes on selling meanwhile; a page is freed before the
//! next one is read.

use crate::flows::audit::batch;
use crate::flows::audit::price_books::Books;
use crate::flows::audit::report::{Difference, Figures};
use crate::store::{Store, StoreError};

/// Orders read at once: some megabytes with everything that belongs to them.
const PAGE: u32 = 1000;

/// Audits every order and passes each difference to `found`, page by page.
///
/// # Errors
/// The database; an order whose id cannot be read; an error of `found`.
pub async fn audit<E: From<StoreError>>(
    store: &Store,
    mut found: impl FnMut(&Difference) -> Result<(), E>,
) -> Result<Figures, E> {
    let (mut figures, mut books) = (Figures::default(), Books::default());
    let mut last = String::new();
    while let Some(page) = batch::read(store, &last, PAGE).await? {
        last.clone_from(&page.last);
        let differences = batch::judge(store, page, &mut books, &mut figures).await?;
        for difference in &differences {
            found(difference)?;
        }
    }
    Ok(figures)
}
