//! The wizard: joining by its call, and by its form without scripts.

use onefare_tests::{Answer, Browser, Shop, page_data};
use reqwest::header::{CONTENT_TYPE, ORIGIN};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

const JOIN: &str = "/api/website/onboarding";

fn answers(email: &str) -> Value {
    json!({
        "email": email, "selected_device": "android", "selected_reasons": ["streaming", "other"],
        "streaming_service": "Shahid", "language": "nl",
    })
}

async fn send_form(shop: &Shop, path: &str, form: &'static str, origin: &str) -> Answer {
    let request = shop.http.post(format!("{}{path}", shop.shop)).header(ORIGIN, origin.to_owned());
    let request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded").body(form);
    shop.finish(&mut Browser::default(), request).await
}

/// The data from which the page was rendered.
fn start(answer: &Answer) -> Value {
    let page = page_data(&answer.text);
    page["content"]["start"].clone()
}

#[tokio::test]
async fn a_visitor_is_stored_once_with_the_consent_that_was_shown() {
    let shop = Shop::start().await;
    let joined = shop.post(&mut Browser::default(), JOIN, answers("Amal+vpn@example.com")).await;
    assert_eq!(joined.body, json!({ "status": "ok", "next": "/nl/buy?email=Amal%2Bvpn%40example.com" }));
    let before = shop.texts("SELECT joined_at || consent FROM leads").await;
    shop.pass(60).await;
    let mut again = answers("amal+VPN@example.com");
    again["selected_device"] = "linux".into();
    let again = shop.post(&mut Browser::default(), JOIN, again).await;
    assert_eq!(again.status, StatusCode::OK, "the answer does not tell who joined before");
    assert_eq!(shop.texts("SELECT joined_at || consent FROM leads").await, before);
    let stored = shop.texts("SELECT email || ' ' || device || ' ' || reasons || ' ' || streaming_service FROM leads");
    assert_eq!(stored.await, ["Amal+vpn@example.com android streaming,other Shahid"]);
    let consent = &shop.texts("SELECT consent FROM leads").await[0];
    assert!(consent.contains("Northquay") && consent.contains("support@northquay.example"), "{consent}");
    let dutch = shop.get("/nl/onboarding").await.text;
    assert!(dutch.contains(consent.split("Northquay").next().unwrap()), "the page shows that sentence");
    assert_eq!(shop.texts("SELECT language FROM leads").await, ["nl"]);
    shop.running.stop().await;
}

#[tokio::test]
async fn without_scripts_the_answer_to_the_form_is_the_dashboard() {
    let shop = Shop::start().await;
    let form = "selected_device=linux&selected_reasons=other&selected_reasons=streaming&streaming_service=\
                A%26B&email=sara%2Bx%40example.com";
    let page = send_form(&shop, "/de/onboarding", form, &shop.shop).await;
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(page.headers["cache-control"], "no-store");
    assert!(page.text.contains("href=\"/de/buy?email=sara%2Bx%40example.com\""), "the way to the plans");
    let drawn = page.text.split("<script type=\"application/json\"").next().unwrap();
    assert!(drawn.contains("Beispiel") && drawn.contains("25,00") && drawn.contains("Premium"), "the example");
    let stored = shop.texts("SELECT email || ' ' || reasons || ' ' || streaming_service FROM leads").await;
    assert_eq!(stored, ["sara+x@example.com streaming,other A&B"]);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_form_that_will_not_do_comes_back_as_it_was_filled_in() {
    let shop = Shop::start().await;
    for (form, step, problem, sentence) in [
        ("", "device", "device_required", "Please select a device"),
        ("selected_device=ios", "reasons", "reasons_required", "Please select at least one reason"),
        ("selected_device=ios&selected_reasons=other&email=x", "email", "email_invalid", "Please enter a valid email"),
    ] {
        let page = send_form(&shop, "/onboarding", form, &shop.shop).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{form}");
        let start = start(&page);
        assert_eq!((&start["step"], &start["problem"]), (&json!(step), &json!(problem)));
        assert!(page.text.contains(sentence) && page.text.contains("noindex"), "{form}");
        if form.contains("ios") {
            assert_eq!(start["answers"]["selected_device"], "ios");
        }
    }
    assert_eq!(shop.rows("leads").await, 0);
    shop.running.stop().await;
}

#[tokio::test]
async fn another_site_cannot_join_in_a_visitors_name() {
    let shop = Shop::start().await;
    let form = "selected_device=ios&selected_reasons=other&email=sara%40example.com";
    let page = send_form(&shop, "/onboarding", form, "https://elsewhere.example").await;
    assert_eq!(page.status, StatusCode::FORBIDDEN);
    assert_eq!(shop.rows("leads").await, 0);
    let other = shop.send(&mut Browser::default(), Method::POST, "/buy", None).await;
    assert_eq!(other.status, StatusCode::METHOD_NOT_ALLOWED, "no other page takes a form");
    shop.running.stop().await;
}
