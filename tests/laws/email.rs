//! E-mail: the check is stable, total, and never lets through what a mail header could be broken with.

use onefare_core::email::{Email, check};
use proptest::prelude::*;

/// Texts near an address: the signs that matter, in any order.
fn nearly() -> impl Strategy<Value = String> {
    let sign = prop_oneof![
        8 => "[a-z0-9]",
        3 => "[.@+_-]",
        1 => "[ \\t\\r\\n,;:<>\"'()\\[\\]\\\\%]",
        1 => "[\u{0}\u{A0}\u{AD}\u{200B}-\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}\u{FEFF}\u{661}\u{430}é]",
    ];
    prop::collection::vec(sign, 0..24).prop_map(|signs| signs.concat())
}

/// Addresses that must be accepted.
fn address() -> impl Strategy<Value = String> {
    "[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,20}(\\.[a-z0-9_-]{1,20}){0,1}@([a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?\\.){1,4}[a-z]{2,20}"
}

/// What may stand round an address: blanks and direction marks.
fn padding() -> impl Strategy<Value = String> {
    "[ \\t\\r\\n\u{A0}\u{61C}\u{200B}-\u{200F}\u{202A}-\u{202E}\u{2060}\u{2066}-\u{2069}\u{3000}\u{FEFF}]{0,4}"
}

fn laws_of_any_text(text: &str) -> Result<(), TestCaseError> {
    let Ok(address) = check(text) else { return Ok(()) };
    prop_assert_eq!(check(address), Ok(address), "checking again changes nothing");
    prop_assert!(text.contains(address), "nothing is invented");
    prop_assert!(address.len() <= 254 && address.bytes().all(|byte| byte.is_ascii_graphic()));
    prop_assert!(!address.contains([',', ';', ':', '<', '>', '"', '\\', '(', ')', '[', ']']));
    prop_assert_eq!(address.matches('@').count(), 1);
    let email = Email::parse(text).unwrap();
    prop_assert_eq!(Email::parse(&email.canonical()).unwrap().canonical(), email.canonical());
    let (local, domain) = address.split_once('@').unwrap();
    let masked = format!("{}***@{domain}", &local[..1]);
    prop_assert_eq!(email.masked(), masked.clone());
    prop_assert_eq!(format!("{email:?}"), format!("Email({masked})"), "no log line holds the address");
    Ok(())
}

proptest! {
    #[test]
    fn any_text(text in any::<String>()) {
        laws_of_any_text(&text)?;
    }

    #[test]
    fn nearly_an_address(text in nearly()) {
        laws_of_any_text(&text)?;
    }

    #[test]
    fn an_address_in_any_padding_is_found(address in address(), before in padding(), after in padding()) {
        let typed = format!("{before}{address}{after}");
        prop_assert_eq!(check(&typed), Ok(address.as_str()));
    }

    #[test]
    fn case_does_not_make_another_mailbox(address in address()) {
        let (lower, upper) = (Email::parse(&address).unwrap(), Email::parse(&address.to_ascii_uppercase()).unwrap());
        prop_assert_eq!(lower.canonical(), upper.canonical());
    }
}
