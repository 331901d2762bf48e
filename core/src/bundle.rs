//! Bundles: the countries and regions the eSIM shop sells data for, and the plans (refills) of each (specification 2,
//! sections 2 and 3).

mod data_left;
mod data_text;
mod description;
mod display;
mod margin;
mod marks;
mod ordered;
mod popular;
mod price;
mod search;
mod sorting;
mod validate;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use data_left::{DataUse, MEGABYTE};
pub use data_text::{DEFAULT_DAYS, DEFAULT_MB, data_text, days_text, default_texts};
pub use display::{BundleType, plan_title};
pub use margin::{Cost, Margin, MarginError, Margins, Prices};
pub use popular::Destination;
pub use price::{Discount, PerDay};
pub use search::{filter, find, fold};
pub use sorting::{Order, sort_names, sorted};
pub use validate::{BundleFault, Place, faults};

use crate::currency::Currency;
use crate::language::Language;
use crate::money::Money;
use crate::plan_id::StructuredData;

/// What the eSIM shop sells in, the usual currency first.
pub const CURRENCIES: [Currency; 2] = [Currency::Usd, Currency::Eur];

/// A country or region with the plans sold for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bundle {
    /// Number in addresses and orders, 1 or more.
    pub id: u32,
    /// Short code that the search knows too: ISO 3166-1 alpha-2 of a country, the supplier's code of a region.
    pub code: String,
    /// Name by language; English always, another language where it has its own.
    pub names: BTreeMap<Language, String>,
    /// The networks that carry it, each by its operator's name; of a region with the country's code before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub coverage: Vec<String>,
    /// The plans in the order they are shown; none means "No plans available for this bundle."
    pub refills: Vec<Refill>,
}

/// One data plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refill {
    /// What the plan is called.
    pub title: String,
    /// Megabytes, 1 or more: of the whole plan, or of every day at full speed when it is `unlimited`.
    pub amount_mb: u32,
    /// Days it is valid, 1 or more.
    pub amount_days: u32,
    /// Whether data goes on, slower, once a day's megabytes are used.
    #[serde(default)]
    pub unlimited: bool,
    /// Price in US cents.
    pub price_usd: i64,
    /// Price in euro cents: iDEAL takes nothing else.
    pub price_eur: i64,
    /// What the supplier calls it: an order there names it, shoppers never see it. Empty only in lists made for a page;
    /// [`faults`] refuses it where it would be sold.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub package: String,
    /// The supplier's price of the whole plan when the list was made, in ten-thousandths of a US dollar; an order there
    /// names it, so that a package that became dearer is refused instead of being sold at a loss.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<i64>,
}

impl Bundle {
    /// The name in a language, in English where that language has none.
    #[must_use]
    pub fn name_in(&self, language: Language) -> &str {
        self.names.get(&language).or_else(|| self.names.get(&Language::En)).map_or("", String::as_str)
    }

    /// What names one of the plans in orders and codes; `None` for one that cannot be sold, without number, megabytes
    /// or days.
    #[must_use]
    pub const fn structured_data(&self, refill: &Refill) -> Option<StructuredData> {
        StructuredData::new(self.id, refill.amount_mb, refill.amount_days)
    }
}

impl Refill {
    /// For how many days in a row the package is ordered; `None` for one that is ordered once. An unlimited plan is a
    /// package of one day, taken for every day of the plan.
    #[must_use]
    pub const fn periods(&self) -> Option<u32> {
        if self.unlimited { Some(self.amount_days) } else { None }
    }

    /// The price in one of [`CURRENCIES`]; `None` in any other.
    #[must_use]
    pub fn price_in(&self, currency: Currency) -> Option<Money> {
        let minor = match currency {
            Currency::Usd => self.price_usd,
            Currency::Eur => self.price_eur,
            _ => return None,
        };
        Money::new(minor, currency).ok()
    }
}
