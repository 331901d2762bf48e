//! Orders, payments, deliveries, letters, events.

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::discount::FoldedCode;
use onefare_core::order::OrderState;
use onefare_core::payment::{PaymentState, Provider};

use super::{add_order, add_payment, applied, hash_of, number_of, quote};
use crate::store::deliveries::CustomerFacts;
use crate::store::letters::{LetterKind, NewLetter};
use crate::store::payments::{HostedPage, KnownThere, NewPayment};
use crate::store::test_database::{on_each, start};
use crate::store::{Tx, deliveries, idempotency_keys, letters, orders, payment_with_order, payments, webhook_events};

/// The product of every order here.
const PLAN: &str = "vpn-12m";

#[tokio::test]
async fn an_order_comes_back_as_it_was_stored() {
    on_each(|store, _| async move {
        applied(&store, start()).await;
        let mut tx = store.begin().await.unwrap();
        add_order(&mut tx, "ord_1", start()).await;
        tx.commit().await.unwrap();
        let mut conn = store.read().await.unwrap();
        let order = orders::by_id(&mut conn, "ord_1").await.unwrap().unwrap();
        assert_eq!(order.quote, quote(1, 1560), "every figure and step");
        assert_eq!((order.quote.due_now, order.quote.renewal), (10_400, Some(15_600)));
        assert_eq!(order.email.as_str(), "Amal.K+shop@Example.com");
        assert_eq!(order.im_ref.as_deref(), Some("partner é"), "without the NUL");
        assert_eq!((order.created_at, order.paid_at), (start(), None));
        assert_eq!((order.state, order.code.as_ref().map(FoldedCode::as_str)), (OrderState::Open, Some("third")));
        assert_eq!(orders::by_number(&mut conn, &number_of("ord_1")).await.unwrap(), Some(order));
        assert_eq!(orders::by_id(&mut conn, "ord_2").await.unwrap(), None);
    })
    .await;
}

#[tokio::test]
async fn a_buyers_open_order_is_found_again_until_it_is_paid() {
    on_each(|store, _| async move {
        applied(&store, start()).await;
        let mut tx = store.begin().await.unwrap();
        add_order(&mut tx, "old", start()).await;
        add_order(&mut tx, "new", start() + TimeDelta::seconds(1)).await;
        let ids = |found: Vec<orders::Order>| found.into_iter().map(|order| order.id).collect::<Vec<_>>();
        assert_eq!(ids(orders::open_of_buyer(&mut tx, "buyer").await.unwrap()), ["new", "old"]);
        let around = async |tx: &mut Tx, buyer: &str, decision: &str, product: &str, since: DateTime<Utc>| {
            ids(orders::around_purchase(tx, buyer, decision, product, since).await.unwrap())
        };
        assert_eq!(around(&mut tx, "buyer", "other", "other", start()).await, ["new", "old"], "all that are open");
        assert!(around(&mut tx, "stranger", "same", PLAN, start()).await.is_empty());
        let (open, paid, closed) = (OrderState::Open, OrderState::Paid, OrderState::Closed);
        assert!(orders::move_state(&mut tx, "new", open, paid, start()).await.unwrap());
        assert!(!orders::move_state(&mut tx, "new", open, closed, start()).await.unwrap(), "it is paid by now");
        assert!(orders::move_state(&mut tx, "old", open, closed, start()).await.unwrap());
        assert_eq!(around(&mut tx, "buyer", "same", "other", start()).await, ["old"], "closed, and to be opened again");
        assert_eq!(around(&mut tx, "buyer", "other", PLAN, start()).await, ["new"], "bought a moment ago");
        assert!(around(&mut tx, "buyer", "other", PLAN, start() + TimeDelta::milliseconds(1)).await.is_empty());
        assert!(around(&mut tx, "buyer", "other", "other", start()).await.is_empty());
        assert!(orders::move_state(&mut tx, "new", paid, OrderState::Refunded, start()).await.unwrap());
        assert!(around(&mut tx, "buyer", "other", PLAN, start()).await.is_empty(), "its money went back");
        assert!(orders::open_of_buyer(&mut tx, "buyer").await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn customer_facts_count_what_was_paid_before() {
    on_each(|store, _| async move {
        applied(&store, start()).await;
        let mut tx = store.begin().await.unwrap();
        for (minute, id) in ["a", "b", "c", "d", "unpaid"].into_iter().enumerate() {
            let now = start() + TimeDelta::minutes(minute.try_into().unwrap());
            add_order(&mut tx, id, now).await;
            if id != "unpaid" {
                assert!(orders::move_state(&mut tx, id, OrderState::Open, OrderState::Paid, now).await.unwrap());
                assert!(deliveries::insert_once(&mut tx, id, "subscription", now, now, now).await.unwrap());
            }
        }
        let later = start() + TimeDelta::days(1);
        assert!(orders::move_state(&mut tx, "a", OrderState::Paid, OrderState::Delivered, later).await.unwrap());
        assert_eq!(orders::by_id(&mut tx, "a").await.unwrap().unwrap().paid_at, Some(start()));
        sqlx::query("UPDATE orders SET currency = 'USD' WHERE id = 'b'").execute(&mut *tx).await.unwrap();
        sqlx::query("UPDATE orders SET buyer = 'another' WHERE id = 'd'").execute(&mut *tx).await.unwrap();
        for (id, paid_orders_before, lifetime) in
            [("a", 0, 10_400), ("b", 1, 10_400), ("c", 2, 20_800), ("d", 0, 10_400)]
        {
            let delivered = deliveries::delivered_order(&mut tx, id).await.unwrap().unwrap();
            assert_eq!(delivered.customer, CustomerFacts { paid_orders_before, lifetime }, "{id}");
        }
        assert_eq!(deliveries::delivered_order(&mut tx, "unpaid").await.unwrap(), None);
    })
    .await;
}

#[tokio::test]
async fn a_payment_goes_from_open_to_one_end() {
    on_each(|store, _| async move {
        applied(&store, start()).await;
        let mut tx = store.begin().await.unwrap();
        add_order(&mut tx, "ord", start()).await;
        let (expires, now) = (start() + TimeDelta::hours(1), start() + TimeDelta::minutes(3));
        let (open, paid, failed) = (PaymentState::Open, PaymentState::Paid, PaymentState::Failed);
        add_payment(&mut tx, "pay_2", "ord", start() + TimeDelta::seconds(1)).await;
        assert!(payments::move_state(&mut tx, "pay_2", open, failed, Some("declined"), now).await.unwrap());
        add_payment(&mut tx, "pay_1", "ord", start()).await;
        let page = HostedPage { reference: "cs_1", url: Some("https://pay/1"), ends_at: Some(expires) };
        let noted = payments::set_page(&mut tx, "pay_1", page).await.unwrap();
        let other = HostedPage { reference: "cs_2", url: Some("https://pay/2"), ends_at: None };
        let again = payments::set_page(&mut tx, "pay_1", other).await.unwrap();
        assert_eq!(noted, again, "only once");
        let noted = noted.unwrap();
        assert_eq!((noted.reference.as_deref(), noted.checkout_url.as_deref()), (Some("cs_1"), Some("https://pay/1")));
        assert_eq!(payments::set_page(&mut tx, "pay_3", other).await.unwrap(), None);
        assert_eq!(payments::open_of_order(&mut tx, "ord").await.unwrap().unwrap().id, "pay_1");
        let known = KnownThere { customer: Some("cus_1"), subscription: Some("sub_1") };
        assert!(!payments::settle(&mut tx, "pay_1", (failed, paid), None, known, now).await.unwrap(), "it is open");
        assert!(payments::settle(&mut tx, "pay_1", (open, paid), None, known, now).await.unwrap());
        assert!(!payments::move_state(&mut tx, "pay_1", open, failed, None, now).await.unwrap());
        tx.commit().await.unwrap();
        let mut conn = store.read().await.unwrap();
        let first = payments::by_reference(&mut conn, "cs_1").await.unwrap().unwrap();
        assert_eq!((first.state, first.settled_at, first.expires_at), (paid, Some(now), Some(expires)));
        assert_eq!((first.customer_ref.as_deref(), first.subscription_ref.as_deref()), (Some("cus_1"), Some("sub_1")));
        assert_eq!(payments::by_hash(&mut conn, &hash_of("pay_1")).await.unwrap(), Some(first.clone()));
        let with_order = Some((first, orders::by_id(&mut conn, "ord").await.unwrap().unwrap()));
        assert_eq!(payment_with_order::by_reference(&mut conn, "cs_1").await.unwrap(), with_order);
        assert_eq!(payment_with_order::by_hash(&mut conn, &hash_of("pay_1")).await.unwrap(), with_order);
        assert_eq!(payment_with_order::by_hash(&mut conn, &hash_of("pay_3")).await.unwrap(), None);
        assert_eq!(payment_with_order::by_reference(&mut conn, "cs\0").await.unwrap(), None);
        let latest = payments::latest_of_order(&mut conn, "ord").await.unwrap().unwrap();
        assert_eq!((latest.id.as_str(), latest.failure.as_deref()), ("pay_2", Some("declined")));
        assert_eq!(payments::open_of_order(&mut conn, "ord").await.unwrap(), None);
        assert_eq!(payments::of_order(&mut conn, "ord").await.unwrap().len(), 2);
        assert_eq!(payments::by_reference(&mut conn, "cs\0").await.unwrap(), None);
    })
    .await;
}

#[tokio::test]
async fn an_order_has_one_open_payment() {
    on_each(|store, _| async move {
        applied(&store, start()).await;
        let mut tx = store.begin().await.unwrap();
        add_order(&mut tx, "ord", start()).await;
        add_payment(&mut tx, "pay_1", "ord", start()).await;
        tx.commit().await.unwrap();
        let mut tx = store.begin().await.unwrap();
        let second = NewPayment {
            id: "pay_2",
            order_id: "ord",
            provider: Provider::Mollie,
            quote: &quote(1, 1560),
            hash: &hash_of("pay_2"),
            customer_of: None,
            created_at: start(),
        };
        assert!(payments::insert(&mut tx, &second).await.unwrap_err().is_unique_violation());
    })
    .await;
}

#[tokio::test]
async fn what_happens_once_is_stored_once() {
    on_each(|store, _| async move {
        applied(&store, start()).await;
        let now = start();
        let mut tx = store.begin().await.unwrap();
        assert!(idempotency_keys::claim(&mut tx, "key", "pay", now).await.unwrap(), "before the payment is there");
        add_order(&mut tx, "ord", now).await;
        add_payment(&mut tx, "pay", "ord", now).await;
        let ends = now + TimeDelta::days(365);
        assert!(deliveries::insert_once(&mut tx, "ord", "subscription", now, ends, now).await.unwrap());
        assert!(letters::insert_once(&mut tx, NewLetter::of_order(LetterKind::Receipt, "ord"), now).await.unwrap());
        assert!(webhook_events::remember(&mut tx, "stripe", "evt_1", "a", now).await.unwrap());
        tx.commit().await.unwrap();
        let mut tx = store.begin().await.unwrap();
        assert!(!idempotency_keys::claim(&mut tx, "key", "other", now).await.unwrap());
        assert_eq!(payments::of_key(&mut tx, "key").await.unwrap().unwrap().id, "pay");
        assert_eq!(payments::of_key(&mut tx, "none").await.unwrap(), None);
        assert!(!deliveries::insert_once(&mut tx, "ord", "subscription", ends, ends, ends).await.unwrap());
        let delivery = deliveries::of_order(&mut tx, "ord").await.unwrap().unwrap();
        assert_eq!((delivery.starts_at, delivery.ends_at), (now, ends));
        assert!(!letters::insert_once(&mut tx, NewLetter::of_order(LetterKind::Receipt, "ord"), ends).await.unwrap());
        assert!(!webhook_events::remember(&mut tx, "stripe", "evt_1", "a", now).await.unwrap());
        assert!(webhook_events::remember(&mut tx, "mollie", "evt_1", "a", now).await.unwrap());
        tx.commit().await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_claim_without_its_payment_cannot_be_committed() {
    on_each(|store, _| async move {
        let mut tx = store.begin().await.unwrap();
        assert!(idempotency_keys::claim(&mut tx, "key", "nothing", start()).await.unwrap());
        assert!(tx.commit().await.is_err());
        // The writer is free again.
        let mut tx = store.begin().await.unwrap();
        assert!(idempotency_keys::claim(&mut tx, "key", "another", start()).await.unwrap(), "nothing of it is left");
        tx.undo().await.unwrap();
        store.begin().await.unwrap().commit().await.unwrap();
    })
    .await;
}
