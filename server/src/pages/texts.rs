//! The server's share of the catalogs in `web/src/i18n`: titles, descriptions and what else is written outside React.
//!
//! A language is offered when its folder holds a `shop.json`: adding one is adding files.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use onefare_core::language::Language;
use rust_embed::Embed;

use super::language::OfferedLanguages;

#[derive(Embed)]
#[folder = "../web/src/i18n"]
#[include = "*/shop.json"]
struct Catalogs;

/// Why there are no texts.
#[derive(Debug, thiserror::Error)]
pub enum TextsError {
    /// English is what everything falls back to.
    #[error("web/src/i18n/en/shop.json is missing")]
    NoEnglish,
    /// A catalog is one flat object of texts.
    #[error("web/src/i18n/{0}/shop.json must be one flat JSON object of texts: {1}")]
    Malformed(&'static str, serde_json::Error),
}

/// The texts of every offered language.
#[derive(Clone, Debug)]
pub struct Texts {
    by_language: BTreeMap<Language, HashMap<String, String>>,
}

impl Texts {
    /// Reads the catalogs.
    ///
    /// # Errors
    /// When there is no English one, or one is not a flat object of texts.
    pub fn load() -> Result<Self, TextsError> {
        Self::from_catalogs(
            Language::ALL.into_iter().filter_map(|language| {
                Some((language, Catalogs::get(&format!("{}/shop.json", language.code()))?.data))
            }),
        )
    }

    /// Reads the given catalogs, as [`Texts::load`] does.
    ///
    /// # Errors
    /// As [`Texts::load`].
    pub fn from_catalogs<'a>(
        catalogs: impl IntoIterator<Item = (Language, Cow<'a, [u8]>)>,
    ) -> Result<Self, TextsError> {
        let by_language = catalogs
            .into_iter()
            .map(|(language, json)| {
                let texts: HashMap<String, String> =
                    serde_json::from_slice(&json).map_err(|error| TextsError::Malformed(language.code(), error))?;
                Ok((language, texts))
            })
            .collect::<Result<BTreeMap<_, _>, TextsError>>()?;
        if by_language.contains_key(&Language::En) { Ok(Self { by_language }) } else { Err(TextsError::NoEnglish) }
    }

    /// The languages that have a catalog.
    #[must_use]
    pub fn languages(&self) -> OfferedLanguages {
        OfferedLanguages::new(&self.by_language.keys().copied().collect::<Vec<_>>())
    }

    /// The text under `key`, its slots such as `{name}` filled. An unknown key shows itself, so that it is found.
    #[must_use]
    pub fn get(&self, language: Language, key: &str, slots: &[(&str, &str)]) -> String {
        let text = [language, Language::En]
            .iter()
            .find_map(|language| self.by_language.get(language)?.get(key))
            .map_or(key, String::as_str);
        fill(text, slots)
    }
}

/// One pass from left to right, so that a filled-in text is never searched for slots again.
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

    fn texts() -> Texts {
        let json = |text: &'static str| Cow::Borrowed(text.as_bytes());
        Texts::from_catalogs([
            (Language::En, json(r#"{"a":"Buy {brand} {brand} {x}","b":"only English"}"#)),
            (Language::Ar, json(r#"{"a":"اشتر {brand}"}"#)),
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
    fn offers_the_languages_that_have_files() {
        assert_eq!(texts().languages().as_slice(), [Language::En, Language::Ar]);
        assert!(matches!(Texts::from_catalogs([]), Err(TextsError::NoEnglish)));
        let nested = [(Language::En, Cow::Borrowed(br#"{"a":{"b":"c"}}"#.as_slice()))];
        assert!(matches!(Texts::from_catalogs(nested), Err(TextsError::Malformed("en", _))));
    }
}
