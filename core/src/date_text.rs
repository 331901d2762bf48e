//! Days as people write them, in five languages, from a day in UTC.

use chrono::{DateTime, Datelike as _, Utc};

use crate::language::Language;

const ENGLISH: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const DUTCH: [&str; 12] = [
    "januari",
    "februari",
    "maart",
    "april",
    "mei",
    "juni",
    "juli",
    "augustus",
    "september",
    "oktober",
    "november",
    "december",
];
const GERMAN: [&str; 12] = [
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
];
const FRENCH: [&str; 12] = [
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
];
const ARABIC: [&str; 12] =
    ["يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"];

/// Day, month name and year of the day in UTC, such as `20 November 2027`.
///
/// ```
/// use chrono::{TimeZone, Utc};
/// use onefare_core::{date_text::date_text, language::Language};
/// let end = Utc.with_ymd_and_hms(2027, 5, 1, 23, 59, 59).unwrap();
/// assert_eq!(date_text(end, Language::En), "1 May 2027");
/// assert_eq!(date_text(end, Language::Fr), "1er mai 2027");
/// ```
#[must_use]
pub fn date_text(instant: DateTime<Utc>, language: Language) -> String {
    let names = match language {
        Language::En => ENGLISH,
        Language::Nl => DUTCH,
        Language::De => GERMAN,
        Language::Fr => FRENCH,
        Language::Ar => ARABIC,
    };
    let index = usize::try_from(instant.month0()).unwrap_or(0);
    let month = names.get(index).copied().unwrap_or("");
    let (day, year) = (instant.day(), instant.year());
    match language {
        Language::De => format!("{day}. {month} {year}"),
        Language::Fr if day == 1 => format!("1er {month} {year}"),
        _ => format!("{day} {month} {year}"),
    }
}
