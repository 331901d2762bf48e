//! Languages and the parts of the site.

use onefare_core::language::{Area, Language};

targets! {
    "language" made of ["a", "r", "e", "n", "-", "AR", "\u{200F}"];

    codes asks [Language::parse], where |text| {
        let found = Language::parse(text);
        assert_eq!(found, Language::ALL.into_iter().find(|language| language.code() == text));
        let stored = serde_json::from_value::<Language>(text.into()).ok();
        assert_eq!(stored, found, "stored and typed codes are the same");
    };

    areas asks [Area::accept], where |code| {
        for area in Area::ALL {
            let accepted = area.accept(Some(code));
            assert_eq!(area.accept(Some(accepted.code())), accepted);
            assert!(accepted == area.bare_language() || accepted.code() == code);
        }
    };
}
