//! Failed refunds that an operator has paid in another way.

use std::time::Duration;

use onefare_core::order::OrderState;
use onefare_core::payment::PaymentState;
use onefare_server::flows::effects;
use onefare_server::flows::support::refund::Instead;
use onefare_server::flows::support::refund::Outcome;
use onefare_server::flows::support::refund::SendBackError;
use onefare_server::flows::support::refund::Wanted;
use onefare_server::flows::support::refund::look_otherwise;
use onefare_server::flows::support::refund::note_otherwise;
use onefare_server::flows::support::refund::progress;
use onefare_server::store::payments;
use onefare_server::store::refunds::RefundState;
use onefare_tests::{Browser, IDEAL, Shop, package, twelve_months};
use serde_json::json;

use super::super::{bought, noted, run, shown};
use super::{AMAL, done, ended, looked, sent, sent_back, subscription};

const HOW: &str = "bank transfer, 21 November";

async fn instead(shop: &Shop, number: &str) -> Result<Instead, SendBackError> {
    let wanted = Wanted { number, payment: None, amount: None };
    look_otherwise(&shop.running.app.store, &wanted, HOW).await
}

async fn note(shop: &Shop, instead: &Instead) -> Result<(), SendBackError> {
    let noted = note_otherwise(&shop.running.app.store, instead, shop.clock.now()).await;
    shop.running.app.wake.notify_one();
    noted
}

/// Sets the refund status that the provider reports from now on.
async fn refunds_are(shop: &Shop, operation: &str, status: &str, times: u32) {
    shop.lie(operation, "status", status, times).await;
}

/// How many refunds need attention, by the metrics.
async fn to_look_at(shop: &Shop) -> String {
    let figures = shop.figures().await;
    let of_refunds = "onefare_attention{what=\"refunds\",state=\"failed\"} ";
    figures.lines().find_map(|line| line.strip_prefix(of_refunds)).unwrap().to_owned()
}

/// Makes a refund of all or of a part fail.
async fn fails(shop: &Shop, number: &str, amount: Option<&str>) -> String {
    refunds_are(shop, "refunds.create", "failed", 1).await;
    let far = done(shop, &looked(shop, number, amount).await.unwrap()).await;
    assert_eq!(far.refund.state, RefundState::Failed);
    assert_eq!(to_look_at(shop).await, "1");
    far.refund.id
}

#[tokio::test]
async fn it_ends_the_order_as_if_the_provider_had_sent_it() {
    let shop = Shop::start().await;
    let (number, session) = bought(&shop, twelve_months(AMAL, "AED", 15000)).await;
    noted(&shop, &number, 1).await;
    let id = fails(&shop, &number, None).await;
    assert_eq!(subscription(&shop, &session).await, "active");
    let instead = instead(&shop, &number.to_lowercase()).await.unwrap();
    assert_eq!((instead.refund.id.as_str(), instead.how.as_str()), (id.as_str(), HOW));
    let offer = &instead.offer;
    assert_eq!((offer.amount.minor(), offer.left.minor(), offer.outcome), (15000, 0, Outcome::OrderEnds));
    shop.clock.advance(Duration::from_secs(60));
    note(&shop, &instead).await.unwrap();
    shop.until(json!("canceled"), async || subscription(&shop, &session).await).await;
    let sheet = shown(&shop, &number).await.unwrap();
    assert_eq!((sheet.order.state, sheet.order.payments[0].state), (OrderState::Refunded, PaymentState::Refunded));
    let told = &sheet.refunds[0];
    assert_eq!((told.state, told.otherwise.as_deref(), told.failure.as_deref()), ("done", Some(HOW), Some("failed")));
    assert_eq!(told.ended_at, Some(shop.clock.now()));
    assert_eq!(to_look_at(&shop).await, "0");
    assert_eq!(shop.letters_to(AMAL, 1).await.len(), 1, "the receipt: nobody but the person knows what to tell");
    let again = note(&shop, &instead).await.unwrap_err();
    assert!(matches!(again, SendBackError::Changed(_)), "{again}");
    let again = super::manual::instead(&shop, &number).await.unwrap_err().to_string();
    assert_eq!(again, format!("order {number} has no refund that failed and was not tried again"));
    shop.running.stop().await;
}

#[tokio::test]
async fn what_a_bank_turned_round_stands_until_then_and_is_not_asked_about_again() {
    let shop = Shop::start().await;
    let (number, _) = bought(&shop, twelve_months(AMAL, "AED", 15000)).await;
    let refund = done(&shop, &looked(&shop, &number, None).await.unwrap()).await.refund;
    assert_eq!((refund.state, to_look_at(&shop).await.as_str()), (RefundState::Done, "0"));
    // Days later the bank account no longer exists, and the provider reports that at each call.
    refunds_are(&shop, "refunds.retrieve", "failed", 1_000).await;
    let told_again = async || {
        let mut tx = shop.running.app.store.begin().await.unwrap();
        let payment = payments::by_id(&mut tx, &refund.payment_id).await.unwrap().unwrap();
        effects::check_refunds(&mut tx, &payment, shop.clock.now()).await.unwrap();
        tx.commit().await.unwrap();
        shop.running.app.wake.notify_one();
    };
    told_again().await;
    shop.until("1".to_owned(), async || to_look_at(&shop).await).await;
    let instead = instead(&shop, &number).await.unwrap();
    assert_eq!((instead.offer.outcome, instead.offer.subscription), (Outcome::OrderStays, false));
    assert_eq!((instead.offer.order, instead.offer.left.minor()), (OrderState::Refunded, 0));
    note(&shop, &instead).await.unwrap();
    assert_eq!(to_look_at(&shop).await, "0");
    told_again().await;
    let asks = "SELECT kind FROM jobs WHERE kind = 'refund_payment'";
    shop.until(0, async || shop.texts(asks).await.len()).await;
    assert_eq!(shop.texts("SELECT state FROM refunds").await, ["done"]);
    let alarm = "onefare_alarms_total{kind=\"refund_failed\"} 1\n";
    shop.until(true, async || shop.figures().await.contains(alarm)).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn a_part_leaves_what_was_bought_and_counts_as_gone() {
    let shop = Shop::start().await;
    let (number, session) = bought(&shop, twelve_months(AMAL, "AED", 15000)).await;
    fails(&shop, &number, Some("50.00")).await;
    let part = instead(&shop, &number).await.unwrap();
    assert_eq!((part.offer.amount.minor(), part.offer.left.minor()), (5000, 10000));
    assert_eq!(part.offer.outcome, Outcome::InPart);
    note(&shop, &part).await.unwrap();
    assert_eq!(shown(&shop, &number).await.unwrap().order.state, OrderState::Delivered);
    let much = looked(&shop, &number, Some("100.01")).await.unwrap_err();
    assert!(matches!(much, SendBackError::TooMuch { .. }), "{much}");
    shop.clock.advance(Duration::from_secs(1));
    let rest = looked(&shop, &number, None).await.unwrap();
    assert_eq!((rest.returned.minor(), rest.amount.minor(), rest.outcome), (5000, 10000, Outcome::OrderEnds));
    assert_eq!(subscription(&shop, &session).await, "active");
    assert_eq!(done(&shop, &rest).await.refund.state, RefundState::Done);
    assert_eq!(subscription(&shop, &session).await, "canceled");
    assert_eq!(shown(&shop, &number).await.unwrap().order.state, OrderState::Refunded);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_bank_account_that_is_closed_is_paid_in_another_way() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let payment = Shop::session_of(&shop.deal(&mut browser, IDEAL, package(12, AMAL, 3999)).await);
    shop.at_bank(&payment, "paid").await;
    shop.until_order("delivered").await;
    let number = shop.order_number().await;
    let store = &shop.running.app.store;
    shop.control("faults", json!({ "operation": "mollie.paymentRefunds.*", "kind": "error_500", "times": 1_000 }))
        .await;
    let id = sent(&shop, &looked(&shop, &number, None).await.unwrap()).await.unwrap();
    shop.until(true, async || progress(store, &id).await.unwrap().last_error.is_some()).await;
    shop.disarm_faults().await;
    let pending = "SELECT reference FROM refunds WHERE state = 'pending'";
    for _ in 0..60 {
        // The shop's clock stands still while a job runs: the bank completes the refund soon after the request.
        shop.until_idle().await;
        if !shop.texts(pending).await.is_empty() {
            break;
        }
        shop.pass(10).await;
    }
    let reference = shop.texts(pending).await.remove(0);
    shop.control(&format!("refunds/{reference}/failed"), json!({})).await;
    assert_eq!(ended(&shop, &id).await.refund.state, RefundState::Failed);
    note(&shop, &instead(&shop, &number).await.unwrap()).await.unwrap();
    let sheet = shown(&shop, &number).await.unwrap();
    assert_eq!((sheet.order.state, sheet.order.payments[0].state), (OrderState::Refunded, PaymentState::Refunded));
    assert_eq!((sent_back(&shop).await.len(), to_look_at(&shop).await.as_str()), (0, "0"));
    shop.running.stop().await;
}

/// A bank returns the older of two completed partial refunds: the newer one does not replace it.
#[tokio::test]
async fn an_older_part_that_comes_back_is_told_and_noted_as_well() {
    let shop = Shop::start().await;
    let (number, _) = bought(&shop, twelve_months(AMAL, "AED", 15000)).await;
    let part = done(&shop, &looked(&shop, &number, Some("50.00")).await.unwrap()).await.refund;
    shop.clock.advance(Duration::from_secs(60));
    done(&shop, &looked(&shop, &number, None).await.unwrap()).await;
    shop.clock.advance(Duration::from_secs(60));
    assert_eq!(to_look_at(&shop).await, "0");
    refunds_are(&shop, "refunds.retrieve", "failed", 1).await;
    let mut tx = shop.running.app.store.begin().await.unwrap();
    let payment = payments::by_id(&mut tx, &part.payment_id).await.unwrap().unwrap();
    effects::check_refunds(&mut tx, &payment, shop.clock.now()).await.unwrap();
    tx.commit().await.unwrap();
    shop.running.app.wake.notify_one();
    shop.until("1".to_owned(), async || to_look_at(&shop).await).await;
    // The one of the two that the job checked first.
    let failed = shop.texts("SELECT id FROM refunds WHERE state = 'failed'").await;
    let instead = instead(&shop, &number).await.unwrap();
    assert_eq!((failed, shop.rows("refunds").await), (vec![instead.refund.id.clone()], 2));
    note(&shop, &instead).await.unwrap();
    assert_eq!(to_look_at(&shop).await, "0");
    shop.running.stop().await;
}

#[tokio::test]
async fn no_letter_says_later_that_the_provider_sends_it() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let payment = Shop::session_of(&shop.deal(&mut browser, IDEAL, package(12, AMAL, 3999)).await);
    shop.at_bank(&payment, "paid").await;
    shop.letters_to(AMAL, 1).await;
    let number = shop.order_number().await;
    shop.control("faults", json!({ "operation": "mail.*", "kind": "error_500", "times": 1_000 })).await;
    let id = sent(&shop, &looked(&shop, &number, None).await.unwrap()).await.unwrap();
    let pending = "SELECT reference FROM refunds WHERE state = 'pending'";
    shop.until(1, async || shop.texts(pending).await.len()).await;
    let reference = shop.texts(pending).await.remove(0);
    shop.control(&format!("refunds/{reference}/failed"), json!({})).await;
    assert_eq!(ended(&shop, &id).await.refund.state, RefundState::Failed);
    note(&shop, &instead(&shop, &number).await.unwrap()).await.unwrap();
    shop.disarm_faults().await;
    let waits = "SELECT kind FROM letters WHERE kind = 'refund' AND sent_at IS NULL";
    for _ in 0..40 {
        shop.clock.advance(Duration::from_secs(300));
        shop.running.app.wake.notify_one();
        tokio::time::sleep(Duration::from_millis(50)).await;
        if shop.texts(waits).await.is_empty() {
            break;
        }
    }
    assert!(shop.texts(waits).await.is_empty());
    assert_eq!(shop.letters_to(AMAL, 1).await.len(), 1, "the receipt");
    shop.running.stop().await;
}

#[tokio::test]
async fn it_is_refused_where_nothing_failed_or_another_decides() {
    let shop = Shop::start().await;
    let (number, _) = bought(&shop, twelve_months(AMAL, "AED", 15000)).await;
    let refused = async || instead(&shop, &number).await.unwrap_err().to_string();
    let none = format!("order {number} has no refund that failed and was not tried again");
    assert_eq!(refused().await, none);
    fails(&shop, &number, None).await;
    let store = &shop.running.app.store;
    for how in ["", "  ", "by\u{1b}[2Jbank", "two\nlines", &"a".repeat(201)] {
        let wanted = Wanted { number: &number, payment: None, amount: None };
        let error = look_otherwise(store, &wanted, how).await.unwrap_err().to_string();
        assert_eq!(error, "say how the money went back, in one line of 1 to 200 characters", "{how:?}");
    }
    let elsewhere = Wanted { number: &number, payment: Some("pay_other"), amount: None };
    assert_eq!(look_otherwise(store, &elsewhere, HOW).await.unwrap_err().to_string(), none);
    let unknown = Wanted { number: "0000-0000", payment: None, amount: None };
    assert!(matches!(look_otherwise(store, &unknown, HOW).await, Err(SendBackError::Unknown(_))));

    let before = instead(&shop, &number).await.unwrap();
    run(&shop, "UPDATE orders SET state = 'suspended'").await;
    assert!(refused().await.contains("disputes the payment"));
    assert!(note(&shop, &before).await.unwrap_err().to_string().contains("disputes the payment"));
    run(&shop, "UPDATE orders SET state = 'delivered'").await;
    // Meanwhile a second refund succeeds.
    shop.clock.advance(Duration::from_secs(1));
    let again = done(&shop, &looked(&shop, &number, None).await.unwrap()).await;
    assert_eq!(again.refund.state, RefundState::Done);
    assert_eq!(refused().await, none);
    assert!(matches!(note(&shop, &before).await, Err(SendBackError::Changed(_))));
    assert_eq!(shop.texts("SELECT COALESCE(otherwise, '-') FROM refunds").await, ["-", "-"]);
    shop.running.stop().await;
}
