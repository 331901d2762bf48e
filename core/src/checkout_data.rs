//! Checkout data of the eSIM shop: what the chosen plan must bring along, and how an order names it (specification 2,
//! sections 3 to 5).

use core::fmt;

use crate::bundle::{Bundle, Refill, parse_id};
use crate::money::MAX_MINOR;
use crate::problem::Problem;

/// What a page holds between choosing a plan and paying for it. Everything may be missing until it is checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckoutData<'page> {
    /// Number of the bundle, as addresses write it.
    pub bundle_id: Option<&'page str>,
    /// Name of the country or region.
    pub country_name: Option<&'page str>,
    /// What the plan is called.
    pub refill_title: Option<&'page str>,
    /// Megabytes; of an unlimited plan those of every day at full speed.
    pub amount_mb: Option<i64>,
    /// Days.
    pub amount_days: Option<i64>,
    /// US cents.
    pub price_usd: Option<i64>,
}

impl CheckoutData<'_> {
    /// Checks the data and gives what an order names the plan by.
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
    /// [`Problem::CheckoutDataMissing`] when one of the six is absent or blank, or the number of the bundle is no
    /// number and so names none; else [`Problem::CheckoutDataInvalid`] when an amount is not above zero or is larger
    /// than any the shop can hold.
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

/// How an order names its plan: bundle, megabytes and days, each 1 or more. Written `34-3072-30`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StructuredData {
    bundle_id: u32,
    amount_mb: u32,
    amount_days: u32,
}

impl StructuredData {
    /// From its three figures; `None` when one of them is 0.
    #[must_use]
    pub const fn new(bundle_id: u32, amount_mb: u32, amount_days: u32) -> Option<Self> {
        if bundle_id == 0 || amount_mb == 0 || amount_days == 0 {
            return None;
        }
        Some(Self { bundle_id, amount_mb, amount_days })
    }

    /// Reads `structured_data`: exactly three whole numbers in ASCII digits, joined by hyphens, without signs, spaces
    /// or leading zeros, each 1 to 4294967295. There is one spelling of each order, and `None` for every other text.
    ///
    /// ```
    /// use onefare_core::checkout_data::StructuredData;
    /// assert_eq!(StructuredData::parse("34-3072-30"), StructuredData::new(34, 3072, 30));
    /// assert_eq!(StructuredData::parse("34-3072-30-1"), None);
    /// assert_eq!(StructuredData::parse("34--3072-30"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('-').map(parse_id);
        let (bundle_id, amount_mb, amount_days) = (parts.next()??, parts.next()??, parts.next()??);
        if parts.next().is_some() { None } else { Self::new(bundle_id, amount_mb, amount_days) }
    }

    /// Number of the bundle.
    #[must_use]
    pub const fn bundle_id(self) -> u32 {
        self.bundle_id
    }

    /// The plan that is meant, which the catalogue alone prices. `bundle_id` is the request's own field and must agree;
    /// `None` when it does not, or when no plan of the bundle has these megabytes and days.
    ///
    /// ```
    /// use onefare_core::bundle::{Bundle, Refill};
    /// use onefare_core::checkout_data::StructuredData;
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
        let bundle = bundles.iter().find(|bundle| bundle.id == self.bundle_id)?;
        let refill = self.find_in(bundle)?;
        (parse_id(bundle_id) == Some(self.bundle_id)).then_some((bundle, refill))
    }

    /// The plan of a bundle that is meant; `None` when another bundle is, or it has no plan of these megabytes and days.
    #[must_use]
    pub fn find_in<'list>(&self, bundle: &'list Bundle) -> Option<&'list Refill> {
        let same = |refill: &&Refill| refill.amount_mb == self.amount_mb && refill.amount_days == self.amount_days;
        bundle.refills.iter().find(same).filter(|_| bundle.id == self.bundle_id)
    }
}

impl fmt::Display for StructuredData {
    /// Writes what [`StructuredData::parse`] reads.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}-{}-{}", self.bundle_id, self.amount_mb, self.amount_days)
    }
}
