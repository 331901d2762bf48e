//! Every request our Stripe client can build fits our schema of it, byte for byte as it goes over the wire.

use chrono::DateTime;
use onefare_core::currency::Currency;
use onefare_core::email::Email;
use onefare_core::language::Language;
use onefare_core::money::Money;
use onefare_core::provider_amount::ProviderAmountError;
use onefare_server::payments::stripe::refunds::{InvalidRefund, NewRefund, RefundReason};
use onefare_server::payments::stripe::requests::{
    FirstTerm, InvalidCheckout, NewOneOffCheckout, NewSubscriptionCheckout,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::form::{decode, typed};
use crate::schemas::{compiled, load, must_fit};

/// Any checkout the rules let through: of at most eight digits, where a currency is charged in tens too.
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
        (first_terms(), prop::option::of("cus_[0-9A-Za-z]{14}"), prop::option::of("[^\\p{C}]{1,1200}")),
    )
        .prop_map(
            |(
                (currency, (due, off), months),
                (language, email, name),
                (order, payment, expires),
                (first_term, customer, note),
            )| {
                let due = if matches!(first_term, FirstTerm::Trial { .. }) { 0 } else { due };
                let step = currency.charge_step();
                let money = |minor: i64| Money::new(minor, currency).expect("a small amount");
                NewSubscriptionCheckout {
                    payment_id: format!("pay_{payment}"),
                    order_id: format!("ord_{order}"),
                    product_name: name,
                    email,
                    customer,
                    language,
                    due_now: money(due * step),
                    renewal: money((due + off).clamp(1, 9_999_990) * step),
                    months,
                    first_term,
                    note,
                    success_url: "https://shop.example/ar/payment-success?session_id={CHECKOUT_SESSION_ID}".to_owned(),
                    cancel_url: format!("https://shop.example/payment-failed?session_id={payment}")
                        .parse()
                        .expect("an address"),
                    expires_at: DateTime::from_timestamp(expires, 0).expect("an instant"),
                }
            },
        )
}

fn first_terms() -> impl Strategy<Value = FirstTerm> {
    prop_oneof![
        Just(FirstTerm::Cycle),
        (1_u32..=730).prop_map(|days| FirstTerm::Trial { days }),
        (1_u32..=730, "[^\\p{C}]{1,300}").prop_map(|(days, name)| FirstTerm::Prepaid { days, name }),
    ]
}

/// Any payment for a one-off product.
pub fn one_offs() -> impl Strategy<Value = NewOneOffCheckout> {
    checkouts().prop_filter("costs something", |checkout| checkout.due_now.minor() > 0).prop_map(|checkout| {
        NewOneOffCheckout {
            payment_id: checkout.payment_id,
            order_id: checkout.order_id,
            product_name: checkout.product_name,
            email: checkout.email,
            customer: checkout.customer,
            language: checkout.language,
            due_now: checkout.due_now,
            success_url: "https://shop.example/ar/esim/callback-success?hash=h4sh&payment_method=card".to_owned(),
            cancel_url: checkout.cancel_url,
            expires_at: checkout.expires_at,
        }
    })
}

/// A request as a provider would read it.
pub fn over_the_wire(request: &impl serde::Serialize, schema: &Value) -> Value {
    typed(decode(&serde_qs::to_string(request).expect("a form")), schema)
}

pub fn example() -> NewSubscriptionCheckout {
    let aed = |minor| Money::new(minor, Currency::Aed).expect("a small amount");
    NewSubscriptionCheckout {
        payment_id: "pay_1".to_owned(),
        order_id: "ord_1".to_owned(),
        product_name: "Privacy & more, 12 months".to_owned(),
        email: Email::parse("buyer@example.com").expect("an address"),
        customer: None,
        language: Language::Ar,
        due_now: aed(11_999),
        renewal: aed(14_999),
        months: 12,
        first_term: FirstTerm::Cycle,
        note: None,
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

        let lines = sent["line_items"].as_array().expect("lines");
        let line = &lines[lines.len() - 1]["price_data"];
        prop_assert_eq!(line["unit_amount"].as_i64(), Some(checkout.renewal.minor()));
        for line in lines {
            prop_assert_eq!(&line["price_data"]["currency"], &json!(checkout.renewal.currency().code().to_lowercase()));
        }
        // Either the customer known to Stripe or an address, never both.
        prop_assert_eq!(sent["customer"].as_str(), checkout.customer.as_deref());
        let email = checkout.customer.is_none().then_some(checkout.email.as_str());
        prop_assert_eq!(sent["customer_email"].as_str(), email);
        let months = line["recurring"]["interval_count"].as_i64().expect("a count")
            * if line["recurring"]["interval"] == "year" { 12 } else { 1 };
        prop_assert_eq!(months, i64::from(checkout.months));
        let (days, first) = match &checkout.first_term {
            FirstTerm::Cycle => (None, None),
            FirstTerm::Trial { days } => (Some(*days), None),
            FirstTerm::Prepaid { days, .. } => (Some(*days), Some(checkout.due_now.minor())),
        };
        prop_assert_eq!(sent["subscription_data"]["trial_period_days"].as_u64(), days.map(u64::from));
        prop_assert_eq!(lines.len(), 1 + usize::from(first.is_some()));
        if let Some(first) = first {
            prop_assert_eq!(&lines[0]["price_data"]["unit_amount"], &json!(first));
            prop_assert!(lines[0]["price_data"].get("recurring").is_none());
        }
        let discounted = checkout.first_term == FirstTerm::Cycle && checkout.due_now != checkout.renewal;
        prop_assert_eq!(sent.get("discounts").is_some(), discounted);
    }

    #[test]
    fn every_one_off_session_fits_its_schema(checkout in one_offs()) {
        let schema = load("stripe/checkout-session-one-off");
        let sent = over_the_wire(&checkout.session().expect("a valid checkout"), &schema);
        must_fit(&compiled(&schema), &sent);

        let line = &sent["line_items"][0]["price_data"];
        prop_assert_eq!(&line["unit_amount"], &json!(checkout.due_now.minor()));
        prop_assert_eq!(&line["currency"], &json!(checkout.due_now.currency().code().to_lowercase()));
        // Stripe does not copy the session's metadata by itself.
        prop_assert_eq!(&sent["payment_intent_data"]["metadata"], &sent["metadata"]);
        prop_assert_eq!(sent["customer"].as_str(), checkout.customer.as_deref());
        prop_assert_eq!(sent.get("customer_email").is_some(), checkout.customer.is_none());
        prop_assert_eq!(sent.get("customer_creation").is_some(), checkout.customer.is_none());
    }

    #[test]
    fn every_coupon_fits_its_schema_and_is_the_difference(checkout in checkouts()) {
        let schema = load("stripe/coupon-create");
        let Some(coupon) = checkout.coupon().expect("a valid checkout") else {
            prop_assert!(checkout.first_term != FirstTerm::Cycle || checkout.due_now == checkout.renewal);
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
    let prepaid = |days| FirstTerm::Prepaid { days, name: "Privacy, 16 months".to_owned() };
    let table = [
        (NewSubscriptionCheckout { due_now: aed(0), ..example() }, InvalidCheckout::NothingDue),
        (NewSubscriptionCheckout { due_now: aed(-1), ..example() }, InvalidCheckout::NothingDue),
        (NewSubscriptionCheckout { due_now: money(1, Currency::Usd), ..example() }, InvalidCheckout::TwoCurrencies),
        (NewSubscriptionCheckout { due_now: aed(15_000), ..example() }, InvalidCheckout::DearerFirstTerm),
        (
            NewSubscriptionCheckout { due_now: omr(15_605), renewal: omr(15_610), ..example() },
            InvalidCheckout::Amount(ProviderAmountError::BelowChargeStep),
        ),
        (
            NewSubscriptionCheckout { due_now: omr(15_600), renewal: omr(15_605), ..example() },
            InvalidCheckout::Amount(ProviderAmountError::BelowChargeStep),
        ),
        (
            NewSubscriptionCheckout { renewal: aed(100_000_000), ..example() },
            InvalidCheckout::Amount(ProviderAmountError::TooLarge),
        ),
        (
            NewSubscriptionCheckout { due_now: aed(100_000_000), first_term: prepaid(486), ..example() },
            InvalidCheckout::Amount(ProviderAmountError::TooLarge),
        ),
        (
            NewSubscriptionCheckout { first_term: FirstTerm::Trial { days: 7 }, ..example() },
            InvalidCheckout::DueInTrial,
        ),
        (
            NewSubscriptionCheckout { due_now: aed(0), first_term: FirstTerm::Trial { days: 0 }, ..example() },
            InvalidCheckout::Days,
        ),
        (NewSubscriptionCheckout { first_term: prepaid(0), ..example() }, InvalidCheckout::Days),
        (NewSubscriptionCheckout { first_term: prepaid(731), ..example() }, InvalidCheckout::Days),
        (
            NewSubscriptionCheckout { due_now: aed(0), first_term: prepaid(486), ..example() },
            InvalidCheckout::NothingDue,
        ),
        (
            NewSubscriptionCheckout { renewal: aed(0), first_term: prepaid(486), ..example() },
            InvalidCheckout::FreeRenewal,
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn every_refund_fits_its_schema(refund in refunds()) {
        let schema = load("stripe/refund-create");
        let sent = over_the_wire(&refund.request().expect("a valid refund"), &schema);
        must_fit(&compiled(&schema), &sent);
        prop_assert_eq!(sent["amount"].as_i64(), Some(refund.amount.minor()));
        prop_assert_eq!(sent["payment_intent"].as_str(), Some(refund.payment_intent.as_str()));
        prop_assert_eq!(sent["metadata"]["refund_id"].as_str(), Some(refund.refund_id.as_str()));
        prop_assert_eq!(refund.key(), format!("{}-refund-{}", refund.refund_id, refund.hours));
    }
}

/// Any refund that the rules allow.
pub fn refunds() -> impl Strategy<Value = NewRefund> {
    let reasons = prop::sample::select(vec![RefundReason::Duplicate, RefundReason::RequestedByCustomer]);
    let currencies = prop::sample::select(Currency::ALL.to_vec());
    ("ref_[0-9a-z]{26}", "pi_[0-9A-Za-z]{24}", currencies, 1_i64..=9_999_990, reasons, 0_i64..10_000).prop_map(
        |(refund_id, payment_intent, currency, steps, reason, hours)| NewRefund {
            refund_id,
            payment_id: "pay_1".to_owned(),
            order_id: "ord_1".to_owned(),
            payment_intent,
            amount: Money::new(steps * currency.charge_step(), currency).expect("a small amount"),
            reason,
            hours,
        },
    )
}

#[test]
fn a_refund_of_nothing_or_of_an_amount_that_stripe_does_not_take_is_not_sent() {
    let refund = |minor, currency| NewRefund {
        refund_id: "ref_1".to_owned(),
        payment_id: "pay_1".to_owned(),
        order_id: "ord_1".to_owned(),
        payment_intent: "pi_1".to_owned(),
        amount: Money::new(minor, currency).expect("a small amount"),
        reason: RefundReason::Duplicate,
        hours: 0,
    };
    assert_eq!(refund(0, Currency::Aed).request(), Err(InvalidRefund::Nothing));
    let amount = |error| Err(InvalidRefund::Amount(error));
    assert_eq!(refund(12_345, Currency::Omr).request(), amount(ProviderAmountError::BelowChargeStep));
    assert_eq!(refund(100_000_000, Currency::Aed).request(), amount(ProviderAmountError::TooLarge));
    assert!(refund(99_999_999, Currency::Aed).request().is_ok());
    assert!(refund(12_340, Currency::Omr).request().is_ok());
}
