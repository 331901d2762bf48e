//! The calls about deliveries: ends of terms, activation codes, ways to install.

use chrono::{DateTime, Utc};
use onefare_core::delivery::{self, ActivationCode, Installation, Known, Platform};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Input;

/// The stored facts of an eSIM.
#[derive(Deserialize)]
struct Told {
    generated: Option<String>,
    smdp_address: Option<String>,
    matching_id: Option<String>,
}

pub fn call(name: &str, input: &Input<'_>) -> Value {
    let instant = |end: Option<DateTime<Utc>>| json!(end.map(|end| end.timestamp_millis()));
    match name {
        "term_end" => instant(delivery::term_end(input.instant(0), input.get(1))),
        "delivery_first_term_end" => instant(delivery::first_term_end(input.instant(0), input.get(1), input.get(2))),
        "delivery_trial_end" => instant(delivery::trial_end(input.instant(0), input.get(1))),
        "delivery_activation_code" => json!(ActivationCode::parse(&input.text(0)).map(|code| json!({
            "smdp_address": code.smdp_address(),
            "matching_id": code.matching_id(),
            "oid": code.oid(),
            "confirmation_required": code.confirmation_required(),
            "full_text": code.full_text(),
            "typed_text": code.typed_text(),
        }))),
        "delivery_code_of" => {
            json!(ActivationCode::new(&input.text(0), &input.text(1)).map(|code| code.full_text()))
        }
        "delivery_installation" => installation(&input.get(0)),
        unknown => panic!("no such call: {unknown}"),
    }
}

fn installation(told: &Told) -> Value {
    let installation = Installation::of(&Known {
        generated: told.generated.as_deref(),
        smdp_address: told.smdp_address.as_deref(),
        matching_id: told.matching_id.as_deref(),
    });
    json!({
        "code": installation.code().map(ActivationCode::full_text),
        "smdp_address": installation.smdp_address(),
        "matching_id": installation.matching_id(),
        "apple": installation.link(Platform::Apple),
        "android": installation.link(Platform::Android),
    })
}
