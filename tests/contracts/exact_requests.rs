//! Requests to Stripe, literally: the exact text sent, and nothing besides.

use std::collections::BTreeSet;

use chrono::DateTime;
use onefare_core::currency::Currency;
use onefare_core::email::Email;
use onefare_core::language::Language;
use onefare_core::money::Money;
use onefare_core::provider_amount::ProviderAmountError;
use onefare_server::payments::stripe::requests::{
    ExpireSession, FirstTerm, InvalidCheckout, NewOneOffCheckout, NewSubscriptionCheckout,
};
use onefare_server::payments::stripe::subscriptions::UpdateSubscription;
use serde_json::json;

use crate::form::decode;
use crate::requests::{example, over_the_wire};
use crate::schemas::{compiled, load, must_fit};

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
fn a_trial_and_a_prepaid_first_term_differ_from_a_plan_in_these_fields_alone() {
    let fields = |checkout: NewSubscriptionCheckout| {
        let body = serde_qs::to_string(&checkout.session().expect("valid")).expect("a form");
        url::form_urlencoded::parse(body.as_bytes()).into_owned().collect::<BTreeSet<(String, String)>>()
    };
    let difference = |from: &BTreeSet<(String, String)>, to: &BTreeSet<(String, String)>| {
        to.difference(from).map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>()
    };
    let money = |minor| Money::new(minor, Currency::Aed).expect("a small amount");
    let plan = fields(NewSubscriptionCheckout { due_now: money(14_999), ..example() });
    let note = Some("Nothing today, then 149.99 AED.".to_owned());
    let first_term = FirstTerm::Trial { days: 7 };
    let trial = fields(NewSubscriptionCheckout { due_now: money(0), first_term, note, ..example() });
    assert_eq!(
        difference(&plan, &trial),
        ["custom_text[submit][message]=Nothing today, then 149.99 AED.", "subscription_data[trial_period_days]=7"]
    );
    assert!(difference(&trial, &plan).is_empty());

    let first_term = FirstTerm::Prepaid { days: 486, name: "Privacy, 16 months".to_owned() };
    let customer = Some("cus_1".to_owned());
    let prepaid = fields(NewSubscriptionCheckout { due_now: money(11_999), first_term, customer, ..example() });
    assert_eq!(
        difference(&plan, &prepaid),
        [
            "customer=cus_1",
            "line_items[0][price_data][product_data][name]=Privacy, 16 months",
            "line_items[0][price_data][unit_amount]=11999",
            "line_items[1][price_data][currency]=aed",
            "line_items[1][price_data][product_data][name]=Privacy & more, 12 months",
            "line_items[1][price_data][recurring][interval]=year",
            "line_items[1][price_data][recurring][interval_count]=1",
            "line_items[1][price_data][unit_amount]=14999",
            "line_items[1][quantity]=1",
            "subscription_data[trial_period_days]=486",
        ]
    );
}

#[test]
fn a_one_off_session_is_written_exactly_so() {
    let checkout = NewOneOffCheckout {
        payment_id: "pay_1".to_owned(),
        order_id: "ord_1".to_owned(),
        product_name: "eSIM Spain, 3 GB".to_owned(),
        email: Email::parse("buyer@example.com").expect("an address"),
        customer: None,
        language: Language::De,
        due_now: Money::new(829, Currency::Eur).expect("a small amount"),
        success_url: "https://shop.example/de/esim/callback-success?hash=h4sh".to_owned(),
        cancel_url: "https://shop.example/de/esim/callback-failed?hash=h4sh".parse().expect("an address"),
        expires_at: DateTime::from_timestamp(1_793_000_000, 0).expect("an instant"),
    };
    let body = serde_qs::to_string(&checkout.session().expect("valid")).expect("a form");
    let expected = [
        "mode=payment",
        "line_items[0][price_data][currency]=eur",
        "line_items[0][price_data][unit_amount]=829",
        "line_items[0][price_data][product_data][name]=eSIM+Spain,+3+GB",
        "line_items[0][quantity]=1",
        "customer_email=buyer@example.com",
        "customer_creation=if_required",
        "client_reference_id=pay_1",
        "metadata[order_id]=ord_1",
        "metadata[payment_id]=pay_1",
        "payment_intent_data[description]=eSIM+Spain,+3+GB",
        "payment_intent_data[metadata][order_id]=ord_1",
        "payment_intent_data[metadata][payment_id]=pay_1",
        "adaptive_pricing[enabled]=false",
        "allowed_payment_method_types[0]=card",
        "locale=de",
        "success_url=https://shop.example/de/esim/callback-success?hash=h4sh",
        "cancel_url=https://shop.example/de/esim/callback-failed?hash=h4sh",
        "expires_at=1793000000",
    ];
    assert_eq!(body.replace("%3D", "="), expected.join("&"));
    let eur = |minor| Money::new(minor, Currency::Eur).expect("a small amount");
    let free = NewOneOffCheckout { due_now: eur(0), ..checkout.clone() };
    assert_eq!(free.session().err(), Some(InvalidCheckout::NothingDue));
    let omr = Money::new(15_605, Currency::Omr).expect("a small amount");
    for (due_now, error) in
        [(omr, ProviderAmountError::BelowChargeStep), (eur(100_000_000), ProviderAmountError::TooLarge)]
    {
        let refused = NewOneOffCheckout { due_now, ..checkout.clone() }.session().err();
        assert_eq!(refused, Some(InvalidCheckout::Amount(error)));
    }
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
fn a_cancelled_renewal_ends_with_its_term() {
    let update = UpdateSubscription::cancel_at_period_end();
    assert_eq!(serde_qs::to_string(&update).expect("a form"), "cancel_at_period_end=true");
    let schema = load("stripe/subscription-update");
    must_fit(&compiled(&schema), &over_the_wire(&update, &schema));
    assert!(!compiled(&schema).is_valid(&json!({ "cancel_at_period_end": "" })), "never left open");
}

#[test]
fn a_resumed_renewal_is_asked_for_by_the_same_word() {
    let update = UpdateSubscription::renew_after_all();
    assert_eq!(serde_qs::to_string(&update).expect("a form"), "cancel_at_period_end=false");
    let schema = load("stripe/subscription-update");
    must_fit(&compiled(&schema), &over_the_wire(&update, &schema));
}
