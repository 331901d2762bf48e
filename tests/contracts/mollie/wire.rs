//! The Mollie client against a provider that misbehaves. The Stripe tests prove what both clients share (pauses,
//! limits, broken lines); these prove how the Mollie client classifies a failed call, and what only Mollie does.

use std::time::Duration;

use onefare_core::currency::Currency;
use onefare_core::money::Money;
use onefare_server::payments::mollie::client::MollieSetupError;
use onefare_server::payments::mollie::error::{MollieError, Unsendable};
use onefare_server::payments::mollie::requests::{InvalidPayment, NewPayment, NewRefund};
use onefare_server::payments::mollie::{MollieClient, MollieSettings};
use onefare_server::payments::pay_page::ForeignPage;
use serde_json::{Value, json};
use url::Url;

use super::requests::example;
use crate::scripted::{Reply, Scripted};

const KEY: &str = "test_made_up_0001";

fn client(base: &Url) -> MollieClient {
    let hosts = vec!["www.mollie.com".to_owned()];
    let settings = MollieSettings {
        timeout: Duration::from_millis(400),
        budget: Duration::from_millis(2_500),
        first_pause: Duration::from_millis(10),
        ..MollieSettings::new(base.clone(), KEY.into(), hosts)
    };
    MollieClient::new(settings).expect("a client")
}

fn document(changes: &[(&str, Value)]) -> Reply {
    let mut body = json!({
        "resource": "payment", "id": "tr_7", "mode": "test", "status": "open",
        "amount": { "currency": "EUR", "value": "49.99" },
        "_links": { "checkout": { "href": "https://www.mollie.com/checkout/tr_7", "type": "text/html" } }
    });
    for (name, value) in changes {
        body[*name] = value.clone();
    }
    Reply::Say(201, vec![("content-type", "application/hal+json".to_owned())], body.to_string())
}

fn failing(status: u16) -> Reply {
    let body = json!({
        "status": status, "title": "A title", "detail": "no such thing as buyer@example.com", "field": "amount",
        "_links": { "documentation": { "href": "https://docs.mollie.com/", "type": "text/html" } }
    });
    Reply::Say(status, vec![], body.to_string())
}

async fn create(script: Vec<Reply>) -> (Result<String, MollieError>, Scripted) {
    let provider = Scripted::start(script).await;
    let outcome = client(&provider.address).create_payment(&example()).await;
    (outcome.map(|payment| payment.id), provider)
}

fn refund() -> NewRefund {
    NewRefund {
        refund_id: "ref_7".to_owned(),
        payment_id: "pay_1".to_owned(),
        order_id: "ord_1".to_owned(),
        amount: Money::new(1_000, Currency::Eur).expect("a small amount"),
        description: "Refund".to_owned(),
    }
}

#[tokio::test]
async fn a_payment_is_created_as_documented() {
    let (outcome, provider) = create(vec![document(&[])]).await;
    assert_eq!(outcome.expect("a payment"), "tr_7");
    let asked = &provider.asked()[0];
    assert_eq!((asked.method.as_str(), asked.path.as_str()), ("POST", "/v2/payments"));
    assert_eq!(asked.header("authorization"), format!("Bearer {KEY}"));
    assert_eq!(asked.header("content-type"), "application/json");
    assert_eq!(asked.header("accept"), "application/hal+json");
    assert_eq!(asked.header("idempotency-key"), "pay_1-payment");
    assert_eq!(asked.header("stripe-version"), "");
    let body: Value = serde_json::from_str(&asked.body).expect("JSON");
    assert_eq!(body["amount"], json!({ "currency": "EUR", "value": "49.99" }));
}

#[tokio::test]
async fn the_same_key_and_body_go_with_every_try() {
    for status in [409, 429, 500, 502, 503, 504] {
        let (outcome, provider) = create(vec![failing(status), failing(status), document(&[])]).await;
        assert_eq!(outcome.expect("the third try"), "tr_7");
        let asked = provider.asked();
        assert_eq!(asked.len(), 3);
        assert!(asked.iter().all(|one| one.header("idempotency-key") == "pay_1-payment" && one.body == asked[0].body));
    }
}

#[tokio::test]
async fn an_end_says_what_may_follow() {
    let (outcome, _) = create(vec![failing(503), failing(503), failing(503)]).await;
    assert!(matches!(&outcome, Err(error @ MollieError::Ambiguous { .. }) if error.may_be_repeated()), "{outcome:?}");
    let (outcome, _) = create(vec![failing(429), failing(429), failing(429)]).await;
    assert!(matches!(&outcome, Err(error @ MollieError::Unavailable { .. }) if error.may_be_repeated()), "{outcome:?}");
    let (outcome, _) = create(vec![failing(500), failing(429), failing(429)]).await;
    assert!(matches!(outcome, Err(MollieError::Ambiguous { .. })), "once in doubt, always in doubt: {outcome:?}");
    let (outcome, _) = create(vec![Reply::Hang, Reply::Hang, Reply::Hang]).await;
    assert!(matches!(outcome, Err(MollieError::Ambiguous { .. })), "{outcome:?}");

    let silent = || Scripted::start(vec![Reply::Hang, Reply::Hang, Reply::Hang]);
    let provider = silent().await;
    let read = client(&provider.address).payment("tr_7").await;
    assert!(matches!(read, Err(MollieError::Unavailable { .. })), "{read:?}");
    let provider = silent().await;
    let cancelled = client(&provider.address).cancel_payment("tr_7").await;
    assert!(matches!(cancelled, Err(MollieError::Ambiguous { .. })), "it may be cancelled: {cancelled:?}");
    let provider = Scripted::start(vec![failing(409), failing(409), failing(409)]).await;
    let doubled = client(&provider.address).create_refund("tr_7", &refund()).await;
    assert!(matches!(doubled, Err(MollieError::Ambiguous { .. })), "one like it may exist: {doubled:?}");
}

#[tokio::test]
async fn refusals_are_final_and_keep_what_was_sent_to_themselves() {
    for status in [400, 401, 403, 404, 410, 422] {
        let (outcome, provider) = create(vec![failing(status), document(&[])]).await;
        let error = outcome.expect_err("a refusal");
        assert_eq!(provider.asked().len(), 1);
        assert!(!error.may_be_repeated());
        assert_eq!(error.is_missing(), status == 404);
        assert!(!format!("{error} {error:?}").contains("buyer@example.com"));
        let MollieError::Refused { title, field, detail: Some(detail), .. } = error else { panic!("{error:?}") };
        assert_eq!((title.as_str(), field.as_deref()), ("A title", Some("amount")));
        assert_eq!(detail.reveal(), "no such thing as buyer@example.com");
    }
}

#[tokio::test]
async fn answers_that_are_not_mollies_or_not_to_what_was_asked_are_malformed() {
    let other = |currency: &str, value: &str| document(&[("amount", json!({ "currency": currency, "value": value }))]);
    for reply in [
        Reply::Say(201, vec![], String::new()),
        Reply::Say(201, vec![], "<html>busy</html>".to_owned()),
        Reply::Say(201, vec![], "{\"id\":\"tr_7\"}".to_owned()),
        Reply::Say(403, vec![], "<html>blocked</html>".to_owned()),
        document(&[("mode", json!("live"))]),
        document(&[("mode", json!("rehearsal"))]),
        document(&[("expiresAt", json!("soon"))]),
        other("EUR", "49.98"),
        other("USD", "49.99"),
    ] {
        let (outcome, provider) = create(vec![reply.clone(), document(&[])]).await;
        let error = outcome.expect_err("not a payment");
        assert!(matches!(error, MollieError::Malformed { .. }), "{reply:?}: {error:?}");
        assert_eq!(provider.asked().len(), 1);
    }
    // Settlement sets such an answer aside, so the client must return it.
    let provider = Scripted::start(vec![document(&[("mode", json!("live"))])]).await;
    client(&provider.address).payment("tr_7").await.expect("a payment");
}

#[tokio::test]
async fn a_refund_is_of_our_amount_and_mode_too() {
    let made = |mode: &str, value: &str| {
        let body = json!({
            "id": "re_7", "paymentId": "tr_7", "mode": mode, "status": "pending",
            "amount": { "currency": "EUR", "value": value }
        });
        Reply::Say(201, vec![], body.to_string())
    };
    for (reply, good) in [(made("test", "10.00"), true), (made("live", "10.00"), false), (made("test", "10.01"), false)]
    {
        let provider = Scripted::start(vec![reply]).await;
        let outcome = client(&provider.address).create_refund("tr_7", &refund()).await;
        assert_eq!(outcome.is_ok(), good, "{outcome:?}");
        let asked = &provider.asked()[0];
        assert_eq!((asked.method.as_str(), asked.path.as_str()), ("POST", "/v2/payments/tr_7/refunds"));
        assert_eq!(asked.header("idempotency-key"), "ref_7-refund");
    }
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let elsewhere = Scripted::start(vec![document(&[])]).await;
    for status in [301, 302, 307, 308] {
        let location = vec![("location", elsewhere.address.to_string())];
        let (outcome, provider) = create(vec![Reply::Say(status, location, String::new())]).await;
        assert!(matches!(outcome, Err(MollieError::Malformed { .. })), "{outcome:?}");
        assert_eq!(provider.asked().len(), 1);
    }
    assert!(elsewhere.asked().is_empty(), "the key went elsewhere");
}

#[tokio::test]
async fn payments_are_read_and_cancelled_by_id() {
    let provider = Scripted::start(vec![document(&[]), document(&[])]).await;
    let client = client(&provider.address.join("mollie/").expect("an address"));
    client.payment("tr_7").await.expect("a payment");
    client.cancel_payment("tr_7").await.expect("a payment");
    let asked = provider.asked();
    assert_eq!((asked[0].method.as_str(), asked[0].path.as_str()), ("GET", "/mollie/v2/payments/tr_7"));
    assert_eq!((asked[0].body.as_str(), asked[0].header("idempotency-key")), ("", ""));
    assert_eq!((asked[1].method.as_str(), asked[1].path.as_str()), ("DELETE", "/mollie/v2/payments/tr_7"));
    assert_eq!((asked[1].body.as_str(), asked[1].header("idempotency-key")), ("{}", ""));
}

#[tokio::test]
async fn strangers_text_never_reaches_the_address() {
    let provider = Scripted::start(vec![]).await;
    let client = client(&provider.address);
    let long = "t".repeat(256);
    for id in ["", ".", "..", "../customers", "tr_1/refunds", "tr_1?embed=refunds", "tr 1", "tr_%2e", "tr_é", &long] {
        for outcome in [client.payment(id).await, client.cancel_payment(id).await] {
            assert!(matches!(outcome, Err(MollieError::Unsendable(Unsendable::Id))), "sent {id}");
        }
    }
    let dollars = NewPayment { amount: Money::new(100, Currency::Usd).expect("an amount"), ..example() };
    let outcome = client.create_payment(&dollars).await;
    let Err(MollieError::Unsendable(Unsendable::Payment(reason))) = outcome else { panic!("{outcome:?}") };
    assert_eq!(reason, InvalidPayment::NotEuros);
    let outcome = client.create_payment(&NewPayment { payment_id: "pay 1".to_owned(), ..example() }).await;
    assert!(matches!(outcome, Err(MollieError::Unsendable(Unsendable::Key))), "{outcome:?}");
    assert!(provider.asked().is_empty());
}

#[tokio::test]
async fn nobody_is_sent_to_a_page_on_a_host_that_is_not_listed() {
    let provider = Scripted::start(vec![]).await;
    let client = client(&provider.address);
    let payment = |href: &str| {
        let body = json!({
            "id": "tr_7", "mode": "test", "status": "open", "amount": { "currency": "EUR", "value": "49.99" },
            "_links": { "checkout": { "href": href } }
        });
        serde_json::from_value(body).expect("a payment")
    };
    let good = payment("https://www.mollie.com/checkout/test-mode?method=ideal&token=6.x");
    assert_eq!(
        client.checkout_url(&good),
        Ok(Some("https://www.mollie.com/checkout/test-mode?method=ideal&token=6.x"))
    );
    for href in [
        "https://evil.example/checkout",
        "http://www.mollie.com/checkout",
        "https://www.mollie.com@evil.example/",
        "https://www.mollie.com.evil.example/",
        "https://www.mollie.com:8443/",
        "javascript:alert(1)",
        "/checkout",
        "",
    ] {
        assert_eq!(client.checkout_url(&payment(href)), Err(ForeignPage), "{href}");
    }
    let over =
        json!({ "id": "tr_7", "mode": "test", "status": "paid", "amount": { "currency": "EUR", "value": "1.00" } });
    assert_eq!(client.checkout_url(&serde_json::from_value(over).expect("a payment")), Ok(None));
}

#[test]
fn unusable_settings_are_refused_at_start() {
    let make = |base: &str, key: &str| {
        MollieClient::new(MollieSettings::new(base.parse().expect("an address"), key.into(), vec![]))
    };
    for key in ["", "  ", "test_\n", "access_1", "sk_test_1", "1_test_"] {
        assert!(matches!(make("https://api.mollie.com", key), Err(MollieSetupError::Key)), "{key}");
    }
    assert!(matches!(make("http://api.mollie.com", "live_1"), Err(MollieSetupError::PlainHttp)));
    assert!(matches!(make("mailto:a@example.com", "test_1"), Err(MollieSetupError::Base)));
    assert!(make("https://api.mollie.com", "live_1").expect("a client").is_live());
    let client = make("http://127.0.0.1:8090", KEY).expect("a client");
    assert!(!client.is_live());
    assert!(!format!("{client:?}").contains(KEY), "the key shows in debug output");
}
