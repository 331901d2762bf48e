//! What the panel shows and does, for its owner only.

use onefare_core::email::Email;
use onefare_core::order::OrderNumber;
use onefare_core::problem::Problem;
use onefare_server::flows::account::letters;
use onefare_server::flows::support::change_plan::{self, Agreed, ChangeError};
use onefare_server::flows::support::renewal::{CancelError, cancel_own};
use onefare_server::flows::support::resume::{AgreedCharge, ResumeError, resume_own};
use onefare_server::store::{email_changes, orders};
use onefare_tests::{Browser, Shop};
use reqwest::Method;
use serde_json::json;

use super::{AMAL, Visitor, customer, paid_once};
use crate::esim::shop::{BY_CARD, GENERATE, hash_of_card, quick, status_until, wanted};

const ZAHRA: &str = "zahra@example.com";

#[tokio::test]
async fn the_panel_tells_the_next_charge_and_cancels_it_with_its_day_and_a_letter() {
    let shop = Shop::start().await;
    let number = customer(&shop, AMAL).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let view = owner.get(&shop, "/api/account?language=en").await.body;
    assert_eq!(view["email"], AMAL);
    let plan = |id: &str, months: u32, [length, every]: [&str; 2], amount: i64, charge: &str| {
        json!({
            "product_id": id, "months": months, "length": length, "every": every, "amount": amount, "currency": "AED",
            "charge": charge, "is_present": months == 12, "is_next": months == 12,
        })
    };
    let plans = [
        plan("vpn-1m", 1, ["1 month", "every month"], 3999, "AED\u{a0}39.99"),
        plan("vpn-3m", 3, ["3 months", "every 3 months"], 5997, "AED\u{a0}59.97"),
        plan("vpn-12m", 12, ["12 months", "every 12 months"], 15000, "AED\u{a0}150.00"),
    ];
    let expected = json!({
        "number": number, "product": "Northquay VPN, 12 months", "is_subscription": true, "state": "active", "plans": plans,
        "paid_on": "20 November 2026", "paid": "AED\u{a0}150.00", "renewal": "renews", "is_trial": false,
        "next_charge": "AED\u{a0}150.00", "next_charge_on": "20 November 2027", "has_esim": false, "has_billing": true, "has_letters": true,
    });
    assert_eq!(view["orders"], json!([expected]));
    let german = owner.get(&shop, "/api/account?language=de").await.body;
    assert_eq!(german["orders"][0]["next_charge_on"], "20. November 2027");

    let cancel = format!("/api/account/orders/{number}/cancel-renewal");
    // Two presses cancel once.
    for _ in 0..2 {
        let answer = owner.send(&shop, Method::POST, &cancel, None).await;
        assert_eq!(answer.status.as_u16(), 200, "{answer:?}");
        assert!(answer.body["orders"][0].get("next_charge").is_none(), "{}", answer.text);
    }
    let renewal = async || owner.clone().get(&shop, "/api/account").await.body["orders"][0]["renewal"].clone();
    shop.until(json!("cancelled"), renewal).await;
    let order = owner.get(&shop, "/api/account").await.body["orders"][0].clone();
    assert_eq!((&order["ends_on"], &order["state"]), (&json!("20 November 2027"), &json!("active")));
    let letters = shop.letters_to(AMAL, 3).await;
    assert!(letters.iter().any(|letter| letter["subject"].as_str().unwrap().contains("cancelled")), "{letters:?}");
    assert_eq!(shop.rows("cancellations").await, 1);
    shop.running.stop().await;
}

#[tokio::test]
async fn what_was_paid_once_has_an_end_and_nothing_to_cancel() {
    let shop = Shop::start().await;
    paid_once(&shop).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let order = owner.get(&shop, "/api/account").await.body["orders"][0].clone();
    assert_eq!((&order["renewal"], &order["ends_on"]), (&json!("once"), &json!("20 February 2027")), "{order}");
    let cancel = format!("/api/account/orders/{}/cancel-renewal", order["number"].as_str().unwrap());
    assert_eq!(owner.send(&shop, Method::POST, &cancel, None).await.status.as_u16(), 404);
    assert_eq!(shop.rows("cancellations").await, 0);
    shop.running.stop().await;
}

#[tokio::test]
async fn an_esim_is_shown_to_its_owner_and_no_order_to_anybody_else() {
    let shop = quick().await;
    let mut browser = Browser::default();
    let page = Shop::session_of(&shop.post(&mut browser, BY_CARD, wanted(&shop, "card").await).await);
    let hash = hash_of_card(&shop, &page).await;
    shop.at_pay_page(&page, "pay").await;
    let order = status_until(&shop, &mut browser, "stripe", &hash, "paid").await.body["order_id"].clone();
    let code =
        shop.post(&mut browser, GENERATE, json!({ "structure_data": order })).await.body["generated_esim"].clone();
    let theirs = customer(&shop, ZAHRA).await;
    let (mut owner, mut other) = (Visitor::signed_in(&shop, AMAL).await, Visitor::signed_in(&shop, ZAHRA).await);
    let own = owner.get(&shop, "/api/account").await.body["orders"][0].clone();
    assert_eq!((&own["has_esim"], &own["is_subscription"]), (&json!(true), &json!(false)), "{own}");
    let esim = format!("/api/account/orders/{}/esim", own["number"].as_str().unwrap());
    let shown = owner.get(&shop, &esim).await.body;
    assert_eq!(shown["code"], code);
    assert!(shown["qr_png"].as_str().unwrap().starts_with("iVBOR"), "a PNG");
    assert!(shown["apple_link"].as_str().unwrap().ends_with(code.as_str().unwrap()));

    let cancel = |number: &str| format!("/api/account/orders/{number}/cancel-renewal");
    assert_eq!(other.get(&shop, &esim).await.status.as_u16(), 404);
    assert_eq!(owner.send(&shop, Method::POST, &cancel(&theirs), None).await.status.as_u16(), 404);
    for path in ["/api/account", "/api/account/data"] {
        let (mine, hers) = (owner.get(&shop, path).await.text, other.get(&shop, path).await.text);
        assert!(!mine.contains(ZAHRA) && !mine.contains(&theirs), "{path}");
        assert!(!hers.contains(AMAL) && !hers.contains(own["number"].as_str().unwrap()), "{path}");
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn everything_stored_can_be_downloaded_and_no_secret_of_ours_is_in_it() {
    let shop = Shop::start().await;
    let number = customer(&shop, AMAL).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let answer = owner.get(&shop, "/api/account/data").await;
    assert_eq!(answer.headers["content-disposition"], "attachment; filename=\"my-data.json\"");
    assert_eq!(answer.headers["cache-control"], "no-store");
    let order = &answer.body["orders"][0];
    assert_eq!(
        (&order["number"], &order["email"], &order["state"]),
        (&json!(number), &json!(AMAL), &json!("delivered"))
    );
    assert_eq!(order["payments"][0]["provider"], "stripe");
    assert_eq!(answer.body["sessions"].as_array().unwrap().len(), 1);
    for secret in shop
        .texts(
            "SELECT buyer FROM orders UNION SELECT hash_digest FROM payments UNION SELECT token_digest FROM sessions",
        )
        .await
    {
        assert!(!answer.text.contains(&secret));
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn the_page_asks_who_is_there_and_is_kept_nowhere() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    let (mut stranger, mut owner) = (Visitor::default(), Visitor::signed_in(&shop, AMAL).await);
    for path in ["/panel", "/ar/panel"] {
        let (form, panel) = (stranger.get(&shop, path).await, owner.get(&shop, path).await);
        for answer in [&form, &panel] {
            assert_eq!(answer.headers["cache-control"], "no-store", "{path}");
            assert!(answer.text.contains("noindex") && !answer.text.contains(AMAL), "{path}");
        }
        assert!(form.text.contains(r#""signed_in":false"#) && panel.text.contains(r#""signed_in":true"#), "{path}");
        let again = stranger.get(&shop, path).await;
        assert!(again.text.contains(r#""signed_in":false"#), "{path}");
    }
    // Opening a mailed link changes nothing.
    let link = stranger.get(&shop, "/panel/link").await;
    assert_eq!((link.status.as_u16(), link.headers.get("set-cookie")), (200, None));
    shop.running.stop().await;
}

/// The address may change between the request and its execution: an operator may have given the order another one.
#[tokio::test]
async fn an_order_that_is_somebody_elses_by_now_is_not_changed_for_its_owner_before() {
    let shop = Shop::start().await;
    let number = customer(&shop, AMAL).await;
    shop.until_idle().await;
    let (app, now) = (&shop.running.app, shop.clock.now());
    let order = orders::by_number(&mut app.store.read().await.unwrap(), &OrderNumber::parse(&number).unwrap())
        .await
        .unwrap()
        .unwrap();
    let mut tx = app.store.begin().await.unwrap();
    email_changes::apply(&mut tx, &order, &Email::parse(ZAHRA).unwrap(), now).await.unwrap();
    tx.commit().await.unwrap();

    let cancelled = cancel_own(&app.store, &order.id, AMAL, now).await;
    assert!(matches!(cancelled, Err(CancelError::Unknown(_))), "{cancelled:?}");
    let charge = AgreedCharge { amount: 15_000, currency: "AED" };
    let resumed = resume_own(&app.store, &order.id, AMAL, charge, now).await;
    assert!(matches!(resumed, Err(ResumeError::DoesNotRenew(CancelError::Unknown(_)))), "{resumed:?}");
    let plan = Agreed { product_id: "vpn-1m", amount: 3_999, currency: "AED" };
    let changed = change_plan::change(&app.store, &app.prices.load(), &order.id, AMAL, plan, now).await;
    assert!(matches!(changed, Err(ChangeError::DoesNotRenew(CancelError::Unknown(_)))), "{changed:?}");
    let letters = letters::send_again(app, &order, AMAL).await.unwrap_err();
    assert_eq!(letters.problem, Problem::NotFound);
    for table in ["cancellations", "plan_changes", "letters WHERE number > 1"] {
        assert_eq!(shop.rows(table).await, 0, "{table}");
    }
    cancel_own(&app.store, &order.id, ZAHRA, now).await.unwrap();
    shop.running.stop().await;
}
