//! Card and invoices at the provider: for the subscription's owner, unless another person's are among them.

use onefare_tests::{Browser, Shop};
use reqwest::Method;
use serde_json::{Value, json};

use super::{AMAL, Visitor, customer, paid_once};

const ZAHRA: &str = "zahra@example.com";

async fn open(shop: &Shop, visitor: &mut Visitor, number: &str) -> onefare_tests::Answer {
    let path = format!("/api/account/orders/{number}/billing?language=ar");
    visitor.send(shop, Method::POST, &path, None).await
}

async fn orders(shop: &Shop, visitor: &Visitor) -> Vec<Value> {
    visitor.clone().get(shop, "/api/account").await.body["orders"].as_array().unwrap().clone()
}

#[tokio::test]
async fn the_owner_sees_card_and_invoices_and_comes_back_in_the_same_language() {
    let shop = Shop::start().await;
    let number = customer(&shop, AMAL).await;
    customer(&shop, ZAHRA).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    assert_eq!(orders(&shop, &owner).await[0]["has_billing"], true);
    let answer = open(&shop, &mut owner, &number).await;
    assert_eq!(answer.status.as_u16(), 200, "{answer:?}");
    let page = shop.http.get(answer.body["url"].as_str().unwrap()).send().await.unwrap().text().await.unwrap();
    assert!(page.contains(AMAL) && page.contains("AED") && !page.contains(ZAHRA), "{page}");
    assert!(page.contains(&format!("{}/ar/panel", shop.shop)), "{page}");
    // Each visit gets a portal page of its own, which opens for some minutes.
    let second = open(&shop, &mut owner, &number).await;
    assert_ne!(answer.body["url"], second.body["url"]);
    shop.pass(5 * 60).await;
    let late = shop.http.get(second.body["url"].as_str().unwrap()).send().await.unwrap();
    assert_eq!(late.status().as_u16(), 404);
    shop.running.stop().await;
}

#[tokio::test]
async fn nobody_opens_what_is_somebody_elses_or_has_no_card() {
    let shop = Shop::start().await;
    paid_once(&shop).await;
    let theirs = customer(&shop, ZAHRA).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    let own = orders(&shop, &owner).await.remove(0);
    assert_eq!((&own["renewal"], &own["has_billing"]), (&json!("once"), &json!(false)));
    let refused = open(&shop, &mut owner, own["number"].as_str().unwrap()).await;
    assert_eq!((refused.status.as_u16(), &refused.body["code"]), (409, &json!("portal_unavailable")));
    for number in [theirs.as_str(), "0000-0000"] {
        assert_eq!(open(&shop, &mut owner, number).await.status.as_u16(), 404, "{number}");
    }
    assert_eq!(open(&shop, &mut Visitor::default(), &theirs).await.status.as_u16(), 401);
    shop.running.stop().await;
}

/// Two orders of one browser share a customer at the provider. Once one order's address is another person's, each would
/// see the other's invoices.
#[tokio::test]
async fn a_customer_whom_two_people_share_is_shown_to_neither() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let (mut numbers, mut pages) = (Vec::new(), Vec::new());
    for plan in ["vpn-12m", "vpn-1m"] {
        let body = json!({ "email": AMAL, "selectedPackage": plan, "currency": "AED", "language": "en" });
        let page = Shop::session_of(&shop.checkout(&mut browser, body).await);
        shop.at_pay_page(&page, "pay").await;
        let told = shop.verify_until_known(&mut browser, &page).await.body;
        numbers.push(told["orderId"].as_str().unwrap().to_owned());
        pages.push(page);
        shop.until_idle().await;
    }
    let customers = shop.texts("SELECT DISTINCT customer_ref FROM payments").await;
    assert_eq!(customers.len(), 1, "one customer for both: {customers:?}");
    let owner = Visitor::signed_in(&shop, AMAL).await;
    assert!(orders(&shop, &owner).await.iter().all(|order| order["has_billing"] == true));
    let corrected = json!({ "session_id": pages[1], "email": ZAHRA });
    assert_eq!(shop.post(&mut browser, "/api/orders/change-email", corrected).await.status.as_u16(), 200);
    shop.until_idle().await;
    for (email, number) in [(AMAL, &numbers[0]), (ZAHRA, &numbers[1])] {
        let mut visitor = Visitor::signed_in(&shop, email).await;
        let seen = orders(&shop, &visitor).await;
        assert_eq!((seen.len(), &seen[0]["has_billing"]), (1, &json!(false)), "{email}");
        let refused = open(&shop, &mut visitor, number).await;
        assert_eq!((refused.status.as_u16(), &refused.body["code"]), (409, &json!("portal_unavailable")), "{email}");
    }
    shop.running.stop().await;
}

/// A superseded checkout records the buyer's customer, and keeps the address it began with.
#[tokio::test]
async fn an_abandoned_checkout_hides_nothing_after_the_address_has_changed() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let body = |plan: &str| json!({ "email": AMAL, "selectedPackage": plan, "currency": "AED", "language": "en" });
    let page = Shop::session_of(&shop.checkout(&mut browser, body("vpn-12m")).await);
    shop.at_pay_page(&page, "pay").await;
    shop.verify_until_known(&mut browser, &page).await;
    shop.until_idle().await;
    shop.pass(86_400).await;
    shop.checkout(&mut browser, body("vpn-1m")).await;
    let open = "SELECT customer_ref FROM payments WHERE state = 'open'";
    assert_eq!(shop.texts(open).await, shop.texts("SELECT customer_ref FROM payments WHERE state = 'paid'").await);
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    super::email_limits::hop(&shop, &mut owner, ZAHRA).await;
    let seen = orders(&shop, &owner).await.remove(0);
    assert_eq!(seen["has_billing"], true, "{seen}");
    assert_eq!(open_page(&shop, &mut owner, &seen).await, 200);
    // The same after its page has expired.
    shop.pass(2 * 86_400).await;
    shop.until_idle().await;
    let mut owner = Visitor::signed_in(&shop, ZAHRA).await;
    assert_eq!(open_page(&shop, &mut owner, &seen).await, 200);
    // A customer that the provider no longer has counts as none, whichever payment revealed that.
    crate::operators::run(&shop, "UPDATE payments SET failure = 'customer_gone' WHERE state <> 'paid'").await;
    assert_eq!(open_page(&shop, &mut owner, &seen).await, 409);
    shop.running.stop().await;
}

async fn open_page(shop: &Shop, owner: &mut Visitor, order: &Value) -> u16 {
    open(shop, owner, order["number"].as_str().unwrap()).await.status.as_u16()
}

#[tokio::test]
async fn a_provider_that_offers_no_such_page_calls_a_person() {
    let shop = Shop::start().await;
    let number = customer(&shop, AMAL).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    shop.control("portal", json!({ "saved": false })).await;
    let refused = open(&shop, &mut owner, &number).await;
    assert_eq!((refused.status.as_u16(), &refused.body["code"]), (503, &json!("provider_unavailable")));
    let figures = shop.http.get(format!("http://{}/metrics", shop.running.ops)).send().await.unwrap();
    let figures = figures.text().await.unwrap();
    assert!(figures.contains("onefare_alarms_total{kind=\"billing_portal\"} 1"), "{figures}");
    shop.control("portal", json!({ "saved": true })).await;
    assert_eq!(open(&shop, &mut owner, &number).await.status.as_u16(), 200);
    shop.running.stop().await;
}
