//! Damaged rows: the caller gets the general refusal, and the log names the row and the value.

use std::time::Duration;

use onefare_tests::{Answer, Browser, Log, Shop, twelve_months};
use reqwest::StatusCode;
use serde_json::json;
use sqlx::AssertSqlSafe;

/// Writes something into the database that the shop never would.
async fn write(shop: &Shop, sql: &str) {
    let mut tx = shop.running.app.store.begin().await.unwrap();
    sqlx::query(AssertSqlSafe(sql)).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
}

async fn text_of(shop: &Shop, sql: &str) -> String {
    let mut conn = shop.running.app.store.read().await.unwrap();
    sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut *conn).await.unwrap()
}

/// Expects the specification's sentence and nothing else.
fn must_say_nothing(answer: &Answer) {
    assert_eq!(answer.status, StatusCode::INTERNAL_SERVER_ERROR, "{answer:?}");
    let request_id = answer.body["request_id"].as_str().unwrap();
    let whole = json!({ "status": "error", "code": "something_wrong",
        "message": "Something went wrong. Please try again.", "request_id": request_id });
    assert_eq!(answer.body, whole);
    assert!(request_id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_'), "{request_id}");
}

fn must_name(log: &Log, table: &str, column: &str, row: &str) {
    let lines = log.take();
    let told = format!("table {table}, column {column}, row {row}: the stored value cannot be read");
    assert!(lines.contains(&told), "{told}\n{lines}");
}

/// Waits until the log contains all of these.
async fn until_told(log: &Log, wanted: &[&str]) -> String {
    let mut lines = String::new();
    for _ in 0..600 {
        lines.push_str(&log.take());
        if wanted.iter().all(|text| lines.contains(text)) {
            return lines;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("not told in time: {wanted:?}\n{lines}");
}

#[tokio::test]
async fn a_call_that_meets_a_damaged_row_is_refused_without_details() {
    const VERIFY: &str = "/api/subscription/verify";
    const REDIRECT: &str = "/api/subscription/get-session-redirect";
    const CHECKOUT: &str = "/api/subscription/get_checkout_link";
    let log = Log::listen();
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    let body = twelve_months("amal@example.com", "AED", 15000);
    let session = Shop::session_of(&shop.checkout(&mut browser, body.clone()).await);
    shop.at_pay_page(&session, "pay").await;
    shop.verify_until_known(&mut browser, &session).await;
    shop.letters_to("amal@example.com", 1).await;
    let order = text_of(&shop, "SELECT id FROM orders").await;
    let payment = text_of(&shop, "SELECT id FROM payments").await;
    let by_session = json!({ "session_id": session });
    let far = "9223372036854775807";
    for (path, table, column, row, damage, mended) in [
        (VERIFY, "orders", "state", &order, "'forgotten'", "'delivered'"),
        (VERIFY, "orders", "due_now", &order, "1", "15000"),
        (VERIFY, "deliveries", "ends_at", &order, far, "1826712000000"),
        (VERIFY, "payments", "created_at", &payment, far, "1795176000000"),
        (REDIRECT, "payments", "state", &payment, "'lost'", "'paid'"),
        (REDIRECT, "orders", "language", &order, "'xx'", "'en'"),
        (CHECKOUT, "orders", "email", &order, "'nobody'", "'amal@example.com'"),
    ] {
        log.take();
        write(&shop, &format!("UPDATE {table} SET {column} = {damage}")).await;
        let call = if path == CHECKOUT { body.clone() } else { by_session.clone() };
        must_say_nothing(&shop.post(&mut browser, path, call).await);
        must_name(&log, table, column, row);
        write(&shop, &format!("UPDATE {table} SET {column} = {mended}")).await;
    }
    assert_eq!(shop.verify(&mut browser, &session).await.body["status"], "ok", "everything is mended");
    assert!(!log.take().contains("ERROR"));
    shop.running.stop().await;
}

#[tokio::test]
async fn damage_is_told_by_what_works_in_the_background_and_stops_nothing_else() {
    let log = Log::listen();
    let shop = Shop::start().await;
    write(&shop, "UPDATE discount_codes SET used = -1 WHERE code = 'spring20'").await;
    let row = "INSERT INTO jobs (id, kind, lane, subject, due_at, leased_until, attempts, created_at) \
               VALUES ('job_damaged', 'deliver_order', 'own', 'ord', 1, 0, -9, 1)";
    write(&shop, row).await;
    shop.running.app.wake.notify_waiters();
    let told = [
        "table discount_codes, column used, row spring20: the stored value cannot be read",
        "table jobs, column attempts, row job_damaged: the stored value cannot be read",
    ];
    until_told(&log, &told).await;
    // Pages keep the earlier prices; no charge is made at them.
    let data = shop.get("/api/subscription/get_initial_data?discount_code=SPRING20").await;
    assert_eq!((data.status, &data.body["code_state"]), (StatusCode::OK, &json!("applied")));
    let mut browser = Browser::default();
    must_say_nothing(&shop.checkout(&mut browser, twelve_months("amal@example.com", "AED", 15000)).await);
    write(&shop, "UPDATE discount_codes SET used = 0 WHERE code = 'spring20'").await;
    // The other jobs run although the damaged one is older.
    let answer = shop.checkout(&mut browser, twelve_months("amal@example.com", "AED", 15000)).await;
    shop.at_pay_page(&Shop::session_of(&answer), "pay").await;
    shop.letters_to("amal@example.com", 1).await;
    shop.running.stop().await;
}
