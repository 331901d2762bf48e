//! Faults of the machine: while the database accepts no writes, the shop says so and takes no order; afterwards it
//! sells and delivers again, without a restart.

use std::time::Duration;

use onefare_tests::{Answer, Browser, Log, Shop, twelve_months};
use reqwest::StatusCode;
use sqlx::{AnyConnection, AssertSqlSafe, Connection as _};

/// Makes every write fail: on SQLite the file is gone, on PostgreSQL the database becomes read-only, like a standby.
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
    // This payment's webhook event reaches a shop that cannot store anything.
    shop.at_pay_page(&paid, "pay").await;
    for _ in 0..3 {
        must_ask_to_come_back(&shop.checkout(&mut late, twelve_months("badr@example.com", "AED", 15000)).await);
    }
    // Readiness reuses a successful check for a second.
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    let (status, reason) = ready(&shop).await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(reason.starts_with("not ready: the database "), "{reason}");

    refuse_writes(&shop, false).await;
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    assert_eq!(ready(&shop).await, (StatusCode::OK, "ready\n".to_owned()));
    let figures = shop.figures().await;
    assert!(alarms(&figures) >= 4, "three refusals and a look at readiness:\n{figures}");
    // What was paid meanwhile is delivered, and what was refused is sold.
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
    // A client with a kept connection should open its next one to another server.
    assert_eq!(answer.headers["connection"], "close");
    shop.running.stop().await;
}

/// Another program locks what every write needs, until the returned connection is dropped.
async fn lock(shop: &Shop) -> AnyConnection {
    let url = shop.running.app.config.database_url.clone();
    let take = if url.starts_with("sqlite:") {
        "BEGIN IMMEDIATE"
    } else {
        "BEGIN; LOCK TABLE orders, payments, jobs IN ACCESS EXCLUSIVE MODE"
    };
    let mut conn = AnyConnection::connect(&url).await.unwrap();
    sqlx::raw_sql(take).execute(&mut conn).await.unwrap();
    conn
}

/// The shop waits for a lock, ten seconds at most.
#[tokio::test]
async fn a_database_that_another_holds_is_503_and_sells_afterwards() {
    let shop = Shop::start().await;
    shop.until_idle().await;
    let holder = lock(&shop).await;
    let mut browser = Browser::default();
    let begun = std::time::Instant::now();
    must_ask_to_come_back(&shop.checkout(&mut browser, twelve_months("amal@example.com", "AED", 15000)).await);
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    holder.close().await.unwrap();
    let answer = shop.checkout(&mut browser, twelve_months("amal@example.com", "AED", 15000)).await;
    shop.at_pay_page(&Shop::session_of(&answer), "pay").await;
    shop.letters_to("amal@example.com", 1).await;
    shop.running.stop().await;
}

/// SQLite only: PostgreSQL checks its own files.
#[tokio::test]
async fn a_damaged_file_is_noticed_at_the_start() {
    let log = Log::listen();
    let shop = Shop::start().await;
    if !shop.running.app.config.database_url.starts_with("sqlite:") {
        return shop.running.stop().await;
    }
    let root: i64 = {
        let mut conn = shop.running.app.store.read().await.unwrap();
        let sql = "SELECT rootpage FROM sqlite_master WHERE name = 'unpaid_orders'";
        sqlx::query_scalar(sql).fetch_one(&mut *conn).await.unwrap()
    };
    let Shop { running, data, clock, .. } = shop;
    let app = running.app.clone();
    running.stop().await;
    app.store.close().await;
    let file = data.folder.path().join("shop.sqlite");
    let mut bytes = std::fs::read(&file).unwrap();
    let page = usize::try_from(root - 1).unwrap() * 4096;
    bytes[page..page + 64].fill(0xa5);
    std::fs::write(&file, bytes).unwrap();
    log.take();

    let shop = Shop::start_in(data, clock).await;
    shop.until(StatusCode::SERVICE_UNAVAILABLE, async || ready(&shop).await.0).await;
    let (_, reason) = ready(&shop).await;
    assert!(reason.starts_with("not ready: the database is damaged: "), "{reason}");
    let figures = shop.figures().await;
    assert!(figures.contains("onefare_alarms_total{kind=\"database_damaged\"} 1"), "{figures}");
    let told = log.take();
    assert!(told.contains("alarm=\"database_damaged\"") && told.contains("restore a backup"), "{told}");
    shop.running.stop().await;
}

#[tokio::test]
async fn figures_are_told_while_the_tables_cannot_be_read() {
    let shop = Shop::start().await;
    assert!(shop.figures().await.contains("onefare_tables_read 1"));
    let rename = async |from: &str, to: &str| {
        let mut conn = AnyConnection::connect(&shop.running.app.config.database_url).await.unwrap();
        let sql = format!("ALTER TABLE {from} RENAME TO {to}");
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut conn).await.unwrap();
        conn.close().await.unwrap();
    };
    rename("jobs", "jobs_aside").await;
    let answer = shop.http.get(format!("http://{}/metrics", shop.running.ops)).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    let figures = answer.text().await.unwrap();
    assert!(figures.contains("onefare_tables_read 0") && figures.contains("onefare_connections{"), "{figures}");
    rename("jobs_aside", "jobs").await;
    assert!(shop.figures().await.contains("onefare_tables_read 1"));
    shop.running.stop().await;
}

#[cfg(unix)]
#[tokio::test]
async fn what_the_shop_keeps_is_for_its_own_eyes() {
    use std::os::unix::fs::PermissionsExt as _;
    let shop = Shop::start().await;
    shop.checkout(&mut Browser::default(), twelve_months("amal@example.com", "AED", 15000)).await;
    let mut seen = Vec::new();
    for entry in std::fs::read_dir(shop.data.folder.path()).unwrap() {
        let entry = entry.unwrap();
        let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
        seen.push(format!("{} {mode:o}", entry.file_name().to_string_lossy()));
    }
    assert!(seen.iter().any(|one| one == "sandbox.sqlite 600"), "{seen:?}");
    assert!(seen.iter().all(|one| one.ends_with(" 600")), "{seen:?}");
    shop.running.stop().await;
}
