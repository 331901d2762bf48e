//! What the brand file says about others: customers and competitors. A page shows those that it names.

use std::collections::BTreeMap;

use chrono::{NaiveDate, NaiveTime};
use onefare_core::date_text::date_text;
use onefare_core::language::Language;
use onefare_core::wire::claims::{Comparison, Competitor, Testimonial};
use serde::Deserialize;

use super::{in_words, line};

/// A customer's testimonial in every language, and its source.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SourcedTestimonial {
    id: String,
    name: String,
    country: BTreeMap<Language, String>,
    rating: u32,
    date: NaiveDate,
    comment: BTreeMap<Language, String>,
    #[serde(default)]
    sample: bool,
    source: String,
}

/// The features that are compared, and those that the shop has.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ComparedFeatures {
    features: Vec<String>,
    own: Vec<String>,
    source: String,
}

/// Another provider, its features, and their source.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SourcedCompetitor {
    id: String,
    name: String,
    has: Vec<String>,
    #[serde(default)]
    sample: bool,
    source: String,
}

/// The testimonials with these ids, in one language.
pub(super) fn testimonials(
    all: &[SourcedTestimonial],
    ids: &[String],
    language: Language,
) -> Result<Vec<Testimonial>, String> {
    let find = |id: &String| {
        let one = all.iter().find(|one| one.id == *id).ok_or_else(|| format!("there is no testimonial {id}"))?;
        one.in_language(language).map_err(|what| format!("testimonial {id}: {what}"))
    };
    ids.iter().map(find).collect()
}

impl SourcedTestimonial {
    fn in_language(&self, language: Language) -> Result<Testimonial, String> {
        line("source", &self.source, 300)?;
        if !(1..=5).contains(&self.rating) {
            return Err("rating must be 1 to 5".to_owned());
        }
        let day = self.date.and_time(NaiveTime::MIN).and_utc();
        Ok(Testimonial {
            id: self.id.clone(),
            name: line("name", &self.name, 40)?,
            country: line("country", in_words("country", &self.country, language)?, 60)?,
            rating: self.rating,
            comment: line("comment", in_words("comment", &self.comment, language)?, 300)?,
            date: self.date.to_string(),
            date_text: date_text(day, language),
            sample: self.sample,
        })
    }
}

/// The comparison with the competitors of these ids; `None` when the page names none.
pub(super) fn comparison(
    compared: &ComparedFeatures,
    all: &[SourcedCompetitor],
    ids: &[String],
    only: Option<&[String]>,
) -> Result<Option<Comparison>, String> {
    if ids.is_empty() {
        return Ok(None);
    }
    line("source of the comparison", &compared.source, 300)?;
    let known = |features: &[String]| match features.iter().find(|feature| !compared.features.contains(feature)) {
        Some(unknown) => Err(format!("{unknown} is not among the compared features")),
        None => Ok(features.to_vec()),
    };
    let features = known(only.unwrap_or(&compared.features))?;
    let shown = |had: Vec<String>| had.into_iter().filter(|feature| features.contains(feature)).collect();
    let find = |id: &String| {
        let other = all.iter().find(|other| other.id == *id).ok_or_else(|| format!("there is no competitor {id}"))?;
        line(&format!("source of competitor {id}"), &other.source, 300)?;
        let name = line(&format!("name of competitor {id}"), &other.name, 30)?;
        Ok(Competitor { name, has: shown(known(&other.has)?), sample: other.sample })
    };
    let others = ids.iter().map(find).collect::<Result<_, String>>()?;
    Ok(Some(Comparison { own: shown(known(&compared.own)?), others, features }))
}
