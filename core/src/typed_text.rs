//! What phones, mail programs and chats put into the texts that people type and paste: marks without width, and other
//! dashes than the one that the shop prints. One list for codes, order numbers, names and e-mail addresses.

/// Zero-width spaces, joiners and direction marks. Keyboards and clipboards leave them in a text, and nobody sees them.
#[must_use]
pub const fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{61C}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}'
    )
}

/// Whether a character leaves its place empty: a blank of any kind, or [`is_invisible`].
#[must_use]
pub fn is_space(character: char) -> bool {
    is_invisible(character) || character.is_whitespace()
}

/// The hyphen-minus, and the characters that programs write in its place: hyphens, dashes, the minus and the full-width
/// hyphen.
#[must_use]
pub const fn is_dash(character: char) -> bool {
    matches!(character, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FE58}' | '\u{FE63}' | '\u{FF0D}')
}

/// Whether nothing of a text can be seen.
#[must_use]
pub fn is_blank(text: &str) -> bool {
    text.chars().all(is_space)
}

/// A typed word as people mean it: without marks that have no width and without blanks around it, each dash as `-`. The
/// marks that turn letters round stay, because the word that people see with them is another one.
///
/// ```
/// use onefare_core::typed_text::plain;
/// assert_eq!(plain("\u{2068} summer\u{2011}sale\u{200B}\u{2069}"), "summer-sale");
/// assert_eq!(plain("two words"), "two words");
/// ```
#[must_use]
pub fn plain(text: &str) -> String {
    let turns = |character: char| matches!(character, '\u{202D}' | '\u{202E}');
    let seen = text.chars().filter(|character| turns(*character) || !is_invisible(*character));
    let word: String = seen.map(|character| if is_dash(character) { '-' } else { character }).collect();
    word.trim().to_owned()
}
