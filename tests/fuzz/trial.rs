//! The box under the trial terms.

use chrono::DateTime;
use onefare_core::trial::{CODE, TERMS_VERSION, check_acknowledged, first_charge, means_trial};

use crate::arguments::number;

targets! {
    "trial" made of ["1", "0", " ", "-", "trial", "TRIAL", "i"];

    acknowledgements asks [check_acknowledged, first_charge], where |text| {
        assert_eq!(check_acknowledged(Some(text)).is_ok(), text == TERMS_VERSION);
        let Some(start) = DateTime::from_timestamp_millis(number(text)) else { return };
        assert!(first_charge(start).is_none_or(|charge| (charge - start).num_hours() == 168));
    };

    words asks [means_trial], where |text| {
        let means = means_trial(Some(text));
        if text.trim_matches(' ').eq_ignore_ascii_case(CODE) {
            assert!(means);
        }
        assert_eq!(means_trial(Some(&format!(" {text} "))), means, "spaces round it change nothing");
        assert!(!means || text.to_ascii_lowercase().contains(CODE));
    };
}
