//! The checkbox of the trial terms.

use onefare_core::trial::{TERMS_VERSION, check_acknowledged};

targets! {
    "trial" made of ["1", "0", " ", "-", "trial"];

    acknowledgements asks [check_acknowledged], where |text| {
        assert_eq!(check_acknowledged(Some(text)).is_ok(), text == TERMS_VERSION);
    };
}
