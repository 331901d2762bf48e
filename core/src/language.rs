//! The five languages of the shop, the direction each is written in, and the language of an area's bare addresses.

use serde::{Deserialize, Serialize};

/// A language that the shop offers (specification 2, section 2 "Languages").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English, the default.
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

    /// The prefix of addresses that name their language: a slash and the code.
    #[must_use]
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::En => "/en",
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

/// A part of the site. It decides the language of its bare addresses and the catalog that its pages load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Area {
    /// The VPN pages: bare addresses are English (specification 1).
    Vpn,
    /// The deal page and the result pages of its payments: bare addresses are Dutch (specification 1, sections 2.6,
    /// 2.10, 2.11 and 9).
    Deal,
    /// The eSIM shop: bare addresses are English (specification 2, section 2 "Languages").
    Esim,
    /// Sign-in and the panel: bare addresses are English.
    Account,
}

impl Area {
    /// Every area.
    pub const ALL: [Self; 4] = [Self::Vpn, Self::Deal, Self::Esim, Self::Account];

    /// The name of the area and of its catalog.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vpn => "vpn",
            Self::Deal => "deal",
            Self::Esim => "esim",
            Self::Account => "account",
        }
    }

    /// The language of the bare addresses, and of visitors who have chosen none.
    #[must_use]
    pub const fn bare_language(self) -> Language {
        match self {
            Self::Vpn | Self::Esim | Self::Account => Language::En,
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

    /// The prefix of this area's canonical addresses in a language: empty for the area's own language, a slash and the
    /// code for the others.
    ///
    /// ```
    /// use onefare_core::language::{Area, Language};
    /// assert_eq!(Area::Deal.address_prefix(Language::Nl), "");
    /// assert_eq!(Area::Vpn.address_prefix(Language::Nl), "/nl");
    /// ```
    #[must_use]
    pub const fn address_prefix(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::Deal, Language::Nl) | (Self::Vpn | Self::Esim | Self::Account, Language::En) => "",
            (_, language) => language.prefix(),
        }
    }
}
