//! The words of the letters, one JSON file a language. Each file must have exactly these fields.

use onefare_core::language::Language;
use serde::Deserialize;

use super::LetterError;

/// Everything the letters say in one language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Texts {
    pub(super) plan: PlanTexts,
    pub(super) receipt: ReceiptTexts,
    pub(super) footer: FooterTexts,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlanTexts {
    /// What receipts and pay pages call the product.
    pub(super) name: String,
    /// "12 months".
    pub(super) length: Counted,
    /// "every 12 months".
    pub(super) every: Counted,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReceiptTexts {
    pub(super) subject: String,
    /// What mail programs show beside the subject.
    pub(super) preview: String,
    pub(super) title: String,
    pub(super) intro: String,
    pub(super) amount: String,
    pub(super) paid_on: String,
    pub(super) order_number: String,
    pub(super) plan: String,
    pub(super) active_until: String,
    pub(super) start_title: String,
    pub(super) start: String,
    pub(super) apps: String,
    pub(super) manage: String,
    pub(super) renewal_title: String,
    pub(super) renewal: String,
    pub(super) cancel: String,
    pub(super) guarantee_title: Counted,
    pub(super) guarantee: Counted,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FooterTexts {
    pub(super) help: String,
    pub(super) why: String,
}

/// A text that bends with a number.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Counted {
    pub(super) one: String,
    #[serde(default)]
    pub(super) two: Option<String>,
    #[serde(default)]
    pub(super) few: Option<String>,
    #[serde(default)]
    pub(super) many: Option<String>,
    pub(super) other: String,
}

impl Texts {
    /// The words of a language.
    pub(super) fn of(language: Language) -> Result<Self, LetterError> {
        let json = match language {
            Language::En => include_str!("en.json"),
            Language::Nl => include_str!("nl.json"),
            Language::De => include_str!("de.json"),
            Language::Fr => include_str!("fr.json"),
            Language::Ar => include_str!("ar.json"),
        };
        serde_json::from_str(json).map_err(|source| LetterError::Texts { language: language.code(), source })
    }
}

impl Counted {
    /// The form that goes with a whole number (Unicode plural rules).
    pub(super) fn form(&self, count: u32, language: Language) -> &str {
        let form = match (language, count) {
            (Language::Fr, 0 | 1) | (_, 1) => Some(&self.one),
            (Language::Ar, 2) => self.two.as_ref(),
            (Language::Ar, _) if (3..=10).contains(&(count % 100)) => self.few.as_ref(),
            (Language::Ar, _) if (11..=99).contains(&(count % 100)) => self.many.as_ref(),
            _ => None,
        };
        form.unwrap_or(&self.other)
    }
}
