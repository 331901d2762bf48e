//! Amounts as providers report them.

use onefare_core::currency::Currency;
use onefare_core::money::Money;
use onefare_core::provider_amount::{from_mollie, from_stripe, to_mollie, to_stripe};

use crate::arguments::{arguments, number};

targets! {
    "provider_amount" made of ["9", "0", ".", "-", "eur", "OMR"];

    told asks [from_mollie, from_stripe, to_mollie, to_stripe], where |text| {
        let [amount, code] = arguments(text);
        if let Some(money) = from_mollie(amount, code) {
            assert_eq!(Some(money.currency()), Currency::parse(code));
            assert_eq!(money.to_decimal_text(), amount);
            if let Ok((written, _)) = to_mollie(money) {
                assert_eq!(written, amount, "what is told is what was sent");
            }
        }
        if let Some(money) = from_stripe(number(amount), code) {
            assert_eq!(Money::new(number(amount), money.currency()), Ok(money));
            if let Ok((minor, code)) = to_stripe(money) {
                assert_eq!(from_stripe(minor, &code), Some(money));
            }
        }
    };
}
