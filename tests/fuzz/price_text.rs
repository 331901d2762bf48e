//! Prices of any amount.

use onefare_core::currency::Currency;
use onefare_core::language::Language;
use onefare_core::money::Money;
use onefare_core::price_text::{card_text, change_text, price_label, price_text};

use crate::arguments::{arguments, number};

targets! {
    "price_text" made of ["9", "-", "0"];

    prices asks [price_text, price_label, card_text, change_text], where |text| {
        let [minor, code] = arguments(text);
        for currency in Currency::ALL.into_iter().filter(|currency| code.is_empty() || currency.code() == code) {
            let Ok(price) = Money::new(number(minor), currency) else { return };
            for language in Language::ALL {
                for written in [price_text(price, language), card_text(price, language)] {
                    let digits: String = written.chars().filter(char::is_ascii_digit).collect();
                    let plain: String = price.to_decimal_text().chars().filter(char::is_ascii_digit).collect();
                    assert_eq!(digits, plain, "every digit, and no other: {written}");
                    assert_eq!(written.contains('-'), price.minor() < 0, "{written}");
                }
                assert!(change_text(price, language).contains(if price.minor() < 0 { '-' } else { '+' }));
                assert!(price_label(price, language).text.contains(&price_label(price, language).amount));
            }
        }
    };
}
