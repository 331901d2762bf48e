use onefare_core::language::Language;

use super::case;
use crate::mail::letters::sign_in::{SignInCode, SignInLink};

#[test]
fn the_code_is_in_the_body_only_and_no_link_signs_in() {
    for language in Language::ALL {
        let case = case(language);
        let letter = case.sign_in_code();
        assert!(letter.text.lines().any(|line| line == "4821") && letter.html.contains(">4821<"), "{language:?}");
        assert!(!letter.subject.contains("4821"));
        // The part that locked screens show ends before the code begins.
        let (shown, _) = letter.html.split_once("4821").expect("the code");
        assert!(shown.contains("&zwnj;") && shown.matches("&#847;").count() >= 100);
        assert!(!letter.html.contains("href=") && !letter.text.contains("http"), "{language:?}");
        assert!(letter.text.contains("10") && letter.html.contains("10"));
        let facts = SignInCode { envelope: case.envelope(), code: &case.code, minutes: 10 };
        assert!(!format!("{facts:?} {letter:?}").contains("4821"));
    }
}

#[test]
fn the_english_code_letter_reads_so() {
    let letter = case(Language::En).sign_in_code();
    assert_eq!(letter.subject, "Your sign-in code for Lantern");
    let expected = "\
Lantern

Your sign-in code

Type it in on the page that asked for it.

4821

The code is valid for 10 minutes and works once.

Not you?
Then ignore this email: nobody can sign in without it. Never pass it on. We will never ask you for it, by phone or in a chat.

-- \n\
Questions? Reply to this email or write to help@shop.example.
You receive this email because somebody wanted to sign in at Lantern with this address.
Example Quay B.V. · Kade 1, Amsterdam · KvK 0
";
    assert_eq!(letter.text, expected);
}

#[test]
fn the_link_is_in_the_body_only() {
    for language in Language::ALL {
        let case = case(language);
        let letter = case.sign_in_link();
        let link = case.link.as_str();
        assert!(letter.text.lines().any(|line| line == link), "{language:?}: {}", letter.text);
        assert!(letter.html.contains(&format!("href=\"{link}\"")));
        let facts = SignInLink { envelope: case.envelope(), link: &case.link, minutes: 30 };
        let preview = letter.html.split_once("</title>").expect("a title").0;
        for said in [&letter.subject, preview, &format!("{facts:?} {letter:?}")] {
            assert!(!said.contains("Zm9y"), "{said}");
        }
        assert!(letter.text.contains("30"));
    }
}
