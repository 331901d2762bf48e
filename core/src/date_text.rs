//! Days and instants as text, in UTC and in five languages.

use chrono::{DateTime, Datelike as _, Timelike as _, Utc};

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

/// The day with hour and minute, in UTC, such as `20 November 2026, 12:05 UTC`.
///
/// ```
/// use chrono::{TimeZone, Utc};
/// use onefare_core::{date_text::instant_text, language::Language};
/// let stated = Utc.with_ymd_and_hms(2026, 11, 20, 9, 5, 59).unwrap();
/// assert_eq!(instant_text(stated, Language::En), "20 November 2026, 09:05 UTC");
/// assert_eq!(instant_text(stated, Language::De), "20. November 2026, 09:05 Uhr (UTC)");
/// ```
#[must_use]
pub fn instant_text(instant: DateTime<Utc>, language: Language) -> String {
    let day = date_text(instant, language);
    let time = format!("{:02}:{:02}", instant.hour(), instant.minute());
    match language {
        Language::En => format!("{day}, {time} UTC"),
        Language::Nl => format!("{day}, {time} uur (UTC)"),
        Language::De => format!("{day}, {time} Uhr (UTC)"),
        Language::Fr => format!("{day} à {:02}\u{a0}h\u{a0}{:02} (UTC)", instant.hour(), instant.minute()),
        Language::Ar => format!("{day}، الساعة {time} (UTC)"),
    }
}
