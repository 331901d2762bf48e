//! A provider's sentences.

use std::fmt;

use serde::Deserialize;

/// A sentence of a provider's. It may repeat what was sent, such as a buyer's address, so it stays out of logs unless
/// code calls [`reveal`](Self::reveal).
#[derive(Clone, PartialEq, Eq, Deserialize)]
pub struct Sentence(String);

impl Sentence {
    /// The sentence, for an operator's eyes.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Sentence {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Sentence(withheld)")
    }
}
