//! The sales and partner pages: their prices, their titles, and what ends them.

use std::time::Duration;

use chrono::TimeDelta;
use onefare_tests::{Shop, page_data};
use reqwest::StatusCode;
use serde_json::{Value, json};

fn content(text: &str) -> Value {
    let page = page_data(text);
    page["content"].clone()
}

/// Minor units due now for twelve months, in dirhams.
fn due(plans: &Value) -> i64 {
    let plan = plans.as_array().unwrap().iter().find(|plan| plan["months"] == 12).unwrap();
    let price = plan["prices"].as_array().unwrap().iter().find(|price| price["currency"] == "AED").unwrap();
    price["due_now"].as_i64().unwrap()
}

#[tokio::test]
async fn the_demos_sale_ends_seventy_two_hours_after_the_first_start() {
    let shop = Shop::start().await;
    let page = shop.get("/flash-sale-phrase").await;
    assert_eq!(page.status, StatusCode::OK);
    let sale = content(&page.text);
    let end = (shop.clock.now() + TimeDelta::hours(72)).timestamp_millis();
    assert!((0..60_000).contains(&(end - sale["ends_at"].as_i64().unwrap())), "{end}: {}", sale["ends_at"]);
    // 40 % off 150.00, and the price that follows.
    assert_eq!((due(&sale["offer"]["plans"]), due(&sale["after"]["plans"])), (9_000, 15_000));
    assert_eq!(sale["offer"]["code"], json!({ "state": "applied", "code": "phrase" }));
    let clock = page.headers["server-timing"].to_str().unwrap();
    assert_eq!(clock, format!("now;dur={}", shop.clock.now().timestamp_millis()));
    assert!(page.text.contains("noindex"));

    shop.clock.advance(Duration::from_secs(72 * 3600));
    let over = content(&shop.get("/flash-sale-phrase").await.text);
    assert_eq!((&over["ends_at"], due(&over["offer"]["plans"])), (&Value::Null, 15_000));
    assert_eq!(over["offer"]["code"]["state"], "expired");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_sale_reads_its_code_from_any_path_and_never_from_the_query() {
    let shop = Shop::start().await;
    for path in ["/ar/sale-spring20?code=FIRST100", "/nl/winter/sale-spring20", "/flash-sale-spring20?package=12"] {
        let page = shop.get(path).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        let sale = content(&page.text);
        assert_eq!(sale["offer"]["code"], json!({ "state": "applied", "code": "SPRING20" }), "{path}");
        assert_eq!((&sale["ends_at"], due(&sale["offer"]["plans"])), (&Value::Null, 12_000), "{path}");
    }
    let unknown = content(&shop.get("/flash-sale-nothing").await.text);
    assert_eq!((&unknown["offer"]["code"], due(&unknown["offer"]["plans"])), (&json!({ "state": "unknown" }), 15_000));
    // Two addresses for one code are two documents: each links to itself in other languages.
    for path in ["/flash-sale-phrase", "/summer-sale-phrase"] {
        assert!(shop.get(path).await.text.contains(&format!("/ar{path}\"")), "{path}");
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn a_partner_is_named_while_their_code_holds() {
    let shop = Shop::start().await;
    let page = shop.get("/quietharbor-special").await;
    assert_eq!(page.status, StatusCode::OK);
    let title = "<title>Quietharbor Brings You an Exclusive Discount!</title>";
    assert!(page.text.contains(title) && page.text.contains("noindex"));
    let partner = content(&page.text);
    // 30 % off 150.00; 105.00 is 76.3 % below 443.88.
    assert_eq!((due(&partner["offer"]["plans"]), &partner["offer"]["highest_discount"]), (10_500, &json!(76)));

    let stranger = shop.get("/ar/acme-special").await;
    assert_eq!(stranger.status, StatusCode::NOT_FOUND);
    assert!(stranger.text.contains("noindex") && !stranger.text.contains("Acme"));
    let neutral = content(&stranger.text);
    assert_eq!((&neutral["partner"], due(&neutral["offer"]["plans"])), (&Value::Null, 15_000));
    // Rendered once for all unknown partners, but each page names its own address.
    let drawn = shop.running.app.site.cache().counts().misses;
    let other = shop.get("/ar/acme-travel-2-special").await;
    assert_eq!((other.status, shop.running.app.site.cache().counts().misses), (StatusCode::NOT_FOUND, drawn));
    assert!(!other.text.contains("onefare-unknown-path") && !other.text.contains("/acme-special"));
    assert!(other.text.contains("\"/nl/acme-travel-2-special\"") && other.text.contains("\"/acme-travel-2-special\""));
    let ended = shop.get("/summer25-special").await;
    assert_eq!((ended.status, &content(&ended.text)["partner"]), (StatusCode::OK, &Value::Null));
    assert_eq!(shop.get("/ACME-special").await.status, StatusCode::NOT_FOUND);
    shop.running.stop().await;
}

/// The title and the description of a document's head.
fn head_of(text: &str) -> (String, String) {
    let between = |from: &str, to: &str| text.split_once(from).unwrap().1.split_once(to).unwrap().0.to_owned();
    (between("<title>", "</title>"), between("<meta name=\"description\" content=\"", "\""))
}

#[tokio::test]
async fn a_sale_promises_in_its_head_only_what_its_code_holds() {
    let shop = Shop::start().await;
    let sale = "Sale: private internet for less | Northquay";
    let neutral = "Choose your plan | Northquay";
    let short = "Private internet, for less for a short time";
    let heading = |text: &str| {
        let (_, after) = text.split_once("<h1").unwrap();
        after.split_once('>').unwrap().1.split_once("</h1>").unwrap().0.to_owned()
    };
    // A running sale, one without an end, an unknown one.
    for (path, title, says, headline) in [
        ("/flash-sale-phrase", sale, "at a special price for a short time", short),
        ("/flash-sale-spring20", sale, "Our plans at a special price. 30-day", "Private internet, for less"),
        ("/flash-sale-nothing", neutral, "at their normal prices", "Choose your plan"),
    ] {
        let page = shop.get(path).await;
        let (found, description) = head_of(&page.text);
        assert_eq!(found, title, "{path}");
        assert!(description.contains(says), "{path}: {description}");
        assert!(page.text.contains("noindex"), "{path}");
        if title == sale {
            assert_eq!(heading(&page.text), headline, "{path}");
        } else {
            assert!(!page.text.contains(short) && !page.text.contains("for less"), "{path}");
        }
    }
    // The page states its end without scripts too, in the page's language.
    let end = content(&shop.get("/flash-sale-phrase").await.text)["ends_text"].as_str().unwrap().to_owned();
    assert_eq!(end, "23 November 2026, 12:00 UTC");
    let page = shop.get("/flash-sale-phrase").await.text;
    let without_scripts = page.split_once("<noscript>").unwrap().1.split_once("</noscript>").unwrap().0;
    assert!(without_scripts.contains(&end), "{without_scripts}");
    let german = content(&shop.get("/de/flash-sale-phrase").await.text);
    assert_eq!(german["ends_text"], "23. November 2026, 12:00 Uhr (UTC)");
    // The sale is over.
    shop.clock.advance(Duration::from_secs(73 * 3600));
    let over = shop.get("/flash-sale-phrase").await.text;
    assert_eq!(head_of(&over).0, neutral);
    assert!(!over.contains("for less"));
    shop.running.stop().await;
}

#[tokio::test]
async fn the_word_of_the_trial_is_no_partner() {
    let shop = Shop::start().await;
    let page = shop.get("/trial-special").await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
    let shown = content(&page.text);
    assert_eq!((&shown["partner"], due(&shown["offer"]["plans"])), (&Value::Null, 15_000));
    assert!(page.text.contains("noindex") && page.text.contains("<title>Choose your plan | Northquay</title>"));
    shop.running.stop().await;
}
