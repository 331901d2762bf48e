//! Asks a buyer who repeats a purchase of data: how long ago the first one was paid, and where its receipt is.

use chrono::{DateTime, Utc};
use onefare_core::language::Language;
use onefare_core::problem::Problem;
use onefare_core::wire::problem::BoughtBefore;

use crate::problem::Refusal;
use crate::store::orders::Order;

/// Refuses a purchase that repeats an order, with what a page needs to ask about it.
#[must_use]
pub(in crate::flows) fn refusal(order: &Order, receipt_url: String, now: DateTime<Utc>, language: Language) -> Refusal {
    let minutes = (now - order.paid_at.unwrap_or(order.created_at)).num_minutes().max(0);
    let bought = BoughtBefore { minutes, when_text: ago(minutes, language), receipt_url };
    Refusal { bought: Some(Box::new(bought)), ..Problem::BoughtJustNow.into() }
}

/// Minutes that have passed, as a sentence says them.
fn ago(minutes: i64, language: Language) -> String {
    match (language, minutes) {
        (Language::En, 0) => "less than a minute ago".to_owned(),
        (Language::En, 1) => "a minute ago".to_owned(),
        (Language::En, _) => format!("{minutes}\u{a0}minutes ago"),
        (Language::Nl, 0) => "nog geen minuut geleden".to_owned(),
        (Language::Nl, 1) => "een minuut geleden".to_owned(),
        (Language::Nl, _) => format!("{minutes}\u{a0}minuten geleden"),
        (Language::De, 0) => "vor weniger als einer Minute".to_owned(),
        (Language::De, 1) => "vor einer Minute".to_owned(),
        (Language::De, _) => format!("vor {minutes}\u{a0}Minuten"),
        (Language::Fr, 0) => "il y a moins d’une minute".to_owned(),
        (Language::Fr, 1) => "il y a une minute".to_owned(),
        (Language::Fr, _) => format!("il y a {minutes}\u{a0}minutes"),
        (Language::Ar, 0) => "قبل أقل من دقيقة".to_owned(),
        (Language::Ar, 1) => "قبل دقيقة".to_owned(),
        (Language::Ar, 2) => "قبل دقيقتين".to_owned(),
        (Language::Ar, 3..=10) => format!("قبل {minutes}\u{a0}دقائق"),
        (Language::Ar, _) => format!("قبل {minutes}\u{a0}دقيقة"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minutes_are_counted_as_each_language_counts() {
        for (language, none, one, two, five, many) in [
            (
                Language::En,
                "less than a minute ago",
                "a minute ago",
                "2\u{a0}minutes ago",
                "5\u{a0}minutes ago",
                "59\u{a0}minutes ago",
            ),
            (
                Language::Nl,
                "nog geen minuut geleden",
                "een minuut geleden",
                "2\u{a0}minuten geleden",
                "5\u{a0}minuten geleden",
                "59\u{a0}minuten geleden",
            ),
            (
                Language::De,
                "vor weniger als einer Minute",
                "vor einer Minute",
                "vor 2\u{a0}Minuten",
                "vor 5\u{a0}Minuten",
                "vor 59\u{a0}Minuten",
            ),
            (
                Language::Fr,
                "il y a moins d’une minute",
                "il y a une minute",
                "il y a 2\u{a0}minutes",
                "il y a 5\u{a0}minutes",
                "il y a 59\u{a0}minutes",
            ),
            (Language::Ar, "قبل أقل من دقيقة", "قبل دقيقة", "قبل دقيقتين", "قبل 5\u{a0}دقائق", "قبل 59\u{a0}دقيقة"),
        ] {
            let told = [0, 1, 2, 5, 59].map(|minutes| ago(minutes, language));
            assert_eq!(told, [none, one, two, five, many], "{language:?}");
        }
    }
}
