//! Problems: codes tell them apart, and each has a sentence in all five languages.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use onefare_core::language::Language;
use onefare_core::message::Message;
use onefare_core::problem::Problem;
use proptest::prelude::*;

fn catalog(language: Language) -> BTreeMap<String, String> {
    let file = format!("../../web/src/i18n/{}/problems.json", language.code());
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Every key of the catalogs with its English text.
fn english() -> BTreeMap<String, String> {
    let problems = Problem::ALL.iter().map(|problem| (format!("problem.{}", problem.code()), problem.message()));
    let messages = Message::ALL.into_iter().map(|message| (format!("message.{}", message.code()), message.text()));
    problems.chain(messages).map(|(key, text)| (key, text.to_owned())).collect()
}

fn slots(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(slot, _)| slot).collect()
}

#[test]
fn codes_are_unique_and_stable_in_shape() {
    let codes: BTreeSet<_> = Problem::ALL.iter().map(|problem| problem.code()).collect();
    assert_eq!(codes.len(), Problem::ALL.len());
    for code in codes {
        assert!(code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'), "{code}");
        assert!(!code.starts_with('_') && !code.ends_with('_') && !code.contains("__"), "{code}");
    }
}

#[test]
fn every_code_finds_its_problem() {
    for problem in Problem::ALL {
        assert_eq!(Problem::parse(problem.code()), Some(*problem));
    }
    for message in Message::ALL {
        assert_eq!(Message::parse(message.code()), Some(message));
    }
}

#[test]
fn english_texts_are_the_catalogue() {
    assert_eq!(catalog(Language::En), english());
}

#[test]
fn every_language_says_everything() {
    let english = english();
    for language in Language::ALL {
        let texts = catalog(language);
        assert!(texts.keys().eq(english.keys()), "{language:?}");
        for (key, text) in &texts {
            assert!(!text.is_empty() && text.trim() == text, "{language:?} {key}");
            assert_eq!(slots(text), slots(&english[key]), "{language:?} {key}");
            assert!(language == Language::En || text != &english[key], "{language:?} {key} is not translated");
        }
    }
}

#[test]
fn arabic_is_written_in_arabic() {
    for (key, text) in catalog(Language::Ar) {
        assert!(text.chars().any(|letter| ('\u{621}'..='\u{64A}').contains(&letter)), "{key}: {text}");
    }
}

proptest! {
    #[test]
    fn nothing_but_a_code_is_a_code(text in prop_oneof![any::<String>(), "[a-z_]{0,24}"]) {
        if let Some(problem) = Problem::parse(&text) {
            prop_assert_eq!(problem.code(), text);
        }
    }
}
