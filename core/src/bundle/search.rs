//! The text filter of the countries page: names and codes, without regard to case, accents and Arabic letter forms.

use std::cmp::Reverse;
use std::iter;

use icu_normalizer::DecomposingNormalizerBorrowed;

use super::Bundle;
use super::marks::is_mark;

/// The bundles whose code, or whose name in any language, contains the query; all of them for a blank query
/// (specification 2, section 2 "Countries").
///
/// Names of every language count, because travellers type the name they know and not always the page's.
///
/// ```
/// use onefare_core::bundle::{Bundle, filter};
/// use onefare_core::language::Language;
/// let austria = Bundle {
///     id: 43,
///     code: "AT".to_owned(),
///     names: [(Language::En, "Austria".to_owned()), (Language::De, "Österreich".to_owned())].into(),
///     coverage: Vec::new(),
///     refills: Vec::new(),
/// };
/// let found = |query: &str| filter(std::slice::from_ref(&austria), query).len();
/// assert_eq!((found("osterreich"), found("AUSTR"), found("at"), found("  "), found("australia")), (1, 1, 1, 1, 0));
/// ```
#[must_use]
pub fn filter<'list>(bundles: &'list [Bundle], query: &str) -> Vec<&'list Bundle> {
    let wanted = fold(query);
    let holds = |text: &str| fold(text).contains(&wanted);
    bundles.iter().filter(|bundle| holds(&bundle.code) || bundle.names.values().any(|name| holds(name))).collect()
}

impl Bundle {
    /// The text that [`find`] searches: the code and the names of every language, folded, one per line. A line that
    /// another one contains is left out, because every query that finds it finds the other too.
    ///
    /// ```
    /// use onefare_core::bundle::Bundle;
    /// use onefare_core::language::Language;
    /// let names = [(Language::En, "Albania"), (Language::Nl, "Albanië"), (Language::De, "Albanien")];
    /// let names = names.map(|(language, name)| (language, name.to_owned())).into();
    /// let albania = Bundle { id: 52, code: "AL".to_owned(), names, coverage: Vec::new(), refills: Vec::new() };
    /// assert_eq!(albania.search_text(), "albanien\nalbania");
    /// ```
    #[must_use]
    pub fn search_text(&self) -> String {
        let mut lines: Vec<String> = iter::once(&self.code).chain(self.names.values()).map(|text| fold(text)).collect();
        lines.sort_by_key(|line| Reverse(line.len()));
        let mut kept: Vec<String> = Vec::new();
        for line in lines {
            if !kept.iter().any(|longer| longer.contains(&line)) {
                kept.push(line);
            }
        }
        kept.join("\n")
    }
}

/// Positions of the bundles in a list that a query finds, as [`filter`] does. Each bundle is one text: its
/// [`search_text`](Bundle::search_text), or a code and names, one per line. `decompose` returns a text in lower case
/// and in Unicode's compatibility decomposition (NFKD): browsers have those tables and need not download them.
///
/// ```
/// use onefare_core::bundle::find;
/// let list = ["AT\nAustria\nÖsterreich".to_owned(), "OM\nOman".to_owned()];
/// let decompose = |text: &str| text.to_lowercase().replace('ö', "o\u{308}");
/// assert_eq!((find(&list, "osterreich", decompose), find(&list, " ", decompose)), (vec![0], vec![0, 1]));
/// ```
#[must_use]
pub fn find(list: &[String], query: &str, decompose: fn(&str) -> String) -> Vec<u32> {
    let wanted = fold_lower(decompose(query).chars());
    let is_found = |texts: &String| decompose(texts).split('\n').any(|text| fold_lower(text.chars()).contains(&wanted));
    (0..).zip(list).filter(|(_, texts)| is_found(texts)).map(|(place, _)| place).collect()
}

/// The form in which names are searched: lower case without accents, diacritics and compatibility forms; one letter for
/// Arabic letters that people type for one another; words separated by single spaces.
///
/// Arabic: every alef is a bare one, alef maksura is a yeh, ta marbuta is a heh; tatweel and vowel marks are dropped.
/// Latin letters that do not decompose are spelled out (`ß` as `ss`, `ø` as `o`). Apostrophes and dots are dropped,
/// other punctuation separates words.
///
/// ```
/// use onefare_core::bundle::fold;
/// assert_eq!(fold(" CÔTE d’Ivoire "), "cote divoire");
/// assert_eq!(fold("Weißrußland"), "weissrussland");
/// assert_eq!(fold("الإماراتُ العربيّةُ"), fold("الامارات العربيه"));
/// ```
#[must_use]
pub fn fold(text: &str) -> String {
    let decomposed = DecomposingNormalizerBorrowed::new_nfkd().normalize_iter(text.chars());
    fold_lower(decomposed.flat_map(char::to_lowercase))
}

/// [`fold`] of letters that are already decomposed and in lower case.
fn fold_lower(letters: impl Iterator<Item = char>) -> String {
    let mut folded = String::new();
    for character in letters.filter(|character| !is_mark(*character)) {
        match spelled_out(character) {
            Some(spelling) => folded.push_str(spelling),
            None if character.is_alphanumeric() => folded.push(character),
            None if folded.is_empty() || folded.ends_with(' ') => {}
            None => folded.push(' '),
        }
    }
    if folded.ends_with(' ') {
        folded.pop();
    }
    folded
}

/// The spelling of a character that is searched neither as itself nor as a gap between words.
const fn spelled_out(character: char) -> Option<&'static str> {
    Some(match character {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'đ' | 'ð' => "d",
        'þ' => "th",
        'ł' => "l",
        'ı' => "i",
        // Lower-casing a sigma gives this form or the other, depending on what follows or without looking at it.
        'ς' => "σ",
        // Hamza and madda were taken off the other alefs as marks; the wasla is part of its letter.
        'ٱ' => "ا",
        'ى' | 'ی' => "ي",
        'ة' => "ه",
        'ک' => "ك",
        // Apostrophes of all keyboards, the dot of abbreviations.
        '\'' | '‘' | '’' | 'ʻ' | 'ʼ' | '`' | '.' => "",
        // Tatweel and soft hyphen; spaces without width; direction marks.
        '\u{640}'
        | '\u{AD}'
        | '\u{61C}'
        | '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'
        | '\u{2066}'..='\u{2069}'
        | '\u{FEFF}' => "",
        _ => return None,
    })
}
