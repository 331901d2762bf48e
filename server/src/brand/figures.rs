//! The figures that the brand file states about the shop: review badges, and other numbers that a page shows.

use std::collections::BTreeMap;

use onefare_core::language::Language;
use onefare_core::wire::brand::{Figure, Rating};
use rust_decimal::Decimal;
use serde::Deserialize;

use super::{in_words, line};

/// A text that is the same in every language, or one text per language.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Words {
    Same(String),
    Each(BTreeMap<Language, String>),
}

impl Words {
    fn text(&self, name: &str, language: Language) -> Result<&str, String> {
        match self {
            Self::Same(text) => Ok(text),
            Self::Each(texts) => in_words(name, texts, language),
        }
    }
}

/// A review badge and its source.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SourcedRating {
    score: String,
    reviews: Words,
    place: String,
    source: String,
}

/// A figure and its source.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SourcedFigure {
    value: Words,
    text: BTreeMap<Language, String>,
    source: String,
}

pub(super) fn rating(rating: &SourcedRating, language: Language) -> Result<Rating, String> {
    line("source of a rating", &rating.source, 300)?;
    let score: Decimal =
        rating.score.parse().map_err(|_error| "score of a rating must be a number such as 4.6".to_owned())?;
    if score.is_sign_negative() || score > Decimal::from(5) {
        return Err("score of a rating must be from 0 to 5".to_owned());
    }
    let reviews = "reviews of a rating";
    Ok(Rating {
        score: rating.score.clone(),
        reviews: line(reviews, rating.reviews.text(reviews, language)?, 20)?,
        place: line("place of a rating", &rating.place, 60)?,
    })
}

pub(super) fn figure(figure: &SourcedFigure, language: Language) -> Result<Figure, String> {
    line("source of a figure", &figure.source, 300)?;
    let (value, text) = ("value of a figure", "text of a figure");
    Ok(Figure {
        value: line(value, figure.value.text(value, language)?, 20)?,
        text: line(text, in_words(text, &figure.text, language)?, 60)?,
    })
}
