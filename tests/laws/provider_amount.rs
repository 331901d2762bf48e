//! Amounts to and from providers: conversion loses nothing, and no amount is sent that could not be charged.

use onefare_core::currency::Currency;
use onefare_core::money::Money;
use onefare_core::provider_amount::{from_mollie, from_stripe, to_mollie, to_stripe};
use proptest::prelude::*;

use crate::money::{amount, currency};

proptest! {
    #[test]
    fn what_stripe_is_told_comes_back(money in amount()) {
        let step = money.currency().charge_step();
        match to_stripe(money) {
            Ok((minor, code)) => {
                prop_assert_eq!(from_stripe(minor, &code), Some(money));
                prop_assert!((0..=99_999_999).contains(&minor) && minor % step == 0);
                prop_assert_eq!(code, money.currency().code().to_lowercase());
            }
            Err(_) => prop_assert!(money.minor() < 0 || money.minor() > 99_999_999 || money.minor() % step != 0),
        }
    }

    #[test]
    fn what_mollie_is_told_comes_back(money in amount()) {
        match to_mollie(money) {
            Ok((value, code)) => {
                prop_assert_eq!(from_mollie(&value, &code), Some(money));
                let decimals = value.split_once('.').map_or(0, |(_, decimals)| decimals.len());
                prop_assert_eq!(decimals, if money.currency() == Currency::Jpy { 0 } else { 2 });
                prop_assert!(value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'));
            }
            Err(_) => {
                let thousandths = matches!(money.currency(), Currency::Omr | Currency::Kwd);
                prop_assert!(thousandths || money.minor() <= 0 || money.minor() > 99_999_999);
            }
        }
    }

    #[test]
    fn an_ordinary_price_goes_to_stripe(minor in 0_i64..=9_999_999, currency in currency()) {
        let money = Money::new(minor * currency.charge_step(), currency).unwrap();
        prop_assert!(to_stripe(money).is_ok());
    }

    #[test]
    fn reading_never_panics(value in any::<String>(), code in any::<String>(), minor in any::<i64>()) {
        for code in [code.as_str(), "EUR"] {
            let _ = (from_mollie(&value, code), from_stripe(minor, code));
        }
    }
}
