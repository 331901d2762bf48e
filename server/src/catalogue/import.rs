//! Turns the supplier's package list into the bundles of a new price book: a draft that an operator reviews and
//! applies.
//!
//! | File | What |
//! |---|---|
//! | `settings` | the rules that turn costs into prices (`server/config/esim-prices.toml`) |
//! | `limits` | how much of it the shop applies by itself |
//! | [`place_names`](crate::quotes::place_names) | what countries and regions are called (`server/config/places.toml`) |
//! | `package_list` | reads the supplier's list from a file |
//! | `account` | fetches the same list from the supplier, for a command |
//! | `plans` | the plans that the packages make |
//! | `warnings` | what an operator should know about the draft |

mod account;
mod limits;
mod package_list;
mod plans;
mod settings;
mod warnings;

#[cfg(test)]
mod tests;

use onefare_core::bundle::{Bundle, Prices, Refill, plan_title};
use onefare_core::language::Language;

use super::{Catalogue, CatalogueError, current};
use crate::esims::Package;
use crate::quotes::place_names::PlaceNames;
use crate::store::Store;

pub use account::{AskError, listed};
pub use limits::Limits;
pub use package_list::{ListError, packages_of};
pub use settings::{BUILT_IN as BUILT_IN_SETTINGS, LoadError, Settings, SettingsError};
pub use warnings::Warning;

use plans::{PlacePlans, PlanPackage, plans_by_place};

/// A draft, and what an operator should know about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The present catalogue, with the bundles of the supplier's list in place of its own.
    pub draft: Catalogue,
    /// What an operator should know before it is applied.
    pub warnings: Vec<Warning>,
}

/// Makes the draft from the present catalogue.
///
/// # Errors
/// [`CatalogueError::Empty`] when no catalogue was ever applied; the store's errors.
pub async fn draft(store: &Store, packages: &[Package], settings: &Settings) -> Result<Import, CatalogueError> {
    let (_, sold) = current(&mut *store.read().await?).await?.ok_or(CatalogueError::Empty)?;
    Ok(import(&sold, packages, settings, &PlaceNames::built_in()))
}

/// Makes the draft.
///
/// Bundles keep their number and names, plans their title and the name of their package (code or alias). A price that
/// still earns the smallest margin over the supplier's present cost stays, so that prices do not move with every list,
/// unless the settings demand new prices; otherwise the margins set the price. Plans whose package is gone are left
/// out. A bundle without packages stays, without plans: its number is never given to another.
#[must_use]
pub fn import(sold: &Catalogue, packages: &[Package], settings: &Settings, places: &PlaceNames) -> Import {
    let mut warnings = Vec::new();
    let mut places_sold = plans_by_place(packages, settings, &mut warnings);
    let mut bundles = Vec::new();
    for bundle in &sold.book.bundles {
        let offers = places_sold.remove(&bundle.code).unwrap_or_default();
        bundles.push(renewed(bundle, &offers, settings, &mut warnings));
    }
    let mut next_id = bundles.iter().map(|bundle| bundle.id).max().unwrap_or(0);
    for (code, offers) in &places_sold {
        let Some(names) = places.names(code, offers.locations.len()) else {
            warnings.push(Warning::Unnamed { code: code.clone() });
            continue;
        };
        next_id = next_id.saturating_add(1);
        let empty = Bundle { id: next_id, code: code.clone(), names, coverage: Vec::new(), refills: Vec::new() };
        warnings.push(Warning::NewBundle { id: next_id, name: empty.name_in(Language::En).to_owned() });
        bundles.push(renewed(&empty, offers, settings, &mut warnings));
    }
    let mut draft = sold.clone();
    draft.book.bundles = bundles;
    Import { draft, warnings }
}

/// A bundle with the plans of the supplier's list.
fn renewed(bundle: &Bundle, offers: &PlacePlans, settings: &Settings, warnings: &mut Vec<Warning>) -> Bundle {
    let mut refills = Vec::new();
    for ((unlimited, amount_mb, amount_days), offer) in &offers.plans {
        let same = |refill: &&Refill| (refill.amount_mb, refill.amount_days) == (*amount_mb, *amount_days);
        let blank = Refill {
            title: plan_title(*amount_mb, *unlimited, Language::En),
            amount_mb: *amount_mb,
            amount_days: *amount_days,
            unlimited: *unlimited,
            price_usd: 0,
            price_eur: 0,
            package: offer.package.clone(),
            cost: Some(offer.cost.units),
        };
        let was = bundle.refills.iter().find(same).filter(|was| was.unlimited == *unlimited);
        refills.extend(priced(bundle, was, blank, offer, settings, warnings));
    }
    for gone in &bundle.refills {
        if !refills.iter().any(|refill| (refill.amount_mb, refill.amount_days) == (gone.amount_mb, gone.amount_days)) {
            warnings.push(Warning::Vanished { plan: plan_of(bundle, gone), package: gone.package.clone() });
        }
    }
    let coverage = if offers.plans.is_empty() { bundle.coverage.clone() } else { offers.coverage() };
    Bundle { coverage, refills, ..bundle.clone() }
}

/// The plan with its prices; `None` when the margins yield no price.
fn priced(
    bundle: &Bundle,
    was: Option<&Refill>,
    blank: Refill,
    offer: &PlanPackage,
    settings: &Settings,
    warnings: &mut Vec<Warning>,
) -> Option<Refill> {
    let plan = plan_of(bundle, &blank);
    let package = was.map(|was| &was.package).filter(|was| offer.is_called(was)).unwrap_or(&offer.package).clone();
    let made = match settings.margins.prices(offer.cost) {
        Ok(made) => made,
        Err(error) => {
            warnings.push(Warning::Unpriced { plan, package, reason: error.to_string() });
            return None;
        }
    };
    let Some(was) = was else {
        warnings.push(Warning::New { plan, package, prices: made });
        return Some(Refill { price_usd: made.usd, price_eur: made.eur, ..blank });
    };
    let old = Prices { usd: was.price_usd, eur: was.price_eur };
    let allowed = settings.margins.allow(old, offer.cost.units).unwrap_or(false);
    let prices = if allowed && !settings.reprice { old } else { made };
    if !allowed {
        let package = package.clone();
        warnings.push(Warning::Dearer { plan, package, cost: offer.cost.units, old, new: prices });
    } else if prices != old {
        warnings.push(Warning::Repriced { plan, old, new: prices });
    }
    Some(Refill { title: was.title.clone(), price_usd: prices.usd, price_eur: prices.eur, package, ..blank })
}

fn plan_of(bundle: &Bundle, refill: &Refill) -> String {
    bundle.structured_data(refill).map_or_else(String::new, |data| data.to_string())
}
