//! The measurements' baseline must run behind the shop's own layers, or the comparison says nothing.

use std::collections::BTreeMap;

use onefare_server::serve::bench_baseline;
use onefare_tests::Shop;
use reqwest::header::HeaderMap;
use reqwest::{Method, StatusCode};

/// Every header except those about the content and those that vary between answers.
fn of_the_layers(headers: &HeaderMap) -> BTreeMap<String, String> {
    let own = ["content-type", "content-length", "date", "vary", "x-request-id"];
    let others = headers.iter().filter(|(name, _)| !own.contains(&name.as_str()));
    others.map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned())).collect()
}

#[tokio::test]
async fn hello_stands_behind_the_layers_of_the_shop() {
    let shop = Shop::start().await;
    let hello = bench_baseline::start(&shop.running.app.config).await.unwrap();
    let ask = |method, path: &str| shop.http.request(method, format!("http://{}{path}", hello.address)).send();
    let said = ask(Method::GET, "/").await.unwrap();
    let described = shop.get("/openapi.json").await;
    assert_eq!((said.status(), described.status), (StatusCode::OK, StatusCode::OK));
    assert_eq!(of_the_layers(said.headers()), of_the_layers(&described.headers));
    assert!(said.headers()["x-request-id"].to_str().unwrap().starts_with("req_"));
    assert_eq!(said.text().await.unwrap(), "Hello, world!");

    // The layer that writes refusals is there too, and so are the headers that depend on the address.
    let refused = ask(Method::POST, "/api/nothing").await.unwrap();
    assert_eq!(refused.status(), StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(refused.headers()["cache-control"], "no-store");
    let body: serde_json::Value = serde_json::from_str(&refused.text().await.unwrap()).unwrap();
    assert_eq!(body["code"], "method_not_allowed");
    hello.stop().await;
    shop.running.stop().await;
}
