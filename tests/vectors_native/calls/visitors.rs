//! What a visitor's request carries: an address, a language, a device, a clock.

use onefare_core::campaign::{self, Campaign, OfferPage};
use onefare_core::countdown::Countdown;
use onefare_core::device::{System, TUTORIAL_DEVICES};
use onefare_core::language::{Area, Language};
use onefare_core::wire::tutorial::DeviceGuide;
use serde_json::{Value, json};

use super::Input;

pub fn call(name: &str, input: &Input<'_>) -> Value {
    match name {
        "campaign_of_path" => json!(OfferPage::of_path(&input.text(0))),
        "campaign_code" => json!(OfferPage::of_path(&input.text(0)).map(OfferPage::code)),
        "campaign_parse" => json!(Campaign::parse(&input.text(0))),
        "campaign_partner_name" => json!(campaign::partner_name(&input.text(0))),
        "countdown_parts" => json!(left(input)),
        "countdown_text" => json!(left(input).map(|left| left.to_string())),
        "device_all" => json!(TUTORIAL_DEVICES),
        "device_guide" => {
            let language = Language::parse(&input.text(0)).unwrap_or_default();
            json!(TUTORIAL_DEVICES.map(|device| DeviceGuide::of(&device, language)))
        }
        "device_of_user_agent" => json!(System::of_user_agent(&input.text(0))),
        "device_suggested" => json!(System::of_user_agent(&input.text(0)).suggested()),
        "language_accept" => json!(input.get::<Area>(0).accept(input.get::<Option<String>>(1).as_deref())),
        "language_prefix" => json!(input.get::<Area>(0).address_prefix(input.get(1))),
        "language_direction" => json!(Language::parse(&input.text(0)).map(Language::direction)),
        unknown => panic!("no such call: {unknown}"),
    }
}

fn left(input: &Input<'_>) -> Option<Countdown> {
    Countdown::in_browser(input.get(0), input.get(1), input.get(2))
}
