//! How values cross: in through serde, out as `{ value }` or `{ error }`. A value of the wrong type is a programming
//! error and is thrown.

use core::fmt::Display;

use chrono::{DateTime, Utc};
use onefare_core::currency::Currency;
use onefare_core::money::Money;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::{JsError, JsValue};

/// What an export gives back.
pub type Crossed = Result<JsValue, JsError>;

/// An outcome that may be refused.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Outcome<T> {
    Value(T),
    Error(String),
}

/// Reads an argument.
pub fn take<T: DeserializeOwned>(value: JsValue) -> Result<T, JsError> {
    serde_wasm_bindgen::from_value(value).map_err(JsError::from)
}

/// Gives a value.
pub fn give<T: Serialize>(value: T) -> Crossed {
    value.serialize(&Serializer::new().serialize_maps_as_objects(true)).map_err(JsError::from)
}

/// Gives a value or the reason why there is none.
pub fn give_outcome<T: Serialize, E: Display>(outcome: Result<T, E>) -> Crossed {
    give(match outcome {
        Ok(value) => Outcome::Value(value),
        Err(error) => Outcome::Error(error.to_string()),
    })
}

/// Reads minor units and an ISO 4217 code as an amount.
pub fn take_money(minor: JsValue, currency: &str) -> Result<Money, JsError> {
    Ok(Money::new(take(minor)?, take_currency(currency)?)?)
}

/// Reads an ISO 4217 code.
pub fn take_currency(code: &str) -> Result<Currency, JsError> {
    Currency::parse(code).ok_or_else(|| JsError::new("not a currency"))
}

/// Reads milliseconds since 1970.
pub fn take_instant(milliseconds: JsValue) -> Result<DateTime<Utc>, JsError> {
    DateTime::from_timestamp_millis(take(milliseconds)?).ok_or_else(|| JsError::new("not an instant"))
}
