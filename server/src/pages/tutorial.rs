//! How to install an eSIM: on `/esim/tutorial` for six devices, and which of them to suggest to which visitor; on the
//! result pages for the two systems.

use onefare_core::device::{System, TUTORIAL_DEVICES};
use onefare_core::quote::QuoteError;
use onefare_core::wire::page::Content;
use onefare_core::wire::tutorial::{DeviceGuide, EsimResultPage, Suggestion, SystemGuide, TutorialPage};

use super::page_facts::PageFacts;

/// The systems that a browser can distinguish.
const SYSTEMS: [System; 3] = [System::Ios, System::Android, System::WindowsPhone];

/// `/esim/tutorial`. The browser knows its own system, so that one document serves every visitor.
///
/// # Errors
/// None.
pub fn tutorial(facts: &PageFacts<'_>) -> Result<Content, QuoteError> {
    let suggestion = |system: System| Suggestion {
        os: system.name().to_owned(),
        models: system.suggested().iter().map(|device| device.model.to_owned()).collect(),
    };
    Ok(Content::EsimTutorial(TutorialPage {
        devices: TUTORIAL_DEVICES.iter().map(|device| DeviceGuide::of(device, facts.language)).collect(),
        suggestions: SYSTEMS.map(suggestion).into(),
    }))
}

/// What the eSIM shop's result pages show beside a payment.
#[must_use]
pub fn esim_result(facts: &PageFacts<'_>) -> EsimResultPage {
    EsimResultPage {
        guides: [System::Ios, System::Android].map(|system| SystemGuide::of(system, facts.language)).into(),
    }
}
