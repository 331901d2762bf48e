//! Refunds that the shop refuses, and why.

use onefare_server::flows::support::refund::SendBackError;
use onefare_server::flows::support::refund::send;
use onefare_server::store::refunds::RefundState;
use onefare_tests::{Browser, Shop, twelve_months};
use serde_json::json;

use super::super::{Addresses, bought, found, run};
use super::{AMAL, done, ended, looked, looked_at, sent, sent_back};

#[tokio::test]
async fn amounts_are_refused_with_their_figures() {
    let shop = Shop::start().await;
    let (dirhams, _) = bought(&shop, twelve_months(AMAL, "AED", 15000)).await;
    let (rials, _) = bought(&shop, twelve_months("noor@example.com", "OMR", 15600)).await;
    let malformed = "is no amount in AED, which is written like 12.00: not an amount in this currency";
    for (number, amount, why) in [
        (&dirhams, "150.01", "AED 150.01 is more than the AED 150.00 that is left: AED 150.00 was charged"),
        (&dirhams, "1000000.00", "AED 1,000,000.00 is more than the AED 150.00 that is left"),
        (&dirhams, "0.00", "AED 0.00 cannot go back: the amount must be above zero"),
        (&dirhams, "-5.00", "-AED 5.00 cannot go back: the amount must be above zero"),
        (&dirhams, "12.345", malformed),
        (&dirhams, "12.3", malformed),
        (&dirhams, "12", malformed),
        (&dirhams, "12,30", malformed),
        (&dirhams, "AED 12.30", malformed),
        (&dirhams, "", malformed),
        (&dirhams, "99999999999999999999.00", "the amount is too large"),
        (&rials, "1.50", "is no amount in OMR, which is written like 12.000"),
        (&rials, "1.505", "OMR 1.505 cannot go back: amounts of this currency move in steps of OMR 0.010"),
    ] {
        let refused = looked(&shop, number, Some(amount)).await.unwrap_err().to_string().replace('\u{a0}', " ");
        assert!(refused.contains(why), "{amount}: {refused}");
    }
    assert_eq!(looked(&shop, &rials, Some("1.510")).await.unwrap().left.minor(), 14090);
    assert_eq!(shop.rows("refunds").await, 0);
    shop.running.stop().await;
}

#[tokio::test]
async fn only_money_that_is_here_goes_back() {
    let shop = Shop::start().await;
    let unknown = looked(&shop, "7k3m92pd", None).await.unwrap_err();
    assert!(matches!(unknown, SendBackError::Unknown(number) if number == "7K3M-92PD"));
    let started = shop.checkout(&mut Browser::default(), twelve_months(AMAL, "AED", 15000)).await;
    let open = Shop::session_of(&started);
    let number = found(&shop, &open, Addresses::Masked).await[0].number.clone();
    let unpaid = looked(&shop, &number, None).await.unwrap_err().to_string();
    assert_eq!(unpaid, format!("order {number} has no payment whose money could go back"));
    let named = looked_at(&shop, &number, &open).await.unwrap_err().to_string();
    assert!(named.ends_with(" is open: it has no money that could go back"), "{named}");
    let (other, session) = bought(&shop, twelve_months("noor@example.com", "AED", 15000)).await;
    let strange = looked_at(&shop, &number, &session).await.unwrap_err().to_string();
    assert_eq!(strange, format!("order {number} has no payment {session}"), "it is of order {other}");
    assert_eq!(shop.rows("refunds").await, 0);
    shop.running.stop().await;
}

#[tokio::test]
async fn nothing_goes_back_while_the_bank_decides() {
    let shop = Shop::start().await;
    let (number, _) = bought(&shop, twelve_months(AMAL, "AED", 15000)).await;
    let before = looked(&shop, &number, None).await.unwrap();
    for state in ["suspended", "disputed"] {
        run(&shop, &format!("UPDATE orders SET state = '{state}'")).await;
        let expected = format!(
            "the buyer's bank disputes the payment of order {number}, which is {state}: a refund now would pay the buyer \
             twice"
        );
        assert_eq!(looked(&shop, &number, None).await.unwrap_err().to_string(), expected);
        assert_eq!(sent(&shop, &before).await.unwrap_err().to_string(), expected, "nor when it began after the look");
    }
    assert_eq!((shop.rows("refunds").await, sent_back(&shop).await.len()), (0, 0));
    shop.running.stop().await;
}

#[tokio::test]
async fn what_was_shown_is_what_is_done_or_nothing_is() {
    let shop = Shop::start().await;
    let (number, _) = bought(&shop, twelve_months(AMAL, "AED", 15000)).await;
    let all = looked(&shop, &number, None).await.unwrap();
    let small = looked(&shop, &number, Some("10.00")).await.unwrap();
    let part = looked(&shop, &number, Some("50.00")).await.unwrap();
    done(&shop, &part).await;
    let refused = sent(&shop, &all).await.unwrap_err();
    assert!(matches!(refused, SendBackError::TooMuch { .. }), "{refused}");
    let refused = sent(&shop, &small).await.unwrap_err().to_string();
    let expected = format!("order {number} has changed since it was shown: nothing was done; look at it again");
    assert_eq!(refused, expected, "another amount would be left than was told");
    assert_eq!(shop.rows("refunds").await, 1);
    shop.clock.advance(std::time::Duration::from_secs(1));
    let rest = looked(&shop, &number, None).await.unwrap();
    done(&shop, &rest).await;
    let refused = sent(&shop, &rest).await.unwrap_err();
    assert!(matches!(refused, SendBackError::AllBack(_)), "{refused}");
    assert_eq!(sent_back(&shop).await.len(), 2);
    shop.running.stop().await;
}

#[tokio::test]
async fn one_that_is_on_its_way_is_named() {
    let shop = Shop::start().await;
    let (number, _) = bought(&shop, twelve_months(AMAL, "AED", 15000)).await;
    shop.lie("refunds.create", "status", "pending", 1).await;
    shop.control("webhooks", json!({ "mode": "drop" })).await;
    let offer = looked(&shop, &number, Some("50.00")).await.unwrap();
    let store = &shop.running.app.store;
    let id = send(store, &offer, shop.clock.now()).await.unwrap();
    let due = looked(&shop, &number, None).await;
    shop.running.app.wake.notify_one();
    let pending = "SELECT reference FROM refunds WHERE state = 'pending'";
    shop.until(1, async || shop.texts(pending).await.len()).await;
    let reference = shop.texts(pending).await.remove(0);
    let payment = &offer.payment_id;
    let told = format!("AED\u{a0}50.00 of payment {payment} is on its way back already: refund {id}");
    assert!(due.unwrap_err().to_string().starts_with(&told));
    let refused = looked(&shop, &number, None).await.unwrap_err().to_string();
    assert_eq!(refused, format!("{told} ({reference}), pending"));
    shop.pass(700).await;
    assert_eq!(ended(&shop, &id).await.refund.state, RefundState::Done);
    shop.running.stop().await;
}
