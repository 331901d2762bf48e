//! A subscription that renews as another plan: the requests for it, and the sandbox's reaction.

use chrono::{DateTime, Duration, Utc};
use onefare_core::currency::Currency;
use onefare_core::money::Money;
use onefare_core::provider_amount::ProviderAmountError;
use onefare_server::payments::stripe::StripeError;
use onefare_server::payments::stripe::plans::PlanChange;
use onefare_server::payments::stripe::requests::InvalidCheckout;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::official::{official, official_schema};
use crate::requests::over_the_wire;
use crate::sandbox::{Running, running};
use crate::schemas::{compiled, load, must_fit};

fn money(minor: i64, currency: Currency) -> Money {
    Money::new(minor, currency).expect("a small amount")
}

fn monthly(amount: Money, takes_effect_at: DateTime<Utc>) -> PlanChange {
    PlanChange {
        product: "ord_1-plan-1".to_owned(),
        product_name: "Lantern VPN, 1 month".to_owned(),
        amount,
        months: 1,
        takes_effect_at,
    }
}

prop_compose! {
    fn changes()(
        currency in prop::sample::select(Currency::ALL.to_vec()),
        minor in 1_i64..=9_999_990,
        months in 1_u32..=36,
        order in "[0-9a-z]{26}",
        round in 1_u32..100,
        product_name in "[^\\p{C}]{1,300}",
        at in 1_700_000_000_i64..4_000_000_000,
    ) -> PlanChange {
        PlanChange {
            product: format!("ord_{order}-plan-{round}"),
            product_name,
            amount: money(minor * currency.charge_step(), currency),
            months,
            takes_effect_at: DateTime::from_timestamp(at, 0).expect("an instant"),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn every_change_fits_its_schemas_and_says_what_is_charged(change in changes()) {
        let (update, product) = (load("stripe/subscription-plan"), load("stripe/product-create"));
        let sent = over_the_wire(&change.update("si_1").expect("valid"), &update);
        must_fit(&compiled(&update), &sent);
        must_fit(&compiled(&product), &over_the_wire(&change.product(), &product));
        let price = &sent["items"][0]["price_data"];
        prop_assert_eq!(price["unit_amount"].as_i64(), Some(change.amount.minor()));
        prop_assert_eq!(&price["currency"], &json!(change.amount.currency().code().to_lowercase()));
        let each = if price["recurring"]["interval"] == "year" { 12 } else { 1 };
        prop_assert_eq!(price["recurring"]["interval_count"].as_i64().map(|count| count * each), Some(change.months.into()));
        prop_assert_eq!(sent["trial_end"].as_i64(), Some(change.takes_effect_at.timestamp()));

        let Some(description) = official("stripe.openapi.json") else { return Ok(()) };
        must_fit(&compiled(&official_schema(&description, "PostSubscriptionsSubscriptionExposedIdBody")), &sent);
    }
}

#[test]
fn what_stripe_would_refuse_or_charge_otherwise_is_never_sent() {
    let at = DateTime::from_timestamp(1_900_000_000, 0).expect("an instant");
    let valid = monthly(money(14_990, Currency::Omr), at);
    let table = [
        (PlanChange { amount: money(0, Currency::Omr), ..valid.clone() }, InvalidCheckout::FreeRenewal),
        (
            PlanChange { amount: money(14_995, Currency::Omr), ..valid.clone() },
            InvalidCheckout::Amount(ProviderAmountError::BelowChargeStep),
        ),
        (
            PlanChange { amount: money(100_000_000, Currency::Omr), ..valid.clone() },
            InvalidCheckout::Amount(ProviderAmountError::TooLarge),
        ),
        (PlanChange { months: 0, ..valid.clone() }, InvalidCheckout::Term),
        (PlanChange { months: 37, ..valid }, InvalidCheckout::Term),
    ];
    for (change, expected) in table {
        assert_eq!(change.update("si_1").expect_err("invalid"), expected);
    }
}

/// A year that is paid for: the subscription and its item.
async fn subscribed(shop: &Running) -> (String, String) {
    let opened = shop.client.start_subscription(&shop.checkout("pay_1", Currency::Aed, 14_999, 14_999)).await;
    let opened = opened.expect("a session");
    shop.act(&opened.id, "pay").await;
    let paid = shop.client.retrieve_checkout_session(&opened.id).await.expect("a session");
    let id = paid.subscription.expect("a subscription").id().to_owned();
    let held = shop.client.subscription(&id).await.expect("a subscription");
    (id, held.only_item().expect("one item").id.clone())
}

#[tokio::test]
async fn it_renews_as_the_other_plan_at_the_end_of_what_is_paid_for() {
    let shop = running().await;
    let (id, item) = subscribed(&shop).await;
    let before = shop.client.subscription(&id).await.expect("a subscription");
    let ends = before.only_item().and_then(|item| item.period_end()).expect("an end");
    assert!(ends > shop.double.now + Duration::days(364), "{before:?}");
    let change = monthly(money(4_999, Currency::Aed), ends);
    let changed = shop.client.change_plan(&id, &item, &change, "ord_1-plan-1-0").await.expect("a subscription");
    assert!(changed.only_item().expect("one item").price.is_for(change.amount, 1), "{changed:?}");
    // The key was forgotten meanwhile: the product is there, and nothing else changes.
    let again = shop.client.change_plan(&id, &item, &change, "ord_1-plan-1-1").await.expect("the same");
    assert_eq!(again, changed);
    // A cancellation ends the subscription on the day the new plan would begin, and a later change of plan keeps that.
    let leaving = shop.client.cancel_at_period_end(&id, "ord_1-0").await.expect("a subscription");
    assert_eq!(leaving.ends_at(), Some(ends));
    let other = PlanChange { product: "ord_1-plan-2".to_owned(), months: 3, ..change };
    let still = shop.client.change_plan(&id, &item, &other, "ord_1-plan-2-0").await.expect("a subscription");
    assert_eq!((still.cancel_at_period_end, still.ends_at()), (true, Some(ends)), "a change of plan resumes nothing");
    let official = official("stripe.openapi.json");
    if let Some(description) = official {
        let raw: Value = shop.object(&format!("subscriptions/{id}")).await;
        must_fit(&compiled(&official_schema(&description, "subscription")), &raw);
        let product: Value = shop.object("products/ord_1-plan-2").await;
        must_fit(&compiled(&official_schema(&description, "product")), &product);
    }
}

#[tokio::test]
async fn what_stripe_refuses_is_refused() {
    let shop = running().await;
    let (id, item) = subscribed(&shop).await;
    let ends = shop.double.now + Duration::days(300);
    let valid = monthly(money(4_999, Currency::Aed), ends);
    let refused = async |id: &str, item: &str, change: &PlanChange, key: &str| -> StripeError {
        shop.client.change_plan(id, item, change, key).await.expect_err("refused")
    };
    let past = PlanChange { takes_effect_at: shop.double.now - Duration::minutes(1), ..valid.clone() };
    assert!(refused(&id, &item, &past, "a").await.is_invalid());
    let far = PlanChange { takes_effect_at: shop.double.now + Duration::days(731), ..valid.clone() };
    assert!(refused(&id, &item, &far, "b").await.is_invalid());
    let dollars = PlanChange { amount: money(4_999, Currency::Usd), ..valid.clone() };
    assert!(refused(&id, &item, &dollars, "c").await.is_invalid());
    assert!(refused(&id, "si_foreign", &valid, "d").await.has_code("resource_missing"));
    assert!(refused("sub_foreign", &item, &valid, "e").await.has_code("resource_missing"));
    shop.client.cancel_subscription(&id).await.expect("a subscription");
    assert!(refused(&id, &item, &valid, "f").await.has_code("resource_missing"), "it has ended");
}
