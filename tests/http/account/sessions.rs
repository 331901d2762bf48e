//! Sessions: where they begin, and everywhere they end.

use onefare_server::http::account::routes::account_routes;
use onefare_tests::Shop;
use reqwest::Method;
use serde_json::json;

use super::{AMAL, SESSIONS, Visitor, customer, is_refused, is_welcome};

async fn is_open(shop: &Shop, visitor: &Visitor) -> bool {
    match visitor.clone().get(shop, SESSIONS).await.status.as_u16() {
        200 => true,
        401 => false,
        other => panic!("{other}"),
    }
}

#[tokio::test]
async fn every_route_of_an_account_refuses_without_a_session_and_with_a_forged_one() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    let owner = Visitor::signed_in(&shop, AMAL).await;
    let forged = [
        String::new(),
        format!("session={}", "0".repeat(64)),
        format!("session={}", owner.cookies["session"].to_uppercase()),
        "authToken=yes; session=true".to_owned(),
    ];
    let routes = account_routes();
    assert!(routes.len() >= 3);
    for route in &routes {
        let path = route.path.replace("{number}", "ABCD-1234");
        for cookie in &forged {
            let request =
                shop.http.request(route.method.clone(), format!("{}{path}", shop.shop)).header("cookie", cookie);
            let answer = shop.finish(&mut onefare_tests::Browser::default(), request).await;
            assert_eq!(
                (answer.status.as_u16(), &answer.body["code"]),
                (401, &json!("sign_in_required")),
                "{path} {cookie}"
            );
            assert_eq!(answer.headers["cache-control"], "no-store", "{path}");
        }
        if route.method == Method::POST {
            let request = shop.http.post(format!("{}{path}", shop.shop)).header("origin", "https://elsewhere.example");
            let request = request.header("cookie", format!("session={}", owner.cookies["session"]));
            let answer = shop.finish(&mut onefare_tests::Browser::default(), request).await;
            assert_eq!(answer.status.as_u16(), 403, "{path}");
        }
    }
    assert!(is_open(&shop, &owner).await);
    // The description names the same routes, and no others of an account but the one that signs in.
    let description = shop.get("/openapi.json").await.body;
    let described = description["paths"].as_object().unwrap().keys().filter(|path| path.starts_with("/api/account"));
    let mut described: Vec<&str> = described.map(String::as_str).collect();
    let mut listed: Vec<&str> = routes.iter().map(|route| route.path).chain(["/api/account/sign-in-link"]).collect();
    described.sort_unstable();
    listed.sort_unstable();
    assert_eq!(described, listed);
    shop.running.stop().await;
}

#[tokio::test]
async fn signing_in_begins_a_new_session_and_ends_the_one_the_browser_came_with() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    let mut planted = Visitor::default();
    planted.cookies.insert("session".to_owned(), "a".repeat(64));
    let code = planted.code(&shop, AMAL).await;
    is_welcome(&planted.type_code(&shop, AMAL, &code).await);
    assert_ne!(planted.cookies["session"], "a".repeat(64));
    let before = planted.clone();
    let code = planted.code(&shop, AMAL).await;
    is_welcome(&planted.type_code(&shop, AMAL, &code).await);
    assert!(is_open(&shop, &planted).await && !is_open(&shop, &before).await);
    shop.running.stop().await;
}

#[tokio::test]
async fn signing_out_ends_the_session_on_the_server_here_or_everywhere() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    let (mut laptop, mut phone) = (Visitor::signed_in(&shop, AMAL).await, Visitor::signed_in(&shop, AMAL).await);
    let list = phone.get(&shop, SESSIONS).await.body["sessions"].clone();
    assert_eq!(list.as_array().unwrap().len(), 2);
    assert_eq!(list.as_array().unwrap().iter().filter(|one| one["is_this_one"] == json!(true)).count(), 1);
    let kept = laptop.clone();
    assert_eq!(laptop.send(&shop, Method::POST, "/api/account/sign-out", None).await.text, r#"{"success":true}"#);
    assert!(!laptop.cookies.contains_key("session") && !is_open(&shop, &kept).await);
    assert!(is_open(&shop, &phone).await);

    customer(&shop, "zahra@example.com").await;
    let other = Visitor::signed_in(&shop, "zahra@example.com").await;
    shop.pass(600).await;
    let (third, before) = (Visitor::signed_in(&shop, AMAL).await, phone.clone());
    shop.pass(600).await;
    let (mut thief, mut stranger) = (Visitor::default(), Visitor::default());
    let code = thief.code(&shop, AMAL).await;
    let code_of_other = stranger.code(&shop, "zahra@example.com").await;
    phone.send(&shop, Method::POST, "/api/account/sign-out-everywhere", None).await;
    for ended in [&before, &third] {
        assert!(!is_open(&shop, ended).await);
    }
    assert!(is_open(&shop, &other).await, "somebody else's session");
    // A sign-in that had begun ends too: the right code signs nobody in, and the owner asks for a new one.
    is_refused(&thief.type_code(&shop, AMAL, &code).await);
    is_welcome(&stranger.type_code(&shop, "zahra@example.com", &code_of_other).await);
    assert!(is_open(&shop, &Visitor::signed_in(&shop, AMAL).await).await);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_session_ends_after_a_day_without_use_and_after_thirty_days_in_any_case() {
    const HOUR: u64 = 3600;
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    let idle = Visitor::signed_in(&shop, AMAL).await;
    shop.pass(24 * HOUR - 1).await;
    assert!(is_open(&shop, &idle).await, "to the last second");
    shop.pass(24 * HOUR).await;
    assert!(!is_open(&shop, &idle).await);

    let busy = Visitor::signed_in(&shop, AMAL).await;
    for _ in 0..59 {
        shop.pass(12 * HOUR).await;
        assert!(is_open(&shop, &busy).await);
    }
    shop.pass(12 * HOUR - 1).await;
    assert!(is_open(&shop, &busy).await);
    shop.pass(1).await;
    assert!(!is_open(&shop, &busy).await);
    shop.running.stop().await;
}
