//! Percentages as text.

use onefare_core::percent::Percent;

use crate::arguments::small;

targets! {
    "percent" made of ["9", "0", ".", "%", "-"];

    text asks [Percent::parse, Percent::from_basis_points], where |text| {
        for percent in [Percent::parse(text), Percent::from_basis_points(small(text))].into_iter().flatten() {
            assert!(percent.basis_points() <= 10_000 && percent.whole_down() <= 100);
            assert_eq!(Percent::parse(&percent.to_string()), Ok(percent));
        }
    };
}
