//! Unpaid invoices: our client reads and voids them, and they fit the official description while open, paid and void.

use chrono::Duration;
use onefare_core::currency::Currency;
use onefare_core::money::Money;
use onefare_core::subscription::Standing;
use serde_json::json;

use crate::official::{official, official_schema};
use crate::sandbox::{Running, running};
use crate::schemas::{compiled, must_fit};

/// A year whose renewal the card did not pay; the subscription.
async fn unpaid(shop: &Running, card: &str) -> String {
    let opened = shop.client.start_subscription(&shop.checkout("pay_1", Currency::Aed, 14_999, 14_999)).await;
    let opened = opened.expect("a session");
    shop.act(&opened.id, "pay").await;
    let paid = shop.client.retrieve_checkout_session(&opened.id).await.expect("a session");
    let id = paid.subscription.expect("a subscription").id().to_owned();
    let customer =
        shop.object(&format!("subscriptions/{id}")).await["customer"].as_str().expect("a customer").to_owned();
    shop.double.tell(&format!("customers/{customer}/card"), &json!({ "card": card })).await;
    shop.double.clock.advance(std::time::Duration::from_secs(366 * 86_400));
    let renewed = shop.client.subscription(&id).await.expect("a subscription");
    assert_eq!(renewed.standing(), Some(Standing::PastDue));
    id
}

/// An invoice and its payment are what Stripe describes.
async fn fit(shop: &Running, invoice: &str, status: &str) {
    let raw = shop.object(&format!("invoices/{invoice}")).await;
    assert_eq!(raw["status"], status);
    let payments = shop.object(&format!("invoice_payments?invoice={invoice}")).await;
    let Some(description) = official("stripe.openapi.json") else { return };
    must_fit(&compiled(&official_schema(&description, "invoice")), &raw);
    must_fit(&compiled(&official_schema(&description, "invoice_payment")), &payments["data"][0]);
}

#[tokio::test]
async fn what_is_unpaid_is_read_whole_and_voided_once() {
    let shop = running().await;
    let id = unpaid(&shop, "declined").await;
    let found = shop.client.unpaid_invoices(&id).await.expect("invoices");
    let [one] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(one.amount, Money::new(14_999, Currency::Aed).expect("an amount"));
    assert!(one.unpaid_since > shop.double.now + Duration::days(364), "{one:?}");
    assert_eq!(one.next_attempt_at, Some(one.unpaid_since + Duration::days(3)));
    assert!(one.page_url.as_deref().is_some_and(|page| page.starts_with(shop.double.base.as_str())), "{one:?}");
    assert!(!one.needs_confirmation);
    assert_eq!(shop.client.charges(&id, |invoice| invoice.is_of_later_term()).await.expect("charges"), []);
    fit(&shop, &one.invoice, "open").await;
    shop.client.cancel_subscription(&id).await.expect("it ends");
    let left = shop.client.unpaid_invoices(&id).await.expect("invoices");
    assert_eq!(left[0].next_attempt_at, None, "Stripe tries no more, and would still take the money");
    shop.client.void_invoice(&one.invoice).await.expect("it is void");
    assert!(shop.client.void_invoice(&one.invoice).await.expect_err("it is void").is_invalid());
    assert_eq!(shop.client.unpaid_invoices(&id).await.expect("invoices"), []);
    fit(&shop, &one.invoice, "void").await;
}

#[tokio::test]
async fn what_the_bank_wants_confirmed_is_paid_on_its_page_and_cannot_be_voided_then() {
    let shop = running().await;
    let id = unpaid(&shop, "needs_confirmation").await;
    let found = shop.client.unpaid_invoices(&id).await.expect("invoices");
    assert!(found[0].needs_confirmation, "{found:?}");
    let page = found[0].page_url.clone().expect("a page");
    let paid = reqwest::Client::new().post(format!("{page}/pay")).send().await.expect("an answer");
    assert!(paid.status().is_success());
    assert_eq!(shop.client.unpaid_invoices(&id).await.expect("invoices"), []);
    let charges = shop.client.charges(&id, |invoice| invoice.is_of_later_term()).await.expect("charges");
    assert_eq!(charges.len(), 1);
    assert!(charges[0].charged_at < charges[0].paid_at, "{charges:?}");
    fit(&shop, &found[0].invoice, "paid").await;
    assert!(shop.client.void_invoice(&found[0].invoice).await.expect_err("it is paid").is_invalid());
    assert_eq!(shop.client.subscription(&id).await.expect("a subscription").standing(), Some(Standing::Active));
}

#[tokio::test]
async fn a_page_on_a_host_that_is_not_allowed_is_not_passed_on() {
    let shop = running().await;
    let id = unpaid(&shop, "declined").await;
    shop.double
        .lie(
            "invoices.list",
            "data",
            &json!([{
                "id": "in_1", "amount_remaining": 5, "currency": "aed", "created": 1_800_000_000,
                "hosted_invoice_url": "https://invoice.stripe.example/i/1",
            }]),
        )
        .await;
    let found = shop.client.unpaid_invoices(&id).await.expect("invoices");
    assert_eq!(found[0].page_url, None);
}
