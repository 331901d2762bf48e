//! Encodes a call's arguments in one text.

/// Separates two arguments.
pub const SEPARATOR: char = '\u{1F}';

/// The arguments in a text; missing ones are empty.
pub fn arguments<const COUNT: usize>(text: &str) -> [&str; COUNT] {
    let mut parts = text.splitn(COUNT, SEPARATOR);
    [(); COUNT].map(|()| parts.next().unwrap_or(""))
}

/// An argument as a whole number; any other text counts as its length, so that every text gives some number.
pub fn number(text: &str) -> i64 {
    text.parse().unwrap_or_else(|_| i64::try_from(text.len()).unwrap_or(0))
}

/// [`number`] within 32 bits.
pub fn small(text: &str) -> u32 {
    u32::try_from(number(text)).unwrap_or(u32::MAX)
}
