//! `/openapi.json` describes the calls' requests and answers. `onefare_tests::described` checks every answer that a
//! test sees against it; this file proves that the check would notice, and covers what no other test sees.

use onefare_tests::described::fault;
use onefare_tests::{Browser, Shop};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

const BUNDLE: &str = "/api/esim/bundle/{id}";

#[test]
fn a_status_that_is_not_described_is_noticed() {
    let noticed =
        |method: Method, path: &str, status: u16| fault(&method, path, StatusCode::from_u16(status).unwrap()).is_some();
    assert!(noticed(Method::GET, "/api/subscription/get_initial_data", 418));
    assert!(noticed(Method::POST, "/webhooks/esim-access/a-token", 402));
    assert!(noticed(Method::POST, "/api/subscription/verify", 409));
    assert!(!noticed(Method::GET, "/api/subscription/get_initial_data", 200));
    assert!(!noticed(Method::GET, "/api/esim/bundle/34", 404));
    assert!(!noticed(Method::GET, "/buy", 418), "pages are not described");
    assert!(!noticed(Method::GET, "/api/subscription/verify", 405), "nor are methods that no call has");
}

#[tokio::test]
async fn refusals_that_need_a_strange_request_are_described_too() {
    let shop = Shop::start().await;
    let blank = shop.get("/api/esim/bundle/%0A").await;
    assert_eq!((blank.status.as_u16(), &blank.body["code"]), (422, &json!("bundle_id_required")));
    let long = vec![b'x'; 300 * 1024];
    for path in ["/webhooks/stripe", "/webhooks/mollie"] {
        let request = shop.http.post(format!("{}{path}", shop.shop)).body(long.clone());
        assert_eq!(shop.finish(&mut Browser::default(), request).await.status.as_u16(), 413, "{path}");
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn every_call_describes_its_statuses_one_by_one_and_its_refusals_in_the_body_they_have() {
    let shop = Shop::start().await;
    let description = shop.get("/openapi.json").await.body;
    let calls = description["paths"].as_object().unwrap();
    assert!(calls.len() >= 18, "{}", calls.len());
    for (path, call) in
        calls.iter().flat_map(|(path, methods)| methods.as_object().unwrap().values().map(move |call| (path, call)))
    {
        for (status, response) in call["responses"].as_object().unwrap() {
            assert!(status.parse::<u16>().is_ok(), "{path}: {status}");
            let body = &response["content"]["application/json"]["schema"]["$ref"];
            if status != "200" {
                assert_eq!(body, "#/components/schemas/ProblemBody", "{path}: {status}");
                assert_ne!(response["description"], "", "{path}: {status}");
            }
        }
        let answers = |status: &str| call["responses"].get(status).is_some();
        assert!(answers("200") && answers("500"), "{path}");
        assert!(call.get("requestBody").is_none() || (answers("400") && answers("413") && answers("415")), "{path}");
    }
    let responses = &description["paths"][BUNDLE]["get"]["responses"];
    assert!(responses.get("422").is_some() && responses.get("404").is_some(), "{responses}");
    shop.running.stop().await;
}

#[tokio::test]
async fn fields_without_which_a_call_is_refused_are_marked() {
    let shop = Shop::start().await;
    let description = shop.get("/openapi.json").await.body;
    for (schema, fields) in [
        ("CheckoutLinkRequest", &["email", "selectedPackage"][..]),
        ("VerifyRequest", &["session_id"]),
        ("SessionRedirectRequest", &["session_id"]),
        ("DealCheckoutRequest", &["email", "selectedPackage"]),
        ("EsimPaymentRequest", &["bundle_id", "email", "structured_data"]),
        ("GenerateEsimRequest", &["structure_data"]),
    ] {
        let mut required: Vec<&str> = description["components"]["schemas"][schema]["required"]
            .as_array()
            .unwrap_or_else(|| panic!("{schema} requires nothing"))
            .iter()
            .filter_map(Value::as_str)
            .collect();
        required.sort_unstable();
        assert_eq!(required, fields, "{schema}");
    }
    let initial = &description["components"]["schemas"]["InitialData"];
    assert!(initial["required"].as_array().unwrap().contains(&json!("expire_date")), "{initial}");
    assert_eq!(initial["properties"]["expire_date"]["type"], json!(["string", "null"]), "{initial}");
    shop.running.stop().await;
}
