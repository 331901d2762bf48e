//! The number by which people name an order.

use core::fmt;

use serde::Serialize;

use crate::typed_text::{is_dash, is_space};

/// The number of an order as receipts write it: two groups of four capitals and digits, such as `7K3M-92PD`. People
/// read it out and type it; it grants access to nothing (design, D13).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct OrderNumber(String);

impl OrderNumber {
    /// Reads a typed number: eight letters and digits, with blanks, dashes and `#` between them left out.
    ///
    /// ```
    /// use onefare_core::order::OrderNumber;
    /// for typed in ["7K3M-92PD", " 7k3m-92pd ", "7k3m92pd", "# 7K3M 92PD", "7K3M\u{2011}92PD"] {
    ///     assert_eq!(OrderNumber::parse(typed).unwrap().as_str(), "7K3M-92PD");
    /// }
    /// assert_eq!(OrderNumber::parse("my order"), None);
    /// ```
    #[must_use]
    pub fn parse(typed: &str) -> Option<Self> {
        let is_filling = |letter: &char| is_space(*letter) || is_dash(*letter) || *letter == '#';
        let bare: String = typed.chars().filter(|letter| !is_filling(letter)).take(9).collect();
        let is_number = bare.len() == 8 && bare.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let (first, second) = bare.split_at_checked(4).filter(|_| is_number)?;
        Some(Self(format!("{first}-{second}").to_ascii_uppercase()))
    }

    /// Reads a number that a program wrote, in an address or a row: only in the spelling of receipts.
    ///
    /// ```
    /// use onefare_core::order::OrderNumber;
    /// assert_eq!(OrderNumber::written("7K3M-92PD"), OrderNumber::parse("7k3m 92pd"));
    /// assert_eq!(OrderNumber::written("7k3m-92pd"), None);
    /// ```
    #[must_use]
    pub fn written(text: &str) -> Option<Self> {
        Self::parse(text).filter(|number| number.as_str() == text)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for OrderNumber {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}
