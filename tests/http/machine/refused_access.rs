//! Outside systems that refuse the shop's key or login: operators learn of it at once, and until it is over.

use onefare_server::flows::support::attention::list;
use onefare_server::flows::support::find::Addresses;
use onefare_tests::{Browser, Shop, twelve_months};
use serde_json::json;

const EMAIL: &str = "amal@example.com";

async fn attention(shop: &Shop) -> Vec<String> {
    let mut conn = shop.running.app.store.snapshot().await.unwrap();
    let found = list(&mut conn, Addresses::Masked, shop.clock.now(), 10).await.unwrap();
    found.attention.into_iter().map(|line| format!("{} {}", line.what, line.state)).collect()
}

async fn alarms(shop: &Shop) -> String {
    let figures = shop.figures().await;
    let alarm = "onefare_alarms_total{kind=\"access_refused\"} ";
    figures.lines().find_map(|line| line.strip_prefix(alarm)).unwrap_or("0").to_owned()
}

#[tokio::test]
async fn a_refused_key_of_the_provider_is_told_at_once_and_until_it_is_accepted_again() {
    let shop = Shop::start().await;
    // Every operation of Stripe's: those of the supplier and the mail server begin with other letters. A job that got through
    // would show that the key is accepted.
    let fault = json!({ "operation": "[^em]*", "kind": "unauthorized", "times": 1000 });
    shop.control("faults", fault).await;
    for _ in 0..2 {
        let refused = shop.checkout(&mut Browser::default(), twelve_months(EMAIL, "AED", 15000)).await;
        assert_eq!(refused.status.as_u16(), 503, "{}", refused.text);
    }
    shop.until(vec!["access stripe".to_owned()], async || attention(&shop).await).await;
    assert_eq!(alarms(&shop).await, "1", "once, however many buyers meet it");
    let ready = shop.http.get(format!("http://{}/readyz", shop.running.ops)).send().await.unwrap();
    assert_eq!(ready.status().as_u16(), 200, "all that needs no provider goes on");
    shop.disarm_faults().await;
    let sold = shop.checkout(&mut Browser::default(), twelve_months(EMAIL, "AED", 15000)).await;
    assert_eq!(sold.status.as_u16(), 200, "{}", sold.text);
    shop.until(Vec::<String>::new(), async || attention(&shop).await).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn a_refused_account_of_the_supplier_and_a_refused_mail_login_are_told_too() {
    let shop = Shop::start().await;
    let refuse = |operation: &str| json!({ "operation": operation, "kind": "unauthorized", "times": 1000 });
    shop.control("faults", refuse("esim_access.*")).await;
    let login = json!({ "operation": "mail.greeting", "kind": "refuse", "value": "535 5.7.8 no", "times": 1000 });
    shop.control("faults", login).await;
    let app = &shop.running.app;
    let asked = app.esims.package("AE_1_7").await.unwrap_err();
    assert!(asked.refuses_us(), "{asked}");
    shop.until(true, async || attention(&shop).await.contains(&"access esim_access".to_owned())).await;
    let mut browser = Browser::default();
    let session = Shop::session_of(&shop.checkout(&mut browser, twelve_months(EMAIL, "AED", 15000)).await);
    shop.at_pay_page(&session, "pay").await;
    shop.until(vec!["access esim_access".to_owned(), "access mail".to_owned()], async || {
        let mut all = attention(&shop).await;
        all.sort();
        all
    })
    .await;
    assert_eq!(alarms(&shop).await, "2");
    shop.disarm_faults().await;
    assert!(app.esims.package("AE_1_7").await.is_ok());
    // The letter waits for its next attempt.
    shop.pass(3600).await;
    shop.until(Vec::<String>::new(), async || attention(&shop).await).await;
    shop.letters_to(EMAIL, 1).await;
    shop.running.stop().await;
}
