//! What countries and regions are called, in the languages of the shop.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use onefare_core::language::Language;
use serde::Deserialize;

/// The built-in names.
const BUILT_IN: &str = include_str!("../../config/places.toml");

/// Names by code.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct PlaceNames(BTreeMap<String, BTreeMap<Language, String>>);

impl PlaceNames {
    /// The names of `server/config/places.toml`; a test reads them.
    #[must_use]
    pub fn built_in() -> Self {
        Self::parse(BUILT_IN).unwrap_or_default()
    }

    /// [`built_in`](Self::built_in), read once.
    #[must_use]
    pub fn shared() -> &'static Self {
        static SHARED: LazyLock<PlaceNames> = LazyLock::new(PlaceNames::built_in);
        &SHARED
    }

    /// What a country is called in a language.
    #[must_use]
    pub fn country(&self, code: &str, language: Language) -> Option<&str> {
        self.0.get(code)?.get(&language).map(String::as_str)
    }

    /// Reads a file of names.
    ///
    /// # Errors
    /// The text is no such file.
    pub fn parse(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }

    /// The names of a place. A region that is not listed itself has the name of its family, `EU` for `EU-30`, with the
    /// number of its countries, because there may be several of a family.
    #[must_use]
    pub fn names(&self, code: &str, countries: usize) -> Option<BTreeMap<Language, String>> {
        if let Some(names) = self.0.get(code) {
            return Some(names.clone());
        }
        let (family, _) = code.split_once('-')?;
        let names = self.0.get(&format!("{family}-*"))?.iter();
        Some(names.map(|(language, name)| (*language, format!("{name} ({countries})"))).collect())
    }
}
