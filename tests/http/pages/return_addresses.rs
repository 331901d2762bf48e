//! Every address in a flow or a letter leads to an existing page, in the order's language.

use std::collections::BTreeSet;

use onefare_core::language::Language;
use onefare_core::payment::{Failure, Provider, Reading, ResultPage, Wait};
use onefare_core::quote::Product;
use onefare_server::pages::registry::local_address;
use onefare_tests::{Browser, CARD, IDEAL, Shop, package, twelve_months};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::esim::shop::{BY_CARD, BY_IDEAL, quick, wanted};

/// Follows a shop address to its page; returns the page's name.
pub async fn follow(shop: &Shop, address: &str, language: Language, from: &str) -> String {
    let mut path = address.strip_prefix(&shop.shop).unwrap_or(address).to_owned();
    for _ in 0..3 {
        let answer = shop.get(&path).await;
        if answer.status.is_redirection() {
            path = answer.headers["location"].to_str().unwrap().to_owned();
            continue;
        }
        assert_eq!(answer.status, StatusCode::OK, "{from}: {address}");
        let html = format!("<html lang=\"{}\"", language.code());
        assert!(answer.text.contains(&html), "{from}: {address} is not in {}", language.code());
        let (_, data) =
            answer.text.split_once("id=\"page\">").unwrap_or_else(|| panic!("{from}: {address} has no data"));
        let page: Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
        return page["content"]["page"].as_str().unwrap().to_owned();
    }
    panic!("{from}: {address} leads in circles");
}

/// Every shop address in a letter.
pub fn links(shop: &Shop, letter: &Value) -> Vec<String> {
    let texts = ["text", "html"].map(|part| letter[part].as_str().unwrap_or_default().replace("&amp;", "&"));
    let of = |text: &String| -> Vec<String> {
        let ends = |letter: char| letter.is_whitespace() || "\"'<>()\u{2068}\u{2069}".contains(letter);
        let found = text.match_indices(shop.shop.as_str());
        found.map(|(at, _)| text[at..].split(ends).next().unwrap().trim_end_matches(['.', ',']).to_owned()).collect()
    };
    texts.iter().flat_map(of).collect()
}

/// One product and its purchase.
struct Sale {
    product: &'static str,
    call: &'static str,
    body: Value,
    by_card: bool,
    /// The pages that each of its letters links to.
    letters: &'static [&'static [&'static str]],
    /// The provider's return page for a paid and for an unpaid order.
    back: [&'static str; 2],
    /// The page that sells it.
    page: &'static str,
}

async fn sales(shop: &Shop) -> [Sale; 6] {
    let plan = || {
        let mut plan = twelve_months("", "AED", 15000);
        plan.as_object_mut().unwrap().remove("return_to");
        plan
    };
    let mut trial = plan();
    (trial["code"], trial["expected_amount"], trial["expected_renewal"]) = (json!("trial"), json!(0), json!(15000));
    trial["accepted_trial_terms"] = json!("1");
    const PLAN: &str = "/api/subscription/get_checkout_link";
    let sale = |product, call, body, by_card| Sale {
        product,
        call,
        body,
        by_card,
        letters: &[&["panel"]],
        back: ["payment-success", "payment-failed"],
        page: "affiliate-vpn-deals",
    };
    let data = |product, call, body, by_card| Sale {
        letters: &[&["esim-tutorial", "panel"], &["esim-tutorial", "panel"]],
        back: ["esim-callback-success", "esim-callback-failed"],
        page: "esim-checkout",
        ..sale(product, call, body, by_card)
    };
    [
        Sale { page: "home", ..sale("plan", PLAN, plan(), true) },
        Sale { page: "trial", ..sale("trial", PLAN, trial, true) },
        sale("deal-card", CARD, package(12, "", 3999), true),
        Sale {
            back: ["payment-status", "callback-cancel-mollie"],
            ..sale("deal-ideal", IDEAL, package(12, "", 3999), false)
        },
        data("data-card", BY_CARD, wanted(shop, "card").await, true),
        data("data-ideal", BY_IDEAL, wanted(shop, "ideal").await, false),
    ]
}

async fn every_address_leads_somewhere(language: Language) {
    let shop = quick().await;
    let code = language.code();
    for Sale { product, call, mut body, by_card, letters, back, page: bought_on } in sales(&shop).await {
        let from = format!("{product} in {code}");
        let email = format!("{product}@example.com");
        (body["email"], body["language"]) = (json!(email), json!(code));
        let started = shop.post(&mut Browser::default(), call, body).await;
        assert_eq!(started.status, StatusCode::OK, "{from}: {started:?}");
        let page = Shop::session_of(&started);
        let (asked, names) = if by_card {
            (shop.at_stripe(&format!("checkout/sessions/{page}")).await, ["success_url", "cancel_url"])
        } else {
            (shop.at_mollie(&page).await, ["redirectUrl", "cancelUrl"])
        };
        let returns = async |when: &str| {
            for (name, wanted) in names.into_iter().zip(back) {
                let from = format!("{from}, {when}, {name}");
                assert_eq!(follow(&shop, asked[name].as_str().unwrap(), language, &from).await, wanted, "{from}");
            }
        };
        returns("open").await;
        let key = if by_card { page.clone() } else { shop.hash_of(&page).await };
        let question = json!({ "session_id": key });
        let again = shop.post(&mut Browser::default(), "/api/subscription/get-session-redirect", question).await;
        let way_back = again.body["redirect_from"].as_str().unwrap();
        assert_eq!(follow(&shop, way_back, language, &from).await, bought_on, "{from}, redirect_from");
        if by_card {
            shop.at_pay_page(&page, "pay").await;
            returns("paid").await;
            shop.verify(&mut Browser::default(), &page).await;
        } else {
            shop.at_bank(&page, "paid").await;
        }
        let sent = shop.letters_to(&email, letters.len()).await;
        for (letter, wanted) in sent.iter().zip(letters) {
            let mut led = BTreeSet::new();
            for link in links(&shop, letter) {
                led.insert(follow(&shop, &link, language, &from).await);
            }
            assert_eq!(led, wanted.iter().map(|page| (*page).to_owned()).collect(), "{from}, letter");
        }
        // A trial has paid nothing that could be refunded.
        if by_card && product != "trial" {
            shop.control(&format!("sessions/{page}/refund"), json!({})).await;
            returns("refunded").await;
        }
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn every_address_of_an_english_order() {
    every_address_leads_somewhere(Language::En).await;
}

#[tokio::test]
async fn every_address_of_an_arabic_order() {
    every_address_leads_somewhere(Language::Ar).await;
}

#[tokio::test]
async fn every_address_of_a_dutch_order() {
    every_address_leads_somewhere(Language::Nl).await;
}

#[tokio::test]
async fn every_address_of_a_german_order() {
    every_address_leads_somewhere(Language::De).await;
}

#[tokio::test]
async fn every_address_of_a_french_order() {
    every_address_leads_somewhere(Language::Fr).await;
}

#[tokio::test]
async fn every_outcome_has_its_page_in_every_language() {
    let shop = Shop::start().await;
    let waits = Reading::Pending(Wait::OnItsWay);
    // By card, by iDEAL, and for data.
    let outcomes = [
        (Reading::Paid, ["payment-success", "callback-success-mollie", "esim-callback-success"]),
        (waits, ["payment-success", "payment-status", "esim-callback-success"]),
        (Reading::Contradiction, ["payment-success", "payment-status", "esim-callback-success"]),
        (Reading::Failed(Failure::Canceled), ["payment-failed", "callback-cancel-mollie", "esim-callback-failed"]),
        (Reading::Failed(Failure::Declined), ["payment-failed", "callback-cancel-mollie", "esim-callback-failed"]),
    ];
    for (product, provider) in [Product::Plan, Product::Trial, Product::Deal, Product::Refill]
        .into_iter()
        .flat_map(|product| [Provider::Stripe, Provider::Mollie].map(|provider| (product, provider)))
    {
        for (reading, [by_card, by_ideal, data]) in outcomes {
            let wanted = match (product, provider) {
                (Product::Refill, _) => data,
                (_, Provider::Stripe) => by_card,
                (_, Provider::Mollie) => by_ideal,
            };
            for language in Language::ALL {
                let from = format!("{provider:?} {product:?} {reading:?}");
                let address = local_address(&ResultPage::of(provider, product, reading).address("k"), language);
                assert_eq!(follow(&shop, &address, language, &from).await, wanted, "{from}");
            }
        }
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn two_bundles_of_one_row_are_two_documents() {
    let shop = Shop::start().await;
    for id in [7, 8] {
        let text = shop.get(&format!("/esim/bundle/{id}")).await.text;
        assert!(text.contains(&format!("/ar/esim/bundle/{id}")), "the links to other languages are its own");
    }
    shop.running.stop().await;
}
