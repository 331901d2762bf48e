//! The server's part of the catalogs in `web/src/i18n`: titles, descriptions and other texts written outside React.
//!
//! Each area has one catalog, and `common` is for all. An area offers a language when it has both: adding a language is
//! adding files.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use onefare_core::language::{Area, Language};
use rust_embed::Embed;

use super::language::OfferedLanguages;
use super::page_row::COMMON;

#[derive(Embed)]
#[folder = "../web/src/i18n"]
struct Catalogs;

/// Why there are no texts.
#[derive(Debug, thiserror::Error)]
pub enum TextsError {
    /// English, the fallback of every language, is missing.
    #[error("web/src/i18n/en/common.json is missing")]
    NoEnglish,
    /// A catalog that is not one flat object of texts.
    #[error("web/src/i18n/{0}/{1}.json must be one flat JSON object of texts: {2}")]
    Malformed(&'static str, String, serde_json::Error),
}

/// The texts of every language.
#[derive(Clone, Debug)]
pub struct Texts {
    by_language: BTreeMap<Language, HashMap<String, String>>,
    catalogs: BTreeSet<(Language, String)>,
}

impl Texts {
    /// Reads the catalogs.
    ///
    /// # Errors
    /// When there is no English one, or one is not a flat object of texts.
    pub fn load() -> Result<Self, TextsError> {
        Self::from_catalogs(Catalogs::iter().filter_map(|path| {
            let (code, file) = path.split_once('/')?;
            let name = file.strip_suffix(".json")?.to_owned();
            Some((Language::parse(code)?, name, Catalogs::get(&path)?.data))
        }))
    }

    /// Reads the given catalogs, each with its language and name, as [`Texts::load`] does.
    ///
    /// # Errors
    /// As [`Texts::load`].
    pub fn from_catalogs<'a>(
        catalogs: impl IntoIterator<Item = (Language, String, Cow<'a, [u8]>)>,
    ) -> Result<Self, TextsError> {
        let mut read = Self { by_language: BTreeMap::new(), catalogs: BTreeSet::new() };
        for (language, name, json) in catalogs {
            let texts: HashMap<String, String> = serde_json::from_slice(&json)
                .map_err(|error| TextsError::Malformed(language.code(), name.clone(), error))?;
            read.by_language.entry(language).or_default().extend(texts);
            read.catalogs.insert((language, name));
        }
        if read.has(Language::En, COMMON) { Ok(read) } else { Err(TextsError::NoEnglish) }
    }

    /// The languages that each area has catalogs for.
    #[must_use]
    pub fn languages(&self) -> OfferedLanguages {
        OfferedLanguages::new(|area: Area, language| self.has(language, COMMON) && self.has(language, area.name()))
    }

    fn has(&self, language: Language, catalog: &str) -> bool {
        self.catalogs.contains(&(language, catalog.to_owned()))
    }

    /// The text under `key`, with its slots such as `{name}` filled. An unknown key is returned itself, so that it is
    /// noticed.
    #[must_use]
    pub fn get(&self, language: Language, key: &str, slots: &[(&str, &str)]) -> String {
        let text = [language, Language::En]
            .iter()
            .find_map(|language| self.by_language.get(language)?.get(key))
            .map_or(key, String::as_str);
        fill(text, slots)
    }
}

/// Fills slots in one pass from left to right, so that a value is never searched for slots.
fn fill(text: &str, slots: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let slot = after.split_once('}').and_then(|(name, tail)| {
            let (_, value) = slots.iter().find(|(slot, _)| *slot == name)?;
            Some((*value, tail))
        });
        match slot {
            Some((value, tail)) => {
                filled.push_str(value);
                rest = tail;
            }
            None => {
                filled.push('{');
                rest = after;
            }
        }
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(language: Language, name: &str, text: &'static str) -> (Language, String, Cow<'static, [u8]>) {
        (language, name.to_owned(), Cow::Borrowed(text.as_bytes()))
    }

    fn texts() -> Texts {
        Texts::from_catalogs([
            json(Language::En, "common", r#"{"a":"Buy {brand} {brand} {x}"}"#),
            json(Language::En, "vpn", r#"{"b":"only English"}"#),
            json(Language::Ar, "common", r#"{"a":"اشتر {brand}"}"#),
            json(Language::Ar, "vpn", "{}"),
            json(Language::De, "vpn", "{}"),
        ])
        .unwrap()
    }

    #[test]
    fn fills_slots_once_and_falls_back() {
        assert_eq!(texts().get(Language::En, "a", &[("brand", "{x}"), ("x", "!")]), "Buy {x} {x} !");
        assert_eq!(texts().get(Language::En, "a", &[]), "Buy {brand} {brand} {x}");
        assert_eq!(texts().get(Language::Ar, "a", &[("brand", "N")]), "اشتر N");
        assert_eq!(texts().get(Language::Ar, "b", &[]), "only English");
        assert_eq!(texts().get(Language::Ar, "head.x.title", &[]), "head.x.title");
        assert_eq!(fill("a { b", &[]), "a { b");
    }

    #[test]
    fn offers_the_languages_that_have_both_files() {
        let offered = texts().languages();
        assert_eq!(offered.of(Area::Vpn), [Language::En, Language::Ar]);
        assert_eq!(
            (offered.of(Area::Deal), offered.of(Area::Esim)),
            ([Language::Nl].as_slice(), [Language::En].as_slice())
        );
        assert!(matches!(Texts::from_catalogs([]), Err(TextsError::NoEnglish)));
        let nested = [json(Language::En, "common", r#"{"a":{"b":"c"}}"#)];
        assert!(matches!(Texts::from_catalogs(nested), Err(TextsError::Malformed("en", _, _))));
    }
}
