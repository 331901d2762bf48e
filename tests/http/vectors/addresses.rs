//! Addresses and languages in the shop's answers.

use onefare_core::safe_url::MAX_PATH;
use onefare_tests::{Browser, Shop, twelve_months};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::{cases, page, refusal};

#[tokio::test]
async fn only_local_paths_come_back() {
    let shop = Shop::start().await;
    for case in cases("safe_url", "local_path") {
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

/// One page of each area that has pages.
const PAGES: [(&str, &str); 2] = [("vpn", "/buy"), ("deal", "/payment-status")];

/// The page's own address in every language.
async fn addresses(shop: &Shop, path: &str) -> Vec<(String, String)> {
    let links = page(shop, path).await["languages"].clone();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    links.as_array().unwrap().iter().map(|link| (text(&link["language"]), text(&link["href"]))).collect()
}

#[tokio::test]
async fn stored_languages_are_taken_or_left() {
    let shop = Shop::start().await;
    let mut asked = 0;
    for case in cases("language", "language_accept") {
        let Some((area, path)) = PAGES.into_iter().find(|(area, _)| case.text(0) == Some(area)) else { continue };
        let (stored, wanted) = (case.text(1), case.expect.as_str().unwrap());
        let is_cookie = |text: &str| text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b';');
        if !stored.is_none_or(is_cookie) {
            continue;
        }
        asked += 1;
        let mut browser = Browser { cookie: stored.map(|code| format!("selectedLanguage={code}")) };
        let answer = shop.send(&mut browser, Method::GET, path, None).await;
        let bare = if area == "deal" { "nl" } else { "en" };
        if wanted == bare {
            assert_eq!(answer.status, StatusCode::OK, "{}", case.name);
            assert!(answer.text.contains(&format!("<html lang=\"{bare}\" dir=\"ltr\"")), "{}", case.name);
        } else {
            assert_eq!(answer.headers["location"].to_str().unwrap(), format!("/{wanted}{path}"), "{}", case.name);
        }
    }
    assert!(asked >= 20, "{asked} cases");
    shop.running.stop().await;
}

#[tokio::test]
async fn pages_are_linked_below_the_prefix_of_their_language() {
    let shop = Shop::start().await;
    let mut asked = 0;
    for case in cases("language", "language_prefix") {
        let Some((_, path)) = PAGES.into_iter().find(|(area, _)| case.text(0) == Some(area)) else { continue };
        asked += 1;
        let all = addresses(&shop, path).await;
        let (_, href) = all.iter().find(|(language, _)| case.text(1) == Some(language)).unwrap();
        assert_eq!(*href, format!("{}{path}", case.expect.as_str().unwrap()), "{}", case.name);
        assert_eq!(shop.get(href).await.status, StatusCode::OK, "{}", case.name);
    }
    assert_eq!(asked, 10);
    shop.running.stop().await;
}

#[tokio::test]
async fn pages_are_written_in_the_direction_of_their_language() {
    let shop = Shop::start().await;
    let offered = addresses(&shop, "/buy").await;
    let mut asked = 0;
    for case in cases("language", "language_direction") {
        let code = case.text(0).unwrap();
        if offered.iter().any(|(language, _)| language == code) {
            asked += 1;
            let shown = page(&shop, &format!("/{code}/buy")).await;
            assert_eq!(shown["direction"], case.expect, "{}", case.name);
        } else if !code.is_empty() && code.bytes().all(|byte| byte.is_ascii_graphic()) {
            assert_eq!(shop.get(&format!("/{code}/buy")).await.status, StatusCode::NOT_FOUND, "{}", case.name);
        }
    }
    assert_eq!(asked, 5);
    shop.running.stop().await;
}

#[tokio::test]
async fn paths_lead_to_the_page_of_their_sale_or_partner() {
    let shop = Shop::start().await;
    let mut asked = 0;
    for case in cases("campaign", "campaign_of_path") {
        let path = case.text(0).unwrap();
        let is_path =
            path.starts_with('/') && path.bytes().all(|byte| byte.is_ascii_graphic() && !b"?#\\".contains(&byte));
        if !is_path || path.starts_with("//") {
            continue;
        }
        asked += 1;
        let answer = shop.get(path).await;
        let shows = |page: &str| answer.text.contains(&format!("\"page\":\"{page}\""));
        let (sale, partner) = (!case.expect["sale"].is_null(), !case.expect["partner"].is_null());
        assert_eq!((shows("sale"), shows("partner")), (sale, partner), "{}", case.name);
    }
    assert!(asked >= 8, "{asked} cases");
    shop.running.stop().await;
}
