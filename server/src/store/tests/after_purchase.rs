//! Cancellations, which may be repeated.

use super::{add_order, add_payment, applied};
use crate::store::cancellations;
use crate::store::test_database::{on_each, start};

#[tokio::test]
async fn a_late_confirmation_confirms_its_own_cancellation_alone() {
    on_each(|store, _| async move {
        applied(&store, start()).await;
        let (mut tx, now) = (store.begin().await.unwrap(), start());
        add_order(&mut tx, "ord", now).await;
        add_payment(&mut tx, "pay", "ord", now).await;
        assert!(cancellations::insert_once(&mut tx, "ord", "pay", now).await.unwrap());
        let first = cancellations::of_order(&mut tx, "ord").await.unwrap().unwrap();
        assert!(cancellations::confirm(&mut tx, &first, now, now).await.unwrap());
        assert!(cancellations::ask_to_resume(&mut tx, "ord", now).await.unwrap());
        assert!(cancellations::confirm_resumed(&mut tx, &first, now).await.unwrap());
        assert!(cancellations::insert_once(&mut tx, "ord", "pay", now).await.unwrap());
        assert!(!cancellations::confirm(&mut tx, &first, now, now).await.unwrap(), "it is over");
        let second = cancellations::of_order(&mut tx, "ord").await.unwrap().unwrap();
        assert_eq!((second.round, second.confirmed_at), (2, None));
        assert!(cancellations::confirm(&mut tx, &second, now, now).await.unwrap());
    })
    .await;
}
