//! Every product, every currency, every code, every way to pay: the amount asked of the provider, and the amount that
//! moves, is the amount that was shown.

use onefare_core::currency::Currency;
use onefare_core::discount::{CodeState, Grace};
use onefare_core::plan::PriceBook;
use onefare_core::quote::{Offer, Quote};
use onefare_server::flows::catalogue::{self, Catalogue};
use onefare_tests::{Answer, Browser, CARD, IDEAL, Shop, start_of_story};
use reqwest::StatusCode;
use serde_json::{Value, json};

fn demo() -> Catalogue {
    catalogue::parse(catalogue::DEMO).unwrap()
}

/// The codes of the price book, none, and one that stands in no book.
fn codes(book: &Catalogue) -> Vec<String> {
    let listed = book.codes.iter().map(|listed| listed.code.code.clone());
    listed.chain([String::new(), "nosuchcode".to_owned()]).collect()
}

/// What was asked of card processing.
async fn asked_of_stripe(shop: &Shop, answer: &Answer) -> (i64, String) {
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    let session = shop.at_stripe(&format!("checkout/sessions/{}", Shop::session_of(answer))).await;
    (session["amount_total"].as_i64().unwrap(), session["currency"].as_str().unwrap().to_uppercase())
}

/// What recurs, by the lines of the page.
async fn recurring(shop: &Shop, answer: &Answer) -> Option<i64> {
    let lines = shop.at_stripe(&format!("checkout/sessions/{}/line_items", Shop::session_of(answer))).await;
    let lines = lines["data"].as_array().unwrap();
    lines.iter().find(|line| !line["price"]["recurring"].is_null())?["price"]["unit_amount"].as_i64()
}

/// What the ledger has moved for a page, in minor units; the whole of it once it was paid.
async fn moved(shop: &Shop, page: &str) -> i64 {
    let ledger = shop.sandbox_has("ledger").await;
    let rows = ledger["rows"].as_array().unwrap().iter().filter(|row| row["session"] == page || row["payment"] == page);
    rows.map(|row| row["amount"].as_i64().unwrap()).sum()
}

#[tokio::test]
async fn plans_cost_what_their_page_shows() {
    let shop = Shop::start().await;
    let mut compared = 0;
    for code in codes(&demo()).into_iter().filter(|code| code != "trial") {
        let data = shop.get(&format!("/api/subscription/get_initial_data?discount_code={code}")).await.body;
        for package in data["packages"].as_array().unwrap() {
            let both =
                package["billing_amount"].as_array().unwrap().iter().zip(package["renewal_amount"].as_array().unwrap());
            for (due, renewal) in both {
                assert_eq!(due["currency"], renewal["currency"]);
                let body = json!({ "email": "amal@example.com", "selectedPackage": package["product_id"], "code": code,
                    "currency": due["currency"], "expected_amount": due["unit_amount"],
                    "expected_renewal": renewal["unit_amount"] });
                let answer = shop.checkout(&mut Browser::default(), body.clone()).await;
                let shown = (due["unit_amount"].as_i64().unwrap(), due["currency"].as_str().unwrap().to_owned());
                assert_eq!(asked_of_stripe(&shop, &answer).await, shown, "{body}");
                assert_eq!(recurring(&shop, &answer).await, renewal["unit_amount"].as_i64(), "{body}");
                let session = Shop::session_of(&answer);
                shop.at_pay_page(&session, "pay").await;
                assert_eq!(moved(&shop, &session).await, shown.0, "{body}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 3 * 6 * (demo().codes.len() + 1), "plans, currencies, codes");
    shop.running.stop().await;
}

#[tokio::test]
async fn trials_cost_nothing_and_then_what_their_page_shows() {
    let shop = Shop::start().await;
    let data = shop.get("/api/subscription/get_initial_data?discount_code=trial").await.body;
    let package = &data["packages"][0];
    let mut compared = 0;
    for renewal in package["renewal_amount"].as_array().unwrap() {
        let body = json!({ "email": format!("{}@example.com", renewal["currency"].as_str().unwrap()), "code": "trial",
            "selectedPackage": package["product_id"], "currency": renewal["currency"], "expected_amount": 0,
            "expected_renewal": renewal["unit_amount"], "accepted_trial_terms": "1" });
        let answer = shop.checkout(&mut Browser::default(), body.clone()).await;
        let (due, currency) = asked_of_stripe(&shop, &answer).await;
        assert_eq!((due, currency.as_str()), (0, renewal["currency"].as_str().unwrap()), "{body}");
        assert_eq!(recurring(&shop, &answer).await, renewal["unit_amount"].as_i64(), "{body}");
        shop.at_pay_page(&Shop::session_of(&answer), "pay").await;
        compared += 1;
    }
    assert_eq!((compared, shop.sandbox_has("ledger").await["rows"].clone()), (6, json!([])));
    shop.running.stop().await;
}

/// What a page of deals shows for an offer: the rule, asked here of the price list itself.
fn shown(book: &PriceBook, listed: &Catalogue, offer: Offer<'_>, code: &str) -> Quote {
    assert!(!book.deals.is_empty());
    let found = listed.codes.iter().find(|listed| listed.code.code == code && code != "trial");
    let holds = found.filter(|it| it.code.state_at(start_of_story(), it.used, Grace::None) == CodeState::Applied);
    Quote::compute(1, offer, Currency::Eur, holds.map(|listed| &listed.code)).unwrap()
}

#[tokio::test]
async fn deals_cost_what_their_page_shows_by_either_way() {
    let shop = Shop::start().await;
    let demo = demo();
    let mut compared = 0;
    for code in codes(&demo).into_iter().filter(|code| code != "trial") {
        for deal in &demo.book.deals {
            for (call, offer) in [(CARD, Offer::Deal(deal)), (IDEAL, Offer::Prepaid(deal))] {
                let quote = shown(&demo.book, &demo, offer, &code);
                let mut body = json!({ "email": "sanne@example.com", "package": deal.package,
                    "selectedPackage": deal.package.to_string(), "code": code, "expected_amount": quote.due_now });
                if let Some(renewal) = quote.renewal {
                    body["expected_renewal"] = json!(renewal);
                }
                let answer = shop.deal(&mut Browser::default(), call, body.clone()).await;
                let page = Shop::session_of(&answer);
                if call == CARD {
                    assert_eq!(asked_of_stripe(&shop, &answer).await, (quote.due_now, "EUR".to_owned()), "{body}");
                    assert_eq!(recurring(&shop, &answer).await, quote.renewal, "{body}");
                    shop.at_pay_page(&page, "pay").await;
                } else {
                    let (euros, cents) = (quote.due_now / 100, quote.due_now % 100);
                    let asked: Value = shop.at_mollie(&page).await["amount"].clone();
                    assert_eq!(asked, json!({ "currency": "EUR", "value": format!("{euros}.{cents:02}") }), "{body}");
                    shop.at_bank(&page, "paid").await;
                }
                assert_eq!(moved(&shop, &page).await, quote.due_now, "{body}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 3 * 2 * (demo.codes.len() + 1), "deals, ways to pay, codes");
    let delivered = i64::try_from(compared).unwrap();
    shop.until(delivered, async || shop.rows("deliveries").await).await;
    shop.running.stop().await;
}
