//! E-mail: the check is stable and total, and accepts nothing that could break a mail header.

use onefare_core::email::hint::hint;
use onefare_core::email::query::{clean_mail, prefill, prefill_pair, trial_mail};
use onefare_core::email::{Email, Form, check, check_in};
use proptest::prelude::*;

/// Texts similar to an address: the significant characters in any order.
fn nearly() -> impl Strategy<Value = String> {
    let sign = prop_oneof![
        8 => "[a-z0-9]",
        3 => "[.@+_-]",
        1 => "[ \\t\\r\\n,;:<>\"'()\\[\\]\\\\%]",
        1 => "[\u{0}\u{A0}\u{AD}\u{200B}-\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}\u{FEFF}\u{661}\u{430}é]",
    ];
    prop::collection::vec(sign, 0..24).prop_map(|signs| signs.concat())
}

/// Addresses that the check must accept.
fn address() -> impl Strategy<Value = String> {
    "[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,20}(\\.[a-z0-9_-]{1,20}){0,1}@([a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?\\.){1,4}[a-z]{2,20}"
}

/// What can precede a parameter in a query.
fn before() -> impl Strategy<Value = String> {
    "\\??([a-d]=[a-z0-9%+]{0,9}&){0,3}"
}

/// Addresses near the most common domains.
fn nearly_known() -> impl Strategy<Value = String> {
    "[a-z]{1,3}@(gm|hot|ya|m)[a-z]{1,6}(\\.[a-z]{1,4})?"
}

/// What can surround an address: blanks and direction marks.
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
    for form in [Form::Purchase, Form::Deal, Form::SignIn] {
        prop_assert_eq!(check_in(form, text), Ok(address), "one rule for every form");
    }
    Ok(())
}

/// The edit distance, with a swap of neighbours counted as one: the full table, for comparison.
fn distance(left: &str, right: &str) -> usize {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    let mut table = vec![vec![0; right.len() + 1]; left.len() + 1];
    for i in 0..=left.len() {
        for j in 0..=right.len() {
            table[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let replaced = table[i - 1][j - 1] + usize::from(left[i - 1] != right[j - 1]);
                replaced.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1)
            };
            if i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1] {
                table[i][j] = table[i][j].min(table[i - 2][j - 2] + 1);
            }
        }
    }
    table[left.len()][right.len()]
}

/// A well-known domain, and the same with one slip in its name.
fn slipped() -> impl Strategy<Value = (&'static str, String)> {
    let known = prop::sample::select(&["gmail.com", "outlook.com", "emirates.net.ae", "etisalat.ae", "ziggo.nl"][..]);
    (known, any::<prop::sample::Index>(), "[a-z]", 0..4).prop_map(|(known, at, letter, kind)| {
        let (name, ending) = known.split_once('.').unwrap();
        let (mut letters, at): (Vec<char>, _) = (name.chars().collect(), at.index(name.len()));
        let letter = letter.chars().next().unwrap();
        match kind {
            0 => letters.insert(at, letter),
            1 => letters[at] = letter,
            2 => drop(letters.remove(at)),
            _ => letters.swap(at, at.saturating_sub(1)),
        }
        (known, format!("{}.{ending}", letters.into_iter().collect::<String>()))
    })
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
        laws_of_any_text(&typed)?;
    }

    #[test]
    fn case_does_not_make_another_mailbox(address in address()) {
        let (lower, upper) = (Email::parse(&address).unwrap(), Email::parse(&address.to_ascii_uppercase()).unwrap());
        prop_assert_eq!(lower.canonical(), upper.canonical());
    }

    #[test]
    fn a_digest_tells_mailboxes_apart_and_nothing_else(address in address(), other in address()) {
        let digest = |text: &str| Email::parse(text).unwrap().digest();
        prop_assert_eq!(digest(&address), digest(&address.to_ascii_uppercase()));
        prop_assert_eq!(digest(&address) == digest(&other), address.eq_ignore_ascii_case(&other));
        prop_assert!(digest(&address).bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte)));
        prop_assert_eq!(digest(&address).len(), 64);
    }

    #[test]
    fn what_mail_leaves_is_an_address(text in prop_oneof![any::<String>(), nearly(), address(), "[<>\"'&a@.c]{0,12}"]) {
        if let Some(left) = clean_mail(&text) {
            prop_assert_eq!(check(&left), Ok(left.as_str()));
            prop_assert!(!left.contains(['<', '>', '"', '\'', '&']));
            prop_assert_eq!(clean_mail(&left), Some(left.clone()), "cleaning again changes nothing");
        }
    }

    #[test]
    fn a_prefilled_address_arrives(address in address(), before in before(), after in "(&[a-z=%]{0,9})?") {
        let email = Email::parse(&address).unwrap();
        prop_assert_eq!(prefill(&format!("{before}{}{after}", prefill_pair(&email))), Some(address));
    }

    #[test]
    fn what_is_prefilled_can_be_seen(query in prop_oneof![any::<String>(), "[?&=+%0-9a-fA-F@.]{0,24}"]) {
        for text in [prefill(&query), prefill(&format!("email={query}"))].into_iter().flatten() {
            prop_assert!(!text.is_empty() && text.len() <= 254 && text.trim() == text);
            prop_assert!(!text.contains(char::is_control));
        }
        for address in [trial_mail(&query), trial_mail(&format!("mail={query}"))].into_iter().flatten() {
            prop_assert_eq!(clean_mail(&address), Some(address.clone()));
        }
    }

    #[test]
    fn a_hint_is_an_address_one_slip_away(text in prop_oneof![any::<String>(), nearly(), nearly_known()]) {
        let Some(meant) = hint(&text) else { return Ok(()) };
        prop_assert_eq!(check(&meant), Ok(meant.as_str()));
        prop_assert_eq!(hint(&meant), None, "what is suggested is known");
        let ((typed, from), (mailbox, to)) = (text.rsplit_once('@').unwrap(), meant.rsplit_once('@').unwrap());
        prop_assert!(typed.ends_with(mailbox), "the mailbox stays");
        let from = from.trim().to_ascii_lowercase();
        let (name, ending) = to.split_once('.').unwrap();
        let near = match from.split_once('.') {
            Some((typed, typed_ending)) => distance(typed, name) <= 1 && distance(typed_ending, ending) <= 1,
            None => distance(&from, name) <= 1 || distance(&from, to) <= 1,
        };
        prop_assert!(near, "{} for {}", meant, text);
    }

    #[test]
    fn one_slip_in_a_long_name_is_found((known, typed) in slipped()) {
        let found = hint(&format!("amal@{typed}"));
        if typed == known {
            prop_assert_eq!(found, None);
        } else if !["mail.com", "ymail.com", "email.com"].contains(&typed.as_str()) {
            prop_assert_eq!(found, Some(format!("amal@{known}")), "{}", typed);
        }
    }
}
