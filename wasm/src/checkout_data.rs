//! [`onefare_core::checkout_data`].

use onefare_core::checkout_data::CheckoutData;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::problem::ProblemCode;

/// The problem code of the data of a chosen eSIM plan, such as `checkout_data_missing`; `undefined` when it is
/// complete. Megabytes, days and US cents are whole numbers. The data comes from the browser's storage, where anyone
/// may have changed it: a value that is no text counts as missing, one that is no whole number as 0.
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

/// JavaScript's numbers are floats. A value that is no whole number becomes 0, which is refused in each of these
/// fields; a number beyond 64 bits becomes the nearest one within, which is refused as well.
#[expect(clippy::cast_possible_truncation, reason = "whole, and a conversion that saturates")]
fn whole(value: &JsValue) -> Option<i64> {
    if value.is_undefined() || value.is_null() {
        return None;
    }
    Some(value.as_f64().filter(|number| number.fract() == 0.0).map_or(0, |number| number as i64))
}
