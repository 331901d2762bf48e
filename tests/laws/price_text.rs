//! Arabic prices as displayed: the result of Unicode's bidirectional algorithm, alone and in sentences.

use onefare_core::currency::Currency;
use onefare_core::language::Language;
use onefare_core::money::Money;
use onefare_core::price_text::{card_text, price_label, price_text};
use proptest::prelude::*;
use unicode_bidi::{BidiInfo, Level};

use crate::money::amount;

/// The characters of a line from left to right, without marks and isolates.
fn seen(text: &str, paragraph: Level) -> String {
    let info = BidiInfo::new(text, Some(paragraph));
    let line = info.reorder_line(&info.paragraphs[0], info.paragraphs[0].range.clone());
    line.chars().filter(|sign| !matches!(sign, '\u{200E}' | '\u{200F}' | '\u{2066}'..='\u{2069}')).collect()
}

/// A symbol as displayed: Arabic letters run from right to left, Latin ones and signs do not.
fn symbol_seen(currency: Currency) -> String {
    let symbol = price_label(Money::zero(currency), Language::Ar).symbol.replace('\u{200E}', "");
    if symbol.starts_with('د') || symbol.starts_with('ر') { symbol.chars().rev().collect() } else { symbol }
}

/// A figure as displayed: as in English, the minus first.
fn figure_seen(money: Money) -> String {
    price_label(money, Language::En).amount
}

proptest! {
    #[test]
    fn an_arabic_price_is_read_from_the_right_everywhere(money in amount(), before in sentence(), after in sentence()) {
        let wanted = format!("{}\u{a0}{}", symbol_seen(money.currency()), figure_seen(money));
        for text in [price_text(money, Language::Ar), card_text(money, Language::Ar)] {
            for paragraph in [Level::ltr(), Level::rtl()] {
                let line = seen(&format!("{before}{text}{after}"), paragraph);
                prop_assert!(line.contains(&wanted), "{line:?} lacks {wanted:?}");
            }
        }
    }

    #[test]
    fn the_pieces_of_a_card_keep_their_order_too(money in amount()) {
        let label = price_label(money, Language::Ar);
        prop_assert_eq!(seen(&label.amount, Level::rtl()), figure_seen(money));
        prop_assert_eq!(seen(&label.symbol, Level::rtl()), symbol_seen(money.currency()));
    }
}

/// What can stand beside a price: nothing, either script, figures, signs.
fn sentence() -> impl Strategy<Value = String> {
    let piece = proptest::sample::select(&["", "Total: ", "السعر ", "12 ", " - ", " (", ") ", "!", " 5%", "$"][..]);
    prop::collection::vec(piece, 0..3).prop_map(|pieces| pieces.concat())
}
