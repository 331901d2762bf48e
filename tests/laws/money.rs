//! Amounts: parsing, sharing, rounding, saving.

use onefare_core::currency::Currency;
use onefare_core::money::{MAX_MINOR, Money, saving};
use onefare_core::percent::Percent;
use proptest::prelude::*;

/// Any currency of the arithmetic.
pub fn currency() -> impl Strategy<Value = Currency> {
    proptest::sample::select(&Currency::ALL[..])
}

/// Any amount, half of them small, where a half unit matters.
pub fn amount() -> impl Strategy<Value = Money> {
    let minor = prop_oneof![-10_000_i64..10_000, -MAX_MINOR..=MAX_MINOR];
    (minor, currency()).prop_map(|(minor, currency)| Money::new(minor, currency).unwrap())
}

/// Any percentage, half of them round, which give half units.
pub fn percent() -> impl Strategy<Value = Percent> {
    let points = prop_oneof![0_u32..=10_000, (0_u32..=20).prop_map(|twentieth| twentieth * 500)];
    points.prop_map(|points| Percent::from_basis_points(points).unwrap())
}

/// Whether `rounded` is `numerator / denominator` rounded to the nearest whole, halves away from zero, by integer
/// arithmetic.
fn is_nearest(rounded: i64, numerator: i128, denominator: i128) -> bool {
    let twice_off = 2 * (i128::from(rounded) * denominator - numerator);
    twice_off.abs() < denominator || (twice_off.abs() == denominator && (twice_off > 0) == (numerator > 0))
}

proptest! {
    #[test]
    fn what_is_written_is_read(money in amount()) {
        prop_assert_eq!(Money::parse(&money.to_decimal_text(), money.currency()), Ok(money));
    }

    #[test]
    fn what_is_read_is_written(text in "-?[0-9]{1,17}(\\.[0-9]{0,4})?", currency in currency()) {
        if let Ok(money) = Money::parse(&text, currency) {
            prop_assert_eq!(money.to_decimal_text(), text);
        }
    }

    #[test]
    fn reading_never_panics(text in any::<String>(), currency in currency()) {
        let _ = Money::parse(&text, currency);
    }

    #[test]
    fn a_sum_taken_back_is_the_amount(money in amount(), other in amount()) {
        match money.plus(other) {
            Ok(sum) => prop_assert_eq!(sum.minus(other), Ok(money)),
            Err(_) => prop_assert!(
                money.currency() != other.currency() || (money.minor() + other.minor()).abs() > MAX_MINOR
            ),
        }
    }

    #[test]
    fn less_is_the_nearest_total(money in amount(), percent in percent()) {
        let left = i128::from(10_000 - percent.basis_points());
        prop_assert!(is_nearest(money.less(percent).unwrap().minor(), i128::from(money.minor()) * left, 10_000));
    }

    #[test]
    fn more_percent_is_never_dearer(money in amount(), one in percent(), other in percent()) {
        let (small, large) = (one.min(other), one.max(other));
        let (dear, cheap) = (money.less(small).unwrap().minor(), money.less(large).unwrap().minor());
        let between = if money.minor() >= 0 { 0 <= cheap && cheap <= dear } else { dear <= cheap && cheap <= 0 };
        prop_assert!(between);
    }

    #[test]
    fn a_part_is_the_nearest_and_says_whether_it_is_exact(money in amount(), count in 1_u32..) {
        let part = money.per(count).unwrap();
        prop_assert!(is_nearest(part.amount.minor(), money.minor().into(), count.into()));
        let back = i128::from(part.amount.minor()) * i128::from(count);
        prop_assert_eq!(part.exact, back == i128::from(money.minor()));
    }

    #[test]
    fn shares_add_up_and_are_a_unit_off_at_most(money in amount(), weights in prop::collection::vec(any::<u32>(), 1..20)) {
        let total: i128 = weights.iter().copied().map(i128::from).sum();
        prop_assume!(total > 0);
        let shares = money.allocate(&weights).unwrap();
        prop_assert_eq!(shares.iter().map(|share| i128::from(share.minor())).sum::<i128>(), money.minor().into());
        for (share, weight) in shares.iter().zip(&weights) {
            let off = i128::from(share.minor()) * total - i128::from(money.minor()) * i128::from(*weight);
            prop_assert!(off.abs() < total, "share {} of weight {weight}", share.minor());
        }
    }

    #[test]
    fn equal_weights_differ_by_a_unit_at_most(money in amount(), count in 1_usize..50) {
        let shares = money.allocate(&vec![1; count]).unwrap();
        let minors = || shares.iter().map(|share| share.minor());
        prop_assert!(minors().max().unwrap() - minors().min().unwrap() <= 1);
    }

    #[test]
    fn the_charge_is_the_nearest_multiple_of_the_step(money in amount()) {
        let step = money.currency().charge_step();
        let charge = money.to_charge_step().unwrap();
        prop_assert_eq!(charge.minor() % step, 0);
        prop_assert!(is_nearest(charge.minor() / step, money.minor().into(), step.into()));
        prop_assert_eq!(charge.to_charge_step(), Ok(charge));
    }

    #[test]
    fn a_saving_never_overstates(before in amount(), now in amount()) {
        let Ok(percent) = saving(before, now) else {
            prop_assert!(before.currency() != now.currency());
            return Ok(());
        };
        let points = i128::from(percent.basis_points());
        let saved = i128::from(before.minor()) - i128::from(now.minor());
        if saved <= 0 || before.minor() <= 0 {
            prop_assert_eq!(points, 0);
        } else {
            prop_assert!(points * i128::from(before.minor()) <= saved * 10_000);
            prop_assert!(points == 10_000 || (points + 1) * i128::from(before.minor()) > saved * 10_000);
        }
        prop_assert!(percent.whole_down() * 100 <= percent.basis_points());
    }
}
