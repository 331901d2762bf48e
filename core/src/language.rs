//! The five languages of the shop, the direction each is written in, and which one the bare addresses speak.

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

/// A part of the site. Every part takes all five languages; which one stands at the bare addresses differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Area {
    /// The VPN pages: English (specification 1).
    Vpn,
    /// The eSIM shop: English (specification 2, section 2 "Languages").
    Esim,
    /// The deal page and the result pages of its payments: Dutch (specification 1, sections 2.6, 2.10, 2.11 and 9).
    Deal,
}

impl Area {
    /// The part a path without its language prefix belongs to.
    ///
    /// ```
    /// use onefare_core::language::Area;
    /// assert_eq!(Area::of_path("/affiliate-vpn-deals"), Area::Deal);
    /// assert_eq!(Area::of_path("/esim/countries"), Area::Esim);
    /// assert_eq!(Area::of_path("/buy"), Area::Vpn);
    /// ```
    #[must_use]
    pub fn of_path(path: &str) -> Self {
        match path {
            "/affiliate-vpn-deals" | "/callback-success-mollie" | "/callback-cancel-mollie" | "/payment-status" => {
                Self::Deal
            }
            "/esim" => Self::Esim,
            path if path.starts_with("/esim/") => Self::Esim,
            _ => Self::Vpn,
        }
    }

    /// The language of the bare addresses, and of visitors who have chosen none.
    #[must_use]
    pub const fn bare_language(self) -> Language {
        match self {
            Self::Vpn | Self::Esim => Language::En,
            Self::Deal => Language::Nl,
        }
    }

    /// The language for a stored or sent code: exactly one of the five, or else the area's own.
    ///
    /// ```
    /// use onefare_core::language::{Area, Language};
    /// assert_eq!(Area::Deal.accept(Some("en")), Language::En);
    /// assert_eq!(Area::Deal.accept(Some("es")), Language::Nl);
    /// assert_eq!(Area::Esim.accept(None), Language::En);
    /// ```
    #[must_use]
    pub fn accept(self, code: Option<&str>) -> Language {
        code.and_then(Language::parse).unwrap_or(self.bare_language())
    }

    /// What stands before a path of this area in a language's canonical addresses: nothing for the area's own language,
    /// a slash and the code for the others.
    #[must_use]
    pub const fn address_prefix(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::Deal, Language::Nl) => "",
            (Self::Deal, Language::En) => "/en",
            _ => language.address_prefix(),
        }
    }
}
