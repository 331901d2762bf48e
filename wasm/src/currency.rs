//! [`onefare_core::currency`].

use onefare_core::currency::Currency;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::border::{Crossed, give, take_currency};

/// What is fixed about a currency.
#[derive(Serialize)]
struct Facts {
    exponent: u32,
    charge_step: i64,
    symbol: &'static str,
}

/// The ISO 4217 code of a currency the arithmetic knows.
#[wasm_bindgen]
#[must_use]
pub fn currency_parse(code: &str) -> Option<String> {
    Currency::parse(code).map(|currency| currency.code().to_owned())
}

/// The ISO 4217 code of a currency the shop sells in.
#[wasm_bindgen]
#[must_use]
pub fn currency_parse_offered(code: &str) -> Option<String> {
    Currency::parse_offered(code).map(|currency| currency.code().to_owned())
}

/// Digits of the minor unit, smallest charge, short symbol.
#[wasm_bindgen]
pub fn currency_facts(code: &str) -> Crossed {
    let currency = take_currency(code)?;
    give(Facts { exponent: currency.exponent(), charge_step: currency.charge_step(), symbol: currency.symbol() })
}

/// The codes that are offered, and all that are known.
#[wasm_bindgen]
pub fn currency_lists() -> Crossed {
    give((Currency::OFFERED.map(Currency::code), Currency::ALL.map(Currency::code)))
}
