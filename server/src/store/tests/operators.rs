//! What operators look up, resend and audit.

use chrono::TimeDelta;
use sqlx::AssertSqlSafe;

use super::{add_order, add_payment, applied, book, code, folded, number_of};
use crate::store::jobs::{JobKind, enqueue};
use crate::store::letters::{self, FIRST, LetterKind, NewLetter};
use crate::store::order_batches::Stored;
use crate::store::payments::HostedPage;
use crate::store::test_database::{on_each, start};
use crate::store::{
    Store, StoreError, discount_codes, order_batches, order_search, orders, payments, price_books, refunds,
};

fn ids(found: Vec<Result<orders::Order, StoreError>>) -> Vec<String> {
    found.into_iter().map(|order| order.unwrap().id).collect()
}

#[tokio::test]
async fn orders_are_found_by_what_people_know() {
    on_each(|store, _| async move {
        applied(&store, start()).await;
        let mut tx = store.begin().await.unwrap();
        add_order(&mut tx, "a", start()).await;
        add_order(&mut tx, "b", start() + TimeDelta::seconds(1)).await;
        add_payment(&mut tx, "pay_1", "a", start()).await;
        payments::set_page(&mut tx, "pay_1", HostedPage { reference: "cs_Test", url: None, ends_at: None })
            .await
            .unwrap();
        tx.commit().await.unwrap();
        let mut conn = store.read().await.unwrap();
        let by_email = order_search::by_email(&mut conn, "amal.k+shop@example.com").await.unwrap();
        assert_eq!(ids(by_email), ["b", "a"], "newest first");
        assert!(
            order_search::by_email(&mut conn, "Amal.K+shop@Example.com").await.unwrap().is_empty(),
            "not canonical"
        );
        assert_eq!(ids(order_search::by_number(&mut conn, &number_of("a")).await.unwrap()), ["a"]);
        assert!(order_search::by_number(&mut conn, &number_of("c")).await.unwrap().is_empty());
        for reference in ["cs_Test", "pay_1"] {
            assert_eq!(ids(order_search::by_id_of_anybody(&mut conn, reference).await.unwrap()), ["a"], "{reference}");
        }
        for other in ["cs_test", "cs", "\0", ""] {
            assert!(order_search::by_id_of_anybody(&mut conn, other).await.unwrap().is_empty(), "{other:?}");
        }
        // A word that a caller may write and PostgreSQL cannot hold belongs to no row.
        for nobody in ["\0", "c\0", ""] {
            assert_eq!(orders::by_id(&mut conn, nobody).await.unwrap(), None, "{nobody:?}");
            assert_eq!(payments::by_id(&mut conn, nobody).await.unwrap(), None, "{nobody:?}");
            assert_eq!(payments::by_reference(&mut conn, nobody).await.unwrap(), None, "{nobody:?}");
            assert_eq!(refunds::running_of_payment(&mut conn, nobody).await.unwrap(), None, "{nobody:?}");
        }
    })
    .await;
}

#[tokio::test]
async fn jobs_are_seen_with_their_failures_even_of_kinds_we_do_not_know() {
    on_each(|store, _| async move {
        let mut tx = store.begin().await.unwrap();
        enqueue(&mut tx, JobKind::SendLetter, "ord", start(), start()).await.unwrap();
        enqueue(&mut tx, JobKind::SendLetter, "other", start(), start()).await.unwrap();
        let newer = "INSERT INTO jobs (id, kind, lane, subject, due_at, leased_until, attempts, last_error, created_at) \
                     VALUES ('job_x', 'of_a_newer_server', 'own', 'ord', 5, 0, 3, 'no', 1)";
        sqlx::query(newer).execute(&mut *tx).await.unwrap();
        let seen = order_search::jobs_about(&mut tx, "ord").await.unwrap();
        let told: Vec<_> =
            seen.iter().map(|job| (job.kind.as_str(), job.attempts, job.last_error.as_deref())).collect();
        assert_eq!(told, [("of_a_newer_server", 3, Some("no")), ("send_letter", 0, None)]);
        assert_eq!((seen[0].due_at.timestamp_millis(), seen[1].due_at), (5, start()));
    })
    .await;
}

#[tokio::test]
async fn a_letter_is_asked_for_once_while_it_waits_and_sent_once() {
    on_each(|store, _| async move {
        applied(&store, start()).await;
        let mut tx = store.begin().await.unwrap();
        add_order(&mut tx, "ord", start()).await;
        let later = start() + TimeDelta::minutes(1);
        let (receipt, esim) = (LetterKind::Receipt, LetterKind::EsimReady);
        let [receipt, esim] = [receipt, esim].map(|kind| NewLetter::of_order(kind, "ord"));
        assert!(letters::insert_again(&mut tx, receipt, start()).await.unwrap(), "the first");
        assert!(!letters::insert_once(&mut tx, receipt, later).await.unwrap());
        assert!(!letters::insert_again(&mut tx, receipt, later).await.unwrap(), "one waits already");
        assert!(letters::insert_again(&mut tx, esim, start()).await.unwrap());
        let first = letters::waiting(&mut tx, "ord").await.unwrap().remove(1);
        assert_eq!((first.kind.as_str(), first.number, first.asked_at), ("receipt", FIRST, start()));
        assert!(letters::note_sent(&mut tx, &first, "id", later).await.unwrap());
        assert!(!letters::note_sent(&mut tx, &first, "id", start()).await.unwrap(), "it is noted");
        letters::forget(&mut tx, &first).await.unwrap();
        assert!(!letters::insert_once(&mut tx, receipt, later).await.unwrap(), "once");
        assert!(letters::insert_again(&mut tx, receipt, later).await.unwrap());
        let all = letters::of_order(&mut tx, "ord").await.unwrap();
        let told: Vec<_> = all.iter().map(|one| (one.kind.as_str(), one.number, one.sent_at)).collect();
        let kept = "what went out is not forgotten";
        assert_eq!(told, [("receipt", 1, Some(later)), ("esim", 1, None), ("receipt", 2, None)], "{kept}");
        letters::forget(&mut tx, &all[2]).await.unwrap();
        assert_eq!(letters::of_order(&mut tx, "ord").await.unwrap().len(), 2);
    })
    .await;
}

#[tokio::test]
async fn a_snapshot_does_not_see_what_comes_later_and_does_not_write() {
    on_each(|store, _| async move {
        applied(&store, start()).await;
        let mut snapshot = store.snapshot().await.unwrap();
        assert!(order_batches::after(&mut snapshot, "", 10).await.unwrap().is_empty());
        let mut tx = store.begin().await.unwrap();
        add_order(&mut tx, "ord", start()).await;
        tx.commit().await.unwrap();
        assert!(order_batches::after(&mut snapshot, "", 10).await.unwrap().is_empty(), "still one moment");
        sqlx::query("DELETE FROM orders").execute(&mut *snapshot).await.unwrap_err();
        drop(snapshot);
        assert_eq!(order_batches::after(&mut store.snapshot().await.unwrap(), "", 10).await.unwrap().len(), 1);
    })
    .await;
}

async fn page(store: &Store, after: &str) -> Vec<String> {
    let page = order_batches::after(&mut store.snapshot().await.unwrap(), after, 2).await.unwrap();
    page.into_iter()
        .map(|Stored { order_id, row }| if row.is_ok() { order_id } else { format!("{order_id}!") })
        .collect()
}

#[tokio::test]
async fn pages_hold_every_order_once_and_do_not_stop_at_damage() {
    on_each(|store, _| async move {
        applied(&store, start()).await;
        let mut tx = store.begin().await.unwrap();
        for id in ["ord_e", "ord_a", "ord_d", "ord_b", "ord_c"] {
            add_order(&mut tx, id, start()).await;
            add_payment(&mut tx, &format!("pay of {id}"), id, start()).await;
        }
        for sql in [
            "UPDATE orders SET quote = '{}' WHERE id = 'ord_b'",
            "UPDATE payments SET state = 'lost' WHERE order_id = 'ord_d'",
        ] {
            sqlx::query(AssertSqlSafe(sql)).execute(&mut *tx).await.unwrap();
        }
        tx.commit().await.unwrap();
        assert_eq!(page(&store, "").await, ["ord_a", "ord_b!"]);
        assert_eq!(page(&store, "ord_b").await, ["ord_c", "ord_d"]);
        assert_eq!(page(&store, "ord_d").await, ["ord_e"]);
        assert!(page(&store, "ord_e").await.is_empty());
        let mut conn = store.read().await.unwrap();
        let payments = order_batches::payments(&mut conn, "ord_b", "ord_d").await.unwrap();
        let mut told: Vec<_> = payments.into_iter().map(|Stored { order_id, row }| (order_id, row.is_ok())).collect();
        told.sort();
        assert_eq!(told, [("ord_c".to_owned(), true), ("ord_d".to_owned(), false)]);
        assert!(order_batches::deliveries(&mut conn, "", "ord_e").await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn times_of_books_and_codes_are_known() {
    on_each(|store, _| async move {
        let (first, second) = (start(), start() + TimeDelta::days(1));
        applied(&store, first).await;
        let mut tx = store.begin().await.unwrap();
        assert_eq!(order_batches::book_in_force(&mut tx, 1).await.unwrap(), Some((first, None)));
        price_books::insert(&mut tx, &book(1600), second).await.unwrap();
        price_books::insert(&mut tx, &book(1700), second + TimeDelta::days(1)).await.unwrap();
        assert_eq!(order_batches::book_in_force(&mut tx, 1).await.unwrap(), Some((first, Some(second))));
        assert_eq!(order_batches::book_in_force(&mut tx, 4).await.unwrap(), None);
        discount_codes::upsert(&mut tx, &code("Third"), None, second).await.unwrap();
        assert_eq!(order_batches::code_since(&mut tx, &folded("third")).await.unwrap(), Some((code("Third"), second)));
        assert_eq!(order_batches::code_since(&mut tx, &folded("gone")).await.unwrap(), None);
    })
    .await;
}
