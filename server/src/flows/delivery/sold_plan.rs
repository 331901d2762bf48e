//! The data plan of an order, from the price book under which the order was made: the shop owes and states what was
//! sold then, whatever is sold now.

use onefare_core::bundle::{Bundle, MEGABYTE, Refill};
use onefare_core::esim_product_id::StructuredData;
use onefare_core::language::Language;
use onefare_core::quote::Quote;

use crate::flows::delivery::progress::DeliveryError;
use crate::mail::letters::DataPlan;
use crate::store::esims::Wanted;
use crate::store::orders::Order;
use crate::store::{Connection, StoreError, price_books};

/// The plan of one order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoldData {
    /// The id that names it in orders.
    pub id: StructuredData,
    /// Its country or region.
    bundle: Bundle,
    /// The plan itself.
    pub refill: Refill,
}

impl SoldData {
    /// Reads it.
    ///
    /// # Errors
    /// The database; an order that names no plan of its price book.
    pub async fn of_order(conn: &mut Connection, order: &Order) -> Result<Self, DeliveryError> {
        let not_sold = |why| DeliveryError::NotReady(order.id.clone(), why);
        let id = StructuredData::parse(&order.quote.product_id).ok_or_else(|| not_sold("names no plan"))?;
        let book = price_books::by_number(conn, order.quote.book).await?;
        let book = book.ok_or_else(|| not_sold("names a price book that is not there"))?;
        let found = id.find(&id.bundle_id().to_string(), &book.bundles);
        let (bundle, refill) = found.ok_or_else(|| not_sold("names a plan that its price book does not have"))?;
        Ok(Self { id, bundle: bundle.clone(), refill: refill.clone() })
    }

    /// Its country or region in a language.
    #[must_use]
    pub fn place(&self, language: Language) -> &str {
        self.bundle.name_in(language)
    }

    /// The plan as letters, hosted pages and answers describe it.
    #[must_use]
    pub fn in_letters(&self, language: Language) -> DataPlan<'_> {
        DataPlan {
            place: self.place(language),
            megabytes: self.refill.amount_mb,
            unlimited: self.refill.unlimited,
            days: self.refill.amount_days,
        }
    }
}

/// Megabytes of the eSIM that comes with a deal, however it was paid; `None` when the quote is no deal's.
///
/// # Errors
/// The database.
pub async fn included_esim(conn: &mut Connection, quote: &Quote) -> Result<Option<u32>, StoreError> {
    let book = price_books::by_number(conn, quote.book).await?;
    let deals = book.into_iter().flat_map(|book| book.deals);
    Ok(deals.into_iter().find(|deal| deal.product_id() == quote.product_id).map(|deal| deal.esim_mb))
}

/// What the supplier has to make for an order, from the price book under which the order was made: what was sold then
/// is owed, whatever is sold now.
///
/// # Errors
/// The database; an order that names no plan of its price book.
pub(super) async fn wanted_of(conn: &mut Connection, order: &Order) -> Result<Wanted, DeliveryError> {
    Ok(wanted_of_refill(&SoldData::of_order(conn, order).await?.refill))
}

pub(super) fn wanted_of_refill(refill: &Refill) -> Wanted {
    let periods = refill.periods();
    // The book holds the cost of the whole plan; of a daily package the supplier names the cost of a day.
    let price = refill.cost.and_then(|cost| {
        let days = i64::from(periods.unwrap_or(1));
        (cost % days == 0).then(|| cost / days)
    });
    Wanted {
        package: refill.package.clone(),
        price,
        volume_bytes: i64::from(refill.amount_mb) * MEGABYTE,
        days: refill.amount_days,
        daily: periods.is_some(),
    }
}
