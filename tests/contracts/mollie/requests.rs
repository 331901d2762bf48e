//! Every request our Mollie client can build fits our schema of it.

use onefare_core::currency::Currency;
use onefare_core::language::Language;
use onefare_core::money::Money;
use onefare_core::provider_amount::ProviderAmountError;
use onefare_server::payments::mollie::requests::{CancelPayment, InvalidPayment, NewPayment, NewRefund};
use proptest::prelude::*;
use serde_json::{Value, json};
use url::Url;

use crate::schemas::{compiled, load, must_fit};

fn address(text: &str) -> Url {
    text.parse().expect("an address")
}

/// Any payment that the rules allow.
pub fn payments() -> impl Strategy<Value = NewPayment> {
    let hosts =
        prop::sample::select(vec!["https://shop.nl", "http://localhost:8080", "http://10.0.0.7", "https://s.ae"]);
    (
        (1_i64..=99_999_999, prop::sample::select(Language::ALL.to_vec())),
        (".{0,400}[a-z]", "[0-9a-z]{26}", "[0-9a-z]{26}"),
        hosts,
    )
        .prop_map(|((cents, language), (text, order, payment), host)| NewPayment {
            payment_id: format!("pay_{payment}"),
            order_id: format!("ord_{order}"),
            // Begins with a letter, so that truncation never leaves only spaces.
            description: format!("x{text}"),
            language,
            amount: Money::new(cents, Currency::Eur).expect("a small amount"),
            redirect_url: address(&format!("{host}/payment-status?hash={payment}&lang=nl")),
            cancel_url: address(&format!("{host}/callback-cancel-mollie?hash={payment}")),
            webhook_url: address(&format!("{host}/webhooks/mollie")),
        })
}

pub fn refunds() -> impl Strategy<Value = NewRefund> {
    (payments(), "[0-9a-z]{26}").prop_map(|(payment, refund)| NewRefund {
        refund_id: format!("ref_{refund}"),
        payment_id: payment.payment_id,
        order_id: payment.order_id,
        amount: payment.amount,
        description: payment.description,
    })
}

/// A request as a provider would read it.
pub fn over_the_wire(request: &impl serde::Serialize) -> Value {
    let text = serde_json::to_string(request).expect("JSON");
    serde_json::from_str(&text).expect("JSON")
}

pub fn example() -> NewPayment {
    NewPayment {
        payment_id: "pay_1".to_owned(),
        order_id: "ord_1".to_owned(),
        description: "Privacy & more,\n12 months".to_owned(),
        language: Language::Nl,
        amount: Money::new(4_999, Currency::Eur).expect("a small amount"),
        redirect_url: address("https://shop.nl/payment-status?hash=h4sh&lang=nl"),
        cancel_url: address("https://shop.nl/callback-cancel-mollie?hash=h4sh"),
        webhook_url: address("https://shop.nl/webhooks/mollie"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn every_payment_fits_its_schema(payment in payments()) {
        let sent = over_the_wire(&payment.request().expect("a valid payment"));
        must_fit(&compiled(&load("mollie/payment-create")), &sent);
        let (whole, cents) = (payment.amount.minor() / 100, payment.amount.minor() % 100);
        prop_assert_eq!(&sent["amount"]["value"], &json!(format!("{whole}.{cents:02}")));
        let public = payment.webhook_url.host_str().is_some_and(|host| host.ends_with(".nl") || host.ends_with(".ae"));
        prop_assert_eq!(sent.get("webhookUrl").is_some(), public);
        prop_assert_eq!(sent.get("locale").is_some(), payment.language != Language::Ar);
    }

    #[test]
    fn every_refund_fits_its_schema(refund in refunds()) {
        let sent = over_the_wire(&refund.request().expect("a valid refund"));
        must_fit(&compiled(&load("mollie/refund-create")), &sent);
        prop_assert_eq!(&sent["metadata"]["refund_id"], &json!(refund.refund_id));
    }
}

#[test]
fn a_payment_is_written_exactly_so() {
    let sent = over_the_wire(&example().request().expect("valid"));
    assert_eq!(
        sent,
        json!({
            "amount": { "currency": "EUR", "value": "49.99" },
            "description": "Privacy & more,12 months",
            "method": "ideal",
            "redirectUrl": "https://shop.nl/payment-status?hash=h4sh&lang=nl",
            "cancelUrl": "https://shop.nl/callback-cancel-mollie?hash=h4sh",
            "webhookUrl": "https://shop.nl/webhooks/mollie",
            "locale": "nl_NL",
            "metadata": { "order_id": "ord_1", "payment_id": "pay_1" },
        })
    );
    assert_eq!(example().key(), "pay_1-payment");
    must_fit(&compiled(&load("mollie/payment-cancel")), &over_the_wire(&CancelPayment {}));
}

#[test]
fn every_language_has_its_page() {
    for (language, locale) in [
        (Language::En, json!("en_US")),
        (Language::Nl, json!("nl_NL")),
        (Language::De, json!("de_DE")),
        (Language::Fr, json!("fr_FR")),
        (Language::Ar, Value::Null),
    ] {
        let sent = over_the_wire(&NewPayment { language, ..example() }.request().expect("valid"));
        assert_eq!(sent["locale"], locale);
    }
}

#[test]
fn what_mollie_would_refuse_is_never_sent() {
    let money = |minor, currency| Money::new(minor, currency).expect("an amount");
    let eur = |minor| money(minor, Currency::Eur);
    let too_large = InvalidPayment::Amount(ProviderAmountError::TooLarge);
    let not_positive = InvalidPayment::Amount(ProviderAmountError::NotPositive);
    let words = |text: &str| NewPayment { description: text.to_owned(), ..example() };
    for (payment, expected) in [
        (NewPayment { amount: money(100, Currency::Usd), ..example() }, InvalidPayment::NotEuros),
        (NewPayment { amount: money(1_000, Currency::Omr), ..example() }, InvalidPayment::NotEuros),
        (NewPayment { amount: eur(0), ..example() }, not_positive),
        (NewPayment { amount: eur(-1), ..example() }, not_positive),
        (NewPayment { amount: eur(100_000_000), ..example() }, too_large),
        (words(""), InvalidPayment::NoDescription),
        (words(" \n"), InvalidPayment::NoDescription),
    ] {
        assert_eq!(payment.request().err(), Some(expected));
    }
    let longest = words(&"é".repeat(300)).request().expect("valid");
    assert_eq!(over_the_wire(&longest)["description"], "é".repeat(255));
}

#[test]
fn our_schema_refuses_what_we_must_not_send() {
    let validator = compiled(&load("mollie/payment-create"));
    let good = over_the_wire(&example().request().expect("valid"));
    assert!(validator.is_valid(&good));
    for (pointer, value) in [
        ("/amount/value", json!(49.99)),
        ("/amount/value", json!("49.9")),
        ("/amount/value", json!("49,99")),
        ("/amount/currency", json!("USD")),
        ("/amount/currency", json!("eur")),
        ("/method", json!("creditcard")),
        ("/locale", json!("ar_AE")),
        ("/webhookUrl", json!("http://localhost:8080/webhooks/mollie")),
        ("/testmode", json!(true)),
        ("/profileId", json!("pfl_1")),
        ("/issuer", json!("ideal_INGBNL2A")),
        ("/metadata/email", json!("buyer@example.com")),
    ] {
        let mut bad = good.clone();
        let (parent, field) = pointer.rsplit_once('/').expect("a pointer");
        bad.pointer_mut(parent).expect("a parent")[field] = value;
        assert!(!validator.is_valid(&bad), "accepted a change of {pointer}");
    }
}
