//! [`onefare_core::delivery`].

use chrono::{DateTime, Utc};
use onefare_core::delivery::{self, ActivationCode, Installation, Known, Platform};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::border::{Crossed, give, take, take_instant};

/// End of a term, in milliseconds since 1970.
#[wasm_bindgen]
pub fn term_end(start: JsValue, months: u32) -> Crossed {
    give_instant(delivery::term_end(take_instant(start)?, months))
}

/// End of a first term with free months, in milliseconds since 1970.
#[wasm_bindgen]
pub fn delivery_first_term_end(start: JsValue, months: u32, free_months: u32) -> Crossed {
    give_instant(delivery::first_term_end(take_instant(start)?, months, free_months))
}

/// End of a trial, in milliseconds since 1970.
#[wasm_bindgen]
pub fn delivery_trial_end(start: JsValue) -> Crossed {
    give_instant(delivery::trial_end(take_instant(start)?))
}

fn give_instant(instant: Option<DateTime<Utc>>) -> Crossed {
    give(instant.map(|instant| instant.timestamp_millis()))
}

/// A code in its parts.
#[derive(Serialize)]
struct Parts {
    smdp_address: String,
    matching_id: String,
    oid: Option<String>,
    confirmation_required: bool,
    full_text: String,
    typed_text: String,
}

impl From<&ActivationCode> for Parts {
    fn from(code: &ActivationCode) -> Self {
        Self {
            smdp_address: code.smdp_address().to_owned(),
            matching_id: code.matching_id().to_owned(),
            oid: code.oid().map(str::to_owned),
            confirmation_required: code.confirmation_required(),
            full_text: code.full_text(),
            typed_text: code.typed_text(),
        }
    }
}

/// Reads an activation code.
#[wasm_bindgen]
pub fn delivery_activation_code(text: &str) -> Crossed {
    give(ActivationCode::parse(text).as_ref().map(Parts::from))
}

/// A code of its two usual parts.
#[wasm_bindgen]
#[must_use]
pub fn delivery_code_of(smdp_address: &str, matching_id: &str) -> Option<String> {
    ActivationCode::new(smdp_address, matching_id).map(|code| code.full_text())
}

/// [`Known`] with its own texts.
#[derive(Deserialize)]
struct Told {
    generated: Option<String>,
    smdp_address: Option<String>,
    matching_id: Option<String>,
}

/// [`Installation`] as a page would get it.
#[derive(Serialize)]
struct Offer {
    code: Option<String>,
    smdp_address: Option<String>,
    matching_id: Option<String>,
    apple: Option<String>,
    android: Option<String>,
}

/// Ways to install an eSIM.
#[wasm_bindgen]
pub fn delivery_installation(known: JsValue) -> Crossed {
    let Told { generated, smdp_address, matching_id } = take(known)?;
    let installation = Installation::of(&Known {
        generated: generated.as_deref(),
        smdp_address: smdp_address.as_deref(),
        matching_id: matching_id.as_deref(),
    });
    give(Offer {
        code: installation.code().map(ActivationCode::full_text),
        smdp_address: installation.smdp_address().map(str::to_owned),
        matching_id: installation.matching_id().map(str::to_owned),
        apple: installation.link(Platform::Apple),
        android: installation.link(Platform::Android),
    })
}
