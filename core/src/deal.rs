//! Plans of the deal page: paid months, free months and an eSIM for one price in euros (specification 1, sections 2.6, 3
//! and 9).

use serde::{Deserialize, Serialize};

use crate::currency::Currency;
use crate::money::{Money, MoneyError};
use crate::plan::{MAX_PRICE, title_of};
use crate::problem::Problem;

/// Package ids in the order of the page: the first plan is 1, the second 12, the third 3. An id is the number of paid
/// months.
pub const PACKAGES: [u32; 3] = [1, 12, 3];

/// Longest first term in months, free ones included: Stripe limits a prepaid first term to 730 days, and 23 months are
/// never longer.
pub const MAX_FIRST_TERM: u32 = 23;

/// One plan of the deal page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DealPlan {
    /// Package id, one of [`PACKAGES`]: the paid months.
    pub package: u32,
    /// Free months, added to the first term only.
    #[serde(default)]
    pub free_months: u32,
    /// Megabytes of the included eSIM.
    pub esim_mb: u32,
    /// Price of the first term in euro cents; later terms cost the same and have the paid months only.
    pub price_eur: i64,
    /// Crossed-out price in euro cents.
    pub before_eur: i64,
    /// Whether it carries the badge "most popular".
    #[serde(default)]
    pub popular: bool,
}

/// Why a list of deals may not be applied. `Display` names the package and the figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DealFault {
    /// A package the page has no place for.
    #[error("package {0}: the packages are 1, 12 and 3")]
    Package(u32),
    /// A package that is missing or listed twice.
    #[error("package {0} must stand exactly once")]
    Once(u32),
    /// A first term that cannot be prepaid.
    #[error("package {0}: {1} free months make the first term longer than 23 months")]
    FirstTerm(u32, u32),
    /// No eSIM.
    #[error("package {0}: the eSIM needs 1 MB or more")]
    Esim(u32),
    /// A price that cannot be charged.
    #[error("package {0}: {1} must be positive and at most 99999999 cents")]
    Price(u32, i64),
    /// A crossed-out price that is not higher.
    #[error("package {0}: the crossed-out price must be higher than the price, at most 99999999 cents")]
    Before(u32),
    /// Two badges that say "most".
    #[error("only one package can be the most popular")]
    Popular,
}

impl DealPlan {
    /// Months of the first term, free ones included.
    #[must_use]
    pub const fn first_term(&self) -> u32 {
        self.package.saturating_add(self.free_months)
    }

    /// The deal's id in orders and codes.
    #[must_use]
    pub const fn product_id(&self) -> &'static str {
        product_id(self.package)
    }

    /// The price of the first term.
    ///
    /// # Errors
    /// [`MoneyError::TooLarge`] for a figure out of bounds.
    pub const fn price(&self) -> Result<Money, MoneyError> {
        Money::new(self.price_eur, Currency::Eur)
    }

    /// The crossed-out price.
    ///
    /// # Errors
    /// As [`DealPlan::price`].
    pub const fn before(&self) -> Result<Money, MoneyError> {
        Money::new(self.before_eur, Currency::Eur)
    }
}

const fn product_id(package: u32) -> &'static str {
    match package {
        1 => "deal-1m",
        3 => "deal-3m",
        _ => "deal-12m",
    }
}

/// The deals as the page shows them: in the order of [`PACKAGES`].
#[must_use]
pub fn in_order(deals: &[DealPlan]) -> Vec<&DealPlan> {
    PACKAGES.iter().flat_map(|package| deals.iter().filter(move |deal| deal.package == *package)).collect()
}

/// The deal that a checkout request names: the one whose package id is `selected_package`, in plain digits
/// (specification 1, sections 3 and 7). `package` may be blank or name the same plan, see [`names_package`]; a request
/// that contradicts itself could show one price and charge another.
///
/// ```
/// use onefare_core::deal::{DealPlan, chosen};
/// use onefare_core::problem::Problem;
/// let month =
///     DealPlan { package: 1, free_months: 0, esim_mb: 1024, price_eur: 999, before_eur: 1299, popular: false };
/// let deals = [month];
/// assert_eq!(chosen(&deals, "1-month", "1"), Ok(&deals[0]));
/// assert_eq!(chosen(&deals, "12", "1"), Err(Problem::PackageMismatch));
/// assert_eq!(chosen(&deals, "01", "01"), Err(Problem::UnknownPackage));
/// ```
///
/// # Errors
/// [`Problem::UnknownPackage`] when no deal has that id, [`Problem::PackageMismatch`] when `package` names another plan.
pub fn chosen<'list>(
    deals: &'list [DealPlan],
    package: &str,
    selected_package: &str,
) -> Result<&'list DealPlan, Problem> {
    let deal = deals.iter().find(|deal| deal.package.to_string() == selected_package);
    let deal = deal.ok_or(Problem::UnknownPackage)?;
    if names_package(package, deal.package) { Ok(deal) } else { Err(Problem::PackageMismatch) }
}

/// Whether the field `package` agrees with a package id: it is blank, or the id, the title of as many months
/// (`12-month`), or the deal's product id (`deal-12m`).
#[must_use]
pub fn names_package(package: &str, id: u32) -> bool {
    package.trim().is_empty()
        || package == id.to_string()
        || package == title_of(id)
        || (PACKAGES.contains(&id) && package == product_id(id))
}

/// Everything that is wrong with a list of deals; empty means it may be applied.
#[must_use]
pub fn faults(deals: &[DealPlan]) -> Vec<DealFault> {
    let mut faults = Vec::new();
    for package in PACKAGES {
        if deals.iter().filter(|deal| deal.package == package).count() != 1 {
            faults.push(DealFault::Once(package));
        }
    }
    for deal in deals {
        let package = deal.package;
        if !PACKAGES.contains(&package) {
            faults.push(DealFault::Package(package));
        }
        if deal.first_term() > MAX_FIRST_TERM {
            faults.push(DealFault::FirstTerm(package, deal.free_months));
        }
        if deal.esim_mb == 0 {
            faults.push(DealFault::Esim(package));
        }
        if !(1..=MAX_PRICE).contains(&deal.price_eur) {
            faults.push(DealFault::Price(package, deal.price_eur));
        }
        if deal.before_eur <= deal.price_eur || deal.before_eur > MAX_PRICE {
            faults.push(DealFault::Before(package));
        }
    }
    if deals.iter().filter(|deal| deal.popular).count() > 1 {
        faults.push(DealFault::Popular);
    }
    faults
}
