//! Amounts: decimal text, and arithmetic with figures that no shop would charge.

use onefare_core::currency::Currency;
use onefare_core::money::{MAX_MINOR, Money, saving};
use onefare_core::percent::Percent;

use crate::arguments::{arguments, number, small};

targets! {
    "money" made of ["9", "0", ".", "-", ",", "e", "٣"];

    decimal_text asks [Money::parse], where |text| {
        for currency in Currency::ALL {
            let Ok(money) = Money::parse(text, currency) else { continue };
            assert_eq!(money.to_decimal_text(), text, "there is one spelling of each amount");
            assert!(money.minor().abs() <= MAX_MINOR && money.currency() == currency);
        }
        let Some(currency) = currency_of(text) else { return };
        let Ok(money) = Money::new(number(arguments::<2>(text)[0]), currency) else { return };
        assert_eq!(Money::parse(&money.to_decimal_text(), currency), Ok(money));
    };

    arithmetic asks [Money::new, Money::plus, Money::minus, Money::per, Money::allocate, saving], where |text| {
        let [first, _, second] = arguments(text);
        let Some(currency) = currency_of(text) else { return };
        let (Ok(one), Ok(other)) = (Money::new(number(first), currency), Money::new(number(second), currency)) else {
            return;
        };
        if let Ok(sum) = one.plus(other) {
            assert_eq!(sum.minus(other), Ok(one));
        }
        if let Ok(part) = one.per(small(second)) {
            assert!(part.amount.minor().abs() <= one.minor().abs());
        }
        let weights: Vec<u32> = second.trim_matches(['[', ']']).split(',').map(small).collect();
        if let Ok(parts) = one.allocate(&weights) {
            assert_eq!(parts.iter().map(|part| part.minor()).sum::<i64>(), one.minor(), "nothing is lost");
            assert_eq!(parts.len(), weights.len());
        }
        assert!(saving(one, other).unwrap().basis_points() <= 10_000);
    };

    discounted asks [Money::less, Money::less_to_charge_step, Money::to_charge_step], where |text| {
        let [minor, _, points] = arguments(text);
        let (Some(currency), Ok(percent)) = (currency_of(text), Percent::from_basis_points(small(points))) else {
            return;
        };
        let Ok(price) = Money::new(number(minor), currency) else { return };
        assert!(price.less(percent).unwrap().minor().abs() <= price.minor().abs());
        for charged in [price.less_to_charge_step(percent), price.to_charge_step()].into_iter().flatten() {
            assert_eq!(charged.minor() % currency.charge_step(), 0);
            assert_eq!(charged.to_charge_step(), Ok(charged));
            assert!(charged.minor().abs() <= price.minor().abs() + currency.charge_step() / 2);
        }
    };
}

/// The currency that the second argument names.
fn currency_of(text: &str) -> Option<Currency> {
    Currency::parse(arguments::<3>(text)[1])
}
