//! The checkbox of the trial terms.

use chrono::DateTime;
use onefare_core::trial::{TERMS_VERSION, check_acknowledged, first_charge};

use crate::arguments::number;

targets! {
    "trial" made of ["1", "0", " ", "-", "trial"];

    acknowledgements asks [check_acknowledged, first_charge], where |text| {
        assert_eq!(check_acknowledged(Some(text)).is_ok(), text == TERMS_VERSION);
        let Some(start) = DateTime::from_timestamp_millis(number(text)) else { return };
        assert!(first_charge(start).is_none_or(|charge| (charge - start).num_hours() == 168));
    };
}
