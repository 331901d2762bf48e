//! Currencies: how many minor digits each has, and the smallest step in which each may be charged.

mod chargeable;

use serde::{Deserialize, Serialize};

use crate::language::Language;

/// A currency the arithmetic knows. [`Currency::OFFERED`] lists those the shop sells in; the others prove that
/// nothing assumes two decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Currency {
    /// US dollar.
    Usd,
    /// Euro.
    Eur,
    /// Dirham of the United Arab Emirates.
    Aed,
    /// Saudi riyal.
    Sar,
    /// Qatari riyal.
    Qar,
    /// Omani rial, a thousand baisa.
    Omr,
    /// Kuwaiti dinar, a thousand fils. Not offered.
    Kwd,
    /// Japanese yen, without a minor unit. Not offered.
    Jpy,
}

impl Currency {
    /// The currencies a shopper can choose, in display order (specification 1, section 9; QAR and OMR are added because
    /// Qatar and Oman are named markets).
    pub const OFFERED: [Self; 6] = [Self::Usd, Self::Eur, Self::Aed, Self::Sar, Self::Qar, Self::Omr];

    /// Every currency the arithmetic knows.
    pub const ALL: [Self; 8] = [Self::Usd, Self::Eur, Self::Aed, Self::Sar, Self::Qar, Self::Omr, Self::Kwd, Self::Jpy];

    /// ISO 4217 code in capitals.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Usd => "USD",
            Self::Eur => "EUR",
            Self::Aed => "AED",
            Self::Sar => "SAR",
            Self::Qar => "QAR",
            Self::Omr => "OMR",
            Self::Kwd => "KWD",
            Self::Jpy => "JPY",
        }
    }

    /// Finds a currency by its code; case does not matter (specification 1, section 9: "matches
    /// case-insensitively").
    ///
    /// ```
    /// use onefare_core::currency::Currency;
    /// assert_eq!(Currency::parse("aed"), Some(Currency::Aed));
    /// assert_eq!(Currency::parse("AED "), None);
    /// ```
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|currency| currency.code().eq_ignore_ascii_case(code))
    }

    /// Finds a currency the shop sells in.
    #[must_use]
    pub fn parse_offered(code: &str) -> Option<Self> {
        Self::OFFERED.into_iter().find(|currency| currency.code().eq_ignore_ascii_case(code))
    }

    /// ISO 4217 exponent: digits of the minor unit, 0, 2 or 3.
    #[must_use]
    pub const fn exponent(self) -> u32 {
        match self {
            Self::Jpy => 0,
            Self::Usd | Self::Eur | Self::Aed | Self::Sar | Self::Qar => 2,
            Self::Omr | Self::Kwd => 3,
        }
    }

    /// The short symbol of purchase pages: `$`, `€`, otherwise the code (specification 1, section 9).
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Usd => "$",
            Self::Eur => "€",
            other => other.code(),
        }
    }

    /// The name in a language (CLDR; specification 1, section 3 "Currency"), capitalised like the beginning of a list
    /// entry.
    ///
    /// ```
    /// use onefare_core::{currency::Currency, language::Language};
    /// assert_eq!(Currency::Aed.name(Language::En), "United Arab Emirates dirham");
    /// assert_eq!(Currency::Usd.name(Language::Nl), "Amerikaanse dollar");
    /// ```
    #[must_use]
    pub const fn name(self, language: Language) -> &'static str {
        let [en, nl, de, fr, ar] = match self {
            Self::Usd => ["US dollar", "Amerikaanse dollar", "US-Dollar", "Dollar des États-Unis", "دولار أمريكي"],
            Self::Eur => ["Euro", "Euro", "Euro", "Euro", "يورو"],
            Self::Aed => [
                "United Arab Emirates dirham",
                "Dirham van de Verenigde Arabische Emiraten",
                "VAE-Dirham",
                "Dirham des Émirats arabes unis",
                "درهم إماراتي",
            ],
            Self::Sar => ["Saudi riyal", "Saoedi-Arabische riyal", "Saudi-Rial", "Riyal saoudien", "ريال سعودي"],
            Self::Qar => ["Qatari riyal", "Qatarese rial", "Katar-Riyal", "Riyal qatari", "ريال قطري"],
            Self::Omr => ["Omani rial", "Omaanse rial", "Omanischer Rial", "Riyal omanais", "ريال عماني"],
            Self::Kwd => ["Kuwaiti dinar", "Koeweitse dinar", "Kuwait-Dinar", "Dinar koweïtien", "دينار كويتي"],
            Self::Jpy => ["Japanese yen", "Japanse yen", "Japanischer Yen", "Yen japonais", "ين ياباني"],
        };
        match language {
            Language::En => en,
            Language::Nl => nl,
            Language::De => de,
            Language::Fr => fr,
            Language::Ar => ar,
        }
    }
}
