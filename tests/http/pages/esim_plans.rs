//! The pages that sell data: every place with its lowest price per day, every plan with its price, and what is cached.

use onefare_tests::{Answer, Shop, page_data};
use reqwest::StatusCode;
use serde_json::Value;

/// A page's content.
fn content(page: &Answer) -> Value {
    let page = page_data(&page.text);
    page["content"].clone()
}

/// The rendered part of a page.
fn drawn(page: &Answer) -> &str {
    page.text.split("<script type=\"application/json\"").next().unwrap()
}

async fn places(shop: &Shop, path: &str) -> Vec<Value> {
    let page = shop.get(path).await;
    assert_eq!(page.status, StatusCode::OK, "{path}");
    content(&page)["places"].as_array().unwrap().clone()
}

/// Codes of the places that a search finds.
async fn found(shop: &Shop, path: &str) -> Vec<String> {
    let left = places(shop, path).await.into_iter().filter(|place| place["hidden"] != true);
    left.map(|place| place["code"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn every_place_is_listed_with_its_lowest_price_per_day() {
    let shop = Shop::start().await;
    let page = shop.get("/esim/countries").await;
    let listed = places(&shop, "/esim/countries").await;
    assert_eq!(listed.len(), 46);
    let (mut days, mut names) = (Vec::new(), Vec::new());
    for place in &listed {
        let bundle = shop.get(&format!("/api/esim/bundle/{}", place["id"])).await.body;
        let refills = bundle["data"]["refills"].as_array().unwrap();
        let a_day = |plan: &Value| (plan["price_usd"].as_u64().unwrap(), plan["amount_days"].as_u64().unwrap());
        let (price, of) = refills.iter().map(a_day).min_by_key(|(price, of)| price * 1_000_000 / of).unwrap();
        let cents = (price * 2 + of) / (of * 2);
        assert_eq!(place["from_text"], format!("${}.{:02}", cents / 100, cents % 100), "{place}");
        let link = format!("href=\"/esim/bundle/{}\"", place["id"]);
        assert!(drawn(&page).contains(&link), "{link} is in the first HTML");
        days.push((place["by_price"].as_u64().unwrap(), price * 1_000_000 / of));
        names.push(place["name"].as_str().unwrap().to_owned());
    }
    days.sort_unstable();
    assert!(days.is_sorted_by_key(|(_, day)| *day), "{days:?}");
    assert!(days.iter().map(|(place, _)| *place).eq(0..46));
    assert!(names.is_sorted(), "{names:?}");
    shop.running.stop().await;
}

#[tokio::test]
async fn the_address_searches_in_every_language_and_such_a_page_is_not_kept() {
    let shop = Shop::start().await;
    for (path, wanted) in [
        ("/esim/countries?q=spanje", &["ES"][..]),
        ("/nl/esim/countries?q=%20SPAIN%20", &["ES"]),
        ("/esim/countries?q=%D8%A7%D8%B3%D8%A8%D8%A7%D9%86%D9%8A%D8%A7", &["ES"]),
        ("/esim/countries?q=osterreich", &["AT"]),
        ("/esim/countries?q=nowhere", &[]),
    ] {
        assert_eq!(found(&shop, path).await, wanted, "{path}");
        let page = shop.get(path).await;
        assert_eq!(page.headers["cache-control"], "no-store", "{path}");
        assert!(page.text.contains("noindex"), "{path}");
    }
    let nothing = shop.get("/esim/countries?q=nowhere").await;
    assert!(drawn(&nothing).contains("No countries found matching your search."));
    let odd = shop.get("/esim/countries?q=%3Cscript%3Ealert(1)").await;
    assert!(!odd.text.contains("<script>alert"), "what is searched for is text");
    let plain = shop.get("/esim/countries").await;
    assert_eq!(plain.headers["cache-control"], "no-cache");
    assert!(plain.headers.contains_key("etag") && !plain.text.contains("noindex"));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_bundle_shows_what_its_call_says_and_the_plan_of_its_address() {
    let shop = Shop::start().await;
    for (language, prefix) in [("en", ""), ("ar", "/ar")] {
        let called = shop.get(&format!("/api/esim/bundle/1?lang={language}")).await.body;
        for page in ["bundle", "checkout"] {
            let shown = content(&shop.get(&format!("{prefix}/esim/{page}/1")).await);
            assert_eq!(shown["bundle"], called["data"], "{page} {language}");
        }
    }
    // The plan with the daily price of the country list; at the checkout, the first plan.
    let chosen = async |path: &str| content(&shop.get(path).await)["chosen"].clone();
    assert_eq!(chosen("/esim/bundle/1").await, "1-5120-30");
    assert_eq!(chosen("/esim/checkout/1").await, "1-1024-7");
    for page in ["bundle", "checkout"] {
        let path = format!("/esim/{page}/1?plan=1-1024-10");
        let answer = shop.get(&path).await;
        assert_eq!(content(&answer)["chosen"], "1-1024-10");
        assert!(drawn(&answer).contains("$26.49"), "{path} shows its price");
        assert_ne!(chosen(&format!("/esim/{page}/1?plan=2-1024-7")).await, "2-1024-7", "another country's");
        assert_ne!(chosen(&format!("/esim/{page}/1?plan=1-1-1")).await, "1-1-1", "what is not sold");
    }
    assert!(shop.get("/esim/bundle/1").await.text.contains("\"@type\":\"Product\""));
    let bundle = shop.get("/esim/bundle/1").await;
    assert!(bundle.text.contains("rel=\"canonical\"") && bundle.text.contains("<title>eSIM for United States"));
    assert!(shop.get("/esim/checkout/1").await.text.contains("noindex"));
    shop.running.stop().await;
}

#[tokio::test]
async fn numbers_that_are_not_sold_are_404_and_drawn_once_for_each_thing_that_is_wrong() {
    let shop = Shop::start().await;
    let kept = |shop: &Shop| shop.running.app.site.cache().counts();
    shop.get("/esim/bundle/7").await;
    shop.get("/esim/bundle/7").await;
    let before = kept(&shop);
    assert_eq!((before.misses, before.hits), (1, 1), "a bundle on sale is drawn once");
    for (path, problem) in [
        ("/esim/bundle/999", "bundle_not_found"),
        ("/esim/checkout/999", "bundle_not_found"),
        ("/esim/bundle/x", "requested_bundle_not_found"),
        ("/esim/checkout/07", "requested_bundle_not_found"),
    ] {
        let page = shop.get(path).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(content(&page)["problem"], problem, "{path}");
        assert!(drawn(&page).contains("href=\"/esim/countries\"") && page.text.contains("noindex"), "{path}");
    }
    let after = kept(&shop);
    assert_eq!((after.misses - before.misses, after.hits - before.hits), (2, 2), "drawn by what is wrong with them");
    let again = shop.get("/esim/bundle/998").await;
    assert_eq!((again.status, kept(&shop).misses), (StatusCode::NOT_FOUND, after.misses));
    assert_eq!(again.headers["cache-control"], "no-store");
    assert!(!again.headers.contains_key("etag") && !again.text.contains("998"), "it repeats nothing of the address");
    let nothing = shop.get("/esim/bundle").await;
    assert_eq!((nothing.status, &content(&nothing)["problem"]), (StatusCode::OK, &Value::from("bundle_id_required")));
    for (path, target) in [("/esim/checkout", "/esim/countries"), ("/nl/esim/checkout", "/nl/esim/countries")] {
        let sent = shop.get(path).await;
        assert_eq!((sent.status, sent.headers["location"].to_str().unwrap()), (StatusCode::FOUND, target));
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn the_map_of_the_site_names_every_bundle() {
    let shop = Shop::start().await;
    let map = shop.get("/sitemap.xml").await.text;
    for path in ["/esim/countries", "/esim/bundle/1", "/ar/esim/bundle/46"] {
        assert!(map.contains(&format!("<loc>{}{path}</loc>", shop.shop)), "{path}");
    }
    assert!(!map.contains('{') && !map.contains("/esim/checkout"));
    let rules = shop.get("/speculation-rules.json").await.text;
    assert!(rules.contains("\"/nl/esim/bundle/*\""), "{rules}");
    shop.running.stop().await;
}
