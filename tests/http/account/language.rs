//! The language of an account's letters.

use onefare_tests::{Answer, Browser, Shop, twelve_months};
use reqwest::Method;
use serde_json::{Value, json};

use super::{AMAL, Visitor, customer};

const ZAHRA: &str = "zahra@example.com";

async fn choose(shop: &Shop, who: &mut Visitor, body: Value) -> Answer {
    who.post(shop, "/api/account/language", body).await
}

async fn languages(shop: &Shop) -> Vec<String> {
    shop.texts("SELECT email || ' ' || language FROM orders ORDER BY email, paid_at").await
}

#[tokio::test]
async fn every_later_letter_of_the_account_is_in_the_chosen_language() {
    let shop = Shop::start().await;
    let number = customer(&shop, AMAL).await;
    customer(&shop, AMAL).await;
    customer(&shop, ZAHRA).await;
    // This order is unpaid: its return addresses keep the language of the page that sold it.
    shop.checkout(&mut Browser::default(), twelve_months(AMAL, "AED", 15000)).await;
    shop.until_idle().await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    assert_eq!(owner.get(&shop, "/api/account?language=ar").await.body["language"], "en", "that of the purchase");

    let answer = choose(&shop, &mut owner, json!({ "language": "de" })).await;
    assert_eq!((answer.status.as_u16(), answer.text.as_str()), (200, r#"{"success":true}"#));
    // The panel page takes its own language from its address.
    let view = owner.get(&shop, "/api/account?language=en").await.body;
    assert_eq!((&view["language"], &view["orders"][0]["state"]), (&json!("de"), &json!("active")));
    let mut all = languages(&shop).await;
    all.sort_unstable();
    assert_eq!(all, [format!("{AMAL} de"), format!("{AMAL} de"), format!("{AMAL} en"), format!("{ZAHRA} en")]);

    let cancel = format!("/api/account/orders/{number}/cancel-renewal");
    assert_eq!(owner.send(&shop, Method::POST, &cancel, None).await.status.as_u16(), 200);
    let in_german = async || {
        let letters = shop.letters_to(AMAL, 0).await;
        letters.iter().any(|letter| letter["subject"].as_str().unwrap().contains("ist gekündigt"))
    };
    shop.until(true, in_german).await;
    // Choosing anew replaces the choice.
    assert_eq!(choose(&shop, &mut owner, json!({ "language": "ar" })).await.status.as_u16(), 200);
    assert_eq!(owner.get(&shop, "/api/account").await.body["language"], "ar");
    shop.running.stop().await;
}

#[tokio::test]
async fn what_is_no_language_of_ours_changes_nothing() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    for body in
        [json!({}), json!({ "language": "xx" }), json!({ "language": null }), json!({ "language": "de", "x": 1 })]
    {
        let answer = choose(&shop, &mut owner, body.clone()).await;
        assert_eq!((answer.status.as_u16(), &answer.body["code"]), (400, &json!("bad_request")), "{body}");
    }
    let nobody = choose(&shop, &mut Visitor::default(), json!({ "language": "de" })).await;
    assert_eq!((nobody.status.as_u16(), &nobody.body["code"]), (401, &json!("sign_in_required")));
    assert_eq!(languages(&shop).await, [format!("{AMAL} en")]);
    shop.running.stop().await;
}
