//! The plan that an order names.

use super::{Bundle, Refill};
use crate::esim_product_id::{StructuredData, parse_id};

impl StructuredData {
    /// The plan that the order names; only the catalogue sets its price. `bundle_id` is a field of its own in the
    /// request and must agree; `None` when it does not, or when no plan of the bundle has these megabytes and days.
    ///
    /// ```
    /// use onefare_core::bundle::{Bundle, Refill};
    /// use onefare_core::esim_product_id::StructuredData;
    /// let refill = Refill {
    ///     title: "3 GB".to_owned(),
    ///     amount_mb: 3072,
    ///     amount_days: 30,
    ///     unlimited: false,
    ///     price_usd: 899,
    ///     price_eur: 829,
    ///     package: String::new(),
    ///     cost: None,
    /// };
    /// let spain = Bundle { id: 34, code: "ES".to_owned(), names: Default::default(), coverage: Vec::new(), refills: vec![refill] };
    /// let bundles = [spain];
    /// let order = StructuredData::parse("34-3072-30").unwrap();
    /// assert_eq!(order.find("34", &bundles).map(|(_, refill)| refill.price_usd), Some(899));
    /// assert_eq!(order.find("35", &bundles), None);
    /// ```
    #[must_use]
    pub fn find<'list>(&self, bundle_id: &str, bundles: &'list [Bundle]) -> Option<(&'list Bundle, &'list Refill)> {
        let bundle = bundles.iter().find(|bundle| bundle.id == self.bundle_id())?;
        let refill = self.find_in(bundle)?;
        (parse_id(bundle_id) == Some(self.bundle_id())).then_some((bundle, refill))
    }

    /// The plan of a bundle that the order names; `None` when it names another bundle, or the bundle has no plan of
    /// these megabytes and days.
    #[must_use]
    pub fn find_in<'list>(&self, bundle: &'list Bundle) -> Option<&'list Refill> {
        let same = |refill: &&Refill| refill.amount_mb == self.amount_mb() && refill.amount_days == self.amount_days();
        bundle.refills.iter().find(same).filter(|_| bundle.id == self.bundle_id())
    }
}
