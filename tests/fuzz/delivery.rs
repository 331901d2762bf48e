//! Activation codes, eSIM records, and ends of terms.

use chrono::DateTime;
use onefare_core::delivery::{ActivationCode, Installation, Known, Platform, first_term_end, term_end, trial_end};

use crate::arguments::{arguments, number, small};

targets! {
    "delivery" made of ["LPA:1$", "1$smdp.example.com$", "$", "a", ".", "%24", "-", "https://esimsetup.apple.com/"];

    codes asks [ActivationCode::parse, ActivationCode::new], where |text| {
        let [address, id] = arguments(text);
        if let Some(code) = ActivationCode::parse(text) {
            is_code(&code);
        }
        if let Some(code) = ActivationCode::new(address, id) {
            is_code(&code);
            assert_eq!((code.smdp_address(), code.matching_id()), (address, id), "two parts make no third one");
            assert!(code.oid().is_none() && !code.confirmation_required());
        }
    };

    installations asks [Installation::of, Installation::link], where |text| {
        let json: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
        let [generated, address, id] = arguments(text);
        let told = ["generated", "smdp_address", "matching_id"].map(|name| json[name].as_str().unwrap_or(""));
        for [generated, smdp_address, matching_id] in [[generated, address, id], told] {
            let known = Known {
                generated: Some(generated), smdp_address: Some(smdp_address), matching_id: Some(matching_id),
            };
            let installation = Installation::of(&known);
            if let Some(code) = installation.code() {
                is_code(code);
                assert_eq!(installation.smdp_address(), Some(code.smdp_address()));
            }
            for link in [Platform::Apple, Platform::Android].into_iter().filter_map(|on| installation.link(on)) {
                assert!(link.starts_with("https://") && link.bytes().all(|byte| byte.is_ascii_graphic()), "{link}");
                let again = Installation::of(&Known { generated: Some(&link), ..Known::default() });
                assert_eq!(again.code(), installation.code(), "a link holds the whole code");
            }
            assert_eq!(format!("{known:?}{installation:?}"), "Known(***)Installation(***)");
        }
    };

    terms asks [term_end, first_term_end, trial_end], where |text| {
        let [start, months, free] = arguments(text);
        let Some(start) = DateTime::from_timestamp_millis(number(start)) else { return };
        let (months, free) = (small(months), small(free));
        let ends = [term_end(start, months), first_term_end(start, months, free), trial_end(start, free)];
        for end in ends.into_iter().flatten() {
            assert!(end >= start && end.time() == start.time(), "{start} to {end}");
        }
        assert!(trial_end(start, 7).is_none_or(|end| (end - start).num_hours() == 168), "{start}");
    };
}

/// A parsed code survives a round trip, with and without its prefix.
fn is_code(code: &ActivationCode) {
    assert_eq!(ActivationCode::parse(&code.full_text()).as_ref(), Some(code));
    assert_eq!(ActivationCode::parse(&code.typed_text()).as_ref(), Some(code));
    assert!(code.typed_text().len() <= 255 && code.full_text().bytes().all(|byte| byte.is_ascii_graphic()));
}
