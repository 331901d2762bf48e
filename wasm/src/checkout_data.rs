//! [`onefare_core::checkout_data`].

use onefare_core::checkout_data::CheckoutData;
#[cfg(feature = "proof")]
use onefare_core::{bundle::Bundle, checkout_data::StructuredData};
#[cfg(feature = "proof")]
use wasm_bindgen::prelude::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(feature = "proof")]
use crate::border::{Crossed, give, take};
use crate::problem::ProblemCode;

/// The problem code of the data of a chosen eSIM plan, such as `checkout_data_missing`; `undefined` when they are
/// complete. Megabytes, days and US cents are whole numbers.
#[wasm_bindgen]
#[must_use]
#[expect(clippy::needless_pass_by_value, reason = "JavaScript hands its texts over")]
pub fn check_checkout_data(
    #[wasm_bindgen(unchecked_optional_param_type = "string")] bundle_id: Option<String>,
    #[wasm_bindgen(unchecked_optional_param_type = "string")] country_name: Option<String>,
    #[wasm_bindgen(unchecked_optional_param_type = "string")] refill_title: Option<String>,
    #[wasm_bindgen(unchecked_optional_param_type = "number")] amount_mb: Option<f64>,
    #[wasm_bindgen(unchecked_optional_param_type = "number")] amount_days: Option<f64>,
    #[wasm_bindgen(unchecked_optional_param_type = "number")] price_usd: Option<f64>,
) -> Option<ProblemCode> {
    let data = CheckoutData {
        bundle_id: bundle_id.as_deref(),
        country_name: country_name.as_deref(),
        refill_title: refill_title.as_deref(),
        amount_mb: amount_mb.map(whole),
        amount_days: amount_days.map(whole),
        price_usd: price_usd.map(whole),
    };
    data.check().err().map(ProblemCode::from)
}

/// JavaScript's numbers are floats. One that is no whole number becomes 0, which none of these figures may be; one
/// beyond 64 bits becomes the last one within, which is refused as well.
#[expect(clippy::cast_possible_truncation, reason = "whole, and a conversion that saturates")]
const fn whole(number: f64) -> i64 {
    if number.fract() == 0.0 { number as i64 } else { 0 }
}

/// What an order names a plan by, read and written again.
#[cfg(feature = "proof")]
#[wasm_bindgen]
#[must_use]
pub fn structured_data(text: &str) -> Option<String> {
    StructuredData::parse(text).map(|data| data.to_string())
}

/// What an order names a plan by, from its figures.
#[cfg(feature = "proof")]
#[wasm_bindgen]
#[must_use]
pub fn structured_data_of(bundle_id: u32, amount_mb: u32, amount_days: u32) -> Option<String> {
    StructuredData::new(bundle_id, amount_mb, amount_days).map(|data| data.to_string())
}

/// The plan an order names: `[number of the bundle, title of the plan]`.
#[cfg(feature = "proof")]
#[wasm_bindgen]
pub fn structured_data_find(bundle_id: &str, text: &str, bundles: JsValue) -> Crossed {
    let bundles: Vec<Bundle> = take(bundles)?;
    let found = StructuredData::parse(text).and_then(|data| data.find(bundle_id, &bundles));
    give(found.map(|(bundle, refill)| (bundle.id, &refill.title)))
}
