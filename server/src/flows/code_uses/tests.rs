//! Concurrent orders, at two servers, on both databases.

use std::sync::Arc;

use onefare_core::currency::Currency;
use onefare_core::email::Email;
use onefare_core::language::Language;
use onefare_core::quote::Quote;
use rand::seq::SliceRandom as _;

use super::*;
use crate::catalogue;
use crate::ids::new_order_number;
use crate::store::Store;
use crate::store::orders::NewOrder;
use crate::store::test_database::{on_each, start};

const LIMIT: u32 = 5;

fn few() -> FoldedCode {
    FoldedCode::parse("few").unwrap()
}

/// The demo's plans and the code `few`.
async fn applied(store: &Store) -> Quote {
    let code = format!("\n[[code]]\ncode = \"FEW\"\npercent = \"10\"\nterm = \"every\"\nusage_limit = {LIMIT}\n");
    let demo = catalogue::parse(&format!("{}{code}", catalogue::DEMO)).unwrap();
    catalogue::apply(store, &demo, start()).await.unwrap();
    let prices = Prices::load(store).await.unwrap();
    let plan = prices.book.plan("vpn-12m").unwrap();
    Quote::compute(prices.number, plan, Currency::Aed, Some(&prices.codes[&few()].0)).unwrap()
}

async fn add_order(tx: &mut Tx, number: usize, quote: &Quote) -> Order {
    let (id, buyer, email) = (format!("ord_{number}"), format!("buyer {number}"), Email::parse("a@b.example").unwrap());
    let few = few();
    let order = NewOrder {
        id: &id,
        number: &new_order_number(),
        buyer: &buyer,
        email: &email,
        language: Language::En,
        return_to: None,
        quote,
        quote_fingerprint: "same",
        code: Some(&few),
        trial: None,
        im_ref: None,
        fb_params: None,
        created_at: start(),
    };
    orders::insert(tx, &order).await.unwrap();
    orders::lock(tx, &id).await.unwrap().unwrap()
}

/// Uses taken as the code counts them, reserved and consumed ones as the orders have them.
async fn counted(store: &Store) -> (i64, i64, i64) {
    let mut conn = store.read().await.unwrap();
    let used = sqlx::query_scalar("SELECT used FROM discount_codes WHERE code = 'few'").fetch_one(&mut *conn).await;
    let mut have = [0_i64; 2];
    for (place, state) in ["reserved", "consumed"].into_iter().enumerate() {
        let sql = "SELECT CAST(COUNT(*) AS BIGINT) FROM redemptions WHERE state = $1";
        have[place] = sqlx::query_scalar(sql).bind(state).fetch_one(&mut *conn).await.unwrap();
    }
    (used.unwrap(), have[0], have[1])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_forty_orders_at_two_servers_half_as_many_reserve_a_use_as_there_are() {
    on_each(|store, url| async move {
        let quote = Arc::new(applied(&store).await);
        let second = Store::open(&url).await.unwrap();
        let mut buyers = tokio::task::JoinSet::new();
        for number in 0..40 {
            let store = if number % 2 == 0 { store.clone() } else { second.clone() };
            let quote = Arc::clone(&quote);
            buyers.spawn(async move {
                let mut tx = store.begin().await.unwrap();
                let order = add_order(&mut tx, number, &quote).await;
                let has = reserve(&mut tx, &order, start()).await.unwrap();
                assert_eq!(reserve(&mut tx, &order, start()).await.unwrap(), has, "a repeat changes nothing");
                tx.commit().await.unwrap();
                has
            });
        }
        assert_eq!(buyers.join_all().await, [Reserved::Kept; 40]);
        assert_eq!(counted(&store).await, (i64::from(LIMIT / 2), i64::from(LIMIT / 2), 0));
        second.close().await;
    })
    .await;
}

/// Orders are paid, end, are opened again and refunded in any order, at two servers, and the count stays right.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_count_is_that_of_the_orders_whatever_happens_to_them_at_once() {
    on_each(|store, url| async move {
        let quote = applied(&store).await;
        let second = Store::open(&url).await.unwrap();
        let mut tx = store.begin().await.unwrap();
        for number in 0..12 {
            add_order(&mut tx, number, &quote).await;
        }
        tx.commit().await.unwrap();
        let mut deeds: Vec<(usize, u8)> =
            (0..12).flat_map(|number| (0..8).map(move |deed| (number, deed % 4))).collect();
        deeds.shuffle(&mut rand::rng());
        let mut doing = tokio::task::JoinSet::new();
        for (turn, (number, deed)) in deeds.into_iter().enumerate() {
            let store = if turn % 2 == 0 { store.clone() } else { second.clone() };
            doing.spawn(async move {
                let mut tx = store.begin().await.unwrap();
                let order = orders::lock(&mut tx, &format!("ord_{number}")).await.unwrap().unwrap();
                match deed {
                    0 => drop(reserve(&mut tx, &order, start()).await.unwrap()),
                    1 => happened(&mut tx, &order, RedemptionEvent::Ended, start()).await.unwrap(),
                    2 => happened(&mut tx, &order, RedemptionEvent::Paid, start()).await.unwrap(),
                    _ => happened(&mut tx, &order, RedemptionEvent::Refunded, start()).await.unwrap(),
                }
                tx.commit().await.unwrap();
            });
        }
        doing.join_all().await;
        let (used, reserved, consumed) = counted(&store).await;
        assert_eq!(used, reserved + consumed);
        assert!(reserved <= i64::from(LIMIT / 2), "unpaid orders reserve at most half: {reserved}");
        second.close().await;
    })
    .await;
}
