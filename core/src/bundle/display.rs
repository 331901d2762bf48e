//! What the list and the detail screen show of a bundle besides its stored name (specification 2, sections 2 and 3).

use serde::{Deserialize, Serialize};

use super::{Bundle, Refill, data_text};
use crate::language::Language;

/// What a bundle covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum BundleType {
    /// One country.
    Country,
    /// Several countries.
    Region,
    /// All over the world.
    Global,
}

/// First letter of the symbols that spell flags.
const FLAG_A: u32 = 0x1F1E6;

impl Bundle {
    /// What the bundle is for, by its code: two letters are a country's (but for `EU` and `GL`), other codes a region's;
    /// those of the whole world are `GL` or begin with `GL-`.
    ///
    /// ```
    /// use onefare_core::bundle::{Bundle, BundleType};
    /// let coded = |code: &str| Bundle {
    ///     id: 1,
    ///     code: code.to_owned(),
    ///     names: Default::default(),
    ///     coverage: Vec::new(),
    ///     refills: Vec::new(),
    /// };
    /// let [spain, europe, world] = ["ES", "EU-42", "GL-120"].map(coded);
    /// assert_eq!([spain.kind(), europe.kind(), world.kind()], [BundleType::Country, BundleType::Region, BundleType::Global]);
    /// assert_eq!([spain.flag(), europe.flag(), world.flag()], ["🇪🇸", "🇪🇺", "🌐"]);
    /// ```
    #[must_use]
    pub fn kind(&self) -> BundleType {
        let letters = |code: &str| code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_uppercase());
        match self.code.as_str() {
            "EU" => BundleType::Region,
            code if letters(code) && code != "GL" => BundleType::Country,
            code if code == "GL" || code.starts_with("GL-") => BundleType::Global,
            _ => BundleType::Region,
        }
    }

    /// The country's flag as an emoji; Europe's for its regions, a globe for others.
    #[must_use]
    pub fn flag(&self) -> String {
        let letters = match self.kind() {
            BundleType::Country => self.code.as_str(),
            BundleType::Region if self.code == "EU" || self.code.starts_with("EU-") => "EU",
            BundleType::Region | BundleType::Global => return "🌐".to_owned(),
        };
        let symbol = |byte: u8| char::from_u32(FLAG_A.saturating_add(u32::from(byte.saturating_sub(b'A'))));
        letters.bytes().filter_map(symbol).collect()
    }
}

impl Refill {
    /// The title in a language: a title of the list's own stays as it is, the usual one is translated ([`plan_title`]).
    #[must_use]
    pub fn title_in(&self, language: Language) -> String {
        let usual = |language| plan_title(self.amount_mb, self.unlimited, language);
        if self.title == usual(Language::En) { usual(language) } else { self.title.clone() }
    }
}

/// The usual title of a plan: its data, such as `3 GB`; for an unlimited plan, the data of each day at full speed.
///
/// ```
/// use onefare_core::bundle::plan_title;
/// use onefare_core::language::Language;
/// assert_eq!(plan_title(3072, false, Language::En), "3 GB");
/// assert_eq!(plan_title(1024, true, Language::Nl), "Onbeperkt, 1 GB per dag op volle snelheid");
/// ```
#[must_use]
pub fn plan_title(amount_mb: u32, unlimited: bool, language: Language) -> String {
    // Ordinary spaces, because people type titles into price lists and this text is compared with them.
    let data = data_text(amount_mb, language).replace(['\u{a0}', '\u{202f}'], " ");
    if !unlimited {
        return data;
    }
    match language {
        Language::En => format!("Unlimited, {data} a day at full speed"),
        Language::Nl => format!("Onbeperkt, {data} per dag op volle snelheid"),
        Language::De => format!("Unbegrenzt, {data} pro Tag mit voller Geschwindigkeit"),
        Language::Fr => format!("Illimité, {data} par jour à pleine vitesse"),
        Language::Ar => format!("بلا حدود، {data} يوميًا بالسرعة الكاملة"),
    }
}
