//! A stranger who knows a hosted page and sends forged webhook events.

use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::json;
use sha2::Sha256;

use crate::buyer::Endpoints;
use crate::machine::SIGNING_SECRET;

/// Sends webhook events that the shop must all refuse; returns those it accepted. A server that is down accepts none.
pub async fn forge(endpoints: &Endpoints, session: &str) -> Vec<String> {
    let since = std::time::UNIX_EPOCH.elapsed().expect("a clock after 1970");
    let now = i64::try_from(since.as_secs()).expect("a clock before the end of time");
    let body = json!({
        "id": format!("evt_forged_{session}"), "object": "event", "type": "checkout.session.completed",
        "data": { "object": { "id": session, "object": "checkout.session", "payment_status": "paid" } },
    })
    .to_string();
    let forged = [
        ("no signature", None),
        ("a signature with another secret", Some(signature("whsec_somebody_else", now, &body))),
        ("a signature of another body", Some(signature(SIGNING_SECRET, now, "{}"))),
        ("an old signature", Some(signature(SIGNING_SECRET, now - 3_600, &body))),
        ("a signature of tomorrow", Some(signature(SIGNING_SECRET, now + 86_400, &body))),
    ];
    let mut taken = Vec::new();
    for (what, signature) in forged {
        let mut request = endpoints.http.post(format!("{}/webhooks/stripe", endpoints.shop)).body(body.clone());
        request = request.header("content-type", "application/json");
        if let Some(signature) = signature {
            request = request.header("stripe-signature", signature);
        }
        if let Ok(answer) = request.send().await
            && answer.status().is_success()
        {
            taken.push(format!("a webhook event with {what} was taken"));
        }
    }
    // These are unsigned: an event about a foreign payment must leave no trace, and the supplier's webhook path is
    // secret.
    let told = json!({
        "notifyType": "ORDER_STATUS", "notifyId": format!("forged_{session}"), "content": { "orderNo": "B1" },
    });
    let unsigned = [
        ("webhooks/mollie".to_owned(), "application/x-www-form-urlencoded", format!("id=tr_forged_{session}")),
        (format!("webhooks/esim-access/{}", "0".repeat(64)), "application/json", told.to_string()),
    ];
    for (path, kind, body) in unsigned {
        let request = endpoints.http.post(format!("{}/{path}", endpoints.shop)).header("content-type", kind).body(body);
        if let Ok(answer) = request.send().await
            && answer.status().is_success()
            && !path.ends_with("mollie")
        {
            taken.push(format!("a webhook event to {path} was taken"));
        }
    }
    taken
}

fn signature(secret: &str, instant: i64, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("any key fits");
    mac.update(format!("{instant}.{body}").as_bytes());
    format!("t={instant},v1={}", hex::encode(mac.finalize().into_bytes()))
}
