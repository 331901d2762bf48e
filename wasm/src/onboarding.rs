//! [`onefare_core::onboarding`].

use onefare_core::onboarding::{Device, Onboarding, Reason, Step};
use onefare_core::problem::Problem;
use serde::Serialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::border::{Crossed, give, give_outcome, take};

/// The wizard's answers, as they are stored.
#[derive(Serialize)]
struct Read {
    device: &'static str,
    reasons: Vec<&'static str>,
    streaming_service: Option<String>,
    email: String,
}

impl From<Onboarding> for Read {
    fn from(answers: Onboarding) -> Self {
        Self {
            device: answers.device.code(),
            reasons: answers.reasons.into_iter().map(Reason::code).collect(),
            streaming_service: answers.streaming_service,
            email: answers.email.as_str().to_owned(),
        }
    }
}

/// Reads the answers, or says the code of the first problem.
#[wasm_bindgen]
pub fn onboarding_read(request: JsValue) -> Crossed {
    give_outcome(Onboarding::read(&take(request)?).map(Read::from).map_err(Problem::code))
}

/// The step after one, or what that one still asks.
#[wasm_bindgen]
pub fn onboarding_next(step: JsValue, request: JsValue) -> Crossed {
    give_outcome(take::<Step>(step)?.next(&take(request)?).map_err(Problem::code))
}

/// What may be chosen: devices as `[code, name]`, reasons, and the steps that ask.
#[wasm_bindgen]
pub fn onboarding_lists() -> Crossed {
    give((Device::ALL.map(|device| (device.code(), device.name())), Reason::ALL.map(Reason::code), Step::ASKING))
}
