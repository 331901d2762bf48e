//! The content of the installation guide for eSIMs.

use serde::{Deserialize, Serialize};

/// A device of the eSIM guide (specification 2, section 3 "Tutorial device").
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeviceGuide {
    /// Who makes it.
    pub brand: String,
    /// What it is called.
    pub model: String,
    /// What runs on it: `iOS` or `Android`.
    pub os: String,
    /// Whether it takes an eSIM.
    #[serde(rename = "esimSupported")]
    pub esim_supported: bool,
    /// What to do on it, step by step, in the page's language.
    pub instructions: Vec<String>,
}

/// Content of `/esim/tutorial`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TutorialPage {
    /// Every device of the guide.
    pub devices: Vec<DeviceGuide>,
    /// What is suggested to visitors, by what runs on their phone.
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

/// What to do on the devices of one system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SystemGuide {
    /// The system: `iOS` or `Android`.
    pub os: String,
    /// Step by step, in the page's language.
    pub instructions: Vec<String>,
}

/// Content of `/esim/callback-success` and `/esim/callback-failed`, where a paid eSIM is installed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct EsimResultPage {
    /// How an eSIM is installed, by what runs on the phone.
    pub guides: Vec<SystemGuide>,
}
