//! Currency codes.

use onefare_core::currency::Currency;

targets! {
    "currency" made of ["A", "e", "D", " ", "\u{FF21}"];

    codes asks [Currency::parse, Currency::parse_offered], where |text| {
        let found = Currency::parse(text);
        assert_eq!(found, Currency::ALL.into_iter().find(|currency| text.eq_ignore_ascii_case(currency.code())));
        assert_eq!(Currency::parse_offered(text), found.filter(|currency| Currency::OFFERED.contains(currency)));
    };
}
