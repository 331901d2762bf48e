//! The frame around every page of the eSIM shop: menu, help, and the popular destinations of the price list.

use onefare_tests::{Shop, page_data};

#[tokio::test]
async fn the_foot_of_the_esim_shop_names_the_company_the_help_and_five_destinations() {
    let shop = Shop::start().await;
    let german = shop.get("/de/esim/tutorial").await.text;
    let drawn = german.split("<script type=\"application/json\"").next().unwrap();
    for text in [
        "href=\"/de/esim\"",
        "href=\"/de/esim/tutorial\"",
        "mailto:esim@northquay.example",
        "https://chat.northquay.example/support",
        "+31 20 000 0000",
        "Täglich, rund um die Uhr",
        "Northquay Example B.V.",
        "KvK 00000000",
        "NL000000000B00",
    ] {
        assert!(drawn.contains(text), "{text} is missing");
    }
    let page = page_data(&german);
    let places = page["popular"].as_array().unwrap();
    let names: Vec<&str> = places.iter().map(|place| place["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Vereinigte Staaten", "Vereinigtes Königreich", "Frankreich", "Deutschland", "Japan"]);
    for place in places {
        let name = place["name"].as_str().unwrap();
        assert!(drawn.contains(&format!(">{name}<")), "{name} is not drawn");
        let Some(id) = place["bundle"].as_u64() else { continue };
        let bundle = shop.get(&format!("/api/esim/bundle/{id}?lang=de")).await.body;
        assert_eq!(bundle["data"]["name"], name);
        assert!(drawn.contains(&format!("href=\"/de/esim/bundle/{id}\"")), "{name} leads nowhere");
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn the_vpn_pages_have_no_destinations() {
    let shop = Shop::start().await;
    assert!(page_data(&shop.get("/buy").await.text).get("popular").is_none());
    shop.running.stop().await;
}
