//! Renewals that support cancels for buyers.

use chrono::{DateTime, Utc};
use onefare_core::order::OrderState;
use onefare_server::flows::payment::cancel_renewal;
use onefare_server::flows::support::renewal::CancelError;
use onefare_server::flows::support::renewal::Offer;
use onefare_server::flows::support::renewal::cancel_within;
use onefare_server::flows::support::renewal::look;
use onefare_server::flows::support::renewal::progress;
use onefare_server::ids::PaymentHash;
use onefare_server::store::Store;
use onefare_tests::{Browser, IDEAL, Shop, package, twelve_months};
use serde_json::{Value, json};

use super::{bought, shown};

const AMAL: &str = "amal@example.com";

fn trial(language: &str) -> Value {
    json!({ "email": AMAL, "selectedPackage": "vpn-12m", "code": "trial", "currency": "AED", "expected_amount": 0,
        "expected_renewal": 15000, "language": language, "accepted_trial_terms": "1" })
}

async fn looked(shop: &Shop, number: &str) -> Result<Offer, CancelError> {
    look(&shop.running.app.store, number, shop.clock.now()).await
}

/// Stores the cancellation as offered.
async fn cancel(store: &Store, offer: &Offer, now: DateTime<Utc>) -> Result<(), CancelError> {
    let mut tx = store.begin().await?;
    cancel_within(&mut tx, offer, now).await?;
    Ok(tx.commit().await?)
}

/// Stores the cancellation as offered, and waits until the provider has it.
async fn cancelled(shop: &Shop, offer: &Offer) {
    cancel(&shop.running.app.store, offer, shop.clock.now()).await.unwrap();
    shop.running.app.wake.notify_one();
    confirmed(shop, offer).await;
}

async fn confirmed(shop: &Shop, offer: &Offer) {
    let has_it = async || progress(&shop.running.app.store, &offer.order_id).await.unwrap().cancellation.confirmed_at;
    shop.until(Some(shop.clock.now()), has_it).await;
}

#[tokio::test]
async fn a_cancelled_trial_is_never_charged_and_its_buyer_is_told() {
    let shop = Shop::start().await;
    let (number, _) = bought(&shop, trial("en")).await;
    shop.letters_to(AMAL, 1).await;
    let offer = looked(&shop, &number.to_lowercase()).await.unwrap();
    assert_eq!((offer.number.as_str(), offer.email.as_str()), (number.as_str(), "a***@example.com"));
    assert_eq!((offer.order, offer.product.as_str()), (OrderState::Delivered, "12-month plan, tried for 7 days"));
    assert_eq!((offer.next.amount.minor(), offer.next.at.to_rfc3339().as_str()), (15000, "2026-11-27T12:00:00+00:00"));
    assert_eq!(shop.rows("cancellations").await, 0, "looking changes nothing");
    cancelled(&shop, &offer).await;
    let at_stripe = async || shop.at_stripe(&format!("subscriptions/{}", offer.subscription)).await;
    let leaving = at_stripe().await;
    assert_eq!((&leaving["status"], &leaving["cancel_at_period_end"]), (&json!("trialing"), &json!(true)));
    let letters = shop.letters_to(AMAL, 2).await;
    let told = letters.iter().find(|letter| letter["subject"].as_str().unwrap().contains("is cancelled")).unwrap();
    let text = told["text"].as_str().unwrap();
    assert!(text.contains(&number) && text.contains("Your trial ends by itself on 27 November 2026"), "{text}");

    let sheet = shown(&shop, &number).await.unwrap();
    let cancellation = sheet.cancellation.unwrap();
    assert_eq!((cancellation.requested_at, cancellation.confirmed_at), (shop.clock.now(), Some(shop.clock.now())));
    assert_eq!(cancellation.ends_at.unwrap().to_rfc3339(), "2026-11-27T12:00:00+00:00");
    shop.until(vec!["cancellation", "receipt"], async || {
        let mut kinds: Vec<_> = shop.texts("SELECT kind FROM letters").await;
        kinds.sort();
        kinds.into_iter().map(|kind| if kind == "receipt" { "receipt" } else { "cancellation" }).collect()
    })
    .await;
    // A job that runs again after a crash changes nothing, and sends no second letter.
    cancel_renewal::run(&shop.running.app, &offer.order_id).await.unwrap();
    let again = looked(&shop, &number).await.unwrap_err().to_string();
    assert_eq!(
        again,
        format!("the renewal of order {number} was cancelled 2026-11-20 12:00:00 UTC: nothing more is charged")
    );
    shop.pass(8 * 86_400).await;
    assert_eq!(at_stripe().await["status"], "canceled");
    assert_eq!(shop.sandbox_has("ledger").await["rows"], json!([]), "no money has moved");
    assert_eq!(shop.letters_to(AMAL, 2).await.len(), 2);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_subscription_keeps_what_is_paid_for_and_the_provider_is_asked_until_it_answers() {
    let shop = Shop::start().await;
    let (number, _) = bought(&shop, twelve_months(AMAL, "AED", 15000)).await;
    shop.letters_to(AMAL, 1).await;
    let fault = json!({ "operation": "subscriptions.update", "kind": "error_500", "times": 1000, "kept": true });
    shop.control("faults", fault).await;
    let offer = looked(&shop, &number).await.unwrap();
    cancel(&shop.running.app.store, &offer, shop.clock.now()).await.unwrap();
    shop.running.app.wake.notify_one();
    let failed = async || progress(&shop.running.app.store, &offer.order_id).await.unwrap().last_error.is_some();
    shop.until(true, failed).await;
    let asked = looked(&shop, &number).await.unwrap_err().to_string();
    assert!(asked.ends_with("and a running server passes it on to the provider"), "{asked}");
    shop.disarm_faults().await;
    // The provider replays the stored failure under the same key for a day; an hour later the shop uses another key.
    shop.pass(3600).await;
    confirmed(&shop, &offer).await;
    let leaving = shop.at_stripe(&format!("subscriptions/{}", offer.subscription)).await;
    assert_eq!((&leaving["status"], &leaving["cancel_at_period_end"]), (&json!("active"), &json!(true)));
    let letters = shop.letters_to(AMAL, 2).await;
    let until = "You can use what you have paid for until 20 November 2027.";
    let told = letters.iter().filter(|letter| letter["subject"].as_str().unwrap().contains("renewal"));
    assert!(told.map(|letter| letter["text"].as_str().unwrap()).any(|text| text.contains(until)), "{letters:?}");
    shop.running.stop().await;
}

#[tokio::test]
async fn the_result_pages_announce_a_renewal_until_it_is_cancelled() {
    let shop = Shop::start().await;
    let (number, session) = bought(&shop, twelve_months(AMAL, "AED", 15000)).await;
    let payment = shop.texts("SELECT id FROM payments").await.remove(0);
    let hash = PaymentHash::of(&shop.running.app.config.secret, &payment);
    let told = async || {
        let verified = shop.verify(&mut Browser::default(), &session).await.body;
        (verified, shop.payment_status(&mut Browser::default(), hash.as_str()).await.body)
    };
    let (verified, by_hash) = told().await;
    assert_eq!(verified["renewal_amount"], 15000);
    for body in [&verified, &by_hash] {
        assert_eq!(body["renewal_text"], "AED\u{a0}150.00", "{body}");
        assert!(body.get("expired_at").is_none() && body.get("expired_text").is_none(), "{body}");
    }

    cancelled(&shop, &looked(&shop, &number).await.unwrap()).await;
    let (verified, by_hash) = told().await;
    for body in [verified, by_hash] {
        assert!(body.get("renewal_amount").is_none() && body.get("renewal_text").is_none(), "{body}");
        assert_eq!(body["payment_status"], "paid", "what is paid for stays: {body}");
        assert_eq!(body["expired_at"], "2027-11-20T12:00:00Z", "{body}");
        assert_eq!(body["expired_text"], "20 November 2027", "{body}");
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn one_that_has_ended_at_the_provider_is_cancelled_well() {
    let shop = Shop::start().await;
    let (number, _) = bought(&shop, twelve_months(AMAL, "AED", 15000)).await;
    let offer = looked(&shop, &number).await.unwrap();
    shop.running.app.stripe.cancel_subscription(&offer.subscription).await.unwrap();
    cancelled(&shop, &offer).await;
    assert_eq!(shown(&shop, &number).await.unwrap().cancellation.unwrap().ends_at, Some(shop.clock.now()));
    shop.running.stop().await;
}

#[tokio::test]
async fn what_does_not_renew_is_refused_in_a_sentence() {
    let shop = Shop::start().await;
    let refusal = async |number: &str| looked(&shop, number).await.unwrap_err().to_string();
    assert_eq!(refusal("0000-0000").await, "there is no order 0000-0000");
    shop.checkout(&mut Browser::default(), twelve_months("open@example.com", "AED", 15000)).await;
    let open = shop.order_number().await;
    assert_eq!(refusal(&open).await, format!("order {open} is open: it was never paid, so nothing renews"));
    let mut browser = Browser::default();
    let payment = Shop::session_of(&shop.deal(&mut browser, IDEAL, package(12, AMAL, 3999)).await);
    shop.at_bank(&payment, "paid").await;
    let numbers = "SELECT number FROM orders WHERE state = 'delivered'";
    shop.until(1, async || shop.texts(numbers).await.len()).await;
    let once = shop.texts(numbers).await.remove(0);
    let paid_once = format!(
        "order {once} (12-month deal with 4 more) was paid once: nothing renews, and there is nothing to cancel"
    );
    assert_eq!(refusal(&once).await, paid_once);
    let (number, _) = bought(&shop, twelve_months("noor@example.com", "AED", 15000)).await;
    let offer = looked(&shop, &number).await.unwrap();
    super::run(&shop, &format!("UPDATE orders SET state = 'refunded' WHERE number = '{number}'")).await;
    assert_eq!(refusal(&number).await, format!("order {number} is refunded: its subscription has ended with it"));
    let changed = cancel(&shop.running.app.store, &offer, shop.clock.now()).await;
    assert!(changed.is_err() && shop.rows("cancellations").await == 0);
    super::run(&shop, &format!("UPDATE orders SET state = 'held' WHERE number = '{number}'")).await;
    assert!(
        refusal(&number).await.starts_with(&format!("order {number} is held: only the renewal of a delivered order"))
    );
    shop.running.stop().await;
}

#[tokio::test]
async fn the_address_that_a_trials_letter_names_answers_in_every_language() {
    let shop = Shop::start().await;
    for language in ["en", "nl", "de", "fr", "ar"] {
        let mut body = trial(language);
        body["email"] = json!(format!("{language}@example.com"));
        bought(&shop, body).await;
        let letter = shop.letters_to(&format!("{language}@example.com"), 1).await.remove(0);
        let text = letter["text"].as_str().unwrap();
        let panel = text.split_whitespace().find(|word| word.ends_with("/panel")).expect("an address");
        let path = panel.split_once("://").unwrap().1.split_once('/').unwrap().1;
        let page = shop.get(&format!("/{path}")).await;
        assert_eq!(page.status.as_u16(), 200, "{language}: {panel}");
    }
    shop.running.stop().await;
}
