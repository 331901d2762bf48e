//! Addresses and languages that come back from the shop.

use onefare_core::link::MAX_PATH;
use onefare_tests::{Browser, Shop, twelve_months};
use reqwest::{Method, StatusCode};
use serde_json::json;

use super::{cases, page, refusal};

#[tokio::test]
async fn only_local_paths_come_back() {
    let shop = Shop::start().await;
    for case in cases("link", "local_path") {
        let text = case.text(0).unwrap();
        let mut body = twelve_months("amal@example.com", "AED", 15000);
        body["return_to"] = json!(text);
        let started = shop.checkout(&mut Browser::default(), body).await;
        if text.chars().count() > MAX_PATH {
            assert_eq!(refusal(&started), "bad_request", "{}", case.name);
            continue;
        }
        let session = json!({ "session_id": Shop::session_of(&started) });
        let back = shop.post(&mut Browser::default(), "/api/subscription/get-session-redirect", session).await;
        assert_eq!(back.body["redirect_from"], case.expect.as_str().unwrap_or("/"), "{}", case.name);
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn stored_languages_are_taken_or_left() {
    let shop = Shop::start().await;
    let offered = page(&shop, "/buy").await["languages"].clone();
    let is_offered = |code: &str| offered.as_array().unwrap().contains(&json!(code));
    let mut asked = 0;
    for case in cases("language", "language_accept") {
        let (stored, wanted) = (case.text(1), case.expect.as_str().unwrap());
        let is_cookie = |text: &str| text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b';');
        if case.text(0) != Some("vpn") || !is_offered(wanted) || !stored.is_none_or(is_cookie) {
            continue;
        }
        asked += 1;
        let mut browser = Browser { cookie: stored.map(|code| format!("selectedLanguage={code}")) };
        let answer = shop.send(&mut browser, Method::GET, "/buy", None).await;
        if wanted == "en" {
            assert_eq!(answer.status, StatusCode::OK, "{}", case.name);
            assert!(answer.text.contains("<html lang=\"en\" dir=\"ltr\""), "{}", case.name);
        } else {
            assert_eq!(answer.headers["location"].to_str().unwrap(), format!("/{wanted}/buy"), "{}", case.name);
        }
    }
    assert!(asked >= 10, "{asked} cases");
    shop.running.stop().await;
}

#[tokio::test]
async fn pages_are_written_in_the_direction_of_their_language() {
    let shop = Shop::start().await;
    let offered = page(&shop, "/buy").await["languages"].clone();
    let mut asked = 0;
    for case in cases("language", "language_direction") {
        let code = case.text(0).unwrap();
        if offered.as_array().unwrap().contains(&json!(code)) {
            asked += 1;
            let shown = page(&shop, &format!("/{code}/buy")).await;
            assert_eq!(shown["direction"], case.expect, "{}", case.name);
        } else if !code.is_empty() && code.bytes().all(|byte| byte.is_ascii_graphic()) {
            assert_eq!(shop.get(&format!("/{code}/buy")).await.status, StatusCode::NOT_FOUND, "{}", case.name);
        }
    }
    assert!(asked >= 2, "{asked} cases");
    shop.running.stop().await;
}
