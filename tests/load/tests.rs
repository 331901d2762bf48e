//! The generator against servers that answer wrongly, and the seed against the real shop.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::http::{HeaderMap, StatusCode};
use onefare_tests::{Browser, Shop, twelve_months};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::LocalSet;

use crate::plan::Plan;
use crate::seed::seed;
use crate::summary::Summary;
use crate::{database, rounds};

/// Serves `routes` and measures it for a fifth of a second, twice.
async fn asked(routes: Router, ask: Value) -> Summary {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = listener.local_addr().unwrap().to_string();
    let serving = tokio::spawn(async { axum::serve(listener, routes).await });
    let target = json!({ "name": "it", "server": server, "asks": [ask] });
    let plan =
        json!({ "rounds": 2, "seconds": 0.1, "warm_up": 0.1, "connections": 4, "base": "it", "targets": [target] });
    let plan: Plan = serde_json::from_value(plan).unwrap();
    let mut found = LocalSet::new().run_until(rounds::run(&plan)).await.unwrap();
    serving.abort();
    found.pop().unwrap()
}

fn get(holds: &str) -> Value {
    json!({ "method": "GET", "path": "/", "holds": [holds] })
}

#[tokio::test]
async fn good_answers_are_counted_and_held_against_themselves() {
    let seen = Arc::new(AtomicUsize::new(0));
    let counter = seen.clone();
    let right = Router::new().fallback(async move || {
        counter.fetch_add(1, Ordering::SeqCst);
        "right"
    });
    let found = asked(right, get("right")).await;
    assert_eq!((found.wrong, found.first_wrong.as_deref()), (0, None));
    assert_eq!(usize::try_from(found.right).unwrap(), seen.load(Ordering::SeqCst));
    assert!(found.good > 0 && found.good < found.right, "the warm-up is not counted: {found:?}");
    assert_eq!(found.to_base.map(|ratio| (ratio.least, ratio.most)), Some((1.0, 1.0)));
    assert!(found.p50 > 0 && found.p50 <= found.p99);
}

#[tokio::test]
async fn fast_errors_and_changed_bodies_are_no_success() {
    let failing = Router::new().fallback(async || (StatusCode::INTERNAL_SERVER_ERROR, "right"));
    let found = asked(failing, get("right")).await;
    assert_eq!((found.good, found.first_wrong.as_deref()), (0, Some("500 Internal Server Error: right")));

    let turn = Arc::new(AtomicUsize::new(0));
    let changing = Router::new().fallback(async move || match turn.fetch_add(1, Ordering::SeqCst) % 3 {
        0 => "right from the start",
        1 => "right from the wrong one",
        _ => "right",
    });
    let found = asked(changing, get("right")).await;
    assert!(found.good > 0 && found.wrong > found.good, "{found:?}");

    let found = asked(Router::new().fallback(async || "something else"), get("right")).await;
    assert_eq!((found.good, found.first_wrong.as_deref()), (0, Some("no right in something else")));
}

#[tokio::test]
async fn fresh_requests_never_come_twice() {
    let keys = Arc::new(Mutex::new(Vec::new()));
    let noted = keys.clone();
    let noting = Router::new().fallback(async move |headers: HeaderMap, body: String| {
        noted.lock().unwrap().push((headers["idempotency-key"].clone(), body.clone()));
        body
    });
    let headers = json!({ "idempotency-key": "attempt-{n}" });
    let mut ask = json!({ "method": "POST", "path": "/", "body": "for {n}", "holds": ["for "], "fresh": true });
    ask["headers"] = headers;
    let found = asked(noting, ask).await;
    let keys = keys.lock().unwrap();
    assert_eq!(found.wrong, 0);
    assert_eq!(keys.iter().map(|(key, _)| key).collect::<HashSet<_>>().len(), keys.len());
    let agree = |(key, body): &(axum::http::HeaderValue, String)| key.to_str().unwrap()[8..] == body[4..];
    assert!(keys.iter().all(agree), "one request has one number");
}

#[tokio::test]
async fn seeded_orders_are_answered_as_bought_ones() {
    sqlx::any::install_default_drivers();
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let page = shop.checkout(&mut browser, twelve_months("first@example.com", "AED", 15000)).await;
    let session = Shop::session_of(&page);
    shop.at_pay_page(&session, "pay").await;
    assert_eq!(shop.verify_until_known(&mut browser, &session).await.body["status"], "ok");
    let url = shop.running.app.config.database_url.clone();
    let Shop { running, data, clock, .. } = shop;
    let store = running.app.store.clone();
    running.stop().await;
    store.close().await;

    let known = seed(&url, 400, 50).await.unwrap();
    assert_eq!(known.len(), 50);
    assert_eq!(known.iter().map(|one| &one.session).collect::<HashSet<_>>().len(), 50);

    let shop = Shop::start_in(data, clock).await;
    assert_eq!((shop.rows("orders").await, shop.rows("deliveries").await), (401, 301));
    assert_eq!(database::pages(&url).await.unwrap(), 401);
    for one in &known {
        let mut browser = Browser { cookie: Some(format!("buyer={}", one.cookie)) };
        let answer = shop.verify(&mut browser, &one.session).await.body;
        assert_eq!((&answer["status"], &answer["payment_status"]), (&json!("ok"), &json!("paid")));
        assert_eq!((&answer["orderId"], &answer["email"]), (&json!(one.number), &json!(one.email)));
    }
    shop.running.stop().await;
}
