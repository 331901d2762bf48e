//! Cancellations, withdrawals and the letters about them, which may be repeated.

use chrono::TimeDelta;

use super::{add_order, add_payment, applied};
use crate::store::letters::{LetterKind, NewLetter, Refusal};
use crate::store::test_database::{on_each, start};
use crate::store::{cancellations, letters, withdrawals};

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

#[tokio::test]
async fn a_withdrawal_is_stated_again_only_once_it_is_over() {
    on_each(|store, _| async move {
        applied(&store, start()).await;
        let (mut tx, later) = (store.begin().await.unwrap(), start() + TimeDelta::days(8));
        add_order(&mut tx, "ord", start()).await;
        assert!(!withdrawals::state_again(&mut tx, "ord", None, later).await.unwrap(), "there is none");
        assert!(withdrawals::insert_once(&mut tx, "ord", Some("Amal"), start()).await.unwrap());
        assert!(!withdrawals::state_again(&mut tx, "ord", None, later).await.unwrap(), "it waits");
        assert!(withdrawals::close(&mut tx, "ord", "keeps it", start()).await.unwrap());
        assert!(withdrawals::state_again(&mut tx, "ord", None, later).await.unwrap());
        let open = withdrawals::open(&mut tx).await.unwrap().remove(0);
        assert_eq!((open.name, open.stated_at, open.handled_at, open.how), (None, later, None, None));
    })
    .await;
}

#[tokio::test]
async fn a_refused_letter_is_followed_by_the_next_of_its_kind() {
    on_each(|store, _| async move {
        applied(&store, start()).await;
        let (mut tx, now) = (store.begin().await.unwrap(), start());
        add_order(&mut tx, "ord", now).await;
        let letter = NewLetter::of_order(LetterKind::Cancellation, "ord");
        assert!(letters::insert_again(&mut tx, letter, now).await.unwrap());
        let first = letters::waiting(&mut tx, "ord").await.unwrap().remove(0);
        let refusal = Refusal { reason: "550".to_owned(), at: now };
        letters::note_refused(&mut tx, &first, &refusal, None).await.unwrap();
        assert!(letters::insert_again(&mut tx, letter, now).await.unwrap());
        assert!(!letters::insert_again(&mut tx, letter, now).await.unwrap(), "one waits");
        let second = letters::waiting(&mut tx, "ord").await.unwrap().remove(0);
        let both = [first, second.clone()];
        assert_eq!(both.each_ref().map(|letter| letter.is_followed(&both)), [true, false]);
        letters::acknowledge_earlier(&mut tx, &second, now).await.unwrap();
        let stored = letters::of_order(&mut tx, "ord").await.unwrap();
        assert_eq!(stored.iter().map(|one| (one.number, one.done_at)).collect::<Vec<_>>(), [(1, Some(now)), (2, None)]);
    })
    .await;
}
