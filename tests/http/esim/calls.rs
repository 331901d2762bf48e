//! The read-only calls of the eSIM shop.

use onefare_core::checkout_data::CheckoutData;
use onefare_core::problem::Problem;
use onefare_core::wire::checkout_data::HeldCheckoutData;
use onefare_tests::{Answer, Browser, Shop};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::shop::{code, refused, told};

const UNKNOWN: (u16, &str, &str) = (404, "bundle_not_found", "Bundle not found");
const NO_NUMBER: (u16, &str, &str) =
    (404, "requested_bundle_not_found", "The requested eSIM bundle could not be found.");
const NO_BUNDLE: (u16, &str, &str) = (422, "bundle_id_required", "Bundle ID is required");

#[tokio::test]
async fn the_list_has_every_country_by_name() {
    let shop = Shop::start().await;
    let answer = shop.get("/api/esim/bundles").await;
    assert_eq!((answer.status, &answer.body["status"]), (StatusCode::OK, &json!("ok")));
    assert_eq!(answer.headers["content-type"], "application/json");
    assert_eq!(answer.headers["cache-control"], "no-store");
    let countries = answer.body["data"]["countries"].as_array().unwrap();
    assert_eq!(countries.len(), 46);
    let named = |name: &str| countries.iter().find(|country| country["name"] == name).unwrap();
    // 1 GB for 7 days is 2.99, 42.7 cents a day; 20 GB for 30 days 73.3; three unlimited days 3.33.
    assert_eq!(
        named("United States"),
        &json!({ "id": 1, "name": "United States", "code": "US", "img": "🇺🇸",
            "price": 28, "price_text": "$0.28", "price_eur": 27, "price_eur_text": "€0.27",
            "coverage": ["AT&T", "T-Mobile", "Verizon"] })
    );
    assert_eq!((&named("Europe")["img"], &named("Global")["img"]), (&json!("🇪🇺"), &json!("🌐")));
    let names: Vec<&str> = countries.iter().map(|country| country["name"].as_str().unwrap()).collect();
    assert_eq!((names[0], names[45]), ("Asia", "United States"));
    assert!(names.is_sorted(), "{names:?}");
    for secret in ["package", "cost", "US_1_7"] {
        assert!(!answer.text.contains(secret), "{secret}");
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn every_place_is_found_by_its_names_in_all_languages() {
    let shop = Shop::start().await;
    let answer = shop.get("/api/esim/search-texts").await;
    assert_eq!((answer.status, &answer.body["status"]), (StatusCode::OK, &json!("ok")));
    let texts = answer.body["data"].as_array().unwrap();
    let text = |id: u32| texts.iter().find(|place| place["id"] == id).unwrap()["text"].as_str().unwrap();
    let germany: Vec<&str> = text(4).split('\n').collect();
    for name in ["de", "allemagne", "deutschland", "duitsland", "germany", "المانيا"] {
        assert!(germany.contains(&name), "{germany:?}");
    }
    // What people call it, and its great cities.
    assert!(germany.contains(&"brd") && germany.contains(&"munich") && germany.contains(&"برلين"), "{germany:?}");
    let list = shop.get("/api/esim/bundles").await.body;
    assert_eq!(texts.len(), list["data"]["countries"].as_array().unwrap().len());
    shop.running.stop().await;
}

#[tokio::test]
async fn texts_are_in_the_language_that_is_asked_for_or_was_chosen() {
    let shop = Shop::start().await;
    let with_cookie = async |path: &str, cookie: &str| {
        let mut browser = Browser { cookie: Some(cookie.to_owned()) };
        shop.send(&mut browser, Method::GET, path, None).await
    };
    let name = |answer: &Answer| answer.body["data"]["name"].as_str().unwrap().to_owned();
    for (language, wanted) in
        [("en", "Germany"), ("nl", "Duitsland"), ("de", "Deutschland"), ("fr", "Allemagne"), ("ar", "ألمانيا")]
    {
        let answer = shop.get(&format!("/api/esim/bundle/4?lang={language}")).await;
        assert_eq!((name(&answer).as_str(), &answer.body["data"]["language"]), (wanted, &json!(language)));
        assert!(answer.headers["vary"].to_str().unwrap().contains("Cookie"));
        let chosen = with_cookie("/api/esim/bundle/4", &format!("selectedLanguage={language}")).await;
        assert_eq!(name(&chosen), wanted, "the stored choice");
        let both = with_cookie(&format!("/api/esim/bundle/4?lang={language}"), "selectedLanguage=fr").await;
        assert_eq!(name(&both), wanted, "the query is nearer");
    }
    for path in ["/api/esim/bundle/4?lang=es", "/api/esim/bundle/4?lang=", "/api/esim/bundle/4?lang=AR"] {
        assert_eq!(name(&shop.get(path).await), "Germany", "{path}");
    }
    assert_eq!(name(&with_cookie("/api/esim/bundle/4?lang=xx", "selectedLanguage=nl").await), "Duitsland");
    let arabic = shop.get("/api/esim/bundles?lang=ar").await.body;
    let first = &arabic["data"]["countries"][0];
    assert_eq!((&first["name"], &arabic["data"]["language"]), (&json!("آسيا"), &json!("ar")));
    let two = shop.get("/api/esim/bundles?lang=nl&lang=en").await.body;
    assert_eq!(two["data"]["language"], "nl", "of two languages the first counts");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_bundle_shows_its_plans_with_both_prices() {
    let shop = Shop::start().await;
    let data = shop.get("/api/esim/bundle/1").await.body["data"].clone();
    assert_eq!(
        (&data["bundle_type"], &data["code"], &data["price_book"]),
        (&json!("country"), &json!("US"), &json!(1))
    );
    assert_eq!(data["refills"].as_array().unwrap().len(), 8);
    assert_eq!(
        data["refills"][0],
        json!({ "title": "1 GB", "amount_mb": 1024, "amount_days": 7, "unlimited": false, "price_usd": 299,
            "price_eur": 299, "structured_data": "1-1024-7", "data_text": "1\u{a0}GB", "days_text": "7\u{a0}days",
            "price_usd_text": "$2.99", "price_eur_text": "€2.99",
            "day_usd_text": "$0.43", "day_eur_text": "€0.43" })
    );
    let last = &data["refills"][7];
    assert_eq!((&last["title"], &last["unlimited"]), (&json!("Unlimited, 1 GB a day at full speed"), &json!(true)));
    assert!(!data.to_string().contains("US_1_7"), "what the supplier calls it is nobody's business");
    let europe = shop.get("/api/esim/bundle/12").await.body["data"]["bundle_type"].clone();
    assert_eq!(
        (europe, &shop.get("/api/esim/bundle/13").await.body["data"]["bundle_type"]),
        (json!("region"), &json!("global"))
    );
    shop.running.stop().await;
}

#[tokio::test]
async fn the_networks_of_a_region_stand_under_the_names_of_their_countries() {
    let shop = Shop::start().await;
    shop.apply_catalogue(|text| text.replace("\"SE: Telia\"", "\"SE: Telia\", \"SE: Tele2\"")).await;
    for (language, first, sweden, last) in [
        ("en", "Austria: A1", "Sweden: Telia, Tele2", "United Kingdom: EE"),
        ("fr", "Allemagne\u{a0}: Telekom", "Suède\u{a0}: Telia, Tele2", "Turquie\u{a0}: Turkcell"),
        ("ar", "إسبانيا: Movistar", "السويد: Telia، Tele2", "هولندا: KPN"),
    ] {
        let answer = shop.get(&format!("/api/esim/bundle/12?lang={language}")).await.body;
        let lines: Vec<&str> =
            answer["data"]["coverage"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert_eq!((lines.len(), lines[0], lines[16]), (17, first, last), "{language}: {lines:?}");
        assert!(lines.contains(&sweden), "{language}: {lines:?}");
        let page = shop
            .get(&format!("{}/esim/bundle/12", if language == "en" { String::new() } else { format!("/{language}") }))
            .await;
        assert!(page.text.contains(sweden) && !page.text.contains("SE: Telia"), "{language}");
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn bundles_that_are_not_there_are_refused() {
    let shop = Shop::start().await;
    for (path, wanted) in [
        ("/api/esim/bundle/47", UNKNOWN),
        ("/api/esim/bundle/4294967295", UNKNOWN),
        ("/api/esim/bundle/4294967296", NO_NUMBER),
        ("/api/esim/bundle/0", NO_NUMBER),
        ("/api/esim/bundle/01", NO_NUMBER),
        ("/api/esim/bundle/US", NO_NUMBER),
        ("/api/esim/bundle/1%00", NO_NUMBER),
        ("/api/esim/bundle/%ff", NO_NUMBER),
        ("/api/esim/bundle/", NO_BUNDLE),
        ("/api/esim/bundle/%20", NO_BUNDLE),
    ] {
        let answer = shop.get(path).await;
        assert_eq!(refused(&answer), wanted, "{path}");
        assert!(answer.body["request_id"].as_str().is_some_and(|id| id.len() >= 16), "{path}");
    }
    for (path, method) in [
        ("/api/esim/bundles", Method::POST),
        ("/api/esim/bundle/1", Method::DELETE),
        ("/api/esim/discount-code/TRAVEL10/299", Method::GET),
    ] {
        let answer = shop.send(&mut Browser::default(), method, path, None).await;
        assert_eq!((answer.status.as_u16(), refused(&answer).1), (405, "method_not_allowed"), "{path}");
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn a_changed_price_is_told_at_once_and_a_bundle_without_plans_is_empty() {
    let shop = Shop::start().await;
    let before = shop.get("/api/esim/bundle/1").await.body;
    assert_eq!(before, shop.get("/api/esim/bundle/1").await.body);
    shop.apply_catalogue(|text| text.replacen("days = 7, usd = \"2.99\"", "days = 7, usd = \"3.49\"", 1)).await;
    let after = shop.get("/api/esim/bundle/1").await.body;
    assert_eq!((&after["data"]["refills"][0]["price_usd"], &after["data"]["price_book"]), (&json!(349), &json!(2)));
    shop.apply_catalogue(|text| {
        let (start, rest) = text.split_once("plans = [\n").unwrap();
        let (_, end) = rest.split_once("\n]\n").unwrap();
        format!("{start}plans = []\n{end}")
    })
    .await;
    let empty = shop.get("/api/esim/bundle/1").await.body;
    assert_eq!(empty["data"]["refills"], json!([]));
    let list = shop.get("/api/esim/bundles").await.body;
    let countries = list["data"]["countries"].as_array().unwrap();
    let country = countries.iter().find(|country| country["id"] == 1).unwrap();
    for field in ["price", "price_text", "price_eur", "price_eur_text"] {
        assert_eq!(country.get(field), None, "{field}");
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn a_shop_without_bundles_has_an_empty_list() {
    let shop = Shop::start().await;
    shop.apply_catalogue(|text| {
        let (plans, _) = text.split_once("\n[[bundle]]").unwrap();
        plans.to_owned()
    })
    .await;
    let list = shop.get("/api/esim/bundles").await;
    assert_eq!((list.status, &list.body["data"]["countries"]), (StatusCode::OK, &json!([])));
    assert_eq!(refused(&shop.get("/api/esim/bundle/1").await).1, "bundle_not_found");
    assert_eq!(told(&code(&shop, "TRAVEL10/299").await).0, "price_changed");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_checkout_holds_every_field_of_its_entity() {
    let shop = Shop::start().await;
    let answer = shop.get("/api/esim/bundle/1?lang=nl").await.body["data"].clone();
    for told in answer["refills"].as_array().unwrap() {
        let all = json!({
            "bundleId": "1",
            "countryName": answer["name"],
            "refillTitle": told["title"],
            "amountMb": told["amount_mb"],
            "amountDays": told["amount_days"],
            "priceUsd": told["price_usd"],
            "bundleType": answer["bundle_type"],
            "bundleDescription": answer["description"],
            "bundleCoverage": answer["coverage"],
            "bundleImg": answer["img"],
        });
        let held: HeldCheckoutData = serde_json::from_value(all.clone()).unwrap();
        assert_eq!(serde_json::to_value(&held).unwrap(), all, "the entity has a place for each field, with its type");
        assert_eq!(json!(checked(&held)), json!({ "Ok": told["structured_data"] }));
        let six = json!({ "bundleId": "1", "countryName": "x", "refillTitle": "x", "amountMb": 1, "amountDays": 1, "priceUsd": 1 });
        let without: HeldCheckoutData = serde_json::from_value(six).unwrap();
        assert!(checked(&without).is_ok() && without.bundle_img.is_none(), "four fields may be missing");
    }
    let none: HeldCheckoutData = serde_json::from_value(json!({})).unwrap();
    assert_eq!(checked(&none), Err(Problem::CheckoutDataMissing.code()));
    shop.running.stop().await;
}

/// What the rule that pages ask says of held data: the plan, or the code of a problem.
fn checked(held: &HeldCheckoutData) -> Result<String, &'static str> {
    let data = CheckoutData {
        bundle_id: held.bundle_id.as_deref(),
        country_name: held.country_name.as_deref(),
        refill_title: held.refill_title.as_deref(),
        amount_mb: held.amount_mb,
        amount_days: held.amount_days,
        price_usd: held.price_usd,
    };
    data.check().map(|plan| plan.to_string()).map_err(Problem::code)
}

#[tokio::test]
async fn the_description_says_what_the_calls_answer() {
    let shop = Shop::start().await;
    let description = shop.get("/openapi.json").await.body;
    let list = &description["components"]["schemas"]["BundleItem"]["properties"];
    for field in ["id", "name", "code", "img", "price", "coverage"] {
        assert!(list.get(field).is_some_and(Value::is_object), "{field}");
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn what_people_call_a_country_is_the_first_that_its_page_shows() {
    let shop = Shop::start().await;
    for (path, typed, meant) in [
        ("/esim/countries", "UK", "United Kingdom"),
        ("/esim/countries", "U.A.E.", "United Arab Emirates"),
        ("/esim/countries", "dubai", "United Arab Emirates"),
        ("/esim/countries", "Holland", "Netherlands"),
        ("/nl/esim/countries", "VS", "Verenigde Staten"),
        ("/de/esim/countries", "Oesterreich", "Österreich"),
    ] {
        let page = shop.get(&format!("{path}?q={typed}")).await;
        let (_, places) = page.text.split_once("/esim/bundle/").unwrap();
        let shown = places.split("hidden").next().unwrap();
        assert!(shown.contains(meant), "{typed}: {}", shown.chars().take(300).collect::<String>());
    }
    shop.running.stop().await;
}
