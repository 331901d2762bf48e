//! What makes a list of bundles unfit to be sold.

use std::collections::BTreeSet;

use super::{Bundle, Refill};
use crate::currency::Currency;
use crate::language::Language;
use crate::plan::MAX_PRICE;

/// Longest bundle code.
const MAX_CODE: usize = 16;

/// Why a list of bundles may not be applied. `Display` names the bundle and the figure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BundleFault {
    /// A number that cannot be one, or stands twice.
    #[error("bundle {0}: the number must be 1 or more and stand only once")]
    Id(u32),
    /// A code that cannot be one, or stands twice.
    #[error("bundle {0}: the code \"{1}\" must be 2 to 16 capital letters, digits and hyphens and stand only once")]
    Code(u32, String),
    /// Without an English name there is nothing to show in a language that has none.
    #[error("bundle {0} needs a name in English, and no empty name in any language")]
    Name(u32),
    /// A plan without a title.
    #[error("bundle {0}: plan {1} needs a title")]
    Title(u32, usize),
    /// Nothing, or no time to use it in.
    #[error("bundle {0}: \"{1}\" needs 1 MB and 1 day or more")]
    Amount(u32, String),
    /// A price that cannot be charged.
    #[error("bundle {0}: \"{1}\": {2} {3} must be positive and at most 99999999 cents")]
    Price(u32, String, &'static str, i64),
    /// Two plans that `structured_data` could not tell apart.
    #[error("bundle {0}: \"{1}\" has the {2} MB and {3} days of another plan of this bundle")]
    SameData(u32, String, u32, u32),
}

/// Everything that is wrong with a list of bundles; empty means it may be applied.
///
/// An order names its plan by bundle, megabytes and days ([`crate::checkout_data::StructuredData`]), so two plans of
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
/// };
/// let spain = Bundle {
///     id: 34,
///     code: "ES".to_owned(),
///     names: [(Language::En, "Spain".to_owned())].into(),
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
        refill_faults(bundle, &mut faults);
    }
    faults
}

fn refill_faults(bundle: &Bundle, faults: &mut Vec<BundleFault>) {
    let mut seen = BTreeSet::new();
    for (position, refill) in (1_usize..).zip(&bundle.refills) {
        let Refill { title, amount_mb, amount_days, .. } = refill;
        if title.trim().is_empty() {
            faults.push(BundleFault::Title(bundle.id, position));
        }
        if *amount_mb == 0 || *amount_days == 0 {
            faults.push(BundleFault::Amount(bundle.id, title.clone()));
        }
        for (currency, minor) in [(Currency::Usd, refill.price_usd), (Currency::Eur, refill.price_eur)] {
            if !(1..=MAX_PRICE).contains(&minor) {
                faults.push(BundleFault::Price(bundle.id, title.clone(), currency.code(), minor));
            }
        }
        if !seen.insert((*amount_mb, *amount_days)) {
            faults.push(BundleFault::SameData(bundle.id, title.clone(), *amount_mb, *amount_days));
        }
    }
}
