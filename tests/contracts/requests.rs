//! Every request our Stripe client can build fits our schema of it, byte for byte as it goes over the wire.

use chrono::DateTime;
use onefare_core::currency::Currency;
use onefare_core::email::Email;
use onefare_core::language::Language;
use onefare_core::money::Money;
use onefare_server::payments::stripe::requests::{ExpireSession, InvalidCheckout, NewSubscriptionCheckout};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::form::{decode, typed};
use crate::schemas::{compiled, load, must_fit};

/// Any checkout the rules let through.
pub fn checkouts() -> impl Strategy<Value = NewSubscriptionCheckout> {
    let amounts = (1_i64..=9_999_990, prop_oneof![Just(0_i64), 1_i64..=9_999_990]);
    let addresses = prop_oneof![
        Just("buyer+tag&co=1{0}%41@example.com".to_owned()),
        "[a-z0-9+%&={}#_-]{1,30}@[a-z0-9]{1,20}\\.[a-z]{2,6}",
    ]
    .prop_filter_map("no address", |text| Email::parse(&text).ok());
    (
        (prop::sample::select(Currency::ALL.to_vec()), amounts, 1_u32..=36),
        (prop::sample::select(Language::ALL.to_vec()), addresses, "[^\\p{C}]{1,300}"),
        ("[0-9a-z]{26}", "[0-9a-z]{26}", 1_700_000_000_i64..4_000_000_000),
    )
        .prop_map(|((currency, (due, off), months), (language, email, name), (order, payment, expires))| {
            let step = currency.charge_step();
            let money = |minor: i64| Money::new(minor, currency).expect("a small amount");
            NewSubscriptionCheckout {
                payment_id: format!("pay_{payment}"),
                order_id: format!("ord_{order}"),
                product_name: name,
                email,
                language,
                due_now: money(due * step),
                renewal: money((due + off) * step),
                months,
                success_url: "https://shop.example/ar/payment-success?session_id={CHECKOUT_SESSION_ID}".to_owned(),
                cancel_url: format!("https://shop.example/payment-failed?session_id={payment}")
                    .parse()
                    .expect("an address"),
                expires_at: DateTime::from_timestamp(expires, 0).expect("an instant"),
            }
        })
}

/// A request as a provider would read it.
pub fn over_the_wire(request: &impl serde::Serialize, schema: &Value) -> Value {
    typed(decode(&serde_qs::to_string(request).expect("a form")), schema)
}

fn example() -> NewSubscriptionCheckout {
    let aed = |minor| Money::new(minor, Currency::Aed).expect("a small amount");
    NewSubscriptionCheckout {
        payment_id: "pay_1".to_owned(),
        order_id: "ord_1".to_owned(),
        product_name: "Privacy & more, 12 months".to_owned(),
        email: Email::parse("buyer@example.com").expect("an address"),
        language: Language::Ar,
        due_now: aed(11_999),
        renewal: aed(14_999),
        months: 12,
        success_url: "https://shop.example/payment-success?session_id={CHECKOUT_SESSION_ID}".to_owned(),
        cancel_url: "https://shop.example/payment-failed?session_id=h4sh".parse().expect("an address"),
        expires_at: DateTime::from_timestamp(1_793_000_000, 0).expect("an instant"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn every_session_fits_its_schema(checkout in checkouts()) {
        let schema = load("stripe/checkout-session-create");
        let session = checkout.session().expect("a valid checkout");
        let sent = over_the_wire(&session, &schema);
        must_fit(&compiled(&schema), &sent);

        let line = &sent["line_items"][0]["price_data"];
        prop_assert_eq!(line["unit_amount"].as_i64(), Some(checkout.renewal.minor()));
        prop_assert_eq!(&line["currency"], &json!(checkout.renewal.currency().code().to_lowercase()));
        prop_assert_eq!(sent["customer_email"].as_str(), Some(checkout.email.as_str()));
        let months = line["recurring"]["interval_count"].as_i64().expect("a count")
            * if line["recurring"]["interval"] == "year" { 12 } else { 1 };
        prop_assert_eq!(months, i64::from(checkout.months));
        prop_assert_eq!(sent.get("discounts").is_some(), checkout.due_now != checkout.renewal);
    }

    #[test]
    fn every_coupon_fits_its_schema_and_is_the_difference(checkout in checkouts()) {
        let schema = load("stripe/coupon-create");
        let Some(coupon) = checkout.coupon().expect("a valid checkout") else {
            prop_assert_eq!(checkout.due_now, checkout.renewal);
            return Ok(());
        };
        let sent = over_the_wire(&coupon, &schema);
        must_fit(&compiled(&schema), &sent);
        let off = sent["amount_off"].as_i64().expect("an amount");
        prop_assert_eq!(checkout.renewal.minor() - off, checkout.due_now.minor());
        prop_assert_eq!(off % checkout.renewal.currency().charge_step(), 0);
        let session = over_the_wire(&checkout.session().expect("valid"), &load("stripe/checkout-session-create"));
        prop_assert_eq!(&session["discounts"][0]["coupon"], &sent["id"]);
    }
}

#[test]
fn a_session_is_written_exactly_so() {
    let body = serde_qs::to_string(&example().session().expect("valid")).expect("a form");
    let expected = [
        "mode=subscription",
        "line_items[0][price_data][currency]=aed",
        "line_items[0][price_data][unit_amount]=14999",
        "line_items[0][price_data][product_data][name]=Privacy+%26+more,+12+months",
        "line_items[0][price_data][recurring][interval]=year",
        "line_items[0][price_data][recurring][interval_count]=1",
        "line_items[0][quantity]=1",
        "customer_email=buyer@example.com",
        "client_reference_id=pay_1",
        "metadata[order_id]=ord_1",
        "metadata[payment_id]=pay_1",
        "subscription_data[description]=Privacy+%26+more,+12+months",
        "subscription_data[metadata][order_id]=ord_1",
        "subscription_data[metadata][payment_id]=pay_1",
        "adaptive_pricing[enabled]=false",
        "allowed_payment_method_types[0]=card",
        "locale=auto",
        "success_url=https://shop.example/payment-success?session_id={CHECKOUT_SESSION_ID}",
        "cancel_url=https://shop.example/payment-failed?session_id=h4sh",
        "expires_at=1793000000",
        "discounts[0][coupon]=once_pay_1",
    ];
    assert_eq!(body.replace("%3D", "="), expected.join("&"));
}

#[test]
fn a_coupon_is_written_exactly_so() {
    let coupon = example().coupon().expect("valid").expect("a difference");
    let fields = decode(&serde_qs::to_string(&coupon).expect("a form"));
    assert_eq!(
        fields,
        json!({
            "id": "once_pay_1", "amount_off": "3000", "currency": "aed", "duration": "once", "max_redemptions": "1",
            "name": "عرض المدة الأولى", "metadata": { "order_id": "ord_1", "payment_id": "pay_1" }
        })
    );
}

#[test]
fn closing_a_session_sends_nothing() {
    let schema = load("stripe/checkout-session-expire");
    assert_eq!(serde_qs::to_string(&ExpireSession {}).expect("a form"), "");
    must_fit(&compiled(&schema), &json!({}));
}

#[test]
fn intervals_are_what_the_pay_page_should_print() {
    for (months, interval, count) in [(1, "month", 1), (3, "month", 3), (12, "year", 1), (24, "month", 24)] {
        let checkout = NewSubscriptionCheckout { months, ..example() };
        let sent = over_the_wire(&checkout.session().expect("valid"), &load("stripe/checkout-session-create"));
        let expected = json!({ "interval": interval, "interval_count": count });
        assert_eq!(sent["line_items"][0]["price_data"]["recurring"], expected);
    }
}

#[test]
fn what_stripe_would_refuse_or_charge_wrongly_is_never_sent() {
    let money = |minor, currency| Money::new(minor, currency).expect("a small amount");
    let aed = |minor| money(minor, Currency::Aed);
    let omr = |minor| money(minor, Currency::Omr);
    let table = [
        (NewSubscriptionCheckout { due_now: aed(0), ..example() }, InvalidCheckout::NothingDue),
        (NewSubscriptionCheckout { due_now: aed(-1), ..example() }, InvalidCheckout::NothingDue),
        (NewSubscriptionCheckout { due_now: money(1, Currency::Usd), ..example() }, InvalidCheckout::TwoCurrencies),
        (NewSubscriptionCheckout { due_now: aed(15_000), ..example() }, InvalidCheckout::DearerFirstTerm),
        (
            NewSubscriptionCheckout { due_now: omr(15_605), renewal: omr(15_610), ..example() },
            InvalidCheckout::BelowChargeStep,
        ),
        (NewSubscriptionCheckout { months: 0, ..example() }, InvalidCheckout::Term),
        (NewSubscriptionCheckout { months: 37, ..example() }, InvalidCheckout::Term),
        (
            NewSubscriptionCheckout { success_url: "https://shop.example/".to_owned(), ..example() },
            InvalidCheckout::NoSessionPlaceholder,
        ),
    ];
    for (checkout, expected) in table {
        assert_eq!(checkout.session().err(), Some(expected));
        assert_eq!(checkout.coupon().err(), Some(expected));
    }
}

#[test]
fn our_schema_refuses_what_we_must_not_send() {
    let schema = load("stripe/checkout-session-create");
    let validator = compiled(&schema);
    let good = over_the_wire(&example().session().expect("valid"), &schema);
    assert!(validator.is_valid(&good));
    let changes = [
        ("/payment_method_types", json!(["card"])),
        ("/line_items/0/price_data/unit_amount", json!(149.99)),
        ("/line_items/0/price_data/unit_amount", json!("149.99")),
        ("/line_items/0/price_data/currency", json!("AED")),
        ("/adaptive_pricing/enabled", json!(true)),
        ("/locale", json!("ar")),
        ("/success_url", json!("https://shop.example/?session_id=%7BCHECKOUT_SESSION_ID%7D")),
        ("/allow_promotion_codes", json!(true)),
        ("/customer", json!("cus_1")),
        ("/subscription_data/trial_period_days", json!(7)),
    ];
    for (pointer, value) in changes {
        let mut bad = good.clone();
        let (parent, field) = pointer.rsplit_once('/').expect("a pointer");
        bad.pointer_mut(parent).expect("a parent")[field] = value;
        assert!(!validator.is_valid(&bad), "accepted a change of {pointer}");
    }
}
