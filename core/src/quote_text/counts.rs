//! Lengths of time in words, with the plural forms of each language (CLDR).

use crate::language::Language;

/// Days, such as `7 days`.
pub(super) fn days(count: u32, language: Language) -> String {
    match language {
        Language::En => counted(count, "day", "days"),
        Language::Nl => counted(count, "dag", "dagen"),
        Language::De => counted(count, "Tag", "Tage"),
        Language::Fr => counted(count, "jour", "jours"),
        Language::Ar => arabic(count, ["يوم واحد", "يومان", "أيام", "يومًا", "يوم"]),
    }
}

/// Months, such as `4 months`.
pub(super) fn months(count: u32, language: Language) -> String {
    match language {
        Language::En => counted(count, "month", "months"),
        Language::Nl => counted(count, "maand", "maanden"),
        Language::De => counted(count, "Monat", "Monate"),
        Language::Fr => counted(count, "mois", "mois"),
        Language::Ar => arabic(count, ["شهر واحد", "شهران", "أشهر", "شهرًا", "شهر"]),
    }
}

/// How often something recurs, such as `every 12 months`.
pub(super) fn every(count: u32, language: Language) -> String {
    match (language, count) {
        (Language::En, 1) => "every month".to_owned(),
        (Language::Nl, 1) => "elke maand".to_owned(),
        (Language::De, 1) => "jeden Monat".to_owned(),
        (Language::Fr, 1) => "tous les mois".to_owned(),
        (Language::Ar, 1) => "كل شهر".to_owned(),
        // After "every" the dual takes its other case.
        (Language::Ar, 2) => "كل شهرين".to_owned(),
        (Language::En, count) => format!("every {}", months(count, language)),
        (Language::Nl, count) => format!("elke {}", months(count, language)),
        (Language::De, count) => format!("alle {}", months(count, language)),
        (Language::Fr, count) => format!("tous les {}", months(count, language)),
        (Language::Ar, count) => format!("كل {}", months(count, language)),
    }
}

fn counted(count: u32, one: &str, other: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { other })
}

/// Arabic counts one and two in the word itself, then has forms for 3 to 10, for 11 to 99, and for whole hundreds; from
/// 100 on the last two digits decide.
fn arabic(count: u32, [one, two, few, many, other]: [&str; 5]) -> String {
    match (count, count.wrapping_rem(100)) {
        (1, _) => one.to_owned(),
        (2, _) => two.to_owned(),
        (_, 3..=10) => format!("{count} {few}"),
        (_, 11..=99) => format!("{count} {many}"),
        _ => format!("{count} {other}"),
    }
}
