//! Prices as text in five languages, the same everywhere to the byte.
//!
//! Two forms: the *running* form of sentences and letters follows the Unicode locale data (CLDR); the *card* form of
//! the purchase cards puts every symbol after the figure, but `$` and `€` before it in English and Dutch
//! (specification 1, section 9; the other languages write them after it everywhere). Figures are always Western, so
//! that they match cards and bank texts. Arabic prices are wrapped in a right-to-left isolate, so that they keep their
//! order inside any sentence; within it, a minus stays before its figure and the dollar sign behind its letters.

use serde::{Deserialize, Serialize};

use crate::currency::Currency;
use crate::language::Language;
use crate::money::Money;

const NO_BREAK_SPACE: char = '\u{A0}';
const NARROW_NO_BREAK_SPACE: char = '\u{202F}';
const ISOLATE_LEFT_TO_RIGHT: char = '\u{2066}';
const ISOLATE_RIGHT_TO_LEFT: char = '\u{2067}';
const ISOLATE_END: char = '\u{2069}';

/// A price in pieces, so that the page can set the symbol smaller than the figure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PriceLabel {
    /// The whole price as text.
    pub text: String,
    /// The figure alone.
    pub amount: String,
    /// The symbol alone.
    pub symbol: String,
    /// Whether the symbol stands before the figure.
    pub symbol_first: bool,
}

/// The running form, such as `AED 39.99`, `€ 39,99` or `39,99 €`.
///
/// ```
/// use onefare_core::{currency::Currency, language::Language, money::Money, price_text::price_text};
/// let price = Money::new(3999, Currency::Aed)?;
/// assert_eq!(price_text(price, Language::En), "AED\u{a0}39.99");
/// assert_eq!(price_text(price, Language::De), "39,99\u{a0}AED");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn price_text(price: Money, language: Language) -> String {
    running(price, &signed_figure(price, language), language)
}

/// The running form around an already formatted figure.
fn running(price: Money, amount: &str, language: Language) -> String {
    let symbol = running_symbol(price.currency(), language);
    match language {
        Language::En => {
            let (sign, figure) = amount.split_at(usize::from(amount.starts_with(['-', '+'])));
            let gap = if symbol.chars().any(char::is_alphabetic) { "\u{A0}" } else { "" };
            format!("{sign}{symbol}{gap}{figure}")
        }
        Language::Nl => format!("{symbol}{NO_BREAK_SPACE}{amount}"),
        Language::De | Language::Fr => format!("{amount}{NO_BREAK_SPACE}{symbol}"),
        Language::Ar => isolated(&format!("{amount}{NO_BREAK_SPACE}{symbol}")),
    }
}

/// The card form in pieces, so that a page can set the symbol smaller than the figure.
///
/// ```
/// use onefare_core::{currency::Currency, language::Language, money::Money, price_text::price_label};
/// let label = price_label(Money::new(14_999, Currency::Aed)?, Language::En);
/// assert_eq!((label.text.as_str(), label.symbol_first), ("149.99\u{a0}AED", false));
/// let label = price_label(Money::new(3999, Currency::Usd)?, Language::En);
/// assert_eq!((label.text.as_str(), label.symbol_first), ("$39.99", true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn price_label(price: Money, language: Language) -> PriceLabel {
    let amount = signed_figure(price, language);
    let currency = price.currency();
    let symbol = match language {
        Language::Ar => running_symbol(currency, language),
        _ => currency.symbol(),
    };
    let is_sign = matches!(currency, Currency::Usd | Currency::Eur);
    let symbol_first = is_sign && matches!(language, Language::En | Language::Nl);
    let text = match (symbol_first, language) {
        (true, Language::En) => format!("{symbol}{amount}"),
        (true, _) => format!("{symbol}{NO_BREAK_SPACE}{amount}"),
        (false, Language::Ar) => isolated(&format!("{amount}{NO_BREAK_SPACE}{symbol}")),
        (false, _) => format!("{amount}{NO_BREAK_SPACE}{symbol}"),
    };
    PriceLabel { text, amount, symbol: symbol.to_owned(), symbol_first }
}

/// The running form of a change of an amount: its sign is always written, `+` for one that is not negative.
///
/// ```
/// use onefare_core::{currency::Currency, language::Language, money::Money, price_text::change_text};
/// assert_eq!(change_text(Money::new(-3000, Currency::Aed)?, Language::En), "-AED\u{a0}30.00");
/// assert_eq!(change_text(Money::new(5, Currency::Omr)?, Language::De), "+0,005\u{a0}OMR");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn change_text(change: Money, language: Language) -> String {
    let figure = if change.minor() < 0 { signed_figure(change, language) } else { signed('+', change, language) };
    running(change, &figure, language)
}

/// The card form as one string.
#[must_use]
pub fn card_text(price: Money, language: Language) -> String {
    price_label(price, language).text
}

/// Wraps a text so that it reads right to left in any sentence.
pub(crate) fn isolated(text: &str) -> String {
    format!("{ISOLATE_RIGHT_TO_LEFT}{text}{ISOLATE_END}")
}

/// The figure with its sign and without symbol, grouped by thousands; without a sign when it is not negative.
fn signed_figure(price: Money, language: Language) -> String {
    if price.minor() < 0 { signed('-', price, language) } else { figure(price, language) }
}

/// The figure with a sign before it. Between Arabic letters a sign would move to the other side of its figure; the
/// isolate holds both together.
fn signed(sign: char, price: Money, language: Language) -> String {
    let figure = figure(price, language);
    match language {
        Language::Ar => format!("{ISOLATE_LEFT_TO_RIGHT}{sign}{figure}{ISOLATE_END}"),
        _ => format!("{sign}{figure}"),
    }
}

fn figure(price: Money, language: Language) -> String {
    let (whole, fraction) = price.digits();
    figure_text(&whole, &fraction, language)
}

/// Digits before and after the decimal mark as a language writes them, grouped by thousands; no mark without a
/// fraction.
pub(crate) fn figure_text(whole: &str, fraction: &str, language: Language) -> String {
    let (group, decimal) = match language {
        Language::En | Language::Ar => (',', '.'),
        Language::Nl | Language::De => ('.', ','),
        Language::Fr => (NARROW_NO_BREAK_SPACE, ','),
    };
    let mut text = String::with_capacity(whole.len().saturating_mul(2));
    for (position, digit) in whole.chars().enumerate() {
        let left = whole.len().saturating_sub(position);
        if position > 0 && left.checked_rem(3) == Some(0) {
            text.push(group);
        }
        text.push(digit);
    }
    if !fraction.is_empty() {
        text.push(decimal);
        text.push_str(fraction);
    }
    text
}

/// The symbol of the running form (CLDR 48). In Arabic a left-to-right mark keeps a sign behind its Latin letters;
/// without it the sign would move to their other side.
const fn running_symbol(currency: Currency, language: Language) -> &'static str {
    match (language, currency) {
        (Language::Ar, Currency::Aed) => "د.إ.",
        (Language::Ar, Currency::Sar) => "ر.س.",
        (Language::Ar, Currency::Qar) => "ر.ق.",
        (Language::Ar, Currency::Omr) => "ر.ع.",
        (Language::Ar, Currency::Kwd) => "د.ك.",
        (Language::Ar, Currency::Usd) => "US$\u{200E}",
        (Language::Ar, Currency::Jpy) => "JP¥\u{200E}",
        (Language::Nl, Currency::Usd) => "US$",
        (Language::Nl, Currency::Jpy) => "JP¥",
        (Language::Fr, Currency::Usd) => "$US",
        (Language::Fr, Currency::Jpy) => "JPY",
        (_, Currency::Jpy) => "¥",
        (_, other) => other.symbol(),
    }
}
