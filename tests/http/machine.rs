//! Faults of the machine: while nothing can be written the shop says so and takes no order; once it can be, it sells and
//! delivers again, without a restart.

use std::time::Duration;

use onefare_tests::{Answer, Browser, Log, Shop, twelve_months};
use reqwest::StatusCode;
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _};

/// Makes every write fail: on SQLite by a file that is gone, on PostgreSQL by a database that became read-only, as a
/// standby is.
async fn refuse_writes(shop: &Shop, refuse: bool) {
    let url = shop.running.app.config.database_url.clone();
    if let Some(file) = url.strip_prefix("sqlite:") {
        let aside = format!("{file}.aside");
        let (from, to) = if refuse { (file, aside.as_str()) } else { (aside.as_str(), file) };
        std::fs::rename(from, to).unwrap();
        return;
    }
    let mut conn = AnyConnection::connect(&url).await.unwrap();
    let name: String = sqlx::query_scalar("SELECT current_database()::text").fetch_one(&mut conn).await.unwrap();
    let word = if refuse { "on" } else { "off" };
    let set = format!("ALTER DATABASE {name} SET default_transaction_read_only = {word}");
    sqlx::raw_sql("SET default_transaction_read_only = off").execute(&mut conn).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(set)).execute(&mut conn).await.unwrap();
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
               WHERE datname = current_database() AND pid <> pg_backend_pid()";
    sqlx::raw_sql(end).execute(&mut conn).await.unwrap();
    conn.close().await.unwrap();
}

async fn ready(shop: &Shop) -> (StatusCode, String) {
    let answer = shop.http.get(format!("http://{}/readyz", shop.running.ops)).send().await.unwrap();
    (answer.status(), answer.text().await.unwrap())
}

fn must_ask_to_come_back(answer: &Answer) {
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE, "{answer:?}");
    assert_eq!(answer.body["code"], "provider_unavailable", "{answer:?}");
    assert_eq!(answer.headers["retry-after"], "5");
}

fn alarms(figures: &str) -> u32 {
    let line = figures.lines().find_map(|line| line.strip_prefix("onefare_alarms_total{kind=\"database\"} "));
    line.map_or(0, |number| number.parse().unwrap())
}

#[tokio::test]
async fn a_database_that_takes_nothing_ends_no_sale_for_good() {
    let _log = Log::listen();
    let shop = Shop::start().await;
    let (mut early, mut late) = (Browser::default(), Browser::default());
    let paid = Shop::session_of(&shop.checkout(&mut early, twelve_months("amal@example.com", "AED", 15000)).await);
    assert_eq!(ready(&shop).await, (StatusCode::OK, "ready\n".to_owned()));
    shop.until_idle().await;

    refuse_writes(&shop, true).await;
    // The notice of this payment finds a shop that can write nothing down.
    shop.at_pay_page(&paid, "pay").await;
    for _ in 0..3 {
        must_ask_to_come_back(&shop.checkout(&mut late, twelve_months("badr@example.com", "AED", 15000)).await);
    }
    // What was proven a second ago still counted.
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    let (status, reason) = ready(&shop).await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(reason.starts_with("not ready: the database "), "{reason}");

    refuse_writes(&shop, false).await;
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    assert_eq!(ready(&shop).await, (StatusCode::OK, "ready\n".to_owned()));
    let figures = shop.figures().await;
    assert!(alarms(&figures) >= 4, "three refusals and a look at readiness:\n{figures}");
    // What was paid meanwhile is delivered, what was refused is sold.
    assert_eq!(shop.verify_until_known(&mut early, &paid).await.body["status"], "ok");
    shop.letters_to("amal@example.com", 1).await;
    let answer = shop.checkout(&mut late, twelve_months("badr@example.com", "AED", 15000)).await;
    shop.at_pay_page(&Shop::session_of(&answer), "pay").await;
    shop.letters_to("badr@example.com", 1).await;
    shop.delivered(2).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn a_server_that_stops_says_so_first_and_goes_on_answering() {
    let shop = Shop::start().await;
    let mut browser = Browser::default();
    shop.running.retire(Duration::ZERO).await;
    assert_eq!(ready(&shop).await, (StatusCode::SERVICE_UNAVAILABLE, "not ready: stopping\n".to_owned()));
    assert_eq!(shop.get("/healthz").await.status, StatusCode::NOT_FOUND, "that is the other port");
    let answer = shop.checkout(&mut browser, twelve_months("amal@example.com", "AED", 15000)).await;
    assert_eq!(answer.status, StatusCode::OK);
    // Whoever keeps a connection is asked to open the next one elsewhere.
    assert_eq!(answer.headers["connection"], "close");
    shop.running.stop().await;
}
