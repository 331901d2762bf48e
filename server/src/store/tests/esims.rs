//! eSIMs, from prepared to handed over.

use chrono::{DateTime, TimeDelta, Utc};

use super::{add_order, applied};
use crate::seal::Sealed;
use crate::store::Tx;
use crate::store::esims::{self, EsimState, Made, Wanted};
use crate::store::test_database::{on_each, start};

fn wanted() -> Wanted {
    Wanted { package: "ES_3_15".to_owned(), price: Some(21_000), volume_bytes: 3 << 30, days: 15, daily: false }
}

fn sealed() -> Sealed {
    Sealed { key: "3e600b6d".to_owned(), text: "00ff".to_owned() }
}

fn made<'esim>(number: &'esim str, code: &'esim str, sealed_code: &'esim Sealed) -> Made<'esim> {
    let expires_at = Some(start() + TimeDelta::days(180));
    Made { esim_tran_no: number, iccid_digest: Some("card"), code_digest: code, sealed_code, expires_at }
}

/// An eSIM in its last state, ready.
pub(super) async fn add_made(tx: &mut Tx, order_id: &str, now: DateTime<Utc>) {
    let (ordering, accepted) = (EsimState::Ordering, EsimState::Accepted);
    assert!(esims::prepare(tx, order_id, &format!("esim_{order_id}"), &wanted(), now).await.unwrap());
    assert!(esims::asking(tx, order_id, ordering, now).await.unwrap());
    assert!(esims::accepted(tx, order_id, &format!("B{order_id}"), now).await.unwrap());
    let (number, code) = (format!("26{order_id}"), format!("code of {order_id}"));
    assert!(esims::made(tx, order_id, accepted, &made(&number, &code, &sealed()), now).await.unwrap());
}

#[tokio::test]
async fn an_esim_goes_from_prepared_to_ready_once() {
    on_each(|store, _| async move {
        applied(&store, start()).await;
        let mut tx = store.begin().await.unwrap();
        add_order(&mut tx, "ord", start()).await;
        let later = start() + TimeDelta::seconds(1);
        assert_eq!(esims::of_order(&mut tx, "ord").await.unwrap(), None);
        assert!(esims::prepare(&mut tx, "ord", "esim_1", &wanted(), start()).await.unwrap());
        let dearer = Wanted { price: None, daily: true, ..wanted() };
        assert!(!esims::prepare(&mut tx, "ord", "esim_2", &dearer, later).await.unwrap(), "one for each order");
        let first = esims::of_order(&mut tx, "ord").await.unwrap().unwrap();
        assert_eq!((first.transaction_id.as_str(), &first.wanted), ("esim_1", &wanted()));
        assert_eq!((first.state, first.created_at, first.asked_at), (EsimState::Ordering, start(), None));

        assert!(esims::asking(&mut tx, "ord", EsimState::Ordering, later).await.unwrap());
        assert!(esims::asking(&mut tx, "ord", EsimState::Ordering, later).await.unwrap(), "as often as it takes");
        assert!(esims::accepted(&mut tx, "ord", "B1", later).await.unwrap());
        assert!(!esims::accepted(&mut tx, "ord", "B2", later).await.unwrap(), "the first number stays");
        assert!(!esims::asking(&mut tx, "ord", EsimState::Ordering, later).await.unwrap(), "it is answered");

        let sealed_code = sealed();
        let made = made("261120", "code", &sealed_code);
        assert!(
            !esims::made(&mut tx, "ord", EsimState::Ordering, &made, later).await.unwrap(),
            "it is accepted by now"
        );
        assert!(esims::made(&mut tx, "ord", EsimState::Accepted, &made, later).await.unwrap());
        assert!(!esims::made(&mut tx, "ord", EsimState::Accepted, &made, later).await.unwrap());
        let aside = (EsimState::Accepted, EsimState::Wrong);
        assert!(!esims::set_aside(&mut tx, "ord", aside.0, aside.1, "late").await.unwrap());
        tx.commit().await.unwrap();

        let mut conn = store.read().await.unwrap();
        let ready = esims::of_order(&mut conn, "ord").await.unwrap().unwrap();
        assert_eq!((ready.state, ready.order_no.as_deref()), (EsimState::Ready, Some("B1")));
        assert_eq!((ready.esim_tran_no.as_deref(), &ready.sealed_code), (Some("261120"), &Some(sealed())));
        assert_eq!((ready.accepted_at, ready.ready_at), (Some(later), Some(later)));
        assert_eq!(ready.expires_at, Some(start() + TimeDelta::days(180)));
        for (reference, number) in [(Some("esim_1"), None), (None, Some("B1")), (Some("esim_9"), Some("B1"))] {
            assert_eq!(esims::meant(&mut conn, reference, number).await.unwrap().as_ref(), Some(&ready));
        }
        for (reference, number) in [(None, None), (Some("esim_2"), Some("B2")), (Some("\0"), Some("B\0"))] {
            assert_eq!(esims::meant(&mut conn, reference, number).await.unwrap(), None);
        }
    })
    .await;
}

#[tokio::test]
async fn a_code_or_number_that_another_order_has_is_noticed_and_never_stored_twice() {
    on_each(|store, _| async move {
        applied(&store, start()).await;
        let mut tx = store.begin().await.unwrap();
        for id in ["first", "second"] {
            add_order(&mut tx, id, start()).await;
        }
        add_made(&mut tx, "first", start()).await;
        let holder = async |tx: &mut Tx, order: &str, code: &str, number: &str| {
            esims::other_holder(tx, order, code, number).await.unwrap()
        };
        assert_eq!(holder(&mut tx, "second", "code of first", "new").await.as_deref(), Some("first"));
        assert_eq!(holder(&mut tx, "second", "new", "26first").await.as_deref(), Some("first"));
        assert_eq!(holder(&mut tx, "second", "new", "new").await, None);
        assert_eq!(holder(&mut tx, "first", "code of first", "26first").await, None, "its own");
        assert!(esims::prepare(&mut tx, "second", "esim_second", &wanted(), start()).await.unwrap());
        assert!(esims::accepted(&mut tx, "second", "B2", start()).await.unwrap());
        tx.commit().await.unwrap();
        // The database stops a caller that did not check.
        for (number, code) in [("new", "code of first"), ("26first", "new")] {
            let mut tx = store.begin().await.unwrap();
            let sealed_code = sealed();
            let twice = made(number, code, &sealed_code);
            let stored = esims::made(&mut tx, "second", EsimState::Accepted, &twice, start());
            assert!(stored.await.unwrap_err().is_unique_violation());
        }
        let mut tx = store.begin().await.unwrap();
        let second = esims::of_order(&mut tx, "second").await.unwrap().unwrap();
        assert_eq!((second.state, second.sealed_code), (EsimState::Accepted, None));
        let refused = (EsimState::Accepted, EsimState::Used);
        assert!(esims::set_aside(&mut tx, "second", refused.0, refused.1, "another order\0 has it").await.unwrap());
        let second = esims::of_order(&mut tx, "second").await.unwrap().unwrap();
        assert_eq!((second.state, second.failure.as_deref()), (EsimState::Used, Some("another order has it")));
        let sealed_code = sealed();
        let right = made("new", "new", &sealed_code);
        assert!(esims::made(&mut tx, "second", EsimState::Used, &right, start()).await.unwrap(), "put right later");
        assert_eq!(esims::of_order(&mut tx, "second").await.unwrap().unwrap().failure, None);
    })
    .await;
}

#[tokio::test]
async fn what_was_refused_can_be_asked_for_again_unless_it_was_accepted() {
    on_each(|store, _| async move {
        applied(&store, start()).await;
        let mut tx = store.begin().await.unwrap();
        add_order(&mut tx, "ord", start()).await;
        esims::prepare(&mut tx, "ord", "esim_1", &wanted(), start()).await.unwrap();
        let (ordering, refused, accepted) = (EsimState::Ordering, EsimState::Refused, EsimState::Accepted);
        assert!(esims::set_aside(&mut tx, "ord", ordering, refused, "out_of_stock").await.unwrap());
        assert!(!esims::asking(&mut tx, "ord", ordering, start()).await.unwrap());
        assert!(esims::asking(&mut tx, "ord", refused, start()).await.unwrap());
        let again = esims::of_order(&mut tx, "ord").await.unwrap().unwrap();
        assert_eq!((again.state, again.failure), (ordering, None));
        assert!(esims::accepted(&mut tx, "ord", "B1", start()).await.unwrap());
        assert!(esims::set_aside(&mut tx, "ord", accepted, refused, "CANCEL").await.unwrap());
        assert!(!esims::asking(&mut tx, "ord", refused, start()).await.unwrap(), "its number is used up");
    })
    .await;
}

#[test]
fn every_state_has_a_word_of_its_own() {
    for state in EsimState::ALL {
        assert_eq!(EsimState::parse(state.code()), Some(state));
    }
    assert_eq!(EsimState::parse("Ready"), None);
}
