//! Sessions: where they begin, and every way they end.

use onefare_server::http::account::routes::{Audience, PREFIX, account_routes};
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
    let (token, device) = (&owner.cookies["session"], &owner.cookies["device"]);
    let digest = shop.texts("SELECT token_digest FROM sessions").await.remove(0);
    let id = shop.texts("SELECT id FROM sessions").await.remove(0);
    let forged = [
        String::new(),
        format!("session={}", "0".repeat(64)),
        format!("session={}", token.to_uppercase()),
        format!("session={}", &token[..63]),
        format!("session={token}0"),
        format!("session=\"{token}\"x"),
        // The digest and the id from a database copy, another cookie's value, and plain names beside others.
        format!("session={digest}"),
        format!("session={id}"),
        format!("session={device}"),
        format!("device={token}; sign-in={token}; __Host-session={token}"),
        format!("Session={token}; SESSION={token}"),
        "authToken=yes; session=true".to_owned(),
    ];
    let routes = account_routes();
    let guarded: Vec<_> = routes.iter().filter(|route| route.audience == Audience::SignedIn).collect();
    assert_eq!(routes.len() - guarded.len(), 1, "the link that signs in");
    let known = guarded.iter().map(|route| route.address().unwrap()).map(|(method, path)| (method, path.to_owned()));
    // Unknown routes, with any method: a route added below the prefix is guarded from the start.
    let unknown = [
        (Method::GET, "/api/account/new".to_owned()),
        (Method::POST, "/api/account/orders/{number}/new".to_owned()),
        (Method::DELETE, "/api/account/data".to_owned()),
        (Method::GET, "/api/account//data".to_owned()),
    ];
    for (method, path) in known.chain(unknown) {
        let path = path.replace("{number}", "ABCD-1234");
        for cookie in &forged {
            let request = shop.http.request(method.clone(), format!("{}{path}", shop.shop)).header("cookie", cookie);
            let answer = shop.finish(&mut onefare_tests::Browser::default(), request).await;
            assert_eq!(
                (answer.status.as_u16(), &answer.body["code"]),
                (401, &json!("sign_in_required")),
                "{method} {path} {cookie}"
            );
            assert_eq!(answer.headers["cache-control"], "no-store", "{path}");
        }
        if method == Method::POST {
            let request = shop.http.post(format!("{}{path}", shop.shop)).header("origin", "https://elsewhere.example");
            let request = request.header("cookie", format!("session={token}"));
            let answer = shop.finish(&mut onefare_tests::Browser::default(), request).await;
            assert_eq!(answer.status.as_u16(), 403, "{path}");
        }
    }
    assert!(is_open(&shop, &owner).await);
    // A caller with a session learns that the route does not exist.
    let nothing = owner.clone().get(&shop, "/api/account/new").await;
    assert_eq!((nothing.status.as_u16(), &nothing.body["code"]), (404, &json!("not_found")));
    // The OpenAPI description lists the same routes, and no others.
    let description = shop.get("/openapi.json").await.body;
    let described = description["paths"].as_object().unwrap().keys().filter(|path| path.starts_with(PREFIX));
    let mut described: Vec<String> = described.cloned().collect();
    let mut listed: Vec<&str> = routes.iter().map(|route| route.address().unwrap().1).collect();
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
    // A pending sign-in ends too: its right code opens no session, and the owner must request a new one.
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
