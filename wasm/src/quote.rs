//! [`onefare_core::quote`]: a price computed again from the facts of the page.

use onefare_core::discount::Off;
use onefare_core::money::saving;
use onefare_core::percent::Percent;
use onefare_core::quote::Terms;
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::convert::{CurrencyCode, LanguageCode, give, language_of, money_of, number, whole};

/// What a code takes off.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug)]
pub enum CodeKind {
    /// There is no code, and its figure is ignored.
    None = "none",
    /// Basis points of the price.
    Percent = "percent",
    /// Minor units.
    Fixed = "fixed",
}

/// The figures of a price: minor units after the code, of the charge, due now, of every later term (-1 when nothing
/// renews), then basis points saved in the first paid term. `undefined` when no price follows from the arguments.
///
/// # Errors
/// For an unknown currency, a number of minor units that is not whole, or no percentage: a programming error.
#[wasm_bindgen]
#[expect(clippy::too_many_arguments, reason = "scalars cross for nothing, an object does not")]
pub fn quote_figures(
    currency: CurrencyCode,
    list: f64,
    price: f64,
    code: CodeKind,
    off: f64,
    every_term: bool,
    trial_days: u32,
    extra_months: u32,
    renews: bool,
) -> Result<Option<Vec<f64>>, JsError> {
    let terms = terms(currency, list, price, code, off, every_term, trial_days, extra_months, renews)?;
    let Ok(figures) = terms.figures() else { return Ok(None) };
    let first_term = figures.renewal.filter(|_| trial_days > 0).unwrap_or(figures.due_now);
    let Ok(saved) = saving(terms.list, first_term) else { return Ok(None) };
    Ok(Some(vec![
        number(figures.reduced),
        number(figures.charged),
        number(figures.due_now),
        figures.renewal.map_or(-1.0, number),
        f64::from(saved.basis_points()),
    ]))
}

/// The derivation of a price, line by line; `undefined` when no price follows from the arguments.
///
/// # Errors
/// As [`quote_figures`].
#[wasm_bindgen(unchecked_return_type = "PriceExplanation | undefined")]
#[expect(clippy::too_many_arguments, reason = "the same scalars as above, the months of a term and a language")]
pub fn quote_explained(
    currency: CurrencyCode,
    list: f64,
    price: f64,
    code: CodeKind,
    off: f64,
    every_term: bool,
    trial_days: u32,
    extra_months: u32,
    renews: bool,
    months: u32,
    language: LanguageCode,
) -> Result<JsValue, JsError> {
    let terms = terms(currency, list, price, code, off, every_term, trial_days, extra_months, renews)?;
    let terms = Terms { months, ..terms };
    match terms.explained(language_of(language)?) {
        Ok(made) => give(&made),
        Err(_) => Ok(JsValue::UNDEFINED),
    }
}

#[expect(clippy::too_many_arguments, reason = "as they cross")]
fn terms(
    currency: CurrencyCode,
    list: f64,
    price: f64,
    code: CodeKind,
    off: f64,
    every_term: bool,
    trial_days: u32,
    extra_months: u32,
    renews: bool,
) -> Result<Terms, JsError> {
    let off = match code {
        CodeKind::None => None,
        CodeKind::Percent => Some(Off::Percent(percent_of(off)?)),
        CodeKind::Fixed => Some(Off::Fixed(whole(off).ok_or_else(|| JsError::new("not whole minor units"))?)),
        _ => return Err(JsError::new("not a kind of code")),
    };
    let (list, price) = (money_of(list, currency)?, money_of(price, currency)?);
    // No figure depends on the months of a term; only the price per month in the lines does.
    Ok(Terms { list, price, off, every_term, months: 0, trial_days, extra_months, renews })
}

/// Basis points as a percentage.
fn percent_of(points: f64) -> Result<Percent, JsError> {
    let points = whole(points).and_then(|points| u32::try_from(points).ok());
    Ok(Percent::from_basis_points(points.ok_or_else(|| JsError::new("not whole basis points"))?)?)
}
