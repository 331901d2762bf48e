//! The eSIM shop's tutorial and long texts.

use onefare_tests::{Shop, page_data};
use serde_json::Value;

/// The data from which a page was rendered.
fn content(html: &str) -> Value {
    let page = page_data(html);
    page["content"].clone()
}

#[tokio::test]
async fn six_devices_are_explained_and_at_most_three_suggested() {
    let shop = Shop::start().await;
    let dutch = shop.get("/nl/esim/tutorial").await.text;
    let drawn = dutch.split("<script type=\"application/json\"").next().unwrap();
    let shown = content(&dutch);
    let devices = shown["devices"].as_array().unwrap();
    let models: Vec<&str> = devices.iter().map(|device| device["model"].as_str().unwrap()).collect();
    let all = ["iPhone 15 Pro Max", "iPhone 14", "iPhone 13", "Galaxy S24 Ultra", "Galaxy S23", "Pixel 8 Pro"];
    assert_eq!(models, all);
    for device in devices {
        assert_eq!(device["esimSupported"], true);
        for step in device["instructions"].as_array().unwrap() {
            assert!(drawn.contains(step.as_str().unwrap()), "{step} can be read with scripts off");
        }
    }
    for (suggestion, (os, models)) in shown["suggestions"].as_array().unwrap().iter().zip([
        ("iOS", &all[..3]),
        ("Android", &all[3..]),
        ("Windows Phone", &[]),
    ]) {
        assert_eq!(suggestion["os"], os);
        assert_eq!(suggestion["models"], serde_json::json!(models));
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn the_texts_of_the_esim_shop_say_what_the_specification_asks_for() {
    let shop = Shop::start().await;
    for (path, words) in [
        ("/esim/about", ["Northquay Example B.V.", "mailto:esim@northquay.example", "https://chat.northquay.example"]),
        ("/esim/privacy", ["December 2024", "GDPR", "We do not sell your data"]),
        ("/esim/terms", ["18 years old", "unless you cancel before it renews", "otherwise in US dollars"]),
    ] {
        let page = shop.get(path).await.text;
        for word in words {
            assert!(page.contains(word), "{path}: {word}");
        }
    }
    shop.running.stop().await;
}
