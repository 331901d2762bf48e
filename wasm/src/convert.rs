//! Converts values that cross. JavaScript has one kind of number; one that must be whole is refused when it is not.
//! Currencies and languages cross as the position of their code in a list, so that no text is copied.

use onefare_core::currency::Currency;
use onefare_core::language::Language;
use onefare_core::money::{MAX_MINOR, Money};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

/// ISO 4217 codes of the currencies that the arithmetic knows.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug)]
pub enum CurrencyCode {
    /// [`Currency::Usd`].
    Usd = "USD",
    /// [`Currency::Eur`].
    Eur = "EUR",
    /// [`Currency::Aed`].
    Aed = "AED",
    /// [`Currency::Sar`].
    Sar = "SAR",
    /// [`Currency::Qar`].
    Qar = "QAR",
    /// [`Currency::Omr`].
    Omr = "OMR",
    /// [`Currency::Kwd`].
    Kwd = "KWD",
    /// [`Currency::Jpy`].
    Jpy = "JPY",
}

/// Codes of the languages.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug)]
pub enum LanguageCode {
    /// [`Language::En`].
    En = "en",
    /// [`Language::Nl`].
    Nl = "nl",
    /// [`Language::De`].
    De = "de",
    /// [`Language::Fr`].
    Fr = "fr",
    /// [`Language::Ar`].
    Ar = "ar",
}

/// The currency of a code; a code that is on no list is a programming error.
pub fn currency_of(code: CurrencyCode) -> Result<Currency, JsError> {
    Ok(match code {
        CurrencyCode::Usd => Currency::Usd,
        CurrencyCode::Eur => Currency::Eur,
        CurrencyCode::Aed => Currency::Aed,
        CurrencyCode::Sar => Currency::Sar,
        CurrencyCode::Qar => Currency::Qar,
        CurrencyCode::Omr => Currency::Omr,
        CurrencyCode::Kwd => Currency::Kwd,
        CurrencyCode::Jpy => Currency::Jpy,
        _ => return Err(JsError::new("not a currency")),
    })
}

/// The language of a code; a code that is on no list is a programming error.
pub fn language_of(code: LanguageCode) -> Result<Language, JsError> {
    Ok(match code {
        LanguageCode::En => Language::En,
        LanguageCode::Nl => Language::Nl,
        LanguageCode::De => Language::De,
        LanguageCode::Fr => Language::Fr,
        LanguageCode::Ar => Language::Ar,
        _ => return Err(JsError::new("not a language")),
    })
}

/// A whole number that JavaScript holds exactly; `None` for one with a fraction or beyond that range.
#[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "whole and within 2^53")]
pub fn whole(number: f64) -> Option<i64> {
    const MOST: f64 = MAX_MINOR as f64;
    (number.fract() == 0.0 && number.abs() <= MOST).then_some(number as i64)
}

/// An amount; a number of minor units that is not whole is a programming error.
pub fn money_of(minor: f64, currency: CurrencyCode) -> Result<Money, JsError> {
    let minor = whole(minor).ok_or_else(|| JsError::new("not whole minor units"))?;
    Ok(Money::new(minor, currency_of(currency)?)?)
}

/// Minor units as JavaScript's number: [`MAX_MINOR`] is what that holds exactly.
#[expect(clippy::cast_precision_loss, reason = "within 2^53")]
pub const fn number(money: Money) -> f64 {
    money.minor() as f64
}

/// Converts a structure to JavaScript.
pub fn give<T: Serialize>(value: &T) -> Result<JsValue, JsError> {
    value.serialize(&Serializer::new()).map_err(JsError::from)
}
