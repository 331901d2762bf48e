//! Which phone a visitor probably holds, and which devices the eSIM guide then suggests (specification 2, section 2
//! "Tutorial" and section 9).

use serde::Serialize;

mod instructions;

use crate::language::Language;
use crate::wire::tutorial::{DeviceGuide, SystemGuide};

/// Most devices the guide suggests.
pub const MAX_SUGGESTED: usize = 3;

/// What a user agent tells of the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum System {
    /// iPhone, iPod, and iPads that do not pass themselves off as a Mac.
    #[serde(rename = "iOS")]
    Ios,
    /// Android.
    Android,
    /// Windows Phone, whose browsers name the other two as well.
    #[serde(rename = "Windows Phone")]
    WindowsPhone,
    /// Anything else.
    #[serde(rename = "other")]
    Other,
}

/// A device the guide explains. [`TutorialDevice::guide`] adds what to do on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TutorialDevice {
    /// Who makes it.
    pub brand: &'static str,
    /// What it is called.
    pub model: &'static str,
    /// What runs on it.
    pub os: System,
    /// Whether it takes an eSIM.
    #[serde(rename = "esimSupported")]
    pub esim_supported: bool,
}

/// Every device of the guide, in the order they are shown.
pub const TUTORIAL_DEVICES: [TutorialDevice; 6] = [
    supported("Apple", "iPhone 15 Pro Max", System::Ios),
    supported("Apple", "iPhone 14", System::Ios),
    supported("Apple", "iPhone 13", System::Ios),
    supported("Samsung", "Galaxy S24 Ultra", System::Android),
    supported("Samsung", "Galaxy S23", System::Android),
    supported("Google", "Pixel 8 Pro", System::Android),
];

const fn supported(brand: &'static str, model: &'static str, os: System) -> TutorialDevice {
    TutorialDevice { brand, model, os, esim_supported: true }
}

impl TutorialDevice {
    /// The device as pages show it, with what to do on it in a language.
    ///
    /// ```
    /// use onefare_core::{device::TUTORIAL_DEVICES, language::Language};
    /// let guide = TUTORIAL_DEVICES[0].guide(Language::En);
    /// assert_eq!((guide.model.as_str(), guide.os.as_str(), guide.instructions.len()), ("iPhone 15 Pro Max", "iOS", 4));
    /// ```
    #[must_use]
    pub fn guide(&self, language: Language) -> DeviceGuide {
        DeviceGuide {
            brand: self.brand.to_owned(),
            model: self.model.to_owned(),
            os: self.os.name().to_owned(),
            esim_supported: self.esim_supported,
            instructions: instructions::of(self.brand, language).map(str::to_owned).into(),
        }
    }
}

impl System {
    /// What it is called, as on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ios => "iOS",
            Self::Android => "Android",
            Self::WindowsPhone => "Windows Phone",
            Self::Other => "other",
        }
    }

    /// What to do on a device that runs this system, step by step in a language; nothing where none takes an eSIM.
    ///
    /// ```
    /// use onefare_core::{device::System, language::Language};
    /// let guide = System::Android.guide(Language::En);
    /// assert_eq!((guide.os.as_str(), guide.instructions.len()), ("Android", 5));
    /// assert!(guide.instructions[1].starts_with("Samsung: Open Settings"));
    /// assert!(System::Other.guide(Language::En).instructions.is_empty());
    /// ```
    #[must_use]
    pub fn guide(self, language: Language) -> SystemGuide {
        SystemGuide { os: self.name().to_owned(), instructions: instructions::on(self, language) }
    }

    /// Guesses from a user agent, without regard to ASCII case. Windows Phone comes first, because its user agents name
    /// Android and iPhone too, for pages that ask for those.
    ///
    /// ```
    /// use onefare_core::device::System;
    /// let agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15";
    /// assert_eq!(System::of_user_agent(agent), System::Ios);
    /// ```
    #[must_use]
    pub fn of_user_agent(agent: &str) -> Self {
        if names(agent, "windows phone") {
            Self::WindowsPhone
        } else if names(agent, "android") {
            Self::Android
        } else if ["iphone", "ipad", "ipod"].into_iter().any(|device| names(agent, device)) {
            Self::Ios
        } else {
            Self::Other
        }
    }

    /// The devices of the guide that run this system, at most three; none for those the guide does not know.
    #[must_use]
    pub fn suggested(self) -> Vec<TutorialDevice> {
        TUTORIAL_DEVICES.into_iter().filter(|device| device.os == self).take(MAX_SUGGESTED).collect()
    }
}

fn names(agent: &str, word: &str) -> bool {
    agent.as_bytes().windows(word.len()).any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
}
