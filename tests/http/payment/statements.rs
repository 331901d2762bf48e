//! The allowed number of statements of a checkout, a settlement and a status call: each is a round trip to the
//! database, and each connection taken from the pool is one more.

use onefare_server::store::Dialect;
use onefare_tests::{Answer, Browser, IDEAL, Shop, Statements, package, twelve_months};
use reqwest::StatusCode;
use serde_json::json;

/// A flow's limits: statements on SQLite, read connections, transactions.
struct Ceiling(usize, usize, usize);

/// On PostgreSQL the beginning and the end of a transaction are statements too.
fn must_be_below(shop: &Shop, what: &str, asked: &Statements, ceiling: Ceiling) {
    let Ceiling(statements, readings, transactions) = ceiling;
    let edges = if shop.running.app.store.dialect() == Dialect::Postgres { 2 * transactions } else { 0 };
    println!("{what}: {asked}");
    assert!(!asked.texts.is_empty(), "{what}: nothing was counted");
    assert!(asked.texts.len() <= statements + edges, "{what}: more than {statements} + {edges}: {asked}");
    assert!(asked.readings <= readings, "{what}: more than {readings} connections: {asked}");
    assert!(asked.transactions <= transactions, "{what}: more than {transactions} transactions: {asked}");
}

fn of(answer: &Answer) -> Statements {
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    Statements::of_request(answer.headers["x-request-id"].to_str().unwrap())
}

async fn id_of(shop: &Shop, sql: &'static str) -> String {
    shop.texts(sql).await.remove(0)
}

#[tokio::test]
async fn a_purchase_by_card_asks_no_more_than_it_must() {
    Statements::count();
    let shop = Shop::start().await;
    let (mut browser, wish) = (Browser::default(), twelve_months("amal@example.com", "AED", 15000));
    let started = shop.checkout(&mut browser, wish.clone()).await;
    must_be_below(&shop, "a checkout", &of(&started), Ceiling(7, 1, 2));
    let session = Shop::session_of(&started);
    let again = of(&shop.checkout(&mut browser, wish).await);
    must_be_below(&shop, "the same checkout again", &again, Ceiling(14, 4, 1));
    let open = of(&shop.verify(&mut browser, &session).await);
    must_be_below(&shop, "a status call about an open page", &open, Ceiling(5, 3, 0));

    shop.at_pay_page(&session, "pay").await;
    shop.delivered(1).await;
    let payment = id_of(&shop, "SELECT id FROM payments").await;
    let order = id_of(&shop, "SELECT id FROM orders").await;
    // Two of them give the order to its account.
    must_be_below(&shop, "a settlement", &Statements::of_job("settle_payment", &payment), Ceiling(15, 1, 2));
    // One of them looks for an unpaid subscription of the account, which the new one replaces; two enqueue the update of its entitlement.
    must_be_below(&shop, "a delivery", &Statements::of_job("deliver_order", &order), Ceiling(12, 1, 2));
    let paid = shop.verify(&mut browser, &session).await;
    assert_eq!(paid.body["status"], "ok", "{paid:?}");
    must_be_below(&shop, "a status call about what was delivered", &of(&paid), Ceiling(2, 1, 0));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_purchase_by_ideal_asks_no_more_than_it_must() {
    Statements::count();
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let started = shop.deal(&mut browser, IDEAL, package(1, "amal@example.com", 999)).await;
    must_be_below(&shop, "a checkout", &of(&started), Ceiling(7, 1, 2));
    let payment = Shop::session_of(&started);
    let hash = shop.hash_of(&payment).await;
    shop.at_bank(&payment, "paid").await;
    shop.delivered(1).await;
    let paid = shop.payment_status(&mut browser, &hash).await;
    assert_eq!(paid.body["payment_status"], json!("paid"), "{paid:?}");
    must_be_below(&shop, "a status call about what was delivered", &of(&paid), Ceiling(2, 1, 0));
    shop.running.stop().await;
}
