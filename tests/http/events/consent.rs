//! The consent banner, its answers, and the pages without it.

use onefare_tests::{Browser, Shop};
use reqwest::{Method, StatusCode};
use serde_json::json;

use super::receiver::Receiver;
use super::{Visitor, shop_with};

const FORM: &str = "action=\"/api/consent\"";

async fn page(shop: &Shop, visitor: &Visitor, path: &str) -> String {
    let answer = shop.send(&mut visitor.browser(), Method::GET, path, None).await;
    answer.text.split("<script type=\"application/json\"").next().unwrap().to_owned()
}

#[tokio::test]
async fn a_shop_without_a_receiver_asks_nothing_and_keeps_nothing() {
    let shop = Shop::start().await;
    let mut visitor = Visitor::default();
    for path in ["/buy", "/", "/esim", "/ar/buy"] {
        assert!(!page(&shop, &visitor, path).await.contains(FORM), "{path}");
    }
    let answer = visitor.answers(&shop, "accept", &shop.shop).await;
    assert_eq!((answer.status, &answer.body["code"]), (StatusCode::NOT_FOUND, &json!("not_found")));
    visitor.consent = Some("consent=yes-abcdefghijklmnopqrstuvwxyz".to_owned());
    let event = json!({ "name": "view_content", "event_id": "0123456789abcdef", "page": "/buy" });
    assert_eq!(visitor.post(&shop, "/api/events", event).await.body, json!({ "status": "ok", "kept": false }));
    visitor.pays(&shop, "amal@example.com").await;
    assert_eq!(shop.rows("events").await, 0);
    shop.running.stop().await;
}

#[tokio::test]
async fn the_banner_stands_in_the_first_html_until_it_is_answered() {
    let shop = shop_with(&Receiver::start(&[]).await).await;
    let mut visitor = Visitor::default();
    for path in ["/buy", "/", "/esim", "/ar/buy", "/landing-fb"] {
        let html = page(&shop, &visitor, path).await;
        assert!(html.contains("value=\"accept\"") && html.contains("value=\"reject\""), "{path}");
    }
    // A page whose address names a payment shows no banner: its form could not lead back there.
    assert!(!page(&shop, &visitor, "/payment-success?session_id=x").await.contains(FORM));
    let buy = format!("{}/ar/buy?package=12", shop.shop);
    let answer = visitor.answers(&shop, "reject", &buy).await;
    assert_eq!(
        (answer.status, &answer.headers["location"]),
        (StatusCode::SEE_OTHER, &"/ar/buy?package=12".parse().unwrap())
    );
    assert_eq!(answer.headers["cache-control"], "no-store");
    let set = answer.headers["set-cookie"].to_str().unwrap();
    assert_eq!(set, "consent=no; SameSite=Lax; Path=/; Max-Age=15552000");
    let answered = page(&shop, &visitor, "/ar/buy").await;
    assert!(!answered.contains("value=\"accept\""), "it is asked once");
    assert!(answered.contains("value=\"ask\""), "and again by the link in the footer");
    assert!(page(&shop, &Visitor::default(), "/ar/buy").await.contains("value=\"accept\""), "of others all the same");
    visitor.answers(&shop, "ask", &buy).await;
    assert_eq!(visitor.consent.as_deref(), Some("consent=no"), "with an age of 0");
    shop.running.stop().await;
}

#[tokio::test]
async fn the_form_leads_only_to_our_own_pages_and_takes_only_its_answers() {
    let shop = shop_with(&Receiver::start(&[]).await).await;
    let mut visitor = Visitor::default();
    for elsewhere in ["https://evil.example/buy", "javascript:alert(1)", "//evil.example/", ""] {
        let answer = visitor.answers(&shop, "accept", elsewhere).await;
        assert_eq!(answer.headers["location"], "/", "{elsewhere}");
    }
    let first = visitor.consent.clone();
    visitor.answers(&shop, "accept", &shop.shop).await;
    assert_eq!(visitor.consent, first, "a second agreement is the first one");
    assert_eq!(visitor.answers(&shop, "perhaps", &shop.shop).await.status, StatusCode::BAD_REQUEST);
    let foreign = shop.http.post(format!("{}/api/consent", shop.shop)).header("origin", "https://evil.example");
    let foreign = shop.finish(&mut Browser::default(), foreign.body("choice=accept")).await;
    assert_eq!(foreign.status, StatusCode::FORBIDDEN);
    shop.running.stop().await;
}
