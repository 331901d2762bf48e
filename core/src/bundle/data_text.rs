//! Amounts of data and days as text, in five languages.

use crate::language::Language;
use crate::price_text::{figure_text, isolated};

/// Megabytes of a plan that does not say how many: 10 GB (specification 2, section 9).
pub const DEFAULT_MB: u32 = 10_240;

/// Days of a plan that does not say how many (specification 2, section 9).
pub const DEFAULT_DAYS: u32 = 30;

const NO_BREAK_SPACE: char = '\u{A0}';
const NARROW_NO_BREAK_SPACE: char = '\u{202F}';

/// An amount of data, such as `500 MB`, `1.5 GB` or `10 Go`; `megabytes` as the catalogue counts them.
///
/// Suppliers count 1024 or 1000 megabytes as a gigabyte and do not say which. So an amount that is whole in 1024s is
/// shown in gigabytes of 1024, otherwise one that is whole in 1000s in gigabytes of 1000; then halves of 1024, then
/// tenths of 1000. Where two of a kind fit, the smaller figure wins, which promises no more than is delivered.
/// Everything else, and everything below 1000, stays in megabytes: nothing is ever rounded.
///
/// ```
/// use onefare_core::bundle::data_text;
/// use onefare_core::language::Language;
/// let text = |megabytes| data_text(megabytes, Language::En).replace('\u{a0}', " ");
/// assert_eq!([text(1024), text(1000), text(1536), text(500)], ["1 GB", "1 GB", "1.5 GB", "500 MB"]);
/// assert_eq!(data_text(1536, Language::Nl), "1,5\u{a0}GB");
/// ```
#[must_use]
pub fn data_text(megabytes: u32, language: Language) -> String {
    match gigabyte_tenths(megabytes) {
        Some(tenths) => tenths_text(tenths, language),
        None => with_unit(&figure_text(&megabytes.to_string(), "", language), false, language),
    }
}

/// Tenths of a gigabyte, such as `1.5 GB`; a whole number has no decimals.
pub(super) fn tenths_text(tenths: u32, language: Language) -> String {
    let fraction = if tenths.is_multiple_of(10) { String::new() } else { (tenths % 10).to_string() };
    with_unit(&figure_text(&(tenths / 10).to_string(), &fraction, language), true, language)
}

fn with_unit(figure: &str, gigabytes: bool, language: Language) -> String {
    let unit = match (language, gigabytes) {
        (Language::En | Language::Nl | Language::De, true) => "GB",
        (Language::En | Language::Nl | Language::De, false) => "MB",
        (Language::Fr, true) => "Go",
        (Language::Fr, false) => "Mo",
        (Language::Ar, true) => "جيجابايت",
        (Language::Ar, false) => "ميجابايت",
    };
    match language {
        Language::Fr => format!("{figure}{NARROW_NO_BREAK_SPACE}{unit}"),
        Language::Ar => isolated(&format!("{figure}{NO_BREAK_SPACE}{unit}")),
        Language::En | Language::Nl | Language::De => format!("{figure}{NO_BREAK_SPACE}{unit}"),
    }
}

/// `megabytes` as tenths of a gigabyte, without rounding; `None` when that is not possible.
const fn gigabyte_tenths(megabytes: u32) -> Option<u32> {
    Some(match megabytes {
        0..1000 => return None,
        _ if megabytes.is_multiple_of(1024) => (megabytes / 512).saturating_mul(5),
        _ if megabytes.is_multiple_of(1000) => megabytes / 100,
        _ if megabytes.is_multiple_of(512) => (megabytes / 512).saturating_mul(5),
        _ if megabytes.is_multiple_of(100) => megabytes / 100,
        _ => return None,
    })
}

/// A number of days, such as `1 day`, `30 dagen` or `يومان`, with the plural forms of the language (CLDR).
///
/// ```
/// use onefare_core::bundle::days_text;
/// use onefare_core::language::Language;
/// assert_eq!(days_text(30, Language::En), "30\u{a0}days");
/// assert_eq!(days_text(1, Language::Fr), "1\u{a0}jour");
/// ```
#[must_use]
pub fn days_text(days: u32, language: Language) -> String {
    let (one, more) = match language {
        Language::En => ("day", "days"),
        Language::Nl => ("dag", "dagen"),
        Language::De => ("Tag", "Tage"),
        Language::Fr => ("jour", "jours"),
        Language::Ar => return arabic_days(days),
    };
    // French uses the singular for zero.
    let singular = days == 1 || (days == 0 && language == Language::Fr);
    let figure = figure_text(&days.to_string(), "", language);
    format!("{figure}{NO_BREAK_SPACE}{}", if singular { one } else { more })
}

fn arabic_days(days: u32) -> String {
    let noun = match (days, days % 100) {
        (1, _) => return isolated("يوم"),
        (2, _) => return isolated("يومان"),
        (_, 3..=10) => "أيام",
        (_, 11..) => "يومًا",
        _ => "يوم",
    };
    isolated(&format!("{}{NO_BREAK_SPACE}{noun}", figure_text(&days.to_string(), "", Language::Ar)))
}

/// Data and days of a plan that names neither. English has the words of the specification (section 9, `10GB` and
/// `30 days`), the other languages their own for the same amounts.
///
/// ```
/// use onefare_core::bundle::default_texts;
/// use onefare_core::language::Language;
/// assert_eq!(default_texts(Language::En), ("10GB".to_owned(), "30 days".to_owned()));
/// ```
#[must_use]
pub fn default_texts(language: Language) -> (String, String) {
    match language {
        Language::En => ("10GB".to_owned(), "30 days".to_owned()),
        _ => (data_text(DEFAULT_MB, language), days_text(DEFAULT_DAYS, language)),
    }
}
