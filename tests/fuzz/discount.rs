//! Discount codes.

use onefare_core::discount::{DiscountCode, FoldedCode, MAX_CODE_LENGTH, read_code};
use onefare_core::typed_text::{is_blank, is_dash, plain};

use crate::arguments::arguments;

targets! {
    "discount" made of ["a", "Z", "-", " ", "{", "[", "\"", "\u{212A}", "\u{200B}", "\u{2011}", "\u{202E}"];

    codes asks [FoldedCode::parse, read_code], where |text| {
        assert_eq!(read_code(text).ok(), FoldedCode::parse(text), "what is typed is read as it is stored");
        let Some(code) = FoldedCode::parse(text) else { return };
        let folded = code.as_str();
        assert!((1..=MAX_CODE_LENGTH).contains(&folded.len()));
        let stored = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_".contains(&byte);
        assert!(folded.bytes().all(stored));
        assert!(folded.eq_ignore_ascii_case(&plain(text)));
        assert_eq!(FoldedCode::parse(folded).as_ref(), Some(&code));
        let shouted = format!(" {} ", folded.to_ascii_uppercase());
        assert_eq!(FoldedCode::parse(&shouted).as_ref(), Some(&code), "case tells no codes apart");
    };

    marks asks [plain, is_blank], where |text| {
        let word = plain(text);
        assert_eq!(plain(&word), word, "a plain word stays as it is");
        assert!(word.chars().all(|character| character == '-' || !is_dash(character)));
        assert!(word.chars().count() <= text.chars().count(), "nothing is added");
        assert!(!is_blank(text) || is_blank(&word));
        assert_eq!(plain(&format!("\u{FEFF}\u{2068}{text}\u{200B}\u{2069}")), word, "marks around it change nothing");
    };

    stored asks [DiscountCode::is_for], where |text| {
        let [json, product] = arguments(text);
        let Ok(code) = serde_json::from_str::<DiscountCode>(json) else { return };
        let written = serde_json::to_string(&code).unwrap();
        assert_eq!(serde_json::from_str::<DiscountCode>(&written).unwrap(), code);
        assert!(code.products.is_some() || code.is_for(product));
    };
}
