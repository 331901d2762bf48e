//! Percentages: parsing and printing.

use onefare_core::percent::Percent;
use proptest::prelude::*;

/// All ten thousand and one values: no need to draw.
#[test]
fn what_is_written_is_read() {
    for points in 0..=10_000 {
        let percent = Percent::from_basis_points(points).unwrap();
        assert_eq!(Percent::parse(&percent.to_string()), Ok(percent));
        assert_eq!(Percent::parse(&format!("{}.{:02}", points / 100, points % 100)), Ok(percent));
        assert_eq!(percent.whole_down(), points / 100);
    }
}

proptest! {
    #[test]
    fn nothing_above_a_hundred(points in 10_001_u32..) {
        prop_assert!(Percent::from_basis_points(points).is_err());
    }

    #[test]
    fn what_is_read_means_what_it_says(text in "[0-9]{0,4}\\.?[0-9]{0,3}") {
        let figures = text.chars().filter(char::is_ascii_digit).count() > 0;
        if let Ok(percent) = Percent::parse(&text) {
            let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
            let said = whole.parse::<u32>().unwrap() * 100 + format!("{fraction:0<2}").parse::<u32>().unwrap();
            prop_assert!(figures && said == percent.basis_points());
        }
    }

    #[test]
    fn reading_never_panics(text in any::<String>()) {
        let _ = Percent::parse(&text);
    }
}
