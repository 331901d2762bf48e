//! Checkout data of the eSIM shop: the fields that a chosen plan must have (specification 2, sections 3 to 5).

use crate::esim_product_id::{StructuredData, parse_id};
use crate::money::MAX_MINOR;
use crate::problem::Problem;

/// What a page holds between choosing a plan and paying for it. Any field may be missing before the check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckoutData<'page> {
    /// Number of the bundle, spelled as in addresses.
    pub bundle_id: Option<&'page str>,
    /// Name of the country or region.
    pub country_name: Option<&'page str>,
    /// Title of the plan.
    pub refill_title: Option<&'page str>,
    /// Megabytes; for an unlimited plan, of each day at full speed.
    pub amount_mb: Option<i64>,
    /// Days.
    pub amount_days: Option<i64>,
    /// US cents.
    pub price_usd: Option<i64>,
}

impl CheckoutData<'_> {
    /// Checks the data and returns the plan's id in orders.
    ///
    /// ```
    /// use onefare_core::{checkout_data::CheckoutData, problem::Problem};
    /// let mut data = CheckoutData {
    ///     bundle_id: Some("34"),
    ///     country_name: Some("Spain"),
    ///     refill_title: Some("3 GB"),
    ///     amount_mb: Some(3072),
    ///     amount_days: Some(30),
    ///     price_usd: Some(899),
    /// };
    /// assert_eq!(data.check().unwrap().to_string(), "34-3072-30");
    /// data.price_usd = Some(0);
    /// assert_eq!(data.check(), Err(Problem::CheckoutDataInvalid));
    /// data.refill_title = Some(" ");
    /// assert_eq!(data.check(), Err(Problem::CheckoutDataMissing));
    /// ```
    ///
    /// # Errors
    /// [`Problem::CheckoutDataMissing`] when one of the six is absent or blank, or the bundle's number is not a number
    /// and so names no bundle; else [`Problem::CheckoutDataInvalid`] when an amount is not positive or exceeds what the
    /// shop can hold.
    pub fn check(&self) -> Result<StructuredData, Problem> {
        let blank = |text: Option<&str>| text.is_none_or(|text| text.trim().is_empty());
        let named =
            self.bundle_id.and_then(parse_id).filter(|_| !blank(self.country_name) && !blank(self.refill_title));
        let (Some(bundle_id), Some(amount_mb), Some(amount_days), Some(price_usd)) =
            (named, self.amount_mb, self.amount_days, self.price_usd)
        else {
            return Err(Problem::CheckoutDataMissing);
        };
        let amounts = (u32::try_from(amount_mb), u32::try_from(amount_days));
        let (Ok(amount_mb), Ok(amount_days), 1..=MAX_MINOR) = (amounts.0, amounts.1, price_usd) else {
            return Err(Problem::CheckoutDataInvalid);
        };
        StructuredData::new(bundle_id, amount_mb, amount_days).ok_or(Problem::CheckoutDataInvalid)
    }
}
