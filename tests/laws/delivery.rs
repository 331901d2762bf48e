//! Deliveries: calendar months, computed independently; activation codes and links, read by a second parser.

use chrono::{Datelike as _, TimeZone as _, Timelike as _, Utc};
use onefare_core::delivery::{
    ActivationCode, Installation, Known, Platform, first_term_days, first_term_end, term_end, trial_end,
};
use onefare_core::trial::DAYS;
use proptest::prelude::*;
use url::Url;

fn days_in(year: i64, month: i64) -> i64 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

proptest! {
    #[test]
    fn the_day_is_the_same_or_the_last(seconds in 0_i64..4_102_444_800, months in 0_u32..=36) {
        let start = Utc.timestamp_opt(seconds, 0).unwrap();
        let end = term_end(start, months).unwrap();
        let month_index = i64::from(start.year()) * 12 + i64::from(start.month0()) + i64::from(months);
        let (year, month) = (month_index / 12, month_index % 12 + 1);
        prop_assert_eq!((i64::from(end.year()), i64::from(end.month())), (year, month));
        prop_assert_eq!(i64::from(end.day()), i64::from(start.day()).min(days_in(year, month)));
        prop_assert_eq!(end.num_seconds_from_midnight(), start.num_seconds_from_midnight());
    }

    #[test]
    fn a_longer_term_ends_later(seconds in 0_i64..4_102_444_800, months in 0_u32..=36, more in 1_u32..=36) {
        let start = Utc.timestamp_opt(seconds, 0).unwrap();
        prop_assert!(term_end(start, months) < term_end(start, months + more));
    }
}

proptest! {
    #[test]
    fn the_charge_after_a_first_term_never_comes_before_its_end(
        seconds in 0_i64..4_102_444_800, (opens, pays) in (0_i64..82_800, 0_i64..=82_800), months in 1_u32..=12, free in 0_u32..=11,
    ) {
        let earliest = Utc.timestamp_opt(seconds, 0).unwrap();
        let latest = earliest + chrono::TimeDelta::seconds(opens);
        let paid = earliest + chrono::TimeDelta::seconds(pays.min(opens));
        let days = first_term_days(earliest, latest, months, free).unwrap();
        let charged = |start| start + chrono::TimeDelta::days(i64::from(days));
        let end = |start| first_term_end(start, months, free).unwrap();
        prop_assert!(charged(paid) >= end(paid));
        // And no later than the calendar requires: it meets one of the two days exactly.
        prop_assert!(charged(earliest) == end(earliest) || charged(latest) == end(latest));
        prop_assert!((28..=730).contains(&days), "{}", days);
    }
}

/// Any activation code, with its optional parts in every combination.
fn code_text() -> impl Strategy<Value = String> {
    let host = "[a-zA-Z0-9]([a-z0-9-]{0,10}[a-z0-9])?(\\.[a-z][a-z0-9]{1,8}){1,3}";
    let oid = prop::option::of("[0-9](\\.(0|[1-9][0-9]{0,4})){1,5}");
    let more = prop::option::of("[!-~]{1,12}");
    let flag = proptest::sample::select(&["", "1"][..]);
    let prefix = proptest::sample::select(&["", "LPA:"][..]);
    (prefix, host, "[A-Za-z0-9-]{0,24}", oid, flag, more).prop_map(|(prefix, host, id, oid, flag, more)| {
        let optional = format!("${}${flag}${}", oid.unwrap_or_default(), more.unwrap_or_default());
        format!("{prefix}1${host}${id}{}", optional.trim_end_matches('$'))
    })
}

/// Texts similar to a code, most of them broken somewhere.
fn nearly_a_code() -> impl Strategy<Value = String> {
    let known = &["LPA:", "lpa:", "1", "2", "$", "$$", "$1", "smdp.example", "1.3.6", "A-1", " ", "%24"][..];
    let piece = prop_oneof![
        3 => proptest::sample::select(known).prop_map(str::to_owned),
        1 => "[ -~]{1,3}",
        1 => any::<String>(),
    ];
    prop::collection::vec(piece, 0..9).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn free_months_only_lengthen_the_term(seconds in 0_i64..4_102_444_800, months in 0_u32..=24, free in 0_u32..=12) {
        let start = Utc.timestamp_opt(seconds, 0).unwrap();
        let end = first_term_end(start, months, free).unwrap();
        prop_assert_eq!(Some(end), term_end(start, months + free));
        let one_after_the_other = term_end(start, months).and_then(|middle| term_end(middle, free)).unwrap();
        prop_assert!(end >= one_after_the_other, "never shorter than counted in two");
    }

    #[test]
    fn a_trial_is_a_week_of_full_days(milliseconds in -62_135_596_800_000_i64..253_402_300_799_999) {
        let start = Utc.timestamp_millis_opt(milliseconds).unwrap();
        let end = trial_end(start, DAYS).unwrap();
        prop_assert_eq!(end.timestamp_millis() - milliseconds, 604_800_000);
        prop_assert_eq!((end.weekday(), end.time()), (start.weekday(), start.time()));
    }

    #[test]
    fn a_code_is_written_as_it_was_read(text in code_text()) {
        let code = ActivationCode::parse(&text).unwrap();
        let typed = text.strip_prefix("LPA:").unwrap_or(&text);
        prop_assert_eq!(code.typed_text(), typed);
        prop_assert_eq!(code.full_text(), format!("LPA:{typed}"));
        prop_assert_eq!(ActivationCode::parse(&code.full_text().replace("LPA:", "lpa:")), Some(code.clone()));
    }

    #[test]
    fn what_passes_for_a_code_is_one(text in nearly_a_code()) {
        let Some(code) = ActivationCode::parse(&text) else { return Ok(()) };
        prop_assert_eq!(ActivationCode::parse(&code.full_text()), Some(code.clone()));
        prop_assert!(code.typed_text().len() <= 255 && code.full_text().bytes().all(|byte| byte.is_ascii_graphic()));
    }

    #[test]
    fn a_secret_never_stands_in_a_log_line(id in "[A-Z0-9]{8,16}") {
        let generated = format!("LPA:1$smdp.example.com${id}");
        let known = Known { generated: Some(&generated), smdp_address: None, matching_id: Some(&id) };
        let installation = Installation::of(&known);
        let lines = format!("{known:?} {installation:?} {:?}", installation.code());
        prop_assert!(!lines.contains(&id), "{lines}");
    }

    #[test]
    fn install_links_carry_the_code_and_nothing_else(text in code_text()) {
        let known = Known { generated: Some(&text), ..Known::default() };
        let installation = Installation::of(&known);
        let full = installation.code().unwrap().full_text();
        let pages = [(Platform::Apple, "esimsetup.apple.com"), (Platform::Android, "esimsetup.android.com")];
        for (platform, host) in pages {
            let link = installation.link(platform).unwrap();
            let url = Url::parse(&link).unwrap();
            prop_assert_eq!((url.scheme(), url.host_str(), url.fragment()), ("https", Some(host), None));
            let carried: Vec<_> = url.query_pairs().map(|(key, value)| format!("{key}={value}")).collect();
            prop_assert_eq!(carried, [format!("carddata={full}")]);
            let again = Installation::of(&Known { generated: Some(&link), ..Known::default() });
            prop_assert_eq!(again.code(), installation.code(), "the link alone gives the code back");
        }
    }

    #[test]
    fn whatever_is_known_only_safe_things_are_offered(
        generated in prop::option::of(prop_oneof![nearly_a_code(), "https?://[!-~]{0,30}", any::<String>()]),
        smdp_address in prop::option::of(prop_oneof![Just("smdp.example.com".to_owned()), any::<String>()]),
        matching_id in prop::option::of(prop_oneof!["[A-Z0-9-]{0,8}", any::<String>()]),
    ) {
        let installation = Installation::of(&Known {
            generated: generated.as_deref(),
            smdp_address: smdp_address.as_deref(),
            matching_id: matching_id.as_deref(),
        });
        for platform in [Platform::Apple, Platform::Android] {
            if let Some(link) = installation.link(platform) {
                let url = Url::parse(&link).unwrap();
                let anonymous = url.username().is_empty() && url.password().is_none();
                prop_assert!(url.scheme() == "https" && url.domain().is_some() && anonymous, "{link}");
            }
        }
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-.".contains(&byte);
        let plain = |text: &str| !text.is_empty() && text.bytes().all(allowed);
        prop_assert!(installation.smdp_address().is_none_or(plain) && installation.matching_id().is_none_or(plain));
        prop_assert!(installation.code().is_none() || installation.smdp_address().is_some());
    }
}
