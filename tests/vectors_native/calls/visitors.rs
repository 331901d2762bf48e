//! What a visitor brings along: an address, a language, a device, a clock.

use onefare_core::campaign::{self, Campaign};
use serde_json::{Value, json};

use super::Input;

pub fn call(name: &str, input: &Input<'_>) -> Value {
    match name {
        "campaign_of_path" => json!(Campaign::of_path(&input.text(0))),
        "campaign_code" => json!(Campaign::of_path(&input.text(0)).map(Campaign::code)),
        "campaign_partner_name" => json!(campaign::partner_name(&input.text(0))),
        unknown => panic!("no such call: {unknown}"),
    }
}
