//! The deal page: its language, and figures that match the price book and its calls.

use onefare_tests::{Answer, Browser, CARD, IDEAL, Shop, package, page_data};
use reqwest::StatusCode;
use serde_json::{Value, json};

const PAGE: &str = "/affiliate-vpn-deals";

/// The page's content.
fn content(page: &Answer) -> Value {
    let page = page_data(&page.text);
    page["content"].clone()
}

#[tokio::test]
async fn the_deals_stand_in_their_order_with_what_is_charged_and_what_is_saved() {
    let shop = Shop::start().await;
    let page = shop.get(&format!("/en{PAGE}")).await;
    assert_eq!(page.status, StatusCode::OK);
    let shown = content(&page);
    let deals = shown["deals"].as_array().unwrap();
    // Package, months of the first term, data, due now, crossed out, percent saved, badge.
    let wanted = [
        (1, 1, "1\u{a0}GB", 999, "€12.99", 23, false),
        (12, 16, "5\u{a0}GB", 3999, "€155.88", 74, true),
        (3, 3, "2\u{a0}GB", 1499, "€38.97", 61, false),
    ];
    assert_eq!(deals.len(), wanted.len());
    for (deal, (id, months, data, due, before, saved, popular)) in deals.iter().zip(wanted) {
        assert_eq!((&deal["package"], &deal["term_months"]), (&json!(id), &json!(months)));
        assert_eq!((&deal["esim_text"], &deal["popular"]), (&json!(data), &json!(popular)), "{id}");
        let price = &deal["price"];
        assert_eq!((&price["due_now"], &price["renewal"]), (&json!(due), &json!(due)), "{id}");
        assert_eq!(price["before_text"].as_str().unwrap().replace(['\u{a0}', ' '], ""), before, "{id}");
        assert_eq!(price["saving_percent"], saved, "{id}");
        // Both calls sell at what the page shows.
        for call in [CARD, IDEAL] {
            let started = shop.deal(&mut Browser::default(), call, package(id, "sanne@example.com", due)).await;
            assert_eq!(started.status, StatusCode::OK, "{call} {id}: {started:?}");
        }
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn the_bare_address_is_dutch_and_a_code_changes_what_is_due() {
    let shop = Shop::start().await;
    let dutch = shop.get(PAGE).await;
    assert!(dutch.text.contains("<html lang=\"nl\""), "{}", dutch.text);
    for (code, state, due, renewal) in [
        ("SPRING20", "applied", 3199, 3199),
        ("WELCOME5", "applied", 3499, 3999),
        ("trial", "not_for_this", 3999, 3999),
        ("NOSUCHCODE", "unknown", 3999, 3999),
    ] {
        let shown = content(&shop.get(&format!("/en{PAGE}?code={code}")).await);
        assert_eq!(shown["code"]["state"], state, "{code}");
        let price = &shown["deals"][1]["price"];
        assert_eq!((&price["due_now"], &price["renewal"]), (&json!(due), &json!(renewal)), "{code}");
    }
    shop.running.stop().await;
}
