//! Days of any year.

use chrono::{DateTime, Datelike as _};
use onefare_core::date_text::date_text;
use onefare_core::language::Language;

use crate::arguments::{arguments, number};

targets! {
    "date_text" made of ["9", "-", "0"];

    days asks [date_text], where |text| {
        let Some(instant) = DateTime::from_timestamp_millis(number(arguments::<1>(text)[0])) else { return };
        for language in Language::ALL {
            let written = date_text(instant, language);
            assert!(written.starts_with(&instant.day().to_string()), "{written}");
            assert!(written.ends_with(&format!(" {}", instant.year())), "{written}");
            assert_eq!(written.split(' ').filter(|word| !word.is_empty()).count(), 3, "{written}");
        }
    };
}
