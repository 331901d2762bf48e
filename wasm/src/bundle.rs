//! [`onefare_core::bundle`].

use onefare_core::bundle::{self, Bundle, Destination, Discount, Margins, Refill};
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::border::{Crossed, give, give_outcome, take, take_currency, take_money};

/// The bundle number a part of an address names.
#[wasm_bindgen]
#[must_use]
pub fn bundle_parse_id(text: &str) -> Option<u32> {
    bundle::parse_id(text)
}

/// The form under which names are searched.
#[wasm_bindgen]
#[must_use]
pub fn bundle_fold(text: &str) -> String {
    bundle::fold(text)
}

/// Numbers of the bundles that a query finds.
#[wasm_bindgen]
pub fn bundle_filter(bundles: JsValue, query: &str) -> Crossed {
    let bundles: Vec<Bundle> = take(bundles)?;
    give(bundle::filter(&bundles, query).into_iter().map(|bundle| bundle.id).collect::<Vec<_>>())
}

/// Numbers of the bundles in an order.
#[wasm_bindgen]
pub fn bundle_sorted(bundles: JsValue, order: JsValue, language: JsValue, currency: &str) -> Crossed {
    let bundles: Vec<Bundle> = take(bundles)?;
    let list = bundle::sorted(&bundles, take(order)?, take(language)?, take_currency(currency)?);
    give(list.into_iter().map(|bundle| bundle.id).collect::<Vec<_>>())
}

/// Number of the bundle a popular destination leads to.
#[wasm_bindgen]
pub fn bundle_popular(bundles: JsValue, destination: JsValue, language: JsValue) -> Crossed {
    let (bundles, destination): (Vec<Bundle>, Destination) = (take(bundles)?, take(destination)?);
    give(destination.find(&bundles, take(language)?).map(|bundle| bundle.id))
}

/// The lowest price per day: `[title of the plan, minor units, whether they are exact]`.
#[wasm_bindgen]
pub fn bundle_lowest_per_day(bundle: JsValue, currency: &str) -> Crossed {
    let bundle: Bundle = take(bundle)?;
    let Some(lowest) = bundle.lowest_per_day(take_currency(currency)?) else { return give(()) };
    let part = lowest.rounded()?;
    give((&lowest.refill.title, part.amount.minor(), part.exact))
}

/// What a discount makes of a price: `[tenths of a percent, their text, minor units left to pay]`.
#[wasm_bindgen]
pub fn bundle_discount(price: JsValue, discounted: JsValue, currency: &str, language: JsValue) -> Crossed {
    let language = take(language)?;
    let discount = Discount::of(take_money(price, currency)?, take_money(discounted, currency)?);
    give(discount.map(|discount| (discount.tenths, discount.percent_text(language), discount.total.minor())))
}

/// An amount of data.
#[wasm_bindgen]
pub fn bundle_data_text(megabytes: u32, language: JsValue) -> Result<String, JsError> {
    Ok(bundle::data_text(megabytes, take(language)?))
}

/// A number of days.
#[wasm_bindgen]
pub fn bundle_days_text(days: u32, language: JsValue) -> Result<String, JsError> {
    Ok(bundle::days_text(days, take(language)?))
}

/// Data and days of a plan that names neither.
#[wasm_bindgen]
pub fn bundle_default_texts(language: JsValue) -> Crossed {
    give(bundle::default_texts(take(language)?))
}

/// Everything that is wrong with a list of bundles.
#[wasm_bindgen]
pub fn bundle_faults(bundles: JsValue) -> Crossed {
    let faults = bundle::faults(&take::<Vec<Bundle>>(bundles)?);
    give(faults.iter().map(ToString::to_string).collect::<Vec<_>>())
}

/// What is shown of a bundle: `[kind, flag, description, titles of its plans, days in a row of each]`.
#[wasm_bindgen]
pub fn bundle_shown(bundle: JsValue, language: JsValue) -> Crossed {
    let (bundle, language): (Bundle, _) = (take(bundle)?, take(language)?);
    let titles: Vec<String> = bundle.refills.iter().map(|refill| refill.title_in(language)).collect();
    let periods: Vec<Option<u32>> = bundle.refills.iter().map(Refill::periods).collect();
    give((bundle.kind(), bundle.flag(), bundle.description(language), titles, periods))
}

/// What a plan is sold for.
#[wasm_bindgen]
pub fn bundle_margin_prices(margins: JsValue, cost: JsValue) -> Crossed {
    let margins: Margins = take(margins)?;
    give_outcome(margins.prices(take(cost)?).map_err(|error| error.to_string()))
}

/// Whether prices still bring in enough over a cost.
#[wasm_bindgen]
pub fn bundle_margin_allow(margins: JsValue, prices: JsValue, units: JsValue) -> Crossed {
    let margins: Margins = take(margins)?;
    give_outcome(margins.allow(take(prices)?, take(units)?).map_err(|error| error.to_string()))
}
