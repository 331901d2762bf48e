//! A returning buyer is the same customer at the provider, and a stranger who types the same address is not.

use std::time::Duration;

use onefare_tests::{Browser, Shop};
use serde_json::{Value, json};

const EMAIL: &str = "amal@example.com";

fn plan(id: &str, email: &str, currency: &str) -> Value {
    json!({ "email": email, "selectedPackage": id, "currency": currency })
}

/// Starts a payment; returns the session, and the customer and address sent to the provider.
async fn told(shop: &Shop, browser: &mut Browser, body: Value) -> (String, Value, Value) {
    let session = Shop::session_of(&shop.checkout(browser, body).await);
    let asked = shop.at_stripe(&format!("checkout/sessions/{session}")).await;
    (session, asked["customer"].clone(), asked["customer_email"].clone())
}

/// Buys a month and pays for it; returns the customer that the provider created.
async fn bought(shop: &Shop, browser: &mut Browser) -> Value {
    let (session, customer, email) = told(shop, browser, plan("vpn-1m", EMAIL, "AED")).await;
    assert_eq!((customer, email), (Value::Null, json!(EMAIL)), "nobody knows a first buyer");
    shop.at_pay_page(&session, "pay").await;
    shop.verify_until_known(browser, &session).await;
    let customer = shop.at_stripe(&format!("checkout/sessions/{session}")).await["customer"].clone();
    assert!(customer.as_str().unwrap().starts_with("cus_"));
    customer
}

#[tokio::test]
async fn who_has_paid_from_this_browser_is_known_again() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let customer = bought(&shop, &mut browser).await;
    let (session, named, email) = told(&shop, &mut browser, plan("vpn-12m", "AMAL@example.com", "AED")).await;
    assert_eq!((&named, email), (&customer, Value::Null), "one of the two, never both");
    shop.at_pay_page(&session, "pay").await;
    shop.verify_until_known(&mut browser, &session).await;
    assert_eq!(shop.at_stripe(&format!("checkout/sessions/{session}")).await["customer"], customer);
    shop.running.stop().await;
}

#[tokio::test]
async fn nobody_else_is_taken_for_that_customer() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    bought(&shop, &mut browser).await;
    // A stranger who types the address; a forged cookie; the buyer with another address, or in another currency.
    let forged = browser
        .cookie
        .clone()
        .map(|cookie| format!("{}{}", &cookie[..cookie.len() - 1], if cookie.ends_with('0') { '1' } else { '0' }));
    for (mut who, body) in [
        (Browser::default(), plan("vpn-12m", EMAIL, "AED")),
        (Browser { cookie: forged }, plan("vpn-12m", EMAIL, "AED")),
        (browser.clone(), plan("vpn-12m", "noor@example.com", "AED")),
        (browser.clone(), plan("vpn-12m", EMAIL, "USD")),
    ] {
        let wanted = body["email"].clone();
        let (_, customer, email) = told(&shop, &mut who, body.clone()).await;
        assert_eq!((customer, email), (Value::Null, wanted), "{body}");
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn a_page_that_was_never_paid_makes_nobody_known() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let (session, ..) = told(&shop, &mut browser, plan("vpn-1m", EMAIL, "AED")).await;
    shop.at_pay_page(&session, "expire").await;
    shop.verify_until_known(&mut browser, &session).await;
    let (_, customer, email) = told(&shop, &mut browser, plan("vpn-12m", EMAIL, "AED")).await;
    assert_eq!((customer, email), (Value::Null, json!(EMAIL)));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_customer_the_provider_no_longer_has_keeps_nobody_from_buying() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    bought(&shop, &mut browser).await;
    let mut tx = shop.running.app.store.begin().await.unwrap();
    sqlx::query("UPDATE payments SET customer_ref = 'cus_deleted'").execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    let (session, customer, email) = told(&shop, &mut browser, plan("vpn-12m", EMAIL, "AED")).await;
    assert_eq!((customer, email), (Value::Null, json!(EMAIL)), "in the same call, on the same order");
    let sql = "SELECT state || ' ' || COALESCE(failure, '-') FROM payments ORDER BY state";
    assert_eq!(shop.texts(sql).await, ["failed customer_gone", "open -", "paid -"]);
    shop.at_pay_page(&session, "pay").await;
    assert_eq!(shop.verify_until_known(&mut browser, &session).await.body["status"], "ok");
    // The customer created here is the known one from now on.
    shop.clock.advance(Duration::from_secs(1));
    let made = shop.at_stripe(&format!("checkout/sessions/{session}")).await["customer"].clone();
    let (_, customer, _) = told(&shop, &mut browser, plan("vpn-3m", EMAIL, "AED")).await;
    assert_eq!(customer, made);
    shop.running.stop().await;
}
