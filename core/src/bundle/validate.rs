//! What makes a list of bundles unfit to be sold.

use core::fmt;
use std::collections::BTreeSet;

use super::{Bundle, Refill};
use crate::currency::Currency;
use crate::language::Language;
use crate::plan::MAX_PRICE;

/// Longest bundle code.
const MAX_CODE: usize = 16;

/// Longest code of a supplier's package.
const MAX_PACKAGE: usize = 64;

/// Ten-thousandths of a dollar, the unit in which suppliers count, in a cent.
const COST_UNITS: i64 = 100;

/// Why a list of bundles may not be applied. `Display` names the bundle and the figure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BundleFault {
    /// An invalid or duplicate number.
    #[error("bundle {0}: the number must be 1 or more and stand only once")]
    Id(u32),
    /// An invalid or duplicate code.
    #[error("bundle {0}: the code \"{1}\" must be 2 to 16 capital letters, digits and hyphens and stand only once")]
    Code(u32, String),
    /// Without an English name there is nothing to show in a language that has none.
    #[error("bundle {0} needs a name in English, and no empty name in any language")]
    Name(u32),
    /// A plan without a title.
    #[error("bundle {0}: plan {1} needs a title")]
    Title(u32, usize),
    /// No data, or no days to use it in.
    #[error("{0} needs 1 MB and 1 day or more")]
    Amount(Place),
    /// A price that cannot be charged.
    #[error("{0}: {1} {2} must be positive and at most 99999999 cents")]
    Price(Place, &'static str, i64),
    /// A network without a name.
    #[error("bundle {0}: a network needs a name")]
    Network(u32),
    /// No package that could be ordered from the supplier.
    #[error("{0} needs the supplier's package: 1 to 64 letters, digits, \"-\" and \"_\"")]
    Package(Place),
    /// A cost that is not positive, or one above the price.
    #[error("{0}: the supplier asks {1} ten-thousandths of a dollar for what is sold for {2} US cents")]
    Loss(Place, i64, i64),
    /// Two plans that `structured_data` could not tell apart.
    #[error("{0} has the {1} MB and {2} days of another plan of this bundle")]
    SameData(Place, u32, u32),
}

/// A plan of a bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The bundle's number.
    pub bundle: u32,
    /// The plan's position in it, counted from 1.
    pub position: usize,
    /// Title of the plan.
    pub title: String,
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "bundle {}: \"{}\"", self.bundle, self.title)
    }
}

impl BundleFault {
    /// The bundle's number, and for the fault of one plan its position in the bundle, counted from 1.
    #[must_use]
    pub const fn place(&self) -> (u32, Option<usize>) {
        match self {
            Self::Id(id) | Self::Code(id, _) | Self::Name(id) | Self::Network(id) => (*id, None),
            Self::Title(id, position) => (*id, Some(*position)),
            Self::Amount(place)
            | Self::Price(place, ..)
            | Self::Package(place)
            | Self::Loss(place, ..)
            | Self::SameData(place, ..) => (place.bundle, Some(place.position)),
        }
    }
}

/// Everything that is wrong with a list of bundles; empty means it may be applied.
///
/// An order names its plan by bundle, megabytes and days ([`crate::esim_product_id::StructuredData`]), so two plans of
/// one bundle may not share both. The daily megabytes of an unlimited plan count like any other's.
///
/// ```
/// use onefare_core::bundle::{Bundle, Refill, faults};
/// use onefare_core::language::Language;
/// let plan = |title: &str, unlimited| Refill {
///     title: title.to_owned(),
///     amount_mb: 1024,
///     amount_days: 7,
///     unlimited,
///     price_usd: 450,
///     price_eur: 410,
///     package: "ES_1_7".to_owned(),
///     cost: Some(18_000),
/// };
/// let spain = Bundle {
///     id: 34,
///     code: "ES".to_owned(),
///     names: [(Language::En, "Spain".to_owned())].into(),
///     coverage: vec!["Movistar".to_owned()],
///     refills: vec![plan("1 GB", false), plan("Unlimited", true)],
/// };
/// let found: Vec<String> = faults(&[spain]).iter().map(ToString::to_string).collect();
/// assert_eq!(found, ["bundle 34: \"Unlimited\" has the 1024 MB and 7 days of another plan of this bundle"]);
/// ```
#[must_use]
pub fn faults(bundles: &[Bundle]) -> Vec<BundleFault> {
    let mut faults = Vec::new();
    let (mut ids, mut codes) = (BTreeSet::new(), BTreeSet::new());
    for bundle in bundles {
        if bundle.id == 0 || !ids.insert(bundle.id) {
            faults.push(BundleFault::Id(bundle.id));
        }
        let allowed = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-';
        let valid = (2..=MAX_CODE).contains(&bundle.code.len()) && bundle.code.bytes().all(allowed);
        if !valid || !codes.insert(&bundle.code) {
            faults.push(BundleFault::Code(bundle.id, bundle.code.clone()));
        }
        let blank = |name: &String| name.trim().is_empty();
        if !bundle.names.contains_key(&Language::En) || bundle.names.values().any(blank) {
            faults.push(BundleFault::Name(bundle.id));
        }
        if bundle.coverage.iter().any(blank) {
            faults.push(BundleFault::Network(bundle.id));
        }
        refill_faults(bundle, &mut faults);
    }
    faults
}

fn refill_faults(bundle: &Bundle, faults: &mut Vec<BundleFault>) {
    let mut seen = BTreeSet::new();
    for (position, refill) in (1_usize..).zip(&bundle.refills) {
        let Refill { title, amount_mb, amount_days, .. } = refill;
        let place = || Place { bundle: bundle.id, position, title: title.clone() };
        if title.trim().is_empty() {
            faults.push(BundleFault::Title(bundle.id, position));
        }
        if *amount_mb == 0 || *amount_days == 0 {
            faults.push(BundleFault::Amount(place()));
        }
        for (currency, minor) in [(Currency::Usd, refill.price_usd), (Currency::Eur, refill.price_eur)] {
            if !(1..=MAX_PRICE).contains(&minor) {
                faults.push(BundleFault::Price(place(), currency.code(), minor));
            }
        }
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if !(1..=MAX_PACKAGE).contains(&refill.package.len()) || !refill.package.bytes().all(allowed) {
            faults.push(BundleFault::Package(place()));
        }
        let brings_in = refill.price_usd.saturating_mul(COST_UNITS);
        if let Some(cost) = refill.cost.filter(|cost| *cost <= 0 || *cost > brings_in) {
            faults.push(BundleFault::Loss(place(), cost, refill.price_usd));
        }
        if !seen.insert((*amount_mb, *amount_days)) {
            faults.push(BundleFault::SameData(place(), *amount_mb, *amount_days));
        }
    }
}
