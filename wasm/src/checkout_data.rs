//! [`onefare_core::checkout_data`].

use onefare_core::checkout_data::CheckoutData;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::problem::ProblemCode;

/// The problem code of the data of a chosen eSIM plan, such as `checkout_data_missing`; `undefined` when they are
/// complete. Megabytes, days and US cents are whole numbers. The data come from what the browser keeps, where anybody
/// may have changed them: what is no text is missing, and what is no whole number is 0.
#[wasm_bindgen]
#[must_use]
pub fn check_checkout_data(
    #[wasm_bindgen(unchecked_optional_param_type = "string")] bundle_id: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "string")] country_name: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "string")] refill_title: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "number")] amount_mb: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "number")] amount_days: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "number")] price_usd: JsValue,
) -> Option<ProblemCode> {
    let texts = [bundle_id, country_name, refill_title].map(|text| text.as_string());
    let [bundle_id, country_name, refill_title] = texts.each_ref().map(Option::as_deref);
    let [amount_mb, amount_days, price_usd] = [amount_mb, amount_days, price_usd].map(|number| whole(&number));
    let data = CheckoutData { bundle_id, country_name, refill_title, amount_mb, amount_days, price_usd };
    data.check().err().map(ProblemCode::from)
}

/// JavaScript's numbers are floats. What is no whole number becomes 0, which none of these figures may be; one beyond
/// 64 bits becomes the last one within, which is refused as well.
#[expect(clippy::cast_possible_truncation, reason = "whole, and a conversion that saturates")]
fn whole(value: &JsValue) -> Option<i64> {
    if value.is_undefined() || value.is_null() {
        return None;
    }
    Some(value.as_f64().filter(|number| number.fract() == 0.0).map_or(0, |number| number as i64))
}
