//! The one real client and the built-in sandbox understand each other, and the sandbox answers as Mollie would.

use std::time::Duration;

use onefare_core::currency::Currency;
use onefare_core::money::Money;
use onefare_core::payment::{Expected, Field, MollieFacts, Verdict, judge_mollie};
use onefare_core::quote::Product;
use onefare_server::payments::mollie::answers::{Mode, Payment, PaymentStatus};
use onefare_server::payments::mollie::refunds::RefundStatus;
use onefare_server::payments::mollie::requests::{NewPayment, NewRefund};
use onefare_server::payments::mollie::{MollieClient, MollieError, MollieSettings};
use serde_json::{Value, json};

use super::requests::example;
use crate::double::{Double, MOLLIE_KEY};
use crate::official::{official, official_schema};
use crate::schemas::{compiled, load, must_fit};

struct Running {
    client: MollieClient,
    double: Double,
}

async fn running() -> Running {
    let double = Double::start().await;
    let client = client(&double, MOLLIE_KEY);
    Running { client, double }
}

fn client(double: &Double, key: &str) -> MollieClient {
    let hosts = vec![double.base.authority().to_owned()];
    MollieClient::new(MollieSettings::new(double.base.clone(), key.into(), hosts)).expect("a client")
}

impl Running {
    async fn raw(&self, path: &str) -> Value {
        let address = self.double.base.join(path).expect("an address");
        let request = reqwest::Client::new().get(address).bearer_auth(MOLLIE_KEY);
        request.send().await.expect("an answer").json().await.expect("JSON")
    }

    async fn end(&self, id: &str, status: &str) {
        self.double.control(&format!("payments/{id}/{status}")).await;
    }
}

/// A payment of a shop whose machine Mollie cannot reach.
fn payment(number: u32, cents: i64) -> NewPayment {
    NewPayment {
        payment_id: format!("pay_{number}"),
        amount: Money::new(cents, Currency::Eur).expect("a small amount"),
        redirect_url: "http://localhost:8080/payment-status?hash=h4sh".parse().expect("an address"),
        cancel_url: "http://localhost:8080/callback-cancel-mollie?hash=h4sh".parse().expect("an address"),
        webhook_url: "http://localhost:8080/webhooks/mollie".parse().expect("an address"),
        ..example()
    }
}

fn refund(number: u32, cents: i64) -> NewRefund {
    NewRefund {
        refund_id: format!("ref_{number}"),
        payment_id: "pay_1".to_owned(),
        order_id: "ord_1".to_owned(),
        amount: Money::new(cents, Currency::Eur).expect("a small amount"),
        description: format!("Refund {number}"),
    }
}

fn verdict(payment: &Payment, asked: &NewPayment) -> Verdict {
    let expected = Expected {
        reference: &payment.id,
        payment_id: &asked.payment_id,
        order_id: &asked.order_id,
        product: Product::Deal,
        amount: asked.amount.minor(),
        currency: Currency::Eur,
        livemode: false,
        renews: false,
    };
    judge_mollie(&MollieFacts::from(payment), &expected)
}

#[tokio::test]
async fn what_was_quoted_is_what_is_asked_for_and_every_end_is_seen() {
    let shop = running().await;
    let ends = [
        ("open", PaymentStatus::Open, Verdict::Pending),
        ("pending", PaymentStatus::Pending, Verdict::Pending),
        ("paid", PaymentStatus::Paid, Verdict::Paid),
        ("failed", PaymentStatus::Failed, Verdict::Failed),
        ("canceled", PaymentStatus::Canceled, Verdict::Failed),
        ("expired", PaymentStatus::Expired, Verdict::Failed),
    ];
    for (number, (word, status, expected)) in (1..).zip(ends) {
        let asked = payment(number, i64::from(number) * 1_111 + 1);
        let made = shop.client.create_payment(&asked).await.expect("a payment");
        assert_eq!((&made.status, &made.mode), (&PaymentStatus::Open, &Mode::Test));
        let url = shop.client.checkout_url(&made).expect("a page of ours").expect("a page").to_owned();
        assert!(url.starts_with(shop.double.base.as_str()), "{url}");

        shop.end(&made.id, word).await;
        let read = shop.client.payment(&made.id).await.expect("a payment");
        assert_eq!((&read.status, read.amount.money()), (&status, Some(asked.amount)));
        assert_eq!(read.metadata("payment_id"), Some(asked.payment_id.as_str()));
        assert_eq!(verdict(&read, &asked), expected, "{word}");
        let open = matches!(status, PaymentStatus::Open | PaymentStatus::Pending);
        assert_eq!(shop.client.checkout_url(&read).expect("a page of ours").is_some(), open, "{word}");
        assert_eq!(read.expires_at.is_some(), status == PaymentStatus::Open);
    }
}

#[tokio::test]
async fn repeating_a_payment_gives_the_first_one() {
    let shop = running().await;
    let first = shop.client.create_payment(&payment(1, 4_999)).await.expect("a payment");
    let second = shop.client.create_payment(&payment(1, 4_999)).await.expect("a payment");
    assert_eq!(first, second);
    let changed = shop.client.create_payment(&payment(1, 4_998)).await;
    assert!(matches!(changed, Err(MollieError::Refused { status: 400, .. })), "{changed:?}");
}

#[tokio::test]
async fn a_payment_is_cancelled_once_and_only_while_it_can_be() {
    let shop = running().await;
    let made = shop.client.create_payment(&payment(1, 4_999)).await.expect("a payment");
    assert_eq!(made.is_cancelable, Some(true));
    let cancelled = shop.client.cancel_payment(&made.id).await.expect("a payment");
    assert_eq!((cancelled.status, cancelled.is_cancelable), (PaymentStatus::Canceled, None));
    let again = shop.client.cancel_payment(&made.id).await.expect_err("it is over");
    assert!(matches!(again, MollieError::Refused { status: 422, .. }) && !again.may_be_repeated(), "{again:?}");
    let missing = shop.client.payment("tr_nowhere").await.expect_err("nothing there");
    assert!(missing.is_missing() && !missing.may_be_repeated(), "{missing:?}");
}

#[tokio::test]
async fn money_goes_back_in_parts_and_no_further() {
    let shop = running().await;
    let id = shop.client.create_payment(&payment(1, 4_999)).await.expect("a payment").id;
    let early = shop.client.create_refund(&id, &refund(1, 1_000)).await;
    assert!(matches!(early, Err(MollieError::Refused { status: 422, .. })), "{early:?}");
    shop.end(&id, "paid").await;
    let first = shop.client.create_refund(&id, &refund(1, 1_000)).await.expect("a refund");
    assert_eq!((&first.status, first.payment_id.as_str()), (&RefundStatus::Pending, id.as_str()));
    assert_eq!(first.metadata("refund_id"), Some("ref_1"));
    let again = shop.client.create_refund(&id, &refund(1, 1_000)).await.expect("a refund");
    assert_eq!(first.id, again.id);
    let too_much = shop.client.create_refund(&id, &refund(2, 4_000)).await;
    let Err(MollieError::Refused { status: 422, field, .. }) = too_much else { panic!("{too_much:?}") };
    assert_eq!(field.as_deref(), Some("amount"));
    shop.double.control(&format!("refunds/{}/refunded", first.id)).await;
    assert_eq!(shop.client.refund(&id, &first.id).await.expect("a refund").status, RefundStatus::Refunded);
    shop.client.create_refund(&id, &refund(3, 3_999)).await.expect("a refund");
    let all = shop.client.refunds(&id).await.expect("refunds");
    assert_eq!(all.iter().map(|one| one.metadata("refund_id")).collect::<Vec<_>>(), [Some("ref_3"), Some("ref_1")]);
    let read = shop.client.payment(&id).await.expect("a payment");
    assert_eq!(read.status, PaymentStatus::Paid, "refunds leave it as it is");
    assert_eq!(read.amount_remaining.and_then(|left| left.money()), Money::new(0, Currency::Eur).ok());
}

#[tokio::test]
async fn a_wrong_key_is_refused_for_good() {
    let double = Double::start().await;
    let error = client(&double, "test_other").payment("tr_1").await.expect_err("a refusal");
    assert!(matches!(error, MollieError::Refused { status: 401, .. }), "{error:?}");
}

#[tokio::test]
async fn the_sandbox_answers_in_mollies_own_shape() {
    let shop = running().await;
    let description = official("mollie.openapi.json");
    let shape = |name: &str| description.as_ref().map(|it| compiled(&official_schema(it, name)));
    let (theirs, refusal) = (shape("payment-response"), shape("error-response"));
    let ours = compiled(&load("mollie/payment-answer"));
    for (number, word) in (1..).zip(["open", "pending", "paid", "failed", "canceled", "expired"]) {
        let id = shop.client.create_payment(&payment(number, 4_999)).await.expect("a payment").id;
        shop.end(&id, word).await;
        if word == "paid" {
            shop.client.create_refund(&id, &refund(1, 1_000)).await.expect("a refund");
        }
        let raw = shop.raw(&format!("v2/payments/{id}")).await;
        must_fit(&ours, &raw);
        if let Some(theirs) = &theirs {
            must_fit(theirs, &raw);
            let known =
                &description.as_ref().expect("a description")["components"]["schemas"]["entity-payment-response"];
            for name in raw.as_object().expect("an object").keys() {
                assert!(known["properties"].get(name).is_some(), "Mollie has no {name}");
            }
        }
        if word == "paid" {
            refunds_have_mollies_shape(&shop, &id, description.as_ref()).await;
        }
    }
    let missing = shop.raw("v2/payments/tr_nowhere").await;
    must_fit(&compiled(&load("mollie/error")), &missing);
    if let Some(refusal) = refusal {
        must_fit(&refusal, &missing);
    }
}

async fn refunds_have_mollies_shape(shop: &Running, payment: &str, description: Option<&Value>) {
    let list = shop.raw(&format!("v2/payments/{payment}/refunds")).await;
    let id = list["_embedded"]["refunds"][0]["id"].as_str().expect("a refund").to_owned();
    let one = shop.raw(&format!("v2/payments/{payment}/refunds/{id}")).await;
    must_fit(&compiled(&load("mollie/refund-answer")), &one);
    let Some(description) = description else { return };
    must_fit(&compiled(&official_schema(description, "entity-refund-response")), &one);
    let operation = &description["paths"]["/v2/payments/{paymentId}/refunds"]["get"];
    let mut schema = operation["responses"]["200"]["content"]["application/hal+json"]["schema"].clone();
    assert!(schema.is_object(), "no schema of a list");
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["components"] = description["components"].clone();
    must_fit(&compiled(&schema), &list);
}

#[tokio::test]
async fn a_lie_about_money_is_noticed() {
    let shop = running().await;
    let asked = payment(1, 4_999);
    let id = shop.client.create_payment(&asked).await.expect("a payment").id;
    shop.end(&id, "paid").await;
    for (field, value, expected) in [
        ("amount.value", json!("49.98"), Field::Amount),
        ("amount.value", json!("49.9"), Field::Amount),
        ("amount.currency", json!("USD"), Field::Currency),
        ("mode", json!("live"), Field::Mode),
        ("metadata.order_id", json!("ord_2"), Field::Order),
        ("metadata", json!("gone"), Field::Order),
    ] {
        shop.double.lie("mollie.payments.get", field, &value).await;
        let read = shop.client.payment(&id).await.expect("a payment");
        assert_eq!(verdict(&read, &asked), Verdict::Mismatch(expected), "{field}: {value}");
    }
    shop.double.lie("mollie.payments.get", "status", &json!("thawed")).await;
    let read = shop.client.payment(&id).await.expect("a payment");
    assert_eq!(verdict(&read, &asked), Verdict::Pending, "a new word means wait");
    shop.double.lie("mollie.payments.create", "amount.value", &json!("0.01")).await;
    let made = shop.client.create_payment(&payment(2, 4_999)).await;
    assert!(matches!(made, Err(MollieError::Malformed { .. })), "{made:?}");
}

#[tokio::test]
async fn what_nobody_pays_runs_out() {
    let shop = running().await;
    let made = shop.client.create_payment(&payment(1, 4_999)).await.expect("a payment");
    assert_eq!(made.expires_at, Some(shop.double.now + chrono::Duration::minutes(15)));
    shop.double.clock.advance(Duration::from_secs(15 * 60));
    assert_eq!(shop.client.payment(&made.id).await.expect("a payment").status, PaymentStatus::Expired);
}
