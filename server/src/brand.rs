//! The brand file: who sells, and what each page may claim.
//!
//! The file is read and validated once at start; unknown keys are refused. Pages get the core's wire type `Brand`.

use std::collections::BTreeMap;
use std::path::Path;

use onefare_core::email::Email;
use onefare_core::language::Language;
use onefare_core::plan::DeviceAllowance;
use onefare_core::wire::brand::{Brand, Claims};
use serde::Deserialize;
use url::Url;

mod figures;
mod others;

use figures::{SourcedFigure, SourcedRating};
use others::{ComparedFeatures, SourcedCompetitor, SourcedTestimonial};

/// The brand that is used when no other file is named.
const DEFAULT: &str = include_str!("../config/brand.toml");

/// Why a brand file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BrandError {
    /// The file cannot be read.
    #[error("the brand file {path} cannot be read: {error}")]
    Read {
        /// The file.
        path: String,
        /// What the system said.
        error: std::io::Error,
    },
    /// The file's contents are invalid.
    #[error("the brand file is not valid: {0}")]
    Invalid(String),
}

/// The whole brand, ready to be handed to pages.
#[derive(Clone, Debug)]
pub struct BrandBook {
    everywhere: Spoken,
    by_page: BTreeMap<String, Spoken>,
}

/// The brand in English, which every other language falls back to, and in each language.
#[derive(Clone, Debug)]
struct Spoken {
    english: Brand,
    by_language: BTreeMap<Language, Brand>,
}

impl BrandBook {
    /// Reads `file`, or the built-in brand without one.
    ///
    /// # Errors
    /// When the file cannot be read or is invalid.
    pub fn load(file: Option<&Path>) -> Result<Self, BrandError> {
        match file {
            None => Self::parse(DEFAULT),
            Some(path) => {
                let text = std::fs::read_to_string(path)
                    .map_err(|error| BrandError::Read { path: path.display().to_string(), error })?;
                Self::parse(&text)
            }
        }
    }

    /// Reads the text of a brand file.
    ///
    /// # Errors
    /// When it is invalid.
    pub fn parse(text: &str) -> Result<Self, BrandError> {
        let file: BrandFile = toml::from_str(text).map_err(|error| BrandError::Invalid(error.to_string()))?;
        let everywhere = file.spoken(None).map_err(BrandError::Invalid)?;
        let by_page = file
            .pages
            .iter()
            .map(|(page, overrides)| {
                let brand = file.spoken(Some(overrides)).map_err(|what| format!("pages.{page}: {what}"))?;
                Ok((page.clone(), brand))
            })
            .collect::<Result<_, String>>()
            .map_err(BrandError::Invalid)?;
        Ok(Self { everywhere, by_page })
    }

    /// The brand that the page of this name (`buy`, `home`, …) shows in a language.
    #[must_use]
    pub fn for_page(&self, page: &str, language: Language) -> &Brand {
        let spoken = self.by_page.get(page).unwrap_or(&self.everywhere);
        spoken.by_language.get(&language).unwrap_or(&spoken.english)
    }

    /// The brand in English without any page's own claims, for letters and for data about the company.
    #[must_use]
    pub const fn everywhere(&self) -> &Brand {
        &self.everywhere.english
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BrandFile {
    name: String,
    legal: Legal,
    support: Support,
    links: Links,
    claims: AllClaims,
    #[serde(default)]
    testimonials: Vec<SourcedTestimonial>,
    #[serde(default)]
    comparison: ComparedFeatures,
    #[serde(default)]
    competitors: Vec<SourcedCompetitor>,
    #[serde(default)]
    pages: BTreeMap<String, PageClaims>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Legal {
    entity: String,
    address: String,
    registration: String,
    vat: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Support {
    email: String,
    esim_email: String,
    chat_name: String,
    chat: String,
    phone: String,
    hours: BTreeMap<Language, String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Links {
    ios: String,
    android: String,
    windows: String,
    macos: String,
}

/// One claim and what it rests on.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Claim<T> {
    value: T,
    source: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AllClaims {
    locations: Claim<String>,
    users: Claim<BTreeMap<Language, String>>,
    guarantee_days: Claim<u32>,
    #[serde(default)]
    ratings: Vec<SourcedRating>,
}

/// Claims of one page that replace the general ones; what it omits keeps its general value.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct PageClaims {
    locations: Option<Claim<String>>,
    users: Option<Claim<BTreeMap<Language, String>>>,
    guarantee_days: Option<Claim<u32>>,
    roaming_day: Option<Claim<BTreeMap<Language, String>>>,
    /// Server locations; not stated by default.
    servers: Option<Claim<Vec<BTreeMap<Language, String>>>>,
    ratings: Option<Vec<SourcedRating>>,
    /// Further figures that it states; none by default.
    #[serde(default)]
    figures: Vec<SourcedFigure>,
    /// Ids of the testimonials it shows; none by default.
    #[serde(default)]
    testimonials: Vec<String>,
    /// Ids of the competitors it compares with; no comparison by default.
    #[serde(default)]
    competitors: Vec<String>,
    /// Ids of the features it compares, in order; all of them by default.
    compares: Option<Vec<String>>,
}

impl BrandFile {
    fn spoken(&self, overrides: Option<&PageClaims>) -> Result<Spoken, String> {
        let in_language = |language| self.brand(overrides, language).map(|brand| (language, brand));
        Ok(Spoken {
            english: self.brand(overrides, Language::En)?,
            by_language: Language::ALL.into_iter().map(in_language).collect::<Result<_, _>>()?,
        })
    }

    fn brand(&self, overrides: Option<&PageClaims>, language: Language) -> Result<Brand, String> {
        let none = PageClaims::default();
        Ok(Brand {
            name: line("name", &self.name, 40)?,
            legal_entity: line("legal.entity", &self.legal.entity, 120)?,
            address: line("legal.address", &self.legal.address, 200)?,
            registration: line("legal.registration", &self.legal.registration, 60)?,
            vat: line("legal.vat", &self.legal.vat, 40)?,
            support_email: address("support.email", &self.support.email)?,
            esim_support_email: address("support.esim_email", &self.support.esim_email)?,
            chat_name: line("support.chat_name", &self.support.chat_name, 40)?,
            chat_link: link("support.chat", &self.support.chat)?,
            support_phone: line("support.phone", &self.support.phone, 30)?,
            support_hours: line("support.hours", in_words("support.hours", &self.support.hours, language)?, 80)?,
            link_ios: link("links.ios", &self.links.ios)?,
            link_android: link("links.android", &self.links.android)?,
            link_windows: link("links.windows", &self.links.windows)?,
            link_macos: link("links.macos", &self.links.macos)?,
            claims: self.all_claims(overrides.unwrap_or(&none), language)?,
        })
    }

    fn all_claims(&self, page: &PageClaims, language: Language) -> Result<Claims, String> {
        let compares = page.compares.as_deref();
        Ok(Claims {
            testimonials: others::testimonials(&self.testimonials, &page.testimonials, language)?,
            comparison: others::comparison(&self.comparison, &self.competitors, &page.competitors, compares)?,
            ..self.claims.merged(page, language)?
        })
    }
}

fn servers(said: &Claim<Vec<BTreeMap<Language, String>>>, language: Language) -> Result<Vec<String>, String> {
    let place = |names: &BTreeMap<Language, String>| line("servers", in_words("servers", names, language)?, 60);
    claim("servers", said)?.iter().map(place).collect()
}

fn roaming_day(said: &Claim<BTreeMap<Language, String>>, language: Language) -> Result<String, String> {
    claim("roaming_day", said).and_then(|texts| line("roaming_day", in_words("roaming_day", &texts, language)?, 40))
}

impl AllClaims {
    fn merged(&self, page: &PageClaims, language: Language) -> Result<Claims, String> {
        let DeviceAllowance { registered, at_once } = DeviceAllowance::USUAL;
        let claims = Claims {
            // The price list decides; a page's frame replaces them.
            devices: registered,
            devices_at_once: at_once,
            locations: claim("locations", page.locations.as_ref().unwrap_or(&self.locations))
                .and_then(|text| line("locations", &text, 20))?,
            users: claim("users", page.users.as_ref().unwrap_or(&self.users))
                .and_then(|texts| line("users", in_words("users", &texts, language)?, 40))?,
            guarantee_days: claim("guarantee_days", page.guarantee_days.as_ref().unwrap_or(&self.guarantee_days))?,
            servers: page.servers.as_ref().map(|said| servers(said, language)).transpose()?.unwrap_or_default(),
            roaming_day: page.roaming_day.as_ref().map(|said| roaming_day(said, language)).transpose()?,
            ratings: page
                .ratings
                .as_ref()
                .unwrap_or(&self.ratings)
                .iter()
                .map(|said| figures::rating(said, language))
                .collect::<Result<_, _>>()?,
            figures: page.figures.iter().map(|said| figures::figure(said, language)).collect::<Result<_, _>>()?,
            testimonials: Vec::new(),
            comparison: None,
        };
        match claims {
            Claims { guarantee_days: 0, .. } => Err("guarantee_days must not be 0".to_owned()),
            claims => Ok(claims),
        }
    }
}

/// The text in a language, or in English when it has none.
fn in_words<'text>(
    name: &str,
    texts: &'text BTreeMap<Language, String>,
    language: Language,
) -> Result<&'text str, String> {
    let text = texts.get(&language).or_else(|| texts.get(&Language::En));
    text.map(String::as_str).ok_or_else(|| format!("{name} needs a text in English (en)"))
}

fn claim<T: Clone>(name: &str, claim: &Claim<T>) -> Result<T, String> {
    line(&format!("source of {name}"), &claim.source, 300)?;
    Ok(claim.value.clone())
}

/// One line of text that is neither empty nor too long to be laid out.
fn line(name: &str, text: &str, longest: usize) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty() {
        Err(format!("{name} is empty"))
    } else if text.chars().count() > longest {
        Err(format!("{name} has more than {longest} characters"))
    } else if text.chars().any(char::is_control) {
        Err(format!("{name} must be one line"))
    } else {
        Ok(text.to_owned())
    }
}

fn address(name: &str, text: &str) -> Result<String, String> {
    let email = Email::parse(text).map_err(|_problem| format!("{name} is not an e-mail address"))?;
    Ok(email.as_str().to_owned())
}

fn link(name: &str, text: &str) -> Result<String, String> {
    match Url::parse(text) {
        Ok(url) if url.scheme() == "https" && url.has_host() => Ok(url.to_string()),
        _ => Err(format!("{name} must be an https address")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_brand_claims_page_by_page() {
        let book = BrandBook::load(None).unwrap();
        let buy = &book.for_page("buy", Language::En).claims;
        assert_eq!(buy.guarantee_days, 30);
        assert_eq!(buy.ratings.len(), 2);
        assert_eq!(book.for_page("home", Language::De).name, "Northquay");
        assert_eq!(book.for_page("buy", Language::Ar).claims.users, "مليون");
        assert!(buy.figures.is_empty());
    }

    #[test]
    fn the_esim_shop_has_figures_of_its_own_in_each_language() {
        let book = BrandBook::load(None).unwrap();
        for (language, reviews, figures) in [
            (Language::En, "12,000+", ["50,000+", "99.9%", "24/7", "QR"]),
            (Language::De, "12.000+", ["50.000+", "99,9\u{a0}%", "24/7", "QR"]),
            (Language::Ar, "12,000+", ["50,000+", "99.9%", "24/7", "QR"]),
        ] {
            let claims = &book.for_page("esim-home", language).claims;
            let [rating] = claims.ratings.as_slice() else { panic!("{:?}", claims.ratings) };
            assert_eq!((rating.score.as_str(), rating.reviews.as_str()), ("4.9", reviews));
            let said: Vec<&str> = claims.figures.iter().map(|figure| figure.value.as_str()).collect();
            assert_eq!(said, figures);
        }
    }

    #[test]
    fn only_pages_that_name_testimonials_and_competitors_carry_them() {
        let book = BrandBook::load(None).unwrap();
        let home = &book.for_page("home", Language::Ar).claims;
        assert_eq!(home.testimonials.len(), 4);
        assert!(home.testimonials.iter().all(|one| one.sample && one.date_text.contains("2026")));
        let compared = home.comparison.as_ref().unwrap();
        assert_eq!(compared.others.len(), 2);
        assert!(compared.others.iter().all(|other| other.sample));
        let buy = &book.for_page("buy", Language::En).claims;
        assert!(buy.testimonials.is_empty() && buy.comparison.is_none());
    }

    #[test]
    fn refuses_what_it_does_not_know_or_cannot_believe() {
        let refused = |from: &str, to: &str| {
            assert!(DEFAULT.contains(from), "{from}");
            BrandBook::parse(&DEFAULT.replacen(from, to, 1)).unwrap_err().to_string()
        };
        assert!(refused("name = ", "nmae = ").contains("nmae"));
        assert!(refused("[links]", "[links]\nfax = \"1\"").contains("fax"));
        assert!(refused("https://northquay.example/app/ios", "javascript:alert(1)").contains("links.ios"));
        assert!(refused("support@northquay.example", "support").contains("support.email"));
        assert!(refused("esim@northquay.example", "esim").contains("support.esim_email"));
        assert!(refused("https://chat.northquay.example/", "http://chat.northquay.example/").contains("support.chat"));
        assert!(refused("hours = { en =", "hours = { xx =").contains("xx"));
        assert!(refused("score = \"4.6\"", "score = \"6\"").contains("from 0 to 5"));
        assert!(
            refused("source = \"Specification 1, section 2.2: Trusted by 1 Million Users\"", "source = \"\"")
                .contains("users")
        );
        assert!(refused("value = 30\nsource", "value = 0\nsource").contains("guarantee_days"));
        assert!(refused("testimonials = [\"", "testimonials = [\"nobody\", \"").contains("nobody"));
        assert!(refused("competitors = [\"", "competitors = [\"nothing\", \"").contains("nothing"));
        assert!(refused("has = [\"", "has = [\"teleport\", \"").contains("teleport"));
        assert!(refused("rating = 5", "rating = 6").contains("1 to 5"));
        assert!(refused("value = \"QR\"", "value = \"\"").contains("value of a figure"));
        assert!(refused("text = { en = \"activation by QR code\", ", "text = { ").contains("text of a figure"));
    }
}
