//! Addresses: as typed, as a query carries them, and as probably meant.

use onefare_core::email::confirmation::check_confirmation;
use onefare_core::email::correction::check_correction;
use onefare_core::email::hint::hint;
use onefare_core::email::query::{clean_mail, prefill, prefill_pair, trial_mail};
use onefare_core::email::{Email, Form, MAX_LENGTH, check, check_in, validate_field};
use onefare_core::problem::Problem;

targets! {
    "email" made of ["a", ".", "@", "%40", "&mail=", "email=", "+", "\u{200F}", "gmial.com", "xn--", "\""];

    typed asks [Email::parse, check, check_in, validate_field], where |text| {
        let found = check(text);
        assert_eq!(Email::parse(text).map(|email| email.as_str().to_owned()), found.map(str::to_owned));
        let code = found.err().map(|problem| problem.code().into());
        assert_eq!(validate_field(text).err().map(|error| error.code), code);
        for form in [Form::Purchase, Form::Deal, Form::SignIn] {
            assert_eq!(check_in(form, text).ok(), found.ok(), "one rule for every form");
        }
        let Ok(address) = found else { return };
        is_address(address);
        assert!(text.contains(address), "nothing is invented");
        let email = Email::parse(text).unwrap();
        assert_eq!(Email::parse(&email.canonical()).unwrap().canonical(), email.canonical());
        assert_eq!(email.digest().len(), 64);
        assert_eq!(prefill(&prefill_pair(&email)).as_deref(), Some(address), "what is handed on arrives");
    };

    queries asks [prefill, trial_mail, clean_mail], where |text| {
        for query in [text, &format!("email={text}")] {
            let Some(shown) = prefill(query) else { continue };
            assert!((1..=MAX_LENGTH).contains(&shown.len()) && shown.trim() == shown);
            assert!(!shown.contains(char::is_control));
        }
        for found in [clean_mail(text), trial_mail(text), trial_mail(&format!("mail={text}"))].into_iter().flatten() {
            is_address(&found);
            assert!(!found.contains(['<', '>', '"', '\'', '&']));
            assert_eq!(clean_mail(&found), Some(found));
        }
    };

    corrected asks [check_correction], where |text| {
        let (old, new) = text.split_once('+').unwrap_or((text, text));
        match check_correction(old, new) {
            Ok(address) => {
                assert_eq!(check(new), Ok(address));
                assert_ne!(check(old).map(str::to_ascii_lowercase), Ok(address.to_ascii_lowercase()), "another mailbox");
            }
            Err(problem) => assert_eq!(check(new).err().unwrap_or(Problem::EmailUnchanged), problem),
        }
    };

    confirmed asks [check_confirmation], where |text| {
        let (account, typed) = text.split_once('+').unwrap_or((text, text));
        let same = check(typed).is_ok_and(|typed| check(account).is_ok_and(|it| it.eq_ignore_ascii_case(typed)));
        match check_confirmation(account, typed) {
            Ok(()) if check(account).is_ok() => assert!(same, "the same mailbox"),
            Ok(()) => assert!(check(typed).is_ok()),
            Err(problem) => {
                assert!(!same);
                assert_eq!(check(typed).err().unwrap_or(Problem::EmailOfAnother), problem);
            }
        }
    };

    meant asks [hint], where |text| {
        let Some(meant) = hint(text) else { return };
        is_address(&meant);
        assert_eq!(hint(&meant), None, "what is suggested needs no hint");
    };
}

fn is_address(text: &str) {
    assert_eq!(check(text), Ok(text), "checking again changes nothing");
    assert!(text.len() <= MAX_LENGTH && text.bytes().all(|byte| byte.is_ascii_graphic()));
    assert_eq!(text.matches('@').count(), 1);
    assert!(!text.contains([',', ';', ':', '<', '>', '"', '\\', '(', ')', '[', ']']), "breaks no header");
}
