//! [`onefare_core::provider_amount`].

use onefare_core::money::Money;
use onefare_core::provider_amount;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::border::{Crossed, give, give_outcome, take, take_money};

/// An amount for Stripe: `[minor units, code]`.
#[wasm_bindgen]
pub fn provider_to_stripe(minor: JsValue, currency: &str) -> Crossed {
    give_outcome(provider_amount::to_stripe(take_money(minor, currency)?))
}

/// An amount Stripe tells: `[minor units, code]`.
#[wasm_bindgen]
pub fn provider_from_stripe(amount: JsValue, currency: &str) -> Crossed {
    give_money(provider_amount::from_stripe(take(amount)?, currency))
}

/// An amount for Mollie: `[text, code]`.
#[wasm_bindgen]
pub fn provider_to_mollie(minor: JsValue, currency: &str) -> Crossed {
    give_outcome(provider_amount::to_mollie(take_money(minor, currency)?))
}

/// An amount Mollie tells: `[minor units, code]`.
#[wasm_bindgen]
pub fn provider_from_mollie(value: &str, currency: &str) -> Crossed {
    give_money(provider_amount::from_mollie(value, currency))
}

fn give_money(money: Option<Money>) -> Crossed {
    give(money.map(|money| (money.minor(), money.currency().code())))
}
