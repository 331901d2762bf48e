//! Languages and the parts of the site.

use onefare_core::language::{Area, Language};

use crate::arguments::arguments;

targets! {
    "language" made of ["a", "r", "/esim", "/", "-", "AR", "\u{200F}"];

    codes asks [Language::parse], where |text| {
        let found = Language::parse(text);
        assert_eq!(found, Language::ALL.into_iter().find(|language| language.code() == text));
        let stored = serde_json::from_value::<Language>(text.into()).ok();
        assert_eq!(stored, found, "stored and typed codes are the same");
    };

    areas asks [Area::of_path, Area::accept], where |text| {
        let [path, code] = arguments(text);
        let area = Area::of_path(path);
        let accepted = area.accept(Some(code));
        assert_eq!(area.accept(Some(accepted.code())), accepted);
        assert!(accepted == area.bare_language() || accepted.code() == code);
    };
}
