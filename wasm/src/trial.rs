//! [`onefare_core::trial`].

use onefare_core::plan::Plan;
use onefare_core::problem::Problem;
use onefare_core::trial;
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::border::{Crossed, give, give_outcome, take, take_instant};

/// Whether a plan has a trial.
#[wasm_bindgen]
pub fn trial_has(plan: JsValue) -> Result<bool, JsError> {
    Ok(trial::has_trial(&take::<Plan>(plan)?))
}

/// The version of the terms that were acknowledged, or `trial_terms_required`.
#[wasm_bindgen]
#[expect(clippy::needless_pass_by_value, reason = "JavaScript hands its text over")]
pub fn trial_acknowledged(accepted: Option<String>) -> Crossed {
    give_outcome(trial::check_acknowledged(accepted.as_deref()).map_err(Problem::code))
}

/// The first charge, in milliseconds since 1970.
#[wasm_bindgen]
pub fn trial_first_charge(start: JsValue) -> Crossed {
    give(trial::first_charge(take_instant(start)?).map(|charge| charge.timestamp_millis()))
}
