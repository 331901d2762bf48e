//! Every address that a flow or a letter hands out leads to a page that exists, in the order's language.

use onefare_core::language::Language;
use onefare_core::payment::{Failure, Provider, Reading, ResultPage, Wait};
use onefare_core::quote::Product;
use onefare_server::pages::registry::local_address;
use onefare_tests::{Browser, CARD, IDEAL, Shop, package, twelve_months};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::esim_shop::{BY_CARD, BY_IDEAL, quick, wanted};

/// Follows an address of the shop to its page.
async fn follow(shop: &Shop, address: &str, language: Language, from: &str) {
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
        return;
    }
    panic!("{from}: {address} leads in circles");
}

/// Every address of the shop in a letter.
fn links(shop: &Shop, letter: &Value) -> Vec<String> {
    let texts = ["text", "html"].map(|part| letter[part].as_str().unwrap_or_default().replace("&amp;", "&"));
    let of = |text: &String| -> Vec<String> {
        let ends = |letter: char| letter.is_whitespace() || "\"'<>()\u{2068}\u{2069}".contains(letter);
        let found = text.match_indices(shop.shop.as_str());
        found.map(|(at, _)| text[at..].split(ends).next().unwrap().trim_end_matches(['.', ',']).to_owned()).collect()
    };
    texts.iter().flat_map(of).collect()
}

/// One thing that can be bought: what it is called, its call, its body, whether by card, and how many letters follow.
type Sale = (&'static str, &'static str, Value, bool, usize);

async fn sales(shop: &Shop) -> Vec<Sale> {
    let plan = || {
        let mut plan = twelve_months("", "AED", 15000);
        plan.as_object_mut().unwrap().remove("return_to");
        plan
    };
    let mut trial = plan();
    (trial["code"], trial["expected_amount"], trial["expected_renewal"]) = (json!("trial"), json!(0), json!(15000));
    trial["accepted_trial_terms"] = json!("1");
    const PLAN: &str = "/api/subscription/get_checkout_link";
    vec![
        ("plan", PLAN, plan(), true, 1),
        ("trial", PLAN, trial, true, 1),
        ("deal-card", CARD, package(12, "", 3999), true, 1),
        ("deal-ideal", IDEAL, package(12, "", 3999), false, 1),
        ("data-card", BY_CARD, wanted(shop, "card").await, true, 2),
        ("data-ideal", BY_IDEAL, wanted(shop, "ideal").await, false, 2),
    ]
}

async fn every_address_leads_somewhere(language: Language) {
    let shop = quick().await;
    let code = language.code();
    for (product, call, mut body, by_card, letters) in sales(&shop).await {
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
        for name in names {
            follow(&shop, asked[name].as_str().unwrap(), language, &format!("{from}, {name}")).await;
        }
        let key = if by_card { page.clone() } else { shop.hash_of(&page).await };
        let question = json!({ "session_id": key });
        let back = shop.post(&mut Browser::default(), "/api/subscription/get-session-redirect", question).await;
        follow(&shop, back.body["redirect_from"].as_str().unwrap(), language, &format!("{from}, redirect_from")).await;
        if by_card {
            shop.at_pay_page(&page, "pay").await;
            for name in names {
                follow(&shop, asked[name].as_str().unwrap(), language, &format!("{from}, paid, {name}")).await;
            }
            shop.verify(&mut Browser::default(), &page).await;
        } else {
            shop.at_bank(&page, "paid").await;
        }
        let sent = shop.letters_to(&email, letters).await;
        let links: Vec<String> = sent.iter().flat_map(|letter| links(&shop, letter)).collect();
        assert!(!links.is_empty(), "{from}: a letter links to the shop");
        for link in links {
            follow(&shop, &link, language, &format!("{from}, letter")).await;
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
    let readings = [Reading::Paid, Reading::Pending(Wait::OnItsWay), Reading::Failed(Failure::Canceled)];
    for (product, provider, reading) in [Product::Plan, Product::Trial, Product::Deal, Product::Refill]
        .into_iter()
        .flat_map(|product| [Provider::Stripe, Provider::Mollie].map(|provider| (product, provider)))
        .flat_map(|(product, provider)| readings.map(|reading| (product, provider, reading)))
    {
        for language in Language::ALL {
            let address = local_address(&ResultPage::of(provider, product, reading).address("k"), language);
            follow(&shop, &address, language, &format!("{provider:?} {product:?} {reading:?}")).await;
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
