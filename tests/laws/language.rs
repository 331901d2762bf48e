//! Languages: five codes and nothing else, one bare language per area.

use onefare_core::language::{Area, Direction, Language};
use proptest::prelude::*;

#[test]
fn every_code_is_read_back_everywhere() {
    for language in Language::ALL {
        assert_eq!(Language::parse(language.code()), Some(language));
        for area in Area::ALL {
            assert_eq!(area.accept(Some(language.code())), language);
        }
    }
}

#[test]
fn each_area_has_one_bare_language_and_no_two_share_an_address() {
    for area in Area::ALL {
        let mut prefixes = Language::ALL.map(|language| area.address_prefix(language));
        assert_eq!(area.address_prefix(area.bare_language()), "");
        prefixes.sort_unstable();
        assert!(prefixes.windows(2).all(|pair| pair[0] != pair[1]), "{prefixes:?}");
        for language in Language::ALL.into_iter().filter(|language| *language != area.bare_language()) {
            assert_eq!(area.address_prefix(language), format!("/{}", language.code()));
        }
    }
}

#[test]
fn only_arabic_runs_from_right_to_left() {
    let right = Language::ALL.into_iter().filter(|language| language.direction() == Direction::Rtl);
    assert_eq!(right.collect::<Vec<_>>(), [Language::Ar]);
}

proptest! {
    #[test]
    fn anything_else_is_the_areas_own(code in prop_oneof![any::<String>(), "[a-zA-Z]{0,3}(-[A-Z]{2})?"]) {
        let known = Language::parse(&code);
        for area in Area::ALL {
            prop_assert_eq!(area.accept(Some(&code)), known.unwrap_or(area.bare_language()));
        }
        prop_assert_eq!(known.map_or("", Language::code), if known.is_some() { code.as_str() } else { "" });
    }
}
