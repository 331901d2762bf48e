//! [`onefare_core::onboarding`].

use onefare_core::onboarding::{Answers, Step};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::problem::ProblemCode;

/// The steps of the wizard that ask something.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug)]
pub enum OnboardingStep {
    /// [`Step::Device`].
    Device = "device",
    /// [`Step::Reasons`].
    Reasons = "reasons",
    /// [`Step::Email`].
    Email = "email",
}

/// The problem code of a step's answer; `undefined` when the next step may follow.
///
/// # Errors
/// For an unknown step: a programming error.
#[wasm_bindgen]
pub fn check_onboarding(
    step: OnboardingStep,
    device: String,
    reasons: Vec<String>,
    streaming_service: String,
    email: String,
) -> Result<Option<ProblemCode>, JsError> {
    let step = match step {
        OnboardingStep::Device => Step::Device,
        OnboardingStep::Reasons => Step::Reasons,
        OnboardingStep::Email => Step::Email,
        _ => return Err(JsError::new("not a step")),
    };
    let answers =
        Answers { email: &email, device: &device, reasons: &reasons, streaming_service: Some(&streaming_service) };
    Ok(step.next(answers).err().map(ProblemCode::from))
}
