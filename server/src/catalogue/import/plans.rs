//! The plans that the supplier's packages make.

use std::collections::{BTreeMap, BTreeSet};

use onefare_core::bundle::{Cost, MEGABYTE};

use super::{Settings, Warning};
use crate::esims::Package;

/// One allowance for the whole time.
const TOTAL: u8 = 1;

/// An allowance per day, slower beyond it.
const SLOWER: u8 = 2;

/// An allowance per day, no data beyond it.
const CUT_OFF: u8 = 3;

/// The package behind a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlanPackage {
    /// The supplier's code.
    pub(super) package: String,
    /// Its readable alias, empty where there is none.
    alias: String,
    /// What the supplier charges for the whole plan.
    pub(super) cost: Cost,
}

impl PlanPackage {
    /// Whether `name` is its package's code or alias.
    pub(super) fn is_called(&self, name: &str) -> bool {
        !name.is_empty() && (self.package == name || self.alias == name)
    }
}

/// A plan: whether it is unlimited, its megabytes, its days. In the order plans are shown.
type Plan = (bool, u32, u32);

/// The plans that one package makes, with the cost of each.
type Plans = Vec<(Plan, Cost)>;

/// What can be sold for one country or region.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PlacePlans {
    /// Its countries.
    pub(super) locations: BTreeSet<String>,
    /// Country and operator.
    networks: BTreeSet<(String, String)>,
    /// The cheapest package of each plan.
    pub(super) plans: BTreeMap<Plan, PlanPackage>,
}

impl PlacePlans {
    /// The networks as bundles name them: the operators of a country; in a region each with its country's code before
    /// it.
    pub(super) fn coverage(&self) -> Vec<String> {
        let name = |(location, operator): &(String, String)| {
            if self.locations.len() == 1 { operator.clone() } else { format!("{location}: {operator}") }
        };
        let mut coverage: Vec<String> = self.networks.iter().map(name).collect();
        coverage.sort_by_key(|network| network.to_lowercase());
        coverage
    }

    /// Adds a plan. Of two packages for it the cheaper one stays; of two with the same cost, the first by code.
    fn add(&mut self, plan: Plan, offer: PlanPackage) {
        let cheaper =
            |present: &PlanPackage| (offer.cost.units, &offer.package) < (present.cost.units, &present.package);
        if self.plans.get(&plan).is_none_or(cheaper) {
            self.plans.insert(plan, offer);
        }
    }
}

/// The plans by the code of their country or region. A package that makes no plan becomes a warning.
pub(super) fn plans_by_place(
    packages: &[Package],
    settings: &Settings,
    warnings: &mut Vec<Warning>,
) -> BTreeMap<String, PlacePlans> {
    let mut places: BTreeMap<String, PlacePlans> = BTreeMap::new();
    for package in packages {
        match place_and_plans(package, settings) {
            Ok((place, plans)) => {
                let offers = places.entry(place).or_default();
                offers.locations.extend(package.locations.iter().cloned());
                offers.networks.extend(package.networks.iter().cloned());
                for (plan, cost) in plans {
                    let (code, alias) = (package.code.clone(), package.slug.clone());
                    offers.add(plan, PlanPackage { package: code, alias, cost });
                }
            }
            Err(reason) => warnings.push(Warning::Skipped { package: package.code.clone(), reason }),
        }
    }
    for offers in places.values_mut() {
        leave_out_doubles(offers, warnings);
    }
    places
}

/// Orders name a plan by its megabytes and days: an unlimited plan that shares both with a limited one is left out.
fn leave_out_doubles(offers: &mut PlacePlans, warnings: &mut Vec<Warning>) {
    let doubles: Vec<Plan> = offers
        .plans
        .keys()
        .filter(|(unlimited, mb, days)| *unlimited && offers.plans.contains_key(&(false, *mb, *days)))
        .copied()
        .collect();
    for double in doubles {
        if let Some(PlanPackage { package, .. }) = offers.plans.remove(&double) {
            let reason = "another plan has the same megabytes and days, by which orders name plans";
            warnings.push(Warning::Skipped { package, reason });
        }
    }
}

fn place_and_plans(package: &Package, settings: &Settings) -> Result<(String, Plans), &'static str> {
    let place = match package.locations.as_slice() {
        [] => return Err("it works nowhere"),
        [country] => country.clone(),
        // A region has a code of the supplier's, which is the first part of the alias: `EU-42_1_7`.
        _ => match package.slug.split_once('_') {
            Some((region, _)) if !region.is_empty() => region.to_owned(),
            _ => return Err("it is for several countries, and its alias names no region"),
        },
    };
    if package.price_usd_10000 <= 0 {
        return Err("it has no price");
    }
    let megabytes = u32::try_from(package.volume_bytes / MEGABYTE).ok().filter(|megabytes| *megabytes > 0);
    let megabytes = megabytes.ok_or("it says no amount of data that can be sold")?;
    match (package.data_type, package.duration_days) {
        (CUT_OFF, _) => Err("its data ends every day, which no plan here does"),
        (_, 0) => Err("it is valid for no day"),
        (TOTAL, days) => {
            let cost = Cost { units: package.price_usd_10000, megabytes: megabytes.into() };
            Ok((place, vec![((false, megabytes, days), cost)]))
        }
        (SLOWER, 1) => {
            let of_days = |days: &u32| {
                let units = package.price_usd_10000.checked_mul(i64::from(*days))?;
                let cost = Cost { units, megabytes: u64::from(megabytes) * u64::from(*days) };
                Some(((true, megabytes, *days), cost))
            };
            Ok((place, settings.unlimited_days.iter().filter_map(of_days).collect()))
        }
        (SLOWER, _) => Err("its allowance is that of a day, and its days cannot be chosen"),
        _ => Err("its kind of allowance is not sold here"),
    }
}
