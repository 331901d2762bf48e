use onefare_core::email::Email;
use onefare_core::language::{Direction, Language};
use onefare_core::wire::page::{Brand, Claims};
use url::Url;

use super::plan_name::plan_name;
use super::receipt::Receipt;
use super::texts::{Counted, Texts};
use crate::mail::Letter;

pub fn brand(name: &str) -> Brand {
    let link = |place: &str| format!("https://app.example/{place}?a=1&b=2");
    Brand {
        name: name.to_owned(),
        legal_entity: "Example Quay B.V.".to_owned(),
        address: "Kade 1, Amsterdam".to_owned(),
        registration: "KvK 0".to_owned(),
        vat: String::new(),
        support_email: "help@shop.example".to_owned(),
        link_ios: link("ios"),
        link_android: link("android"),
        link_windows: link("windows"),
        link_macos: String::new(),
        claims: Claims {
            devices: 5,
            devices_at_once: 2,
            locations: "50+".to_owned(),
            users: "1".to_owned(),
            guarantee_days: 30,
            ratings: vec![],
        },
    }
}

struct Facts {
    brand: Brand,
    to: Email,
    manage: Url,
    order: String,
    prices: [String; 2],
    days: [String; 2],
}

fn facts(language: Language) -> Facts {
    let arabic = language == Language::Ar;
    let pick = |latin: &str, other: &str| if arabic { other.to_owned() } else { latin.to_owned() };
    Facts {
        brand: brand("Lantern"),
        to: Email::parse("amal+shop@example.com").expect("an address"),
        manage: "https://shop.example/panel".parse().expect("an address"),
        order: "7K3M-92PD".to_owned(),
        prices: [
            pick("AED\u{a0}119.99", "\u{2067}119.99\u{a0}د.إ.\u{2069}"),
            pick("AED\u{a0}149.99", "\u{2067}149.99\u{a0}د.إ.\u{2069}"),
        ],
        days: [pick("20 November 2026", "20 نوفمبر 2026"), pick("20 November 2027", "20 نوفمبر 2027")],
    }
}

fn write(facts: &Facts, language: Language, months: u32) -> Letter {
    let receipt = Receipt {
        brand: &facts.brand,
        language,
        to: &facts.to,
        letter_id: "ltr_1",
        order_number: &facts.order,
        months,
        amount_paid: &facts.prices[0],
        paid_on: &facts.days[0],
        term_end: &facts.days[1],
        renewal_amount: &facts.prices[1],
        renewal_on: &facts.days[1],
        manage_url: &facts.manage,
    };
    receipt.letter().expect("a letter")
}

#[test]
fn both_forms_say_everything_in_every_language() {
    for language in Language::ALL {
        let facts = facts(language);
        let letter = write(&facts, language, 12);
        let said = [&facts.order, &facts.prices[0], &facts.prices[1], &facts.days[0], &facts.days[1]];
        let also = ["amal+shop@example.com", "help@shop.example", "Lantern", "12", "30", "Example Quay B.V."];
        for piece in said.into_iter().map(String::as_str).chain(also) {
            assert!(letter.html.contains(piece), "{language:?}: the page lacks {piece}");
            assert!(letter.text.contains(piece), "{language:?}: the text lacks {piece}");
        }
        assert!(letter.text.contains("https://shop.example/panel"));
        assert!(letter.html.contains("href=\"https://shop.example/panel\""));
        assert!(letter.subject.contains("7K3M-92PD"));
        assert!(letter.html.contains(&format!("lang=\"{}\"", language.code())));
        assert!(letter.html.contains(&format!("dir=\"{}\"", language.direction().code())));
        assert_eq!((letter.language, letter.message_id.as_str()), (language, "ltr_1"));
    }
}

#[test]
fn nothing_is_left_unfilled() {
    for language in Language::ALL {
        for months in [1, 2, 3, 12, 24, 100] {
            let letter = write(&facts(language), language, months);
            let body = letter.html.split_once("</style>").expect("a style").1;
            for text in [letter.subject.as_str(), letter.text.as_str(), body] {
                assert!(!text.contains('{') && !text.contains('}'), "{language:?}: {text}");
            }
        }
    }
}

#[test]
fn the_english_text_reads_so() {
    let letter = write(&facts(Language::En), Language::En, 12);
    assert_eq!(letter.subject, "Receipt for order 7K3M-92PD at Lantern");
    let expected = "\
Lantern

YOUR SUBSCRIPTION IS ACTIVE

Thank you for choosing Lantern. Your payment has arrived, and this is your receipt.

Amount paid: AED\u{a0}119.99
Plan: Lantern VPN, 12 months
Active until: 20 November 2027
Order number: 7K3M-92PD
Date of payment: 20 November 2026

Start now
Download the app and log in with amal+shop@example.com.
Download for:
iOS: https://app.example/ios?a=1&b=2
Android: https://app.example/android?a=1&b=2
Windows: https://app.example/windows?a=1&b=2

Manage subscription: https://shop.example/panel

How it renews
Your subscription renews on 20 November 2027 for AED\u{a0}149.99, and then every 12 months, until you cancel.
To cancel, open Manage subscription before that day. You can use what you have paid for until 20 November 2027.

Money back within 30 days
Not happy? Write to help@shop.example within 30 days of your payment and quote your order number.

-- \n\
Questions? Answer this letter or write to help@shop.example.
You receive this letter because this address was given when ordering at Lantern. Please keep it as your receipt.
Example Quay B.V. · Kade 1, Amsterdam · KvK 0
";
    assert_eq!(letter.text, expected);
}

#[test]
fn arabic_values_keep_their_order() {
    let facts = facts(Language::Ar);
    let letter = write(&facts, Language::Ar, 3);
    // The hyphen of an order number would otherwise swap its halves.
    assert_eq!(letter.subject, "إيصال الطلب \u{2068}7K3M-92PD\u{2069} من \u{2068}Lantern\u{2069}");
    assert!(letter.text.contains("رقم الطلب: \u{2068}7K3M-92PD\u{2069}"));
    assert!(letter.text.contains("الخطة: \u{2067}\u{2066}Lantern VPN\u{2069}، \u{2067}3 أشهر\u{2069}\u{2069}"));
    assert!(letter.html.contains("<bdi dir=\"rtl\">\u{2066}Lantern VPN\u{2069}، \u{2067}3 أشهر\u{2069}</bdi>"));
    assert!(letter.html.contains("<bdi dir=\"ltr\">7K3M-92PD</bdi>"));
    assert!(letter.html.contains(&format!("<bdi>{}</bdi>", facts.prices[0])));
    assert!(letter.html.contains("align=\"right\"") && letter.text.contains("كل 3 أشهر"));
    let (opened, closed) =
        (letter.text.matches(['\u{2066}', '\u{2067}', '\u{2068}']).count(), letter.text.matches('\u{2069}').count());
    assert_eq!(opened, closed);
}

#[test]
fn values_cannot_become_markup() {
    let mut facts = facts(Language::En);
    facts.brand = brand("<b>Quay & \"Sons\"</b> {order} '");
    facts.brand.support_email = "\"><script>alert(1)</script>".to_owned();
    facts.brand.link_ios = "https://x.example/\"onclick=\"alert(1)".to_owned();
    facts.order = "<img src=x onerror=alert(1)>".to_owned();
    facts.prices[0] = "</td><script>".to_owned();
    facts.days[1] = "{amount}".to_owned();
    let letter = write(&facts, Language::En, 12);
    for markup in ["<script", "<img", "<b>", "\"onclick"] {
        assert!(!letter.html.contains(markup), "{markup} got into the page");
    }
    assert!(
        letter.html.contains("&lt;b&gt;Quay &amp; &quot;Sons&quot;&lt;/b&gt; {order} &#39;"),
        "values are filled once"
    );
    assert!(letter.html.contains("<bdi>{amount}</bdi>"), "a value is never read as a text");
}

#[test]
fn the_page_loads_nothing_and_opens_nothing() {
    for language in Language::ALL {
        let letter = write(&facts(language), language, 12);
        for forbidden in ["<img", "<script", "<link", "url(", "@import", "src=", "<form", "session_id", "hash", "token"]
        {
            assert!(!letter.html.contains(forbidden), "{forbidden} in the {language:?} page");
        }
        // Larger pages are cut off by some mailboxes.
        assert!(letter.html.len() < 40_000, "{} bytes", letter.html.len());
        assert!(!letter.subject.chars().any(char::is_control));
    }
}

#[test]
fn every_language_has_the_forms_its_numbers_need() {
    for language in Language::ALL {
        let texts = Texts::of(language).expect("texts");
        let receipt = &texts.receipt;
        for counted in [&texts.plan.length, &texts.plan.every, &receipt.guarantee_title, &receipt.guarantee] {
            let arabic = language.direction() == Direction::Rtl;
            for form in [&counted.two, &counted.few, &counted.many] {
                assert_eq!(form.is_some(), arabic, "{language:?}");
            }
        }
    }
}

#[test]
fn numbers_bend_their_nouns() {
    let counted = Counted {
        one: "one".to_owned(),
        two: Some("two".to_owned()),
        few: Some("few".to_owned()),
        many: Some("many".to_owned()),
        other: "other".to_owned(),
    };
    let arabic = [(0, "other"), (1, "one"), (2, "two"), (3, "few"), (10, "few"), (11, "many"), (99, "many")];
    let more = [(100, "other"), (101, "other"), (102, "other"), (103, "few"), (111, "many"), (200, "other")];
    for (count, form) in arabic.into_iter().chain(more) {
        assert_eq!(counted.form(count, Language::Ar), form, "{count}");
    }
    assert_eq!((counted.form(0, Language::En), counted.form(1, Language::En)), ("other", "one"));
    assert_eq!((counted.form(0, Language::Fr), counted.form(2, Language::Fr)), ("one", "other"));
    assert_eq!((counted.form(2, Language::De), counted.form(11, Language::Nl)), ("other", "other"));
}

#[test]
fn plans_have_names() {
    let name = |months, language| plan_name("Lantern", months, language).expect("a name");
    assert_eq!(name(1, Language::En), "Lantern VPN, 1 month");
    assert_eq!(name(12, Language::De), "Lantern VPN, 12 Monate");
    // Isolated, so that the number stays with its noun beside Latin letters, on any page.
    assert_eq!(name(12, Language::Ar), "\u{2066}Lantern VPN\u{2069}، \u{2067}12 شهرًا\u{2069}");
}

/// `ONEFARE_LETTERS=folder cargo test -p onefare-server letters` puts every letter there, to be looked at.
#[test]
fn letters_can_be_looked_at() {
    let Some(folder) = std::env::var_os("ONEFARE_LETTERS").map(std::path::PathBuf::from) else { return };
    for language in Language::ALL {
        let letter = write(&facts(language), language, 12);
        std::fs::write(folder.join(format!("receipt-{}.html", language.code())), letter.html).expect("written");
        std::fs::write(folder.join(format!("receipt-{}.txt", language.code())), letter.text).expect("written");
    }
}
