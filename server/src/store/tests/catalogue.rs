//! Price books and codes.

use chrono::TimeDelta;

use super::{book, code, folded};
use crate::store::test_database::{on_each, start};
use crate::store::{discount_codes, price_books};

#[tokio::test]
async fn books_are_numbered_and_only_a_difference_makes_a_new_one() {
    on_each(|store, _| async move {
        let mut tx = store.begin().await.unwrap();
        assert_eq!(price_books::current(&mut tx).await.unwrap(), None);
        assert_eq!(price_books::insert(&mut tx, &book(1560), start()).await.unwrap(), (1, true));
        let mut shuffled = book(1560);
        shuffled.plans[0].prices.reverse();
        assert_eq!(price_books::insert(&mut tx, &shuffled, start()).await.unwrap(), (1, false));
        assert_eq!(price_books::insert(&mut tx, &book(1600), start()).await.unwrap(), (2, true));
        assert_eq!(price_books::insert(&mut tx, &book(1560), start()).await.unwrap(), (3, true), "back to the first");
        tx.commit().await.unwrap();
        let mut conn = store.read().await.unwrap();
        assert_eq!(price_books::current(&mut conn).await.unwrap(), Some((3, book(1560))));
        assert_eq!(price_books::by_number(&mut conn, 2).await.unwrap(), Some(book(1600)));
        assert_eq!(price_books::by_number(&mut conn, 9).await.unwrap(), None);
    })
    .await;
}

#[tokio::test]
async fn codes_keep_their_count_when_they_are_changed() {
    on_each(|store, _| async move {
        let mut tx = store.begin().await.unwrap();
        let mut spring = code("Spring20");
        discount_codes::upsert(&mut tx, &spring, Some(99), start()).await.unwrap();
        discount_codes::upsert(&mut tx, &code("ANY"), None, start()).await.unwrap();
        assert_eq!(discount_codes::lock(&mut tx, &folded("spring20")).await.unwrap().map(|(_, used)| used), Some(99));
        assert_eq!(discount_codes::lock(&mut tx, &folded("gone")).await.unwrap(), None);
        discount_codes::set_used(&mut tx, &folded("spring20"), 100).await.unwrap();
        spring.ends_at = Some(start());
        discount_codes::upsert(&mut tx, &spring, None, start()).await.unwrap();
        assert_eq!(discount_codes::find(&mut tx, &folded("spring20")).await.unwrap(), Some((spring.clone(), 100)));
        discount_codes::upsert(&mut tx, &spring, Some(3), start()).await.unwrap();
        assert_eq!(discount_codes::all(&mut tx).await.unwrap(), [(code("ANY"), 0), (spring, 3)]);
    })
    .await;
}

#[tokio::test]
async fn the_next_change_is_the_earliest_begin_or_end_to_come() {
    on_each(|store, _| async move {
        let mut tx = store.begin().await.unwrap();
        assert_eq!(discount_codes::next_change_after(&mut tx, start()).await.unwrap(), None);
        let at = |minutes| Some(start() + TimeDelta::minutes(minutes));
        for (text, starts_at, ends_at) in
            [("past", at(-9), at(0)), ("long", at(-9), at(50)), ("soon", at(7), at(60)), ("ever", None, None)]
        {
            let code = onefare_core::discount::DiscountCode { starts_at, ends_at, ..code(text) };
            discount_codes::upsert(&mut tx, &code, None, start()).await.unwrap();
        }
        for (after, wanted) in [(0, at(7)), (6, at(7)), (7, at(50)), (50, at(60)), (60, None)] {
            let after = start() + TimeDelta::minutes(after);
            assert_eq!(discount_codes::next_change_after(&mut tx, after).await.unwrap(), wanted);
        }
    })
    .await;
}
