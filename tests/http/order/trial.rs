//! Seven days free: the offer, the required acknowledgement, the consequences, and who has had it.

use std::time::Duration;

use onefare_server::catalogue;
use onefare_server::limits::{Action, By};
use onefare_tests::{Answer, Browser, CARD, Shop, page_data, twelve_months};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::machine::rate_limits::{row, shop_with};

pub const EMAIL: &str = "amal@example.com";

pub fn trial(email: &str) -> Value {
    json!({ "email": email, "selectedPackage": "vpn-12m", "code": "trial", "currency": "AED", "expected_amount": 0,
        "expected_renewal": 15000, "language": "en", "accepted_trial_terms": "1" })
}

/// Begins a trial and confirms it; returns the answer to its buyer.
pub async fn tried(shop: &Shop, browser: &mut Browser, body: Value) -> Answer {
    let started = shop.checkout(browser, body).await;
    assert_eq!(started.status, StatusCode::OK, "{started:?}");
    let session = Shop::session_of(&started);
    shop.at_pay_page(&session, "pay").await;
    shop.verify_until_known(browser, &session).await
}

#[tokio::test]
async fn the_trial_page_gets_the_yearly_plans_and_nothing_else() {
    let shop = Shop::start().await;
    for code in ["trial", "TRIAL", "%20Trial%20"] {
        let data = shop.get(&format!("/api/subscription/get_initial_data?discount_code={code}")).await.body;
        assert_eq!((&data["status"], &data["code_state"]), (&json!("ok"), &json!("applied")), "{code}");
        let packages = data["packages"].as_array().unwrap();
        assert_eq!(packages.len(), 1, "{code}");
        let package = &packages[0];
        assert_eq!(
            (&package["title"], &package["billing_cycle"]),
            (&json!(" 7 Days Trial"), &json!("yearly")),
            "{code}"
        );
        let amounts = |field: &str| {
            let entries = package[field].as_array().unwrap().iter();
            entries
                .map(|entry| (entry["currency"].as_str().unwrap().to_owned(), entry["unit_amount"].as_i64().unwrap()))
                .collect::<Vec<_>>()
        };
        assert!(amounts("billing_amount").iter().all(|(_, amount)| *amount == 0), "nothing is due today");
        assert_eq!(amounts("billing_amount").len(), 6);
        assert!(amounts("renewal_amount").contains(&("AED".to_owned(), 15000)));
        assert!(amounts("price_per_month").contains(&("AED".to_owned(), 1250)));
        assert_eq!(package["discount"], json!(66));
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn nothing_is_due_today_and_the_plans_price_in_seven_days() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let session = Shop::session_of(&shop.checkout(&mut browser, trial(EMAIL)).await);
    let asked = shop.at_stripe(&format!("checkout/sessions/{session}")).await;
    assert_eq!(
        (&asked["amount_total"], &asked["currency"], &asked["mode"]),
        (&json!(0), &json!("aed"), &json!("subscription"))
    );
    assert_eq!(
        asked["custom_text"]["submit"]["message"],
        "Due today: AED\u{a0}0.00. Then AED\u{a0}150.00 on 27 November 2026, and again every 12 months."
    );
    let lines = shop.at_stripe(&format!("checkout/sessions/{session}/line_items")).await["data"].clone();
    assert_eq!((lines.as_array().unwrap().len(), &lines[0]["price"]["unit_amount"]), (1, &json!(15000)));
    let consent = shop.texts("SELECT trial_terms || ' ' || CAST(trial_accepted_at AS TEXT) FROM orders").await;
    assert_eq!(consent, [format!("1 {}", shop.clock.now_millis())], "which text, and when");

    shop.at_pay_page(&session, "pay").await;
    let begun = shop.verify_until_known(&mut browser, &session).await;
    assert_eq!((&begun.body["status"], &begun.body["payment_status"]), (&json!("ok"), &json!("paid")), "{begun:?}");
    assert_eq!(begun.body["subscriptionEndDate"], "2026-11-27T12:00:00Z");
    assert_eq!((&begun.body["amount"], &begun.body["renewal_amount"]), (&json!(0), &json!(15000)));
    assert_eq!((&begun.body["itemId"], &begun.body["itemName"]), (&json!("vpn-12m"), &json!("7 Days Trial")));
    let subscription = shop.at_stripe(&format!("checkout/sessions/{session}")).await["subscription"].clone();
    let subscription = shop.at_stripe(&format!("subscriptions/{}", subscription.as_str().unwrap())).await;
    assert_eq!((&subscription["status"], &subscription["trial_end"]), (&json!("trialing"), &json!(1_795_780_800)));
    let ledger = shop.sandbox_has("ledger").await;
    assert_eq!(ledger["rows"], json!([]), "no money has moved");
    let back =
        shop.post(&mut browser, "/api/subscription/get-session-redirect", json!({ "session_id": session })).await;
    assert_eq!(back.body["redirect_from"], "/trial");
    shop.running.stop().await;
}

#[tokio::test]
async fn trials_begun_in_a_strangers_name_do_not_fill_the_mailbox() {
    let shop = shop_with(vec![row(Action::Letter, By::Email, 3, 86_400, true)]).await;
    for _ in 0..5 {
        tried(&shop, &mut Browser::default(), trial(EMAIL)).await;
        shop.until_idle().await;
    }
    assert_eq!(shop.letters_to(EMAIL, 3).await.len(), 3, "the address gets as many as the row says");
    let over = shop.texts("SELECT refusal FROM letters WHERE refused_at IS NOT NULL AND done_at IS NOT NULL").await;
    assert!(!over.is_empty() && over.iter().all(|why| why.contains("no more such letters for now")), "{over:?}");
    assert!(!shop.figures().await.contains("onefare_limited_total{action=\"letter\"} 0\n"));
    // Another address is not concerned, and neither is what is paid, nor the next day.
    tried(&shop, &mut Browser::default(), trial("noor@example.com")).await;
    shop.letters_to("noor@example.com", 1).await;
    tried(&shop, &mut Browser::default(), twelve_months(EMAIL, "AED", 15_000)).await;
    assert_eq!(shop.letters_to(EMAIL, 4).await.len(), 4);
    shop.pass(86_401).await;
    tried(&shop, &mut Browser::default(), trial(EMAIL)).await;
    shop.letters_to(EMAIL, 5).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn the_terms_must_be_acknowledged_as_they_are_now() {
    let shop = Shop::start().await;
    for accepted in [json!(null), json!(false), json!(""), json!("0"), json!("2"), json!("true")] {
        let mut body = trial(EMAIL);
        body["accepted_trial_terms"] = accepted.clone();
        let refused = shop.checkout(&mut Browser::default(), body).await;
        assert_eq!(
            (refused.status.as_u16(), &refused.body["code"]),
            (422, &json!("trial_terms_required")),
            "{accepted}"
        );
        assert_eq!(
            (&refused.body["message"], &refused.body["field"]),
            (&json!("Please acknowledge the trial terms"), &json!("accepted_trial_terms"))
        );
    }
    let mut unread = trial(EMAIL);
    unread["accepted_trial_terms"] = json!(1);
    assert_eq!(shop.checkout(&mut Browser::default(), unread).await.body["code"], "bad_request");
    assert_eq!(shop.rows("orders").await, 0);
    // A plain `true` accepts the text that is shown now.
    let mut ticked = trial(EMAIL);
    ticked["accepted_trial_terms"] = json!(true);
    assert_eq!(shop.checkout(&mut Browser::default(), ticked).await.status, StatusCode::OK);
    assert_eq!(shop.texts("SELECT trial_terms FROM orders").await, ["1"]);
    // Terms that are not needed are not recorded.
    let mut plan = trial("noor@example.com");
    (plan["code"], plan["expected_amount"]) = (json!(""), json!(15000));
    assert_eq!(shop.checkout(&mut Browser::default(), plan).await.status, StatusCode::OK);
    assert_eq!(shop.texts("SELECT trial_terms FROM orders WHERE trial_terms IS NOT NULL").await.len(), 1);
    shop.running.stop().await;
}

#[tokio::test]
async fn only_what_is_offered_can_be_tried_and_only_at_its_price() {
    let shop = Shop::start().await;
    let with = |field: &str, value: Value| {
        let mut body = trial(EMAIL);
        body[field] = value;
        body
    };
    let cases = [
        (with("selectedPackage", json!("vpn-1m")), 422, "unknown_package"),
        (with("selectedPackage", json!("vpn-3m")), 422, "unknown_package"),
        (with("selectedPackage", json!("vpn-99m")), 422, "unknown_package"),
        (with("expected_renewal", json!(14999)), 409, "price_changed"),
        (with("currency", json!("GBP")), 422, "unsupported_currency"),
        (with("email", json!("amal")), 422, "email_invalid"),
    ];
    for (body, status, code) in cases {
        let refused = shop.checkout(&mut Browser::default(), body.clone()).await;
        assert_eq!((refused.status.as_u16(), &refused.body["code"]), (status, &json!(code)), "{body}: {refused:?}");
        if code == "price_changed" {
            assert_eq!(
                (&refused.body["quote"]["due_now"], &refused.body["quote"]["renewal"]),
                (&json!(0), &json!(15000))
            );
        }
    }
    assert_eq!(shop.rows("orders").await, 0);
    // A page that showed a price sold the plan, even with the trial's box ticked.
    let plan = shop.checkout(&mut Browser::default(), with("expected_amount", json!(1))).await;
    assert_eq!((plan.status.as_u16(), &plan.body["quote"]["due_now"]), (409, &json!(15000)), "{plan:?}");
    // A buyer whose page showed no figures must accept the terms too.
    let bare = json!({ "email": EMAIL, "selectedPackage": "vpn-12m", "code": "trial" });
    assert_eq!(shop.checkout(&mut Browser::default(), bare).await.body["code"], "trial_terms_required");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_trial_that_is_over_sells_nothing_in_its_place() {
    let shop = Shop::start().await;
    let without = catalogue::DEMO.replace("code = \"trial\"", "code = \"TRIAL-OF-LAST-YEAR\"");
    let wanted = catalogue::parse(&without).unwrap();
    catalogue::apply(&shop.running.app.store, &wanted, shop.clock.now()).await.unwrap();
    shop.running.app.refresh_prices().await.unwrap();
    let data = shop.get("/api/subscription/get_initial_data?discount_code=trial").await.body;
    assert_eq!((&data["packages"], &data["code_state"]), (&json!([]), &json!("expired")));
    // A page opened in time can still be used for ten minutes.
    assert_eq!(shop.checkout(&mut Browser::default(), trial(EMAIL)).await.status, StatusCode::OK);
    shop.clock.advance(Duration::from_secs(600));
    let late = shop.checkout(&mut Browser::default(), trial("noor@example.com")).await;
    assert_eq!((late.status.as_u16(), &late.body["code"]), (422, &json!("unknown_package")));
    let bare = json!({ "email": EMAIL, "selectedPackage": "vpn-12m", "code": "trial", "accepted_trial_terms": "1" });
    let bare = shop.checkout(&mut Browser::default(), bare).await;
    assert_eq!(bare.body["code"], "unknown_package", "never a paid plan for somebody who asked for a free week");
    shop.running.stop().await;
}

#[tokio::test]
async fn on_any_other_page_the_word_takes_nothing_off_and_sells_the_plan() {
    let shop = Shop::start().await;
    let page = shop.get("/buy?code=trial").await.text;
    assert!(page.contains("\"state\":\"not_for_this\""), "the page says that the word is not for it");
    let mut body = trial(EMAIL);
    (body["expected_amount"], body["accepted_trial_terms"]) = (json!(15000), json!(null));
    let session = Shop::session_of(&shop.checkout(&mut Browser::default(), body).await);
    let asked = shop.at_stripe(&format!("checkout/sessions/{session}")).await;
    assert_eq!(asked["amount_total"], json!(15000), "what was shown is what is charged");
    assert_eq!(shop.texts("SELECT id FROM orders WHERE trial_terms IS NOT NULL").await.len(), 0);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_price_that_changed_meanwhile_is_the_plans_price_and_the_next_click_buys_the_plan() {
    let shop = Shop::start().await;
    let shown = [("vpn-1m", 3999, 4199), ("vpn-3m", 5997, 6150), ("vpn-12m", 15000, 16000)];
    let store = &shop.running.app.store;
    let dearer = catalogue::DEMO
        .replace("AED = { price = \"39.99\"", "AED = { price = \"41.99\"")
        .replace("AED = { price = \"59.97\"", "AED = { price = \"61.50\"")
        .replace("AED = { price = \"150.00\"", "AED = { price = \"160.00\"");
    catalogue::apply(store, &catalogue::parse(&dearer).unwrap(), shop.clock.now()).await.unwrap();
    for (plan, before, now) in shown {
        // The request of `/buy?code=trial`: the code from its address, and the price of its card.
        let mut browser = Browser::default();
        let mut body = json!({ "email": format!("{plan}@example.com"), "selectedPackage": plan, "code": "trial",
            "currency": "AED", "expected_amount": before, "expected_renewal": before, "language": "en" });
        let changed = shop.checkout(&mut browser, body.clone()).await;
        assert_eq!((changed.status.as_u16(), &changed.body["code"]), (409, &json!("price_changed")), "{changed:?}");
        let quote = &changed.body["quote"];
        assert_eq!((&quote["due_now"], &quote["renewal"]), (&json!(now), &json!(now)), "{changed:?}");
        assert_eq!((&changed.body["due"]["product_id"], &changed.body["due"]["due_now"]), (&json!(plan), &json!(now)));
        (body["expected_amount"], body["expected_renewal"]) = (quote["due_now"].clone(), quote["renewal"].clone());
        let session = Shop::session_of(&shop.checkout(&mut browser, body).await);
        assert_eq!(shop.at_stripe(&format!("checkout/sessions/{session}")).await["amount_total"], json!(now));
    }
    assert_eq!(shop.texts("SELECT id FROM orders WHERE trial_terms IS NOT NULL").await.len(), 0);
    shop.running.stop().await;
}

#[tokio::test]
async fn who_comes_back_to_a_trial_agrees_to_what_it_says_now() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let left = Shop::session_of(&shop.checkout(&mut browser, trial(EMAIL)).await);
    shop.at_pay_page(&left, "expire").await;
    shop.verify_until_known(&mut browser, &left).await;
    let accepted = async || shop.texts("SELECT CAST(trial_accepted_at AS TEXT) FROM orders").await;
    let first = accepted().await;
    shop.clock.advance(Duration::from_secs(30 * 86_400));
    Shop::session_of(&shop.checkout(&mut browser, trial(EMAIL)).await);
    assert_eq!(shop.rows("orders").await, 1);
    assert_eq!(accepted().await, [shop.clock.now().timestamp_millis().to_string()]);
    assert_ne!(accepted().await, first);
    shop.running.stop().await;
}

#[tokio::test]
async fn nothing_due_is_believed_of_a_trial_alone() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let session = Shop::session_of(&shop.checkout(&mut browser, trial(EMAIL)).await);
    // Not even for a trial when an amount was due.
    shop.lie("checkout.sessions.retrieve", "amount_total", 15000, 1000).await;
    shop.at_pay_page(&session, "pay").await;
    shop.until_order("held").await;
    assert_eq!(shop.rows("deliveries").await, 0);
    shop.running.stop().await;
}

#[tokio::test]
async fn the_deal_pages_card_call_begins_the_trial_of_the_plan_of_as_many_months() {
    let shop = Shop::start().await;
    let body = |package: &str| {
        json!({ "package": package, "selectedPackage": package, "email": EMAIL, "code": "trial", "currency": "EUR",
            "expected_amount": 0, "expected_renewal": 3999, "accepted_trial_terms": true })
    };
    let mut browser = Browser::default();
    let session = Shop::session_of(&shop.deal(&mut browser, CARD, body("12")).await);
    let asked = shop.at_stripe(&format!("checkout/sessions/{session}")).await;
    assert_eq!((&asked["amount_total"], &asked["currency"]), (&json!(0), &json!("eur")));
    assert_eq!(shop.texts("SELECT product_id || ' ' || trial_terms FROM orders").await, ["vpn-12m 1"]);
    for package in ["1", "3", "16", ""] {
        let refused = shop.deal(&mut Browser::default(), CARD, body(package)).await;
        assert_eq!(refused.body["code"], "unknown_package", "{package}");
    }
    let mut unticked = body("12");
    unticked["accepted_trial_terms"] = json!(false);
    assert_eq!(shop.deal(&mut Browser::default(), CARD, unticked).await.body["code"], "trial_terms_required");
    shop.running.stop().await;
}

#[tokio::test]
async fn the_page_says_what_is_due_when_and_a_new_day_makes_a_new_page() {
    let shop = Shop::start().await;
    let shown = |html: &str| {
        let page = page_data(html);
        page["content"].clone()
    };
    let page = shop.get("/trial?code=WELCOME&package=1").await;
    assert_eq!(page.status, StatusCode::OK);
    let content = shown(&page.text);
    assert_eq!(content["trial"], json!({ "days": 7, "charged_on": "27 November 2026", "version": "1" }));
    let offer = &content["offer"];
    let plans: Vec<_> = offer["plans"].as_array().unwrap().iter().map(|plan| plan["product_id"].clone()).collect();
    assert_eq!((plans.as_slice(), &offer["preselected"]), (&[json!("vpn-12m")][..], &json!("vpn-12m")));
    assert!(offer.get("code").is_none(), "its own code needs no notice, and no other one counts");
    let prices = offer["plans"][0]["prices"].as_array().unwrap();
    assert!(prices.iter().all(|price| price["due_now"] == 0 && price["facts"]["trial_days"] == 7));
    for said in ["7 Days Trial", "Start Free Trial", "27 November 2026", "unless I cancel during the trial period."] {
        assert!(page.text.contains(said), "{said} can be read with scripts off");
    }
    // From noon to midnight: the cached document is from yesterday.
    shop.clock.advance(Duration::from_secs(12 * 3600));
    assert_eq!(shown(&shop.get("/trial").await.text)["trial"]["charged_on"], "28 November 2026");

    let without = catalogue::DEMO.replace("code = \"trial\"", "code = \"TRIAL-OF-LAST-YEAR\"");
    let wanted = catalogue::parse(&without).unwrap();
    catalogue::apply(&shop.running.app.store, &wanted, shop.clock.now()).await.unwrap();
    shop.running.app.refresh_prices().await.unwrap();
    let over = shop.get("/trial").await.text;
    assert_eq!(shown(&over)["offer"]["plans"], json!([]));
    assert!(over.contains("No free trial at the moment") && !over.contains("Start Free Trial</button>"));
    shop.running.stop().await;
}
