//! The visitor's probable phone, and the devices that the eSIM guide suggests for it (specification 2, section 2
//! "Tutorial" and section 9).

use serde::Serialize;

mod instructions;

use crate::language::Language;

/// Most devices the guide suggests.
pub const MAX_SUGGESTED: usize = 3;

/// The system that a user agent names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum System {
    /// iPhone, iPod, and iPads that do not identify as a Mac.
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

/// A device the guide explains. [`TutorialDevice::instructions`] returns the steps on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TutorialDevice {
    /// Its maker.
    pub brand: &'static str,
    /// Its model.
    pub model: &'static str,
    /// Its operating system.
    pub os: System,
    /// Whether it supports eSIM.
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
    /// The steps on it to add an eSIM and go online, in a language.
    ///
    /// ```
    /// use onefare_core::{device::TUTORIAL_DEVICES, language::Language};
    /// assert!(TUTORIAL_DEVICES[0].instructions(Language::En)[1].starts_with("Open Settings"));
    /// ```
    #[must_use]
    pub fn instructions(&self, language: Language) -> [&'static str; 4] {
        instructions::of(self.brand, language)
    }
}

impl System {
    /// Its name, as on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ios => "iOS",
            Self::Android => "Android",
            Self::WindowsPhone => "Windows Phone",
            Self::Other => "other",
        }
    }

    /// The steps on a device with this system, in a language; empty where no device supports eSIM.
    ///
    /// ```
    /// use onefare_core::{device::System, language::Language};
    /// let steps = System::Android.instructions(Language::En);
    /// assert_eq!(steps.len(), 5);
    /// assert!(steps[1].starts_with("Samsung: Open Settings"));
    /// assert!(System::Other.instructions(Language::En).is_empty());
    /// ```
    #[must_use]
    pub fn instructions(self, language: Language) -> Vec<String> {
        instructions::on(self, language)
    }

    /// Guesses from a user agent, without regard to ASCII case. Windows Phone comes first, because its user agents name
    /// Android and iPhone too, for pages that look for those.
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

    /// The devices of the guide that run this system, at most three; empty for a system that the guide does not know.
    #[must_use]
    pub fn suggested(self) -> Vec<TutorialDevice> {
        TUTORIAL_DEVICES.into_iter().filter(|device| device.os == self).take(MAX_SUGGESTED).collect()
    }
}

fn names(agent: &str, word: &str) -> bool {
    agent.as_bytes().windows(word.len()).any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
}
