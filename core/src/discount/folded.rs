//! The form under which codes are compared and stored.

use core::fmt;
use std::borrow::Cow;

use serde::Serialize;

use super::MAX_CODE_LENGTH;
use crate::typed_text::plain;

/// A code as codes are compared and stored: trimmed, in ASCII lower case (specification 2, section 5). The edge folds a
/// text once, and everything below it takes this.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct FoldedCode(Cow<'static, str>);

impl FoldedCode {
    /// Folds a text, after [`plain`]: chats and mail programs put marks without width around a code. `None` for an empty text and for one that cannot be a code (over [`MAX_CODE_LENGTH`] characters, or
    /// other than ASCII letters, digits, `-`, `_`).
    ///
    /// ```
    /// use onefare_core::discount::FoldedCode;
    /// assert_eq!(FoldedCode::parse(" Spring20 ").unwrap().as_str(), "spring20");
    /// assert_eq!(FoldedCode::parse("\u{FEFF}Spring20\u{200B}").unwrap().as_str(), "spring20");
    /// assert_eq!(FoldedCode::parse("50% off"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let code = plain(text);
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        let valid = !code.is_empty() && code.len() <= MAX_CODE_LENGTH && code.bytes().all(allowed);
        valid.then(|| Self(Cow::Owned(code.to_ascii_lowercase())))
    }

    /// A literal that is already folded.
    pub(crate) const fn of_word(word: &'static str) -> Self {
        Self(Cow::Borrowed(word))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FoldedCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}
