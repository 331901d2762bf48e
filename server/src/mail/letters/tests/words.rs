//! The files of words.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use onefare_core::language::{Direction, Language};
use serde_json::Value;

use super::case;
use crate::mail::letters::texts::{Counted, Texts};

/// Every text of a file by its path, with the placeholders that it names. The forms of a number count as one text,
/// because a form may spell its number out.
fn placeholders(value: &Value, path: &str, found: &mut BTreeMap<String, BTreeSet<String>>) {
    match value {
        Value::Object(forms) if forms.contains_key("other") => placeholders(&forms["other"], path, found),
        Value::Object(parts) => {
            parts.iter().for_each(|(key, part)| placeholders(part, &format!("{path}.{key}"), found))
        }
        Value::Array(parts) => {
            parts.iter().enumerate().for_each(|(at, part)| placeholders(part, &format!("{path}.{at}"), found));
        }
        Value::String(text) => {
            let named =
                text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name.to_owned());
            found.insert(path.to_owned(), named.collect());
        }
        other => panic!("{path} is {other}"),
    }
}

fn file(language: Language) -> Value {
    serde_json::from_str(Texts::file(language)).expect("JSON")
}

#[test]
fn every_language_has_the_same_texts_with_the_same_placeholders() {
    let mut english = BTreeMap::new();
    placeholders(&file(Language::En), "", &mut english);
    assert!(english.len() > 100);
    for language in Language::ALL {
        assert!(Texts::of(language).is_ok(), "{language:?}: {:?}", Texts::of(language).err());
        let mut theirs = BTreeMap::new();
        placeholders(&file(language), "", &mut theirs);
        assert_eq!(theirs, english, "{language:?}");
    }
}

#[test]
fn no_text_is_empty_or_left_in_english() {
    let same = [".plan.name", ".plan.term", ".labels.data", ".labels.destination", ".labels.by_ideal"];
    let same = |path: &str| same.contains(&path);
    let text = |language, path: &str| {
        let pointer = path.replace('.', "/");
        let found = file(language);
        let value = found.pointer(&pointer).expect("a text");
        value.get("other").unwrap_or(value).as_str().expect("a text").to_owned()
    };
    let mut paths = BTreeMap::new();
    placeholders(&file(Language::En), "", &mut paths);
    for path in paths.keys() {
        let english = text(Language::En, path);
        assert!(!english.trim().is_empty() && english.trim() == english, "{path}");
        for language in Language::ALL.into_iter().filter(|language| *language != Language::En) {
            let theirs = text(language, path);
            assert!(!theirs.trim().is_empty(), "{language:?} {path}");
            assert!(theirs != english || same(path), "{language:?} {path} is English");
        }
    }
}

/// Paths of the texts with forms for a number.
fn counted(value: &Value, found: &mut Vec<Value>) {
    match value {
        Value::Object(forms) if forms.contains_key("other") => found.push(value.clone()),
        Value::Object(parts) => parts.values().for_each(|part| counted(part, found)),
        _ => {}
    }
}

#[test]
fn every_language_has_the_forms_its_numbers_need() {
    for language in Language::ALL {
        let mut texts = vec![];
        counted(&file(language), &mut texts);
        assert_eq!(texts.len(), 7, "{language:?}");
        let arabic = language.direction() == Direction::Rtl;
        for text in texts {
            let text: Counted = serde_json::from_value(text).expect("forms");
            for form in [&text.two, &text.few, &text.many] {
                assert_eq!(form.is_some(), arabic, "{language:?} {text:?}");
            }
        }
    }
}

#[test]
fn numbers_bend_their_nouns() {
    let counted = Counted {
        one: "one".to_owned(),
        two: Some("two".to_owned()),
        few: Some("few".to_owned()),
        many: Some("many".to_owned()),
        other: "other".to_owned(),
    };
    let arabic = [(0, "other"), (1, "one"), (2, "two"), (3, "few"), (10, "few"), (11, "many"), (99, "many")];
    let more = [(100, "other"), (101, "other"), (102, "other"), (103, "few"), (111, "many"), (200, "other")];
    for (count, form) in arabic.into_iter().chain(more) {
        assert_eq!(counted.form(count, Language::Ar), form, "{count}");
    }
    assert_eq!((counted.form(0, Language::En), counted.form(1, Language::En)), ("other", "one"));
    assert_eq!((counted.form(0, Language::Fr), counted.form(2, Language::Fr)), ("one", "other"));
    assert_eq!((counted.form(2, Language::De), counted.form(11, Language::Nl)), ("other", "other"));
}

/// Every text of the French pages with its file and key.
fn french_pages() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/src/i18n/fr");
    let files = fs::read_dir(folder).expect("the folder of the texts").map(|entry| entry.expect("a file").path());
    let texts = files.flat_map(|path| {
        let text = fs::read_to_string(&path).expect("a readable file");
        let catalog: BTreeMap<String, String> = serde_json::from_str(&text).expect("a catalog");
        catalog.into_iter().map(move |(key, text)| (format!("{}: {key}", path.display()), text))
    });
    texts.collect()
}

/// The first punctuation mark that no no-break space ties to its word.
fn loose_mark(text: &str) -> Option<char> {
    let letters: Vec<char> = text.chars().collect();
    let held = |at: Option<usize>| at.and_then(|at| letters.get(at)).is_some_and(|letter| *letter == '\u{A0}');
    let found = letters.iter().enumerate().find(|(at, mark)| match **mark {
        ':' | ';' | '?' | '!' | '»' => !held(at.checked_sub(1)),
        '«' => !held(at.checked_add(1)),
        _ => false,
    });
    found.map(|(_, mark)| *mark)
}

#[test]
fn a_loose_french_mark_is_found() {
    assert_eq!(loose_mark("Prix\u{A0}: «\u{A0}1\u{A0}»"), None);
    for (text, mark) in [("Prix : 1", ':'), ("Prix: 1", ':'), ("Prix\u{202F}?", '?'), ("« 1\u{A0}»", '«'), ("!", '!')]
    {
        assert_eq!(loose_mark(text), Some(mark), "{text}");
    }
}

#[test]
fn french_marks_do_not_fall_to_the_next_line() {
    let pages = french_pages();
    assert!(pages.len() > 1_000, "{} texts", pages.len());
    for (key, text) in &pages {
        assert_eq!(loose_mark(text), None, "{key}: {text}");
    }
    for mark in [" :", " ?", " !", " ;", " »", "« "] {
        assert!(!Texts::file(Language::Fr).contains(mark), "a plain space at {mark:?}");
    }
    // The plain text's labels and values too: their marks follow the rule of the sentences.
    for (name, letter) in case(Language::Fr).every_letter() {
        for line in letter.text.lines() {
            let address = line.find("://").unwrap_or(line.len());
            let before = |at: usize| line[..at].chars().next_back();
            let marks = line.match_indices([':', ';', '?', '!']).map(|(at, _)| at).filter(|at| *at < address);
            let loose = marks.filter(|at| before(*at) != Some('\u{A0}')).count();
            assert_eq!(loose, usize::from(line.starts_with("LPA:")), "{name}: {line}");
        }
    }
}
