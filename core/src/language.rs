//! The five languages of the shop and the direction each is written in.

use serde::{Deserialize, Serialize};

/// A language the shop speaks (specification 2, section 2 "Languages").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English, the default and the language of the bare address.
    #[default]
    En,
    /// Dutch.
    Nl,
    /// German.
    De,
    /// French.
    Fr,
    /// Arabic, written right to left.
    Ar,
}

/// Writing direction, as the `dir` attribute spells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Left to right.
    Ltr,
    /// Right to left.
    Rtl,
}

impl Language {
    /// Every language, in the order the language list shows them.
    pub const ALL: [Self; 5] = [Self::En, Self::Nl, Self::De, Self::Fr, Self::Ar];

    /// The code used in addresses, storage and `lang` attributes.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Nl => "nl",
            Self::De => "de",
            Self::Fr => "fr",
            Self::Ar => "ar",
        }
    }

    /// Accepts exactly the five codes; anything else is `None`.
    ///
    /// ```
    /// use onefare_core::language::Language;
    /// assert_eq!(Language::parse("ar"), Some(Language::Ar));
    /// assert_eq!(Language::parse("AR"), None);
    /// ```
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.code() == code)
    }

    /// What stands before a local path in the language's canonical addresses: nothing for English, whose addresses are
    /// the bare ones.
    #[must_use]
    pub const fn address_prefix(self) -> &'static str {
        match self {
            Self::En => "",
            Self::Nl => "/nl",
            Self::De => "/de",
            Self::Fr => "/fr",
            Self::Ar => "/ar",
        }
    }

    /// The direction the language is written in.
    #[must_use]
    pub const fn direction(self) -> Direction {
        match self {
            Self::Ar => Direction::Rtl,
            Self::En | Self::Nl | Self::De | Self::Fr => Direction::Ltr,
        }
    }
}

impl Direction {
    /// The value of the `dir` attribute.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Ltr => "ltr",
            Self::Rtl => "rtl",
        }
    }
}
