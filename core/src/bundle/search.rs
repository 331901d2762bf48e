//! The text filter of the countries page: names and codes, without regard to case, accents and Arabic letter forms.

use icu_normalizer::DecomposingNormalizerBorrowed;

use super::Bundle;
use super::marks::is_mark;
use crate::language::Language;

/// What people call a country beside its names, by its code.
const COMMON_NAMES: &str = include_str!("common-names.txt");

/// The bundles that a query finds, the best first; all of them for a blank query (specification 2, section 2
/// "Countries"). It finds a code, a name in any language, or what people call the country: see [`find`].
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
/// assert_eq!((found("osterreich"), found("Oesterreich"), found("Vienna"), found("at"), found("  ")), (1, 1, 1, 1, 1));
/// assert_eq!(found("australia"), 0);
/// ```
#[must_use]
pub fn filter<'list>(bundles: &'list [Bundle], query: &str) -> Vec<&'list Bundle> {
    let wanted = fold(query);
    ranked(bundles.iter().map(|bundle| bundle.search_text()).map(|text| rank(text.split('\n'), &wanted)))
        .filter_map(|place| bundles.get(place))
        .collect()
}

impl Bundle {
    /// The text that [`find`] searches, folded, one per line: the code, the names of every language, a German name also with
    /// `ae` for `ä`, and what people call the country.
    ///
    /// ```
    /// use onefare_core::bundle::Bundle;
    /// use onefare_core::language::Language;
    /// let names = [(Language::En, "Türkiye"), (Language::De, "Türkei")];
    /// let names = names.map(|(language, name)| (language, name.to_owned())).into();
    /// let bundle = Bundle { id: 52, code: "TR".to_owned(), names, coverage: Vec::new(), refills: Vec::new() };
    /// let text = bundle.search_text();
    /// assert!(text.starts_with("tr\nturkiye\nturkei\ntuerkei\nturkey\n"), "{text}");
    /// ```
    #[must_use]
    pub fn search_text(&self) -> String {
        let mut lines = vec![fold(&self.code)];
        lines.extend(self.names.values().map(|name| fold(name)));
        lines.extend(self.names.get(&Language::De).map(|name| fold(&without_umlauts(name))));
        lines.extend(common_names(&self.code).map(fold));
        let mut kept: Vec<String> = Vec::new();
        for line in lines {
            if !line.is_empty() && !kept.contains(&line) {
                kept.push(line);
            }
        }
        kept.join("\n")
    }
}

/// What people call a country, as the table writes it.
fn common_names(code: &str) -> impl Iterator<Item = &'static str> {
    let lines = COMMON_NAMES.lines().filter(|line| !line.starts_with('#'));
    let line = lines.filter_map(|line| line.split_once(';')).find(|(of, _)| of.trim() == code);
    line.into_iter().flat_map(|(_, names)| names.split(';')).map(str::trim)
}

/// A German text as keyboards without umlauts write it.
fn without_umlauts(text: &str) -> String {
    let spelt = [('ä', "ae"), ('ö', "oe"), ('ü', "ue"), ('Ä', "Ae"), ('Ö', "Oe"), ('Ü', "Ue")];
    spelt.into_iter().fold(text.to_owned(), |text, (letter, letters)| text.replace(letter, letters))
}

/// Positions of the bundles in a list that a query finds, the best first: a whole name before whole words of one, these
/// before the beginning of a word, and that before a piece of one; among equals as in the list. Each bundle is one text:
/// its [`search_text`](Bundle::search_text), or a code and names, one per line. `decompose` returns a text in lower case
/// and in Unicode's compatibility decomposition (NFKD): browsers have those tables and need not download them.
///
/// ```
/// use onefare_core::bundle::find;
/// let list = ["UA\nUkraine".to_owned(), "GB\nUnited Kingdom\nUK".to_owned(), "AT\nAustria\nÖsterreich".to_owned()];
/// let decompose = |text: &str| text.to_lowercase().replace('ö', "o\u{308}");
/// assert_eq!(find(&list, "UK", decompose), [1, 0]);
/// assert_eq!((find(&list, "osterreich", decompose), find(&list, " ", decompose)), (vec![2], vec![0, 1, 2]));
/// ```
#[must_use]
pub fn find(list: &[String], query: &str, decompose: fn(&str) -> String) -> Vec<u32> {
    let wanted = fold_lower(decompose(query).chars());
    let ranks = list.iter().map(|texts| {
        let folded = decompose(texts).split('\n').map(|text| fold_lower(text.chars())).collect::<Vec<_>>();
        rank(folded.iter().map(String::as_str), &wanted)
    });
    ranked(ranks).filter_map(|place| u32::try_from(place).ok()).collect()
}

/// The rank of a piece of a word.
const WORST: u8 = 3;

/// How well the best of some folded texts fits: 0 for a whole text, [`WORST`] for a piece of a word; `None` when none holds it.
fn rank<'texts>(texts: impl Iterator<Item = &'texts str>, wanted: &str) -> Option<u8> {
    texts.filter_map(|text| rank_of(text, wanted)).min()
}

fn rank_of(text: &str, wanted: &str) -> Option<u8> {
    if wanted.is_empty() || text == wanted {
        return Some(0);
    }
    let (mut best, mut begins_word) = (None, true);
    // Written out: the search of the standard library and a sort would add a tenth to what a browser downloads.
    for (start, letter) in text.char_indices() {
        if let Some(after) = text.get(start..).and_then(|rest| rest.strip_prefix(wanted)) {
            let rank = match (begins_word, after.is_empty() || after.starts_with(' ')) {
                (true, true) => 1,
                (true, false) => 2,
                (false, _) => WORST,
            };
            best = Some(best.map_or(rank, |other: u8| other.min(rank)));
        }
        begins_word = letter == ' ';
    }
    best
}

/// The positions that have a rank, the best first.
fn ranked(ranks: impl Iterator<Item = Option<u8>>) -> impl Iterator<Item = usize> {
    let ranks: Vec<Option<u8>> = ranks.collect();
    (0..=WORST).flat_map(move |rank| {
        let of_rank = ranks.iter().enumerate().filter(|(_, found)| **found == Some(rank));
        of_rank.map(|(place, _)| place).collect::<Vec<_>>()
    })
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
