//! The content of the installation guide for eSIMs.

use serde::{Deserialize, Serialize};

use crate::device::{System, TutorialDevice};
use crate::language::Language;

/// A device of the eSIM guide (specification 2, section 3 "Tutorial device").
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeviceGuide {
    /// Its maker.
    pub brand: String,
    /// Its model.
    pub model: String,
    /// Its operating system: `iOS` or `Android`.
    pub os: String,
    /// Whether it supports eSIM.
    #[serde(rename = "esimSupported")]
    pub esim_supported: bool,
    /// The steps on it to add an eSIM and go online, in the page's language.
    pub instructions: Vec<String>,
}

impl DeviceGuide {
    /// A device with its steps in a language.
    ///
    /// ```
    /// use onefare_core::{device::TUTORIAL_DEVICES, language::Language, wire::tutorial::DeviceGuide};
    /// let guide = DeviceGuide::of(&TUTORIAL_DEVICES[0], Language::En);
    /// assert_eq!((guide.model.as_str(), guide.os.as_str(), guide.instructions.len()), ("iPhone 15 Pro Max", "iOS", 4));
    /// ```
    #[must_use]
    pub fn of(device: &TutorialDevice, language: Language) -> Self {
        Self {
            brand: device.brand.to_owned(),
            model: device.model.to_owned(),
            os: device.os.name().to_owned(),
            esim_supported: device.esim_supported,
            instructions: device.instructions(language).map(str::to_owned).into(),
        }
    }
}

/// Content of `/esim/tutorial`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TutorialPage {
    /// Every device of the guide.
    pub devices: Vec<DeviceGuide>,
    /// The devices suggested to visitors, by the system of their phone.
    pub suggestions: Vec<Suggestion>,
}

/// The devices suggested for one system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Suggestion {
    /// The system.
    pub os: String,
    /// Up to three models.
    pub models: Vec<String>,
}

/// The steps on the devices of one system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SystemGuide {
    /// The system: `iOS` or `Android`.
    pub os: String,
    /// The steps, in the page's language.
    pub instructions: Vec<String>,
}

impl SystemGuide {
    /// A system with the steps on its devices in a language.
    #[must_use]
    pub fn of(system: System, language: Language) -> Self {
        Self { os: system.name().to_owned(), instructions: system.instructions(language) }
    }
}

/// Content of `/esim/callback-success` and `/esim/callback-failed`, where a paid eSIM is installed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EsimResultPage {
    /// The steps to install an eSIM, by the system of the phone.
    pub guides: Vec<SystemGuide>,
}
