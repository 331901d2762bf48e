use chrono::TimeDelta;
use onefare_core::currency::Currency;
use onefare_core::deal::DealPlan;
use onefare_core::language::Language;
use onefare_core::payment::Provider;
use onefare_core::plan::{DeviceAllowance, Plan, PlanAmount};
use onefare_core::quote::{Offer, Quote, Renewal};

use super::{Case, case, day, money};
use crate::mail::Letter;
use crate::mail::letters::plan_name::plan_name;
use crate::mail::letters::receipt::{Purchase, Receipt, Subscription};

#[test]
fn both_forms_say_everything_in_every_language() {
    for language in Language::ALL {
        let letter = case(language).plan();
        let figures = ["7K3M-92PD", "119.99", "149.99", "119,99", "149,99", "2026", "2027"];
        let decimal_point = matches!(language, Language::En | Language::Ar);
        let said = figures.into_iter().filter(|figure| figure.contains(if decimal_point { '.' } else { ',' }));
        let also = ["7K3M-92PD", "amal+shop@example.com", "help@shop.example", "Lantern", "12", "30", "2026", "2027"];
        for piece in said.chain(also).chain(["Example Quay B.V.", "https://shop.example/panel"]) {
            assert!(letter.html.contains(piece), "{language:?}: the page lacks {piece}");
            assert!(letter.text.contains(piece), "{language:?}: the text lacks {piece}");
        }
        assert!(letter.html.contains("href=\"https://shop.example/panel\""));
        assert!(letter.subject.contains("7K3M-92PD"));
    }
}

#[test]
fn the_english_text_reads_so() {
    let letter = case(Language::En).plan();
    assert_eq!(letter.subject, "Receipt for order 7K3M-92PD at Lantern");
    let expected = "\
Lantern

Your subscription is active

Thank you for choosing Lantern. Your payment has arrived, and this is your receipt.

Amount paid: AED\u{a0}119.99
Plan: Lantern VPN, 12 months
Active until: 20 November 2027
Order number: 7K3M-92PD
Date of payment: 20 November 2026
Payment method: Card

Start now
Download the app and log in with amal+shop@example.com.
Download for:
iOS: https://app.example/ios?a=1&b=2
Android: https://app.example/android?a=1&b=2
Windows: https://app.example/windows?a=1&b=2

Manage subscription:
https://shop.example/panel

How it renews
Your subscription renews on 20 November 2027 for AED\u{a0}149.99, and then every 12 months, until you cancel.
To cancel, open Manage subscription before that day, or reply to this email with your order number. You can use what you have paid for until 20 November 2027.

Money back within 30 days
Not happy? Write to help@shop.example within 30 days of your payment and quote your order number.

-- \n\
Questions? Reply to this email or write to help@shop.example.
You receive this email because this address was given when ordering at Lantern. Please keep it as your receipt.
Example Quay B.V. · Kade 1, Amsterdam · KvK 0
";
    assert_eq!(letter.text, expected);
}

#[test]
fn a_trial_says_what_is_charged_when_and_how_to_pay_nothing() {
    let letter = case(Language::En).trial();
    assert_eq!(letter.subject, "Your free trial at Lantern, order 7K3M-92PD");
    for line in [
        "Charged today: $0.00",
        "Plan: Lantern VPN, 12 months",
        "Free until: 27 November 2026",
        "First charge: $39.99 on 27 November 2026",
        "Date of order: 20 November 2026",
        "Payment method: Card",
        "On 27 November 2026 you are charged $39.99, and then every 12 months, until you cancel.",
        "To pay nothing, cancel before 27 November 2026: open Manage subscription, or reply to this email with your order number.",
    ] {
        assert!(letter.text.lines().any(|said| said == line), "{line}\n{}", letter.text);
    }
    assert!(!letter.text.contains("paid for") && !letter.text.contains("Amount paid"), "{}", letter.text);
}

#[test]
fn a_prepaid_deal_renews_nothing_and_a_renewing_one_says_when() {
    let case = case(Language::En);
    let (prepaid, renewing) = (case.deal(false), case.deal(true));
    for letter in [&prepaid, &renewing] {
        for line in [
            "Amount paid: €39.99",
            "Your first term: 12 months + 4 free months",
            "Active until: 20 March 2028",
            "Included eSIM: 5\u{a0}GB",
        ] {
            assert!(letter.text.lines().any(|said| said == line), "{line}\n{}", letter.text);
        }
    }
    assert!(prepaid.text.contains("No automatic renewal") && prepaid.text.contains("ends by itself on 20 March 2028"));
    for word in ["until you cancel", "How it renews"] {
        assert!(!prepaid.text.contains(word) && !prepaid.html.contains(word), "{word}");
        assert!(renewing.text.contains(word) && renewing.html.contains(word), "{word}");
    }
    assert!(renewing.text.contains("renews on 20 March 2028 for €39.99, and then every 12 months"));
    assert!(!renewing.text.contains("No automatic renewal"));
    // The letter of a plan without free months and eSIM mentions neither.
    let plan = case.plan().text;
    assert!(!plan.contains("first term") && !plan.contains("eSIM"), "{plan}");
}

#[test]
fn every_receipt_says_how_it_was_paid() {
    for (language, label, card) in [
        (Language::En, "Payment method", "Card"),
        (Language::Nl, "Betaalmethode", "Kaart"),
        (Language::De, "Zahlungsart", "Karte"),
        (Language::Fr, "Moyen de paiement", "Carte"),
        (Language::Ar, "طريقة الدفع", "بطاقة"),
    ] {
        let case = case(language);
        let refill = Purchase::Refill { plan: case.data(), tutorial_url: &case.tutorial, panel_url: &case.manage };
        let subscription = Purchase::Subscription(case.subscription());
        let trial = case.trial();
        for purchase in [refill, subscription] {
            for (paid_with, name) in [(Provider::Stripe, card), (Provider::Mollie, "iDEAL | Wero")] {
                let receipt = Receipt { paid_with, ..case.receipt(money(1_250, Currency::Eur), purchase) };
                let letter = receipt.letter().expect("a letter");
                let said = letter.text.lines().find(|line| line.starts_with(label)).expect("how it was paid");
                let said: String = said.chars().filter(|char| !('\u{2066}'..='\u{2069}').contains(char)).collect();
                assert_eq!(said.split_once([':', '\u{a0}']).map(|(label, _)| label.trim()), Some(label), "{said}");
                assert!(said.ends_with(name) && letter.html.contains(name), "{said}");
            }
        }
        assert!(trial.text.contains(label) && trial.text.contains(card), "{language:?}");
        assert!(!trial.text.contains("iDEAL"), "{language:?}");
    }
}

#[test]
fn a_refill_says_what_was_bought_and_what_comes() {
    let case = case(Language::En);
    let text = case.refill(case.data()).text;
    for line in [
        "Amount paid: €12.50",
        "Destination: Türkiye",
        "Data: 10\u{a0}GB",
        "Valid for: 30\u{a0}days from first use",
        "https://shop.example/panel",
        "https://shop.example/esim/tutorial",
    ] {
        assert!(text.lines().any(|said| said == line), "{line}\n{text}");
    }
    assert!(text.contains("comes in an email of its own") && !text.contains("renews on"));
    let endless = super::DataPlan { megabytes: 1_024, unlimited: true, ..case.data() };
    assert!(case.refill(endless).text.contains("Data: 1\u{a0}GB a day at full speed, then slower\n"));
}

/// The receipt states what the paid quote sold.
#[test]
fn quotes_become_purchases() {
    let plan = Plan {
        product_id: "vpn-12m".to_owned(),
        months: 12,
        priority: 1,
        devices: DeviceAllowance::USUAL,
        highlight: Default::default(),
        prices: vec![PlanAmount { currency: Currency::Usd, amount: 3_999, before: None }],
    };
    let deal =
        DealPlan { package: 12, free_months: 4, esim_mb: 5_120, price_eur: 3_999, before_eur: 15_588, popular: true };
    let (case, paid_at) = (case(Language::En), day(2026, 11, 20));
    let written = |offer: Offer<'_>, currency, esim_mb| {
        let quote = Quote::compute(1, offer, currency, None).expect("a quote");
        let purchase =
            Purchase::of_quote(&quote, (paid_at, quote.paid_until(paid_at, paid_at)?), esim_mb, &case.manage)?;
        Some(case.receipt(quote.due_now().expect("an amount"), purchase).letter().expect("a letter"))
    };
    assert_eq!(written(Offer::Trial(&plan), Currency::Usd, None), Some(case.trial()));
    assert_eq!(written(Offer::Deal(&deal), Currency::Eur, Some(5_120)), Some(case.deal(true)));
    assert_eq!(written(Offer::Prepaid(&deal), Currency::Eur, Some(5_120)), Some(case.deal(false)));
    let renewing = written(Offer::Plan(&plan), Currency::Usd, None).expect("a receipt");
    assert!(renewing.text.contains("renews on 20 November 2027 for $39.99"));
    let refill = Offer::Refill { product_id: "esim-1-0", price: money(1_250, Currency::Eur) };
    assert_eq!(written(refill, Currency::Eur, None), None);
}

#[test]
fn arabic_values_keep_their_order() {
    let case = case(Language::Ar);
    let months = Subscription { months: 3, ..case.subscription() };
    let letter = case.bought(money(11_999, Currency::Aed), months);
    // Otherwise the hyphen of an order number would swap its halves.
    assert_eq!(letter.subject, "إيصال الطلب \u{2068}7K3M-92PD\u{2069} من \u{2068}Lantern\u{2069}");
    assert!(letter.text.contains("رقم الطلب: \u{2068}7K3M-92PD\u{2069}"));
    assert!(letter.text.contains("الخطة: \u{2067}\u{2066}Lantern VPN\u{2069}، \u{2067}3 أشهر\u{2069}\u{2069}"));
    assert!(letter.html.contains("<bdi dir=\"rtl\">\u{2066}Lantern VPN\u{2069}، \u{2067}3 أشهر\u{2069}</bdi>"));
    assert!(letter.html.contains("<bdi dir=\"ltr\">7K3M-92PD</bdi>"));
    assert!(letter.html.contains("<bdi>\u{2067}119.99\u{a0}د.إ.\u{2069}</bdi>"));
    assert!(letter.html.contains("align=\"right\""));
}

#[test]
fn values_cannot_become_markup() {
    let mut case = case(Language::En);
    case.brand = super::brand("<b>Quay & \"Sons\"</b> {order} '");
    case.brand.support_email = "\"><script>alert(1)</script>".to_owned();
    case.brand.link_ios = "https://x.example/\"onclick=\"alert(1)".to_owned();
    case.brand.link_android = "javascript:alert(1)".to_owned();
    case.brand.vat = "{amount}".to_owned();
    case.order = "<img src=x onerror=alert(1)>".to_owned();
    case.place = "</td><script>".to_owned();
    let letters: Vec<(&str, Letter)> = Case::every_letter(&case);
    for (kind, letter) in &letters {
        let page = letter.html.replace("<img src=\"cid:", "");
        for markup in ["<script", "<img", "<b>", "\"onclick", "javascript:"] {
            assert!(!page.contains(markup), "{markup} got into {kind}");
        }
        assert!(
            letter.html.contains("&lt;b&gt;Quay &amp; &quot;Sons&quot;&lt;/b&gt; {order} &#39;"),
            "{kind}: values are filled once"
        );
        assert!(letter.html.contains("{amount}</bdi>"), "{kind}: a value is never read as a text");
    }
}

#[test]
fn plans_have_names() {
    let name = |months, language| plan_name("Lantern", months, language).expect("a name");
    assert_eq!(name(1, Language::En), "Lantern VPN, 1 month");
    assert_eq!(name(12, Language::De), "Lantern VPN, 12 Monate");
    // Isolated, so that the number stays with its noun beside Latin letters, on any page.
    assert_eq!(name(12, Language::Ar), "\u{2066}Lantern VPN\u{2069}، \u{2067}12 شهرًا\u{2069}");
}

#[test]
fn every_length_can_be_written() {
    for language in Language::ALL {
        let case = case(language);
        for months in [1, 2, 3, 11, 12, 24, 100] {
            let ends_at = day(2026, 11, 20) + TimeDelta::days(30 * i64::from(months));
            let deal = Subscription { months, free_months: months, ends_at, ..case.subscription() };
            let letter = case.bought(money(999, Currency::Omr), deal);
            assert!(!letter.text.contains('{'), "{language:?}: {}", letter.text);
        }
    }
}

#[test]
fn a_copy_says_what_holds_after_a_cancellation_or_a_change() {
    for language in Language::ALL {
        let case = case(language);
        let bought = Purchase::Subscription(case.subscription());
        let cancelled = bought.as_it_stands(None, Some(day(2027, 11, 20)));
        let text = case.receipt(money(14_999, Currency::Aed), cancelled).letter().unwrap().text;
        let (title, renews) = match language {
            Language::En => ("No automatic renewal", "renews on"),
            Language::Nl => ("Geen automatische verlenging", "wordt verlengd op"),
            Language::De => ("Keine automatische Verlängerung", "verlängert sich am"),
            Language::Fr => ("Sans renouvellement automatique", "se renouvelle le"),
            Language::Ar => ("بلا تجديد تلقائي", "يتجدد اشتراكك في"),
        };
        assert!(text.contains(title), "{text}");
        assert!(!text.contains(renews), "{text}");
        let next = Renewal::starting(money(3_999, Currency::Aed), day(2027, 12, 20), 1);
        let changed = bought.as_it_stands(Some(next), None);
        let text = case.receipt(money(14_999, Currency::Aed), changed).letter().unwrap().text;
        assert!(text.contains("39.99") || text.contains("39,99"), "the charge that comes: {text}");
        let trial = Purchase::Trial { first_charge: next, ends_at: None, manage_url: &case.manage };
        let ended = trial.as_it_stands(Some(next), Some(day(2026, 11, 27)));
        let text = case.receipt(money(0, Currency::Aed), ended).letter().unwrap().text;
        assert!(!text.contains("39.99") && !text.contains("39,99"), "nothing is charged: {text}");
    }
}
