//! Every product, currency, code and payment method: the amount requested from the provider, and the amount moved,
//! equal the displayed amount.

use onefare_core::currency::Currency;
use onefare_core::discount::{CodeState, Grace};
use onefare_core::price_book::PriceBook;
use onefare_core::quote::{Offer, Quote};
use onefare_server::catalogue::{self, Catalogue};
use onefare_tests::{Answer, Browser, CARD, IDEAL, Shop, start_of_story};
use reqwest::StatusCode;
use serde_json::{Value, json};

fn demo() -> Catalogue {
    catalogue::parse(catalogue::DEMO).unwrap()
}

/// The price book's codes, no code, and one that is in no book.
fn codes(book: &Catalogue) -> Vec<String> {
    let listed = book.codes.iter().map(|listed| listed.code.code.clone());
    listed.chain([String::new(), "nosuchcode".to_owned()]).collect()
}

/// The amount and currency that the shop requested for the card payment.
async fn asked_of_stripe(shop: &Shop, answer: &Answer) -> (i64, String) {
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    let session = shop.at_stripe(&format!("checkout/sessions/{}", Shop::session_of(answer))).await;
    (session["amount_total"].as_i64().unwrap(), session["currency"].as_str().unwrap().to_uppercase())
}

/// The recurring amount, by the hosted page's line items.
async fn recurring(shop: &Shop, answer: &Answer) -> Option<i64> {
    let lines = shop.at_stripe(&format!("checkout/sessions/{}/line_items", Shop::session_of(answer))).await;
    let lines = lines["data"].as_array().unwrap();
    lines.iter().find(|line| !line["price"]["recurring"].is_null())?["price"]["unit_amount"].as_i64()
}

/// The ledger's amount for a hosted page, in minor units, once it was paid.
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

/// The price that a deals page shows for an offer: the rule, applied to the price list itself.
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

/// The price that the page shows for a plan with a code: the code call's answer, or the plan's own price.
async fn shown_with_code(shop: &Shop, code: &str, plan: &Value, currency: &str) -> i64 {
    let price = plan[format!("price_{}", currency.to_lowercase())].as_i64().unwrap();
    if code.is_empty() {
        return price;
    }
    let asked = format!("{}&structured_data={}", currency, plan["structured_data"].as_str().unwrap());
    let path = format!("/api/esim/discount-code/{code}/{price}?currency={asked}");
    let told = shop.post(&mut Browser::default(), &path, json!({})).await.body;
    if told["status"] == "ok" { told["data"].as_i64().unwrap() } else { price }
}

/// Requests a data plan's hosted page, and returns what the shop requested from the provider.
async fn asked_for_data(shop: &Shop, way: (&str, &str), mut body: Value, due: i64) -> (String, Value) {
    let (provider, currency) = way;
    (body["currency"], body["expected_amount"]) = (json!(currency), json!(due));
    body["payment_method"] = json!(if provider == "stripe" { "card" } else { "ideal" });
    let call = format!("/api/esim/{provider}/create-payment");
    let answer = shop.post(&mut Browser::default(), &call, body).await;
    let page = Shop::session_of(&answer);
    let asked = if provider == "stripe" {
        let (amount, currency) = asked_of_stripe(shop, &answer).await;
        json!({ "currency": currency, "value": format!("{}.{:02}", amount / 100, amount % 100) })
    } else {
        shop.at_mollie(&page).await["amount"].clone()
    };
    (page, asked)
}

/// One in how many combinations of plan, payment method and code is tried: some for each plan, each method and code in
/// every country. `npm run prove -- prices` tries all.
fn one_in() -> usize {
    if std::env::var_os("ONEFARE_EVERY_PRICE").is_some() { 1 } else { 3 }
}

#[tokio::test]
async fn data_plans_cost_what_their_page_shows_by_either_way() {
    let shop = Shop::start().await;
    shop.control("esims/account", json!({ "making_ms": 0, "balance": 100_000_000 })).await;
    let ways = [("stripe", "USD"), ("stripe", "EUR"), ("mollie", "EUR")];
    // The last code is for plans only: one call per country shows that it takes nothing off data.
    let codes = ["", "TRAVEL10", "SPRING20"];
    let list = shop.get("/api/esim/bundles").await.body;
    let (mut compared, mut skipped, mut reduced, mut paid) = (0, 0, 0, Vec::new());
    let countries = list["data"]["countries"].as_array().unwrap();
    for country in countries {
        let bundle = shop.get(&format!("/api/esim/bundle/{}", country["id"])).await.body;
        for (number, plan) in bundle["data"]["refills"].as_array().unwrap().iter().enumerate() {
            let asked_here = if number == 0 { &codes[..] } else { &codes[..2] };
            let combinations = ways.into_iter().flat_map(|way| asked_here.iter().map(move |code| (way, *code)));
            for (way, code) in combinations {
                // Every plan but the first has the same number of combinations, so the selection shifts from plan to
                // plan.
                if (compared + skipped + number) % one_in() != 0 {
                    skipped += 1;
                    continue;
                }
                let due = shown_with_code(&shop, code, plan, way.1).await;
                let is_less = due < plan[format!("price_{}", way.1.to_lowercase())].as_i64().unwrap();
                assert_eq!(is_less, code == "TRAVEL10", "the code for data takes something off each: {code} {plan}");
                reduced += usize::from(is_less);
                let body = json!({ "email": "amal@example.com", "bundle_id": country["id"], "discount_code": code,
                    "structured_data": plan["structured_data"] });
                let (page, asked) = asked_for_data(&shop, way, body, due).await;
                let exact = json!({ "currency": way.1, "value": format!("{}.{:02}", due / 100, due % 100) });
                assert_eq!(asked, exact, "{way:?} {code} {plan}");
                // Pays for some, with every method and every code.
                if paid.len() * 7 <= compared {
                    if way.0 == "stripe" {
                        shop.at_pay_page(&page, "pay").await
                    } else {
                        shop.at_bank(&page, "paid").await
                    }
                    paid.push((page, due));
                }
                compared += 1;
            }
        }
    }
    let plans: usize = demo().book.bundles.iter().map(|bundle| bundle.refills.len()).sum();
    assert_eq!(compared + skipped, (plans * 2 + countries.len()) * ways.len(), "plans, codes, countries, ways to pay");
    assert!(
        compared >= plans && reduced * 3 >= compared,
        "{compared} of {plans} plans, {reduced} with the code for data"
    );
    println!("{compared} prices compared, {} of them paid", paid.len());
    let ledger = shop.sandbox_has("ledger").await["rows"].clone();
    for (page, due) in &paid {
        let rows = ledger.as_array().unwrap().iter().filter(|row| row["session"] == **page || row["payment"] == **page);
        let moved: i64 = rows.map(|row| row["amount"].as_i64().unwrap()).sum();
        assert_eq!(moved, *due, "{page}");
    }
    shop.running.stop().await;
}
