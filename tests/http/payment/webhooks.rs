//! `/webhooks/stripe`: accepts only signed and recent events.

use hmac::{Hmac, KeyInit as _, Mac as _};
use onefare_tests::{Answer, Browser, Shop};
use reqwest::StatusCode;
use serde_json::json;
use sha2::Sha256;

pub const SECRET: &str = "whsec_onefare_sandbox";

pub fn signature(secret: &str, at: i64, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(format!("{at}.{body}").as_bytes());
    hex::encode(mac.finalize().into_bytes())
}

pub async fn send(shop: &Shop, header: Option<String>, body: &str) -> Answer {
    let mut request = shop.http.post(format!("{}/webhooks/stripe", shop.shop)).body(body.to_owned());
    if let Some(header) = header {
        request = request.header("stripe-signature", header);
    }
    shop.finish(&mut Browser::default(), request).await
}

/// The refused webhook events in `/metrics`: labels and count of each.
pub async fn refused_events(shop: &Shop) -> Vec<String> {
    let figures = shop.figures().await;
    let mut found: Vec<String> = figures
        .lines()
        .filter_map(|line| line.strip_prefix("onefare_webhooks_refused_total"))
        .filter(|line| !line.ends_with(" 0"))
        .map(str::to_owned)
        .collect();
    found.sort_unstable();
    found
}

#[tokio::test]
async fn only_a_fresh_and_genuine_signature_is_noted() {
    let shop = Shop::start().await;
    let body = json!({ "id": "evt_1", "object": "event", "type": "checkout.session.completed", "created": 1,
        "livemode": false, "data": { "object": { "id": "cs_x", "object": "checkout.session" } } })
    .to_string();
    let now = shop.clock.now().timestamp();
    let genuine = |at: i64| format!("t={at},v1={}", signature(SECRET, at, &body));
    let refused = [
        ("missing", None),
        ("empty", Some(String::new())),
        ("wrong secret", Some(format!("t={now},v1={}", signature("whsec_other", now, &body)))),
        ("old scheme only", Some(format!("t={now},v0={}", signature(SECRET, now, &body)))),
        ("too old", Some(genuine(now - 301))),
        ("from the future", Some(genuine(now + 301))),
        ("cut", Some(genuine(now)[..40].to_owned())),
        ("another time", Some(genuine(now).replace(&format!("t={now}"), &format!("t={}", now - 1)))),
    ];
    for (name, header) in refused {
        let answer = send(&shop, header, &body).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{name}: {answer:?}");
    }
    assert_eq!(send(&shop, Some(genuine(now)), &body.replace("cs_x", "cs_y")).await.status, StatusCode::BAD_REQUEST);
    assert_eq!(shop.rows("webhook_events").await, 0, "nothing is stored of a refused event");
    assert_eq!(refused_events(&shop).await, ["{provider=\"stripe\",reason=\"signature\"} 9"]);
    for at in [now - 300, now, now + 300, now] {
        assert_eq!(send(&shop, Some(genuine(at)), &body).await.status, StatusCode::OK, "{at}");
    }
    assert_eq!(shop.rows("webhook_events").await, 1, "a repeat is noted once");
    let two = format!("t={now},v1={},v1={}", "0".repeat(64), signature(SECRET, now, &body));
    assert_eq!(send(&shop, Some(two), &body).await.status, StatusCode::OK, "any of several signatures suffices");
    assert_eq!(
        refused_events(&shop).await,
        ["{provider=\"stripe\",reason=\"signature\"} 9"],
        "accepted ones do not count"
    );
    shop.running.stop().await;
}

#[tokio::test]
async fn signed_nonsense_and_unknown_kinds_do_no_harm() {
    let shop = Shop::start().await;
    let now = shop.clock.now().timestamp();
    let signed = |body: &str| Some(format!("t={now},v1={}", signature(SECRET, now, body)));
    assert_eq!(refused_events(&shop).await, Vec::<String>::new());
    assert_eq!(send(&shop, signed("not json"), "not json").await.status, StatusCode::BAD_REQUEST);
    assert_eq!(refused_events(&shop).await, ["{provider=\"stripe\",reason=\"unreadable\"} 1"]);
    let unknown = json!({ "id": "evt_2", "object": "event", "type": "something.new", "created": 1, "livemode": false,
        "data": { "object": { "id": "x_1", "object": "something" } } })
    .to_string();
    assert_eq!(send(&shop, signed(&unknown), &unknown).await.status, StatusCode::OK);
    // An event of another format, such as a thin one, is none of ours; one of a kind that the shop uses must be readable.
    let thin = |kind: &str| {
        json!({ "id": "evt_3", "object": "v2.core.event", "type": kind, "livemode": false,
            "created": "2026-11-26T20:00:00.000Z", "related_object": { "id": "mtr_1", "type": "billing.meter" } })
        .to_string()
    };
    for (kind, status) in [
        ("v1.billing.meter.no_meter_found", StatusCode::OK),
        ("checkout.session.completed", StatusCode::BAD_REQUEST),
        ("refund.updated", StatusCode::BAD_REQUEST),
        ("charge.refunded", StatusCode::BAD_REQUEST),
    ] {
        let body = thin(kind);
        assert_eq!(send(&shop, signed(&body), &body).await.status, status, "{kind}");
        assert_eq!(send(&shop, Some("t=1,v1=0".to_owned()), &body).await.status, StatusCode::BAD_REQUEST, "{kind}");
    }
    let figures = shop.figures().await;
    for kind in ["something.new", "v1.billing.meter.no_meter_found"] {
        let line = format!("onefare_webhooks_ignored_total{{provider=\"stripe\",kind=\"{kind}\"}} 1");
        assert!(figures.contains(&line), "{line}");
    }
    // Characters that PostgreSQL cannot store, wherever an id can occur.
    for (kind, object) in [("checkout.session.completed", "checkout.session"), ("refund.updated", "refund")] {
        let odd = json!({ "id": format!("evt_\0_{kind}"), "object": "event", "type": kind, "created": 1,
            "livemode": false, "data": { "object": { "id": "x\0", "object": object, "client_reference_id": "pay_\0",
            "metadata": { "payment_id": "pay_\0" } } } })
        .to_string();
        assert_eq!(send(&shop, signed(&odd), &odd).await.status, StatusCode::OK, "{kind}");
    }
    let huge = format!("{{\"id\":\"{}\"}}", "x".repeat(300 * 1024));
    assert_eq!(send(&shop, signed(&huge), &huge).await.status, StatusCode::PAYLOAD_TOO_LARGE);
    shop.running.stop().await;
}
