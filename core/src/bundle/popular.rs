//! The popular destinations of the footer, found among the bundles by name (specification 2, section 2 "Footer").

use serde::{Deserialize, Serialize};

use super::{Bundle, fold};
use crate::language::Language;

/// A destination the footer names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Destination {
    /// The United States.
    Usa,
    /// The United Kingdom.
    Uk,
    /// France.
    France,
    /// Germany.
    Germany,
    /// Japan.
    Japan,
}

impl Destination {
    /// Every destination in the order of the footer.
    pub const ALL: [Self; 5] = [Self::Usa, Self::Uk, Self::France, Self::Germany, Self::Japan];

    /// Finds the destination's bundle by its name in `language`, among bundles in the order they are listed.
    ///
    /// An exact name wins; of several, for the United States, "United States" is preferred to "USA" and that to the
    /// first. Otherwise a name that holds the destination's name as whole words, preferred in the same way: matched as
    /// a substring, "UK" would lead to Ukraine. `None` means that the footer shows the name without a link.
    ///
    /// The destination's own names are those of `language` (CLDR) and the English ones, because a bundle without a name
    /// in a language is shown under its English one.
    ///
    /// ```
    /// use onefare_core::bundle::{Bundle, Destination};
    /// use onefare_core::language::Language;
    /// let named = |id, name: &str| Bundle {
    ///     id,
    ///     code: format!("C{id}"),
    ///     names: [(Language::En, name.to_owned())].into(),
    ///     coverage: Vec::new(),
    ///     refills: Vec::new(),
    /// };
    /// let list = [named(1, "Ukraine"), named(2, "UK & Ireland"), named(3, "USA"), named(4, "United States")];
    /// let found = |destination: Destination| destination.find(&list, Language::En).map(|bundle| bundle.id);
    /// assert_eq!(found(Destination::Uk), Some(2));
    /// assert_eq!(found(Destination::Usa), Some(4));
    /// assert_eq!(found(Destination::Japan), None);
    /// ```
    #[must_use]
    pub fn find(self, bundles: &[Bundle], language: Language) -> Option<&Bundle> {
        let [own, english] = [self.names(language), self.names(Language::En)];
        let names: Vec<String> = own.iter().chain(english).map(|name| fold(name)).collect();
        let preferred: Vec<String> = match self {
            Self::Usa => own.iter().take(2).chain(english.iter().take(2)).map(|name| fold(name)).collect(),
            _ => Vec::new(),
        };
        let listed: Vec<(String, &Bundle)> =
            bundles.iter().map(|bundle| (fold(bundle.name_in(language)), bundle)).collect();
        let best = |agrees: fn(&str, &str) -> bool| {
            let hits = || listed.iter().filter(|(name, _)| names.iter().any(|wanted| agrees(name, wanted)));
            let first_choice = preferred.iter().find_map(|wanted| hits().find(|(name, _)| agrees(name, wanted)));
            first_choice.or_else(|| hits().next()).map(|(_, bundle)| *bundle)
        };
        best(|name, wanted| name == wanted).or_else(|| best(holds_words))
    }

    /// The destination's name in a language, for a destination without a bundle.
    #[must_use]
    pub const fn name(self, language: Language) -> &'static str {
        match self.names(language) {
            [first, ..] => first,
            [] => "",
        }
    }

    /// The names of the destination. For the United States the first two are the preferred ones, in that order.
    const fn names(self, language: Language) -> &'static [&'static str] {
        match (self, language) {
            (Self::Usa, Language::En) => &["United States", "USA", "United States of America"],
            (Self::Usa, Language::Nl) => &["Verenigde Staten", "VS", "Verenigde Staten van Amerika"],
            (Self::Usa, Language::De) => &["Vereinigte Staaten", "USA", "Vereinigte Staaten von Amerika"],
            (Self::Usa, Language::Fr) => &["États-Unis", "USA", "États-Unis d’Amérique"],
            (Self::Usa, Language::Ar) => &["الولايات المتحدة", "الولايات المتحدة الأمريكية"],
            (Self::Uk, Language::En) => &["United Kingdom", "UK"],
            (Self::Uk, Language::Nl) => &["Verenigd Koninkrijk", "VK"],
            (Self::Uk, Language::De) => &["Vereinigtes Königreich"],
            (Self::Uk, Language::Fr) => &["Royaume-Uni"],
            (Self::Uk, Language::Ar) => &["المملكة المتحدة"],
            (Self::France, Language::En | Language::Fr) => &["France"],
            (Self::France, Language::Nl) => &["Frankrijk"],
            (Self::France, Language::De) => &["Frankreich"],
            (Self::France, Language::Ar) => &["فرنسا"],
            (Self::Germany, Language::En) => &["Germany"],
            (Self::Germany, Language::Nl) => &["Duitsland"],
            (Self::Germany, Language::De) => &["Deutschland"],
            (Self::Germany, Language::Fr) => &["Allemagne"],
            (Self::Germany, Language::Ar) => &["ألمانيا"],
            (Self::Japan, Language::En | Language::Nl | Language::De) => &["Japan"],
            (Self::Japan, Language::Fr) => &["Japon"],
            (Self::Japan, Language::Ar) => &["اليابان"],
        }
    }
}

/// Whether `name` holds `words` as whole words, one after another; both folded.
fn holds_words(name: &str, words: &str) -> bool {
    format!(" {name} ").contains(&format!(" {words} "))
}
