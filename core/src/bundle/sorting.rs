//! The order of the countries page: by name as the language sorts, or by price.

use core::cmp::Ordering;

use icu_collator::options::CollatorOptions;
use icu_collator::{Collator, CollatorBorrowed};
use icu_locale_core::{Locale, locale};
use serde::{Deserialize, Serialize};

use super::Bundle;
use super::price::PerDay;
use crate::currency::Currency;
use crate::language::Language;

/// What the sort selector offers (specification 2, section 2 "Countries").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// By name.
    #[default]
    Name,
    /// By the lowest price per day, cheapest first: the figure that every card shows. Bundles without plans come last.
    Price,
}

/// The bundles in an order; ties are decided by name, then by number.
///
/// Names follow the language's rules (CLDR): accented letters sort with their base letter, Arabic puts ta marbuta with
/// teh and its own script before the Latin one. The Unicode project's own collator does it, because a table of our own
/// would be right only for the names it was tried on.
///
/// ```
/// use onefare_core::bundle::{Bundle, Order, sorted};
/// use onefare_core::currency::Currency;
/// use onefare_core::language::Language;
/// let named = |id, code: &str, name: &str| Bundle {
///     id,
///     code: code.to_owned(),
///     names: [(Language::En, name.to_owned())].into(),
///     coverage: Vec::new(),
///     refills: Vec::new(),
/// };
/// let list = [named(1, "ZW", "Zimbabwe"), named(2, "AX", "Åland Islands"), named(3, "AL", "Albania")];
/// let by_name = sorted(&list, Order::Name, Language::En, Currency::Usd);
/// assert_eq!(by_name.iter().map(|bundle| bundle.id).collect::<Vec<_>>(), [2, 3, 1]);
/// ```
#[must_use]
pub fn sorted(bundles: &[Bundle], order: Order, language: Language, currency: Currency) -> Vec<&Bundle> {
    let collator = collator(language);
    let by_name = |left: &Bundle, right: &Bundle| {
        let (name, other) = (left.name_in(language), right.name_in(language));
        let spoken = collator.as_ref().map_or(Ordering::Equal, |collator| collator.compare(name, other));
        spoken.then_with(|| name.cmp(other)).then_with(|| left.id.cmp(&right.id))
    };
    let mut list: Vec<&Bundle> = bundles.iter().collect();
    list.sort_by(|left, right| by_name(left, right));
    if order == Order::Price {
        // A stable sort keeps the names in order where prices agree.
        list.sort_by(|left, right| by_price(left.lowest_per_day(currency), right.lowest_per_day(currency)));
    }
    list
}

/// Sorts names as a language sorts them.
///
/// ```
/// use onefare_core::{bundle::sort_names, language::Language};
/// let mut names = ["Zypern", "Österreich", "Italien"].map(str::to_owned);
/// sort_names(&mut names, Language::De);
/// assert_eq!(names, ["Italien", "Österreich", "Zypern"]);
/// ```
pub fn sort_names(names: &mut [String], language: Language) {
    let collator = collator(language);
    names.sort_by(|name, other| {
        let spoken = collator.as_ref().map_or(Ordering::Equal, |collator| collator.compare(name, other));
        spoken.then_with(|| name.cmp(other))
    });
}

fn by_price(left: Option<PerDay<'_>>, right: Option<PerDay<'_>>) -> Ordering {
    match (left, right) {
        (Some(left), Some(right)) => left.cmp_exact(&right),
        (left, right) => left.is_none().cmp(&right.is_none()),
    }
}

/// The rules of a language. They are compiled in for all five; should that ever change, names sort by code point rather
/// than not at all.
fn collator(language: Language) -> Option<CollatorBorrowed<'static>> {
    let locale: Locale = match language {
        Language::En => locale!("en"),
        Language::Nl => locale!("nl"),
        Language::De => locale!("de"),
        Language::Fr => locale!("fr"),
        Language::Ar => locale!("ar"),
    };
    Collator::try_new((&locale).into(), CollatorOptions::default()).ok()
}
