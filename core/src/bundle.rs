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
use crate::esim_product_id::StructuredData;
use crate::language::Language;
use crate::money::Money;

/// The currencies of the eSIM shop, the usual one first.
pub const CURRENCIES: [Currency; 2] = [Currency::Usd, Currency::Eur];

/// A country or region with the plans sold for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bundle {
    /// Number in addresses and orders, 1 or more.
    pub id: u32,
    /// Short code, which the search matches too: ISO 3166-1 alpha-2 of a country, the supplier's code of a region.
    pub code: String,
    /// Name by language: always in English, in another language where it has a name of its own.
    pub names: BTreeMap<Language, String>,
    /// The networks that carry it, by operator name; those of a region after their country's code, such as `SE: Telia`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub coverage: Vec<String>,
    /// The plans in display order; empty means "No plans available for this bundle."
    pub refills: Vec<Refill>,
}

/// One data plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refill {
    /// Title of the plan.
    pub title: String,
    /// Megabytes, 1 or more: of the whole plan, or of every day at full speed when it is `unlimited`.
    pub amount_mb: u32,
    /// Days it is valid, 1 or more.
    pub amount_days: u32,
    /// Whether data continues at a lower speed when a day's megabytes are used.
    #[serde(default)]
    pub unlimited: bool,
    /// Price in US cents.
    pub price_usd: i64,
    /// Price in euro cents; iDEAL takes euros only.
    pub price_eur: i64,
    /// The supplier's name of the package: orders at the supplier use it, shoppers never see it. Empty only in lists
    /// made for a page; [`faults`] refuses an empty one in a list to be sold.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub package: String,
    /// The supplier's price of the whole plan when the list was made, in ten-thousandths of a US dollar; an order there
    /// names it, so that the supplier refuses a package that became dearer and the shop does not sell it at a loss.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<i64>,
}

impl Bundle {
    /// The name in a language, in English where that language has none.
    #[must_use]
    pub fn name_in(&self, language: Language) -> &str {
        self.names.get(&language).or_else(|| self.names.get(&Language::En)).map_or("", String::as_str)
    }

    /// The id of one of the plans in orders and codes; `None` for one that cannot be sold, whose bundle number,
    /// megabytes or days are 0.
    #[must_use]
    pub const fn structured_data(&self, refill: &Refill) -> Option<StructuredData> {
        StructuredData::new(self.id, refill.amount_mb, refill.amount_days)
    }
}

impl Refill {
    /// How many days in a row the package is ordered for; `None` for one that is ordered once. An unlimited plan is a
    /// package of one day, ordered for each day of the plan.
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
