//! Percentages as whole basis points: 12.5 % is 1250. No float, no rounding until it is shown.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::language::Language;

/// Basis points of the whole.
const WHOLE: u32 = 10_000;

/// A percentage between 0 and 100, exact to a hundredth of a percent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct Percent(u32);

/// A figure outside 0 to 100 percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a percentage lies between 0 and 100, with at most two decimals")]
pub struct PercentError;

impl Percent {
    /// From basis points, 0 to 10,000.
    ///
    /// # Errors
    /// Above 10,000.
    pub const fn from_basis_points(points: u32) -> Result<Self, PercentError> {
        if points > WHOLE { Err(PercentError) } else { Ok(Self(points)) }
    }

    /// Reads `20`, `12.5` or `33.33`; no sign, no percent sign, no exponent, at most three digits before the dot.
    ///
    /// ```
    /// use onefare_core::percent::Percent;
    /// let percent = Percent::parse("12.5")?;
    /// assert_eq!((percent.basis_points(), percent.whole_down()), (1250, 12));
    /// assert_eq!(percent.to_string(), "12.5");
    /// assert!(Percent::parse("100.01").is_err());
    /// # Ok::<(), onefare_core::percent::PercentError>(())
    /// ```
    ///
    /// # Errors
    /// Anything else, and everything above 100.
    pub fn parse(text: &str) -> Result<Self, PercentError> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || whole.len() > 3 || fraction.len() > 2 || !digits(whole) || !digits(fraction) {
            return Err(PercentError);
        }
        if text.ends_with('.') {
            return Err(PercentError);
        }
        let points = format!("{whole}{fraction:0<2}").parse().map_err(|_| PercentError)?;
        Self::from_basis_points(points)
    }

    /// Basis points, 0 to 10,000.
    #[must_use]
    pub const fn basis_points(self) -> u32 {
        self.0
    }

    /// Whole percent, rounded down, for badges: a saving is never overstated.
    #[must_use]
    pub const fn whole_down(self) -> u32 {
        self.0.wrapping_div(100)
    }
}

/// A percentage as the locale data (CLDR) write it, in Western figures: `12.5%` or `12,5 %`.
#[must_use]
pub fn percent_text(percent: Percent, language: Language) -> String {
    let figure = percent.to_string();
    match language {
        Language::En | Language::Ar => format!("{figure}%"),
        Language::Nl => format!("{}%", figure.replace('.', ",")),
        Language::De => format!("{}\u{a0}%", figure.replace('.', ",")),
        Language::Fr => format!("{}\u{202f}%", figure.replace('.', ",")),
    }
}

impl fmt::Display for Percent {
    /// Writes `20`, `12.5` or `33.33`: what [`Percent::parse`] reads.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0.wrapping_div(100), self.0.wrapping_rem(100));
        if rest == 0 {
            write!(formatter, "{whole}")
        } else if rest.wrapping_rem(10) == 0 {
            write!(formatter, "{whole}.{}", rest.wrapping_div(10))
        } else {
            write!(formatter, "{whole}.{rest:02}")
        }
    }
}

impl TryFrom<u32> for Percent {
    type Error = PercentError;
    fn try_from(points: u32) -> Result<Self, PercentError> {
        Self::from_basis_points(points)
    }
}

impl From<Percent> for u32 {
    fn from(percent: Percent) -> Self {
        percent.0
    }
}
