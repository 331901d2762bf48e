//! What a plan is called outside our pages: on receipts, and on the provider's pay page.

use onefare_core::language::Language;

use super::LetterError;
use super::html::{Values, plain};
use super::texts::Texts;

/// The product's name with its length, such as `Northquay VPN, 12 months`, in plain text.
///
/// # Errors
/// See [`LetterError`].
pub fn plan_name(brand: &str, months: u32, language: Language) -> Result<String, LetterError> {
    let texts = Texts::of(language)?;
    let count = months.to_string();
    let length = plain(texts.plan.length.form(months, language), &Values::new(&[("count", &count)]))?;
    plain(&texts.plan.name, &Values::new(&[("brand", brand), ("length", &length)]))
}
