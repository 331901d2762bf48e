//! The names of plans outside our pages, on receipts and the provider's pay page, and the lengths of their terms.

use onefare_core::language::Language;

use super::LetterError;
use super::html::{Values, plain};
use super::texts::{Counted, Texts};

/// The product's name with its length, such as `Northquay VPN, 12 months`, in plain text.
///
/// # Errors
/// See [`LetterError`].
pub fn plan_name(brand: &str, months: u32, language: Language) -> Result<String, LetterError> {
    let texts = Texts::of(language)?;
    let length = counted(&texts.plan.length, months, language)?;
    plain(&texts.plan.name, &Values::new(&[("brand", brand), ("length", &length)]))
}

/// The length of a term, such as `12 months`, in plain text.
///
/// # Errors
/// See [`LetterError`].
pub fn plan_length(months: u32, language: Language) -> Result<String, LetterError> {
    counted(&Texts::of(language)?.plan.length, months, language)
}

/// How often a plan is charged, such as `every 12 months`, in plain text.
///
/// # Errors
/// See [`LetterError`].
pub fn plan_rhythm(months: u32, language: Language) -> Result<String, LetterError> {
    counted(&Texts::of(language)?.plan.every, months, language)
}

/// A number with its noun in the right form.
pub(super) fn counted(text: &Counted, count: u32, language: Language) -> Result<String, LetterError> {
    plain(text.form(count, language), &Values::new(&[("count", &count.to_string())]))
}
