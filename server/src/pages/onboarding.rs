//! The content of `/onboarding`: the choices of the wizard, and its first step.

use onefare_core::language::Language;
use onefare_core::onboarding::{Device, Reason, example_credits};
use onefare_core::quote::QuoteError;
use onefare_core::wire::page::Content;
use onefare_core::wire::website::{DeviceChoice, OnboardingPage, OnboardingStart};

use super::page_facts::PageFacts;

/// `/onboarding`: the wizard at its first step.
///
/// # Errors
/// Never because of a visitor's input.
pub fn onboarding(facts: &PageFacts<'_>) -> Result<Content, QuoteError> {
    onboarding_from(facts.language, OnboardingStart::default())
}

/// The wizard at another step: the answer to its form where scripts are off.
///
/// # Errors
/// As [`onboarding`].
pub fn onboarding_from(language: Language, start: OnboardingStart) -> Result<Content, QuoteError> {
    let choice = |device: Device| DeviceChoice { code: device.code().to_owned(), name: device.name().to_owned() };
    Ok(Content::Onboarding(OnboardingPage {
        devices: Device::ALL.map(choice).into(),
        reasons: Reason::ALL.map(|reason| reason.code().to_owned()).into(),
        credits: example_credits(language)?,
        start,
    }))
}
