//! What needs attention, counted and listed until it is resolved.

use chrono::TimeDelta;
use onefare_core::currency::Currency;
use onefare_core::order::OrderState;
use onefare_core::payment::PaymentState;
use sqlx::AssertSqlSafe;

use super::{add_order, add_payment, applied, number_of};
use crate::access::System;
use crate::store::attention::Item;
use crate::store::letters::{self, LetterKind, NewLetter, Refusal};
use crate::store::refunds::{NewRefund, Reason, RefundState};
use crate::store::test_database::{on_each, start};
use crate::store::{Store, Tx, attention, refunds, refused_access, withdrawals};

async fn run(tx: &mut Tx, sql: String) {
    sqlx::query(AssertSqlSafe(sql)).execute(&mut **tx).await.unwrap();
}

/// Every count that is not 0. The list holds the same and nothing else.
async fn seen(tx: &mut Tx) -> Vec<String> {
    let all = attention::counts(tx, start()).await.unwrap();
    assert_eq!(all.len(), 27, "what there is none of is told as well");
    let listed = attention::oldest(tx, start(), 100).await.unwrap();
    for one in &all {
        let same = listed.iter().filter(|item| (item.what, item.state.as_str()) == (one.what, one.state)).count();
        assert_eq!(i64::try_from(same).unwrap(), one.number, "{} {} in {listed:?}", one.what, one.state);
    }
    let some: Vec<_> = all.into_iter().filter(|one| one.number > 0).collect();
    let counted: i64 = some.iter().map(|one| one.number).sum();
    assert_eq!(i64::try_from(listed.len()).unwrap(), counted, "{listed:?}");
    some.into_iter().map(|one| format!("{} {} {}", one.number, one.what, one.state)).collect()
}

async fn paid(store: &Store) -> Tx {
    applied(store, start()).await;
    let mut tx = store.begin().await.unwrap();
    add_order(&mut tx, "ord", start()).await;
    add_payment(&mut tx, "pay", "ord", start()).await;
    run(&mut tx, "UPDATE orders SET state = 'delivered'".to_owned()).await;
    run(&mut tx, "UPDATE payments SET state = 'paid'".to_owned()).await;
    tx
}

#[tokio::test]
async fn orders_and_payments_are_counted_in_the_states_that_need_a_person() {
    on_each(|store, _| async move {
        let mut tx = paid(&store).await;
        for state in OrderState::ALL {
            run(&mut tx, format!("UPDATE orders SET state = '{}'", state.code())).await;
            let needs = attention::ORDERS.contains(&state).then(|| format!("1 orders {}", state.code()));
            assert_eq!(seen(&mut tx).await, Vec::from_iter(needs));
        }
        for state in PaymentState::ALL {
            run(&mut tx, format!("UPDATE payments SET state = '{}'", state.code())).await;
            let needs = attention::PAYMENTS.contains(&state).then(|| format!("1 payments {}", state.code()));
            assert_eq!(seen(&mut tx).await, Vec::from_iter(needs));
        }
        add_order(&mut tx, "other", start()).await;
        run(&mut tx, "UPDATE orders SET state = 'held'".to_owned()).await;
        assert_eq!(seen(&mut tx).await, ["2 orders held"]);
    })
    .await;
}

/// One more refund of the payment, decided after the last one, now in `state`.
async fn refund(tx: &mut Tx, number: i64, state: RefundState) {
    let id = format!("ref_{number}");
    let refund = NewRefund {
        id: &id,
        payment_id: "pay",
        amount: 5,
        currency: Currency::Omr,
        reason: Reason::BySupport,
        created_at: start() + TimeDelta::seconds(number / 2),
    };
    assert!(refunds::insert(tx, &refund).await.unwrap());
    if state.is_over() {
        assert!(refunds::end(tx, &id, RefundState::Due, state, None, start()).await.unwrap());
    }
}

#[tokio::test]
async fn a_refund_that_failed_is_counted_until_another_takes_its_place() {
    on_each(|store, _| async move {
        let mut tx = paid(&store).await;
        refund(&mut tx, 1, RefundState::Done).await;
        assert!(seen(&mut tx).await.is_empty());
        // Two of one payment are one thing to look at, made in the same second or not.
        for number in 2..6 {
            refund(&mut tx, number, RefundState::Failed).await;
            assert_eq!(seen(&mut tx).await, ["1 refunds failed"], "{number}");
        }
        refund(&mut tx, 6, RefundState::Due).await;
        assert!(seen(&mut tx).await.is_empty(), "it is on its way");
        assert!(refunds::end(&mut tx, "ref_6", RefundState::Due, RefundState::Failed, None, start()).await.unwrap());
        assert_eq!(seen(&mut tx).await, ["1 refunds failed"]);
        run(&mut tx, "UPDATE payments SET state = 'refunded'".to_owned()).await;
        assert_eq!(seen(&mut tx).await, ["1 refunds failed"], "it had arrived, and a bank has turned it round");
        assert!(refunds::end_otherwise(&mut tx, "ref_6", "cash\0", start()).await.unwrap());
        assert!(seen(&mut tx).await.is_empty(), "somebody has sent it in another way");
        assert!(!refunds::end_otherwise(&mut tx, "ref_6", "again", start()).await.unwrap(), "it has not failed");
        let stored = refunds::by_id(&mut tx, "ref_6").await.unwrap().unwrap();
        assert_eq!((stored.state, stored.otherwise.as_deref()), (RefundState::Done, Some("cash")));
    })
    .await;
}

#[tokio::test]
async fn a_payment_is_open_for_too_long_after_two_days() {
    on_each(|store, _| async move {
        let mut tx = paid(&store).await;
        let two_days_ago = (start() - TimeDelta::days(2)).timestamp_millis();
        for (made, state, seen_then) in
            [(two_days_ago, "open", 0), (two_days_ago - 1, "open", 1), (two_days_ago - 1, "failed", 0)]
        {
            run(&mut tx, format!("UPDATE payments SET created_at = {made}, state = '{state}'")).await;
            assert_eq!(seen(&mut tx).await.len(), seen_then, "{made} {state}");
        }
    })
    .await;
}

#[tokio::test]
async fn an_esim_is_late_half_an_hour_after_the_supplier_accepted() {
    on_each(|store, _| async move {
        let mut tx = paid(&store).await;
        run(&mut tx, "UPDATE orders SET state = 'paid'".to_owned()).await;
        let half_an_hour_ago = (start() - TimeDelta::minutes(30)).timestamp_millis();
        let sql = "INSERT INTO esims (order_id, transaction_id, package_code, volume_bytes, days, daily, state, \
                   created_at, accepted_at) VALUES ('ord', 'esim', 'p', 1, 1, 0, 'accepted', 1, ";
        run(&mut tx, format!("{sql}{half_an_hour_ago})")).await;
        assert!(seen(&mut tx).await.is_empty());
        run(&mut tx, format!("UPDATE esims SET accepted_at = {}", half_an_hour_ago - 1)).await;
        for (esim, order, late) in [
            ("accepted", "paid", true),
            ("ordering", "paid", false),
            ("ready", "delivered", false),
            ("accepted", "refunded", true),
        ] {
            run(&mut tx, format!("UPDATE esims SET state = '{esim}'")).await;
            run(&mut tx, format!("UPDATE orders SET state = '{order}'")).await;
            assert_eq!(seen(&mut tx).await.contains(&"1 esims late".to_owned()), late, "{esim} {order}");
        }
        run(&mut tx, "UPDATE esims SET given_back = 'cancelled'".to_owned()).await;
        assert!(seen(&mut tx).await.is_empty(), "it has no price at the supplier any more");
    })
    .await;
}

#[tokio::test]
async fn a_paid_order_is_undelivered_after_ten_minutes_whatever_the_cause() {
    on_each(|store, _| async move {
        let mut tx = paid(&store).await;
        let ten_minutes_ago = (start() - TimeDelta::minutes(10)).timestamp_millis();
        run(&mut tx, format!("UPDATE orders SET state = 'paid', paid_at = {ten_minutes_ago}")).await;
        assert!(seen(&mut tx).await.is_empty());
        run(&mut tx, format!("UPDATE orders SET paid_at = {}", ten_minutes_ago - 1)).await;
        assert_eq!(seen(&mut tx).await, ["1 orders undelivered"]);
        run(&mut tx, "UPDATE orders SET state = 'delivered'".to_owned()).await;
        assert!(seen(&mut tx).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_system_that_refuses_us_stays_until_it_accepts_us() {
    on_each(|store, _| async move {
        let mut tx = paid(&store).await;
        refused_access::note(&mut tx, System::Mail, start()).await.unwrap();
        refused_access::note(&mut tx, System::Stripe, start()).await.unwrap();
        refused_access::note(&mut tx, System::Stripe, start() + TimeDelta::hours(1)).await.unwrap();
        assert_eq!(seen(&mut tx).await, ["1 access stripe", "1 access mail"]);
        let listed = attention::oldest(&mut tx, start(), 9).await.unwrap();
        assert!(listed.iter().all(|item| item.since == start() && item.order.is_none()), "since the first: {listed:?}");
        refused_access::forget(&mut tx, System::Mail).await.unwrap();
        refused_access::forget(&mut tx, System::Mollie).await.unwrap();
        assert_eq!(seen(&mut tx).await, ["1 access stripe"]);
    })
    .await;
}

#[tokio::test]
async fn a_letter_is_undeliverable_until_it_is_tried_again_or_seen_to() {
    on_each(|store, _| async move {
        let mut tx = paid(&store).await;
        let later = start() + TimeDelta::minutes(1);
        for kind in [LetterKind::Receipt, LetterKind::EsimReady, LetterKind::Cancellation] {
            letters::insert_once(&mut tx, NewLetter::of_order(kind, "ord"), start()).await.unwrap();
        }
        let [cancellation, esim, receipt] = letters::of_order(&mut tx, "ord").await.unwrap().try_into().unwrap();
        let refused = |reason: &str, at| Refusal { reason: reason.to_owned(), at };
        letters::note_refused(&mut tx, &receipt, &refused("no\0", start()), None).await.unwrap();
        letters::note_refused(&mut tx, &esim, &refused("no", start()), None).await.unwrap();
        letters::note_refused(&mut tx, &cancellation, &refused("no", start()), Some(start())).await.unwrap();
        letters::note_refused(&mut tx, &receipt, &refused("never", later), None).await.unwrap();
        assert_eq!(seen(&mut tx).await, ["2 letters undeliverable"], "nobody needs to look at the third");
        let all = letters::of_order(&mut tx, "ord").await.unwrap();
        let told = [Some(refused("no", start())), Some(refused("no", start())), Some(refused("never", later))];
        assert_eq!(all.into_iter().map(|one| one.refusal).collect::<Vec<_>>(), told, "the latest refusal");
        assert_eq!(letters::waiting(&mut tx, "ord").await.unwrap(), [], "none is tried");
        letters::retry(&mut tx, &esim).await.unwrap();
        assert_eq!(letters::waiting(&mut tx, "ord").await.unwrap(), [esim]);
        assert_eq!(seen(&mut tx).await, ["1 letters undeliverable"]);
        assert_eq!(letters::acknowledge(&mut tx, "ord", later).await.unwrap(), 1);
        assert_eq!(letters::acknowledge(&mut tx, "ord", later).await.unwrap(), 0);
        assert!(seen(&mut tx).await.is_empty());
        assert_eq!(letters::waiting(&mut tx, "ord").await.unwrap().len(), 1, "it is not tried all the same");
        letters::note_refused(&mut tx, &receipt, &refused("no", later), None).await.unwrap();
        assert_eq!(seen(&mut tx).await, ["1 letters undeliverable"], "it was tried again and refused");
        assert!(letters::note_sent(&mut tx, &receipt, "id", later).await.unwrap());
        assert!(seen(&mut tx).await.is_empty(), "it went out");
    })
    .await;
}

#[tokio::test]
async fn a_withdrawal_is_counted_until_it_is_handled() {
    on_each(|store, _| async move {
        let mut tx = paid(&store).await;
        withdrawals::insert_once(&mut tx, "ord", None, start()).await.unwrap();
        assert_eq!(seen(&mut tx).await, ["1 withdrawals requested"]);
        withdrawals::close(&mut tx, "ord", withdrawals::REFUNDED, start()).await.unwrap();
        assert_eq!(seen(&mut tx).await, Vec::<String>::new());
    })
    .await;
}

/// One of each kind, each with an instant of its own.
async fn one_of_each_kind(tx: &mut Tx) {
    let at = |hours: i64| (start() - TimeDelta::hours(hours)).timestamp_millis();
    for sql in [
        "UPDATE orders SET state = 'held' WHERE id = 'ord'".to_owned(),
        format!("UPDATE payments SET state = 'quarantined', settled_at = {} WHERE id = 'pay'", at(7)),
        format!("UPDATE payments SET created_at = {} WHERE id = 'pay_late'", at(50)),
        "UPDATE orders SET state = 'paid' WHERE id = 'ord_late'".to_owned(),
        format!(
            "INSERT INTO refunds (id, payment_id, amount, currency, reason, state, created_at, ended_at) \
             VALUES ('ref', 'pay', 5, 'OMR', 'by_support', 'failed', {}, {})",
            at(90),
            at(5)
        ),
        format!(
            "INSERT INTO esims (order_id, transaction_id, package_code, volume_bytes, days, daily, state, created_at, \
             accepted_at) VALUES ('ord_late', 'esim', 'p', 1, 1, 0, 'accepted', 1, {})",
            at(4)
        ),
        format!("INSERT INTO withdrawals (order_id, stated_at) VALUES ('ord', {})", at(3)),
        format!(
            "INSERT INTO letters (subject, kind, number, order_id, asked_at, refused_at) \
             VALUES ('ord', 'receipt', 1, 'ord', 1, {})",
            at(2)
        ),
        format!(
            "INSERT INTO letters (subject, kind, number, asked_at, refused_at) VALUES ('x', 'sign_in', 1, 1, {})",
            at(1)
        ),
    ] {
        run(tx, sql).await;
    }
}

#[tokio::test]
async fn what_needs_attention_is_listed_with_order_instant_and_address_the_oldest_first() {
    on_each(|store, _| async move {
        let mut tx = paid(&store).await;
        add_order(&mut tx, "ord_late", start()).await;
        add_payment(&mut tx, "pay_late", "ord_late", start()).await;
        one_of_each_kind(&mut tx).await;
        let all = attention::oldest(&mut tx, start(), 100).await.unwrap();
        let told: Vec<_> = all
            .iter()
            .map(|item| (item.what, item.state.as_str(), (start() - item.since).num_hours(), number(item)))
            .collect();
        let (ord, late) = (number_of("ord"), number_of("ord_late"));
        let (ord, late) = (ord.as_str(), late.as_str());
        let expected = [
            ("payments", "open", 50, late),
            ("orders", "held", 7, ord),
            ("payments", "quarantined", 7, ord),
            ("refunds", "failed", 5, ord),
            ("esims", "late", 4, late),
            ("withdrawals", "requested", 3, ord),
            ("letters", "undeliverable", 2, ord),
            ("letters", "undeliverable", 1, "no order"),
        ];
        assert_eq!(told, expected);
        let mut of_orders = all.iter().filter_map(|item| item.order.as_ref());
        assert!(of_orders.all(|(_, email)| email.as_str() == "Amal.K+shop@Example.com"), "{all:?}");
        for limit in [0, 1, 3] {
            let oldest = attention::oldest(&mut tx, start(), limit).await.unwrap();
            assert_eq!(oldest, all[..usize::try_from(limit).unwrap()], "the newest are left out");
        }
        run(&mut tx, "UPDATE payments SET settled_at = NULL WHERE id = 'pay'".to_owned()).await;
        let all = attention::oldest(&mut tx, start(), 100).await.unwrap();
        let mut made = all.iter().filter(|item| matches!(item.state.as_str(), "held" | "quarantined"));
        assert!(made.all(|item| item.since == start()), "without an outcome: when it was made: {all:?}");
    })
    .await;
}

fn number(item: &Item) -> &str {
    item.order.as_ref().map_or("no order", |(number, _)| number)
}
