//! Codes with a limited number of uses: reserved while an order can be paid, consumed when it is, released when it
//! ends. Unpaid pages reserve half of them, and the last one is never sold twice.

use std::time::Duration;

use onefare_server::catalogue;
use onefare_tests::{Answer, Browser, Log, Shop, twelve_months};
use reqwest::StatusCode;
use serde_json::{Value, json};

const FULL: i64 = 15_000;
const LESS: i64 = 13_500;

/// A shop with the code `FEW`, ten percent off for `limit` orders.
async fn shop_with(limit: u32) -> Shop {
    let shop = Shop::start().await;
    let code = format!("\n[[code]]\ncode = \"FEW\"\npercent = \"10\"\nterm = \"every\"\nusage_limit = {limit}\n");
    let demo = catalogue::parse(&format!("{}{code}", catalogue::DEMO)).unwrap();
    catalogue::apply(&shop.running.app.store, &demo, shop.clock.now()).await.unwrap();
    shop
}

/// Twelve months with the code, at the displayed price.
fn wanted(email: &str, shown: i64) -> Value {
    let mut body = twelve_months(email, "AED", shown);
    body["code"] = json!("FEW");
    body
}

async fn buys(shop: &Shop, browser: &mut Browser, email: &str, shown: i64) -> Answer {
    shop.checkout(browser, wanted(email, shown)).await
}

/// What a page rendered now says about the code.
async fn verdict(shop: &Shop) -> Value {
    shop.running.app.refresh_prices().await.unwrap();
    shop.get("/api/subscription/get_initial_data?discount_code=few").await.body["code_state"].clone()
}

/// The number of uses taken, and the state of each order's use.
async fn uses(shop: &Shop) -> (i64, Vec<String>) {
    let mut conn = shop.running.app.store.read().await.unwrap();
    let used = sqlx::query_scalar("SELECT used FROM discount_codes WHERE code = 'few'").fetch_one(&mut *conn).await;
    let sql = "SELECT r.state FROM redemptions r JOIN orders o ON o.id = r.order_id ORDER BY r.state";
    (used.unwrap(), sqlx::query_scalar(sql).fetch_all(&mut *conn).await.unwrap())
}

/// Waits until this many uses are taken.
async fn until_taken(shop: &Shop, wanted: i64) {
    for _ in 0..600 {
        if uses(shop).await.0 == wanted {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("not {wanted} uses but {:?}", uses(shop).await);
}

#[track_caller]
fn asks_for_the_full_price(answer: &Answer) {
    assert_eq!((answer.status, &answer.body["code"]), (StatusCode::CONFLICT, &json!("price_changed")), "{answer:?}");
    assert_eq!(answer.body["quote"]["due_now"], json!(FULL));
}

#[tokio::test]
async fn the_last_use_is_kept_for_who_has_a_page_and_given_back_when_it_expires() {
    let shop = shop_with(1).await;
    let (mut first, mut second) = (Browser::default(), Browser::default());
    assert_eq!(verdict(&shop).await, "applied");
    let page = Shop::session_of(&buys(&shop, &mut first, "amal@example.com", LESS).await);
    assert_eq!(uses(&shop).await, (1, vec!["reserved".to_owned()]));
    assert_eq!(verdict(&shop).await, "used_up");
    // The second buyer's page was rendered before the use was taken.
    asks_for_the_full_price(&buys(&shop, &mut second, "noor@example.com", LESS).await);
    assert_eq!(shop.rows("orders").await, 1, "nothing is stored before the buyer agrees");
    shop.at_pay_page(&page, "expire").await;
    assert_eq!(shop.verify_until_known(&mut first, &page).await.body["payment_status"], "failed");
    assert_eq!(uses(&shop).await, (0, vec!["released".to_owned()]));
    assert_eq!(verdict(&shop).await, "applied");
    let page = Shop::session_of(&buys(&shop, &mut second, "noor@example.com", LESS).await);
    shop.at_pay_page(&page, "pay").await;
    assert_eq!(shop.verify_until_known(&mut second, &page).await.body["amount"], json!(LESS));
    assert_eq!(uses(&shop).await, (1, vec!["consumed".to_owned(), "released".to_owned()]));
    // The first buyer retries on the closed order: no use is left for it.
    asks_for_the_full_price(&buys(&shop, &mut first, "amal@example.com", LESS).await);
    assert_eq!(buys(&shop, &mut first, "amal@example.com", FULL).await.status, StatusCode::OK);
    assert_eq!(uses(&shop).await.0, 1);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_closed_order_that_is_tried_again_takes_a_use_again() {
    let shop = shop_with(1).await;
    let mut browser = Browser::default();
    for _ in 0..3 {
        let page = Shop::session_of(&buys(&shop, &mut browser, "amal@example.com", LESS).await);
        assert_eq!(uses(&shop).await, (1, vec!["reserved".to_owned()]));
        shop.at_pay_page(&page, "expire").await;
        shop.verify_until_known(&mut browser, &page).await;
        assert_eq!(uses(&shop).await, (0, vec!["released".to_owned()]));
    }
    assert_eq!((shop.rows("orders").await, shop.rows("payments").await), (1, 3));
    shop.running.stop().await;
}

#[tokio::test]
async fn who_has_the_last_use_finds_it_again_after_a_refresh_and_after_paying() {
    let shop = shop_with(1).await;
    let mut browser = Browser::default();
    let started = buys(&shop, &mut browser, "amal@example.com", LESS).await;
    let again = buys(&shop, &mut browser, "amal@example.com", LESS).await;
    assert_eq!(started.body["checkout_url"], again.body["checkout_url"]);
    let page = Shop::session_of(&started);
    shop.at_pay_page(&page, "pay").await;
    shop.verify_until_known(&mut browser, &page).await;
    let after = buys(&shop, &mut browser, "amal@example.com", LESS).await;
    let address = after.body["checkout_url"].as_str().unwrap_or_else(|| panic!("{after:?}")).to_owned();
    assert!(address.contains("/payment-success?session_id="), "{address}");
    assert_eq!((shop.rows("orders").await, uses(&shop).await.0), (1, 1));
    // Another purchase with a code that is used up.
    let mut monthly = wanted("amal@example.com", 3_599);
    monthly["selectedPackage"] = json!("vpn-1m");
    let other = shop.checkout(&mut browser, monthly).await;
    assert_eq!(other.body["quote"]["due_now"], json!(3_999), "{other:?}");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_change_of_plan_takes_the_last_use_along() {
    let shop = shop_with(1).await;
    let mut browser = Browser::default();
    // The old page cannot be expired for a while: until it is, no other buyer gets its use.
    let stuck = json!({ "operation": "checkout.sessions.expire", "kind": "error_500", "times": 1000 });
    shop.control("faults", stuck).await;
    let mut monthly = wanted("amal@example.com", 3_599);
    monthly["selectedPackage"] = json!("vpn-1m");
    let old = shop.checkout(&mut browser, monthly).await;
    assert_eq!(old.status, StatusCode::OK, "{old:?}");
    let page = Shop::session_of(&buys(&shop, &mut browser, "amal@example.com", LESS).await);
    assert_eq!(uses(&shop).await, (1, vec!["released".to_owned(), "reserved".to_owned()]));
    asks_for_the_full_price(&buys(&shop, &mut Browser::default(), "noor@example.com", LESS).await);
    shop.disarm_faults().await;
    shop.at_pay_page(&page, "pay").await;
    shop.verify_until_known(&mut browser, &page).await;
    assert_eq!(uses(&shop).await, (1, vec!["consumed".to_owned(), "released".to_owned()]));
    shop.running.stop().await;
}

#[tokio::test]
async fn a_page_that_is_being_ended_keeps_its_use_until_it_is() {
    let shop = shop_with(1).await;
    let mut browser = Browser::default();
    let stuck = json!({ "operation": "checkout.sessions.expire", "kind": "error_500", "times": 1000 });
    shop.control("faults", stuck).await;
    buys(&shop, &mut browser, "amal@example.com", LESS).await;
    assert_eq!(
        shop.checkout(&mut browser, twelve_months("amal@example.com", "AED", FULL)).await.status,
        StatusCode::OK
    );
    assert_eq!(uses(&shop).await, (1, vec!["reserved".to_owned()]), "the old page can still be paid");
    asks_for_the_full_price(&buys(&shop, &mut Browser::default(), "noor@example.com", LESS).await);
    shop.disarm_faults().await;
    for _ in 0..600 {
        shop.clock.advance(Duration::from_secs(5));
        shop.running.app.wake.notify_one();
        if uses(&shop).await.0 == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(uses(&shop).await, (0, vec!["released".to_owned()]));
    assert_eq!(buys(&shop, &mut Browser::default(), "noor@example.com", LESS).await.status, StatusCode::OK);
    shop.running.stop().await;
}

#[tokio::test]
async fn what_was_agreed_and_paid_late_counts_beyond_the_limit() {
    let log = Log::listen();
    let shop = shop_with(1).await;
    let (mut first, mut second) = (Browser::default(), Browser::default());
    let early = Shop::session_of(&buys(&shop, &mut first, "amal@example.com", LESS).await);
    // The provider wrongly reports once that the page has expired.
    shop.lie("checkout.sessions.retrieve", "status", "expired", 1).await;
    assert_eq!(shop.verify(&mut first, &early).await.body["payment_status"], "failed");
    shop.disarm_faults().await;
    let late = Shop::session_of(&buys(&shop, &mut second, "noor@example.com", LESS).await);
    for (browser, page) in [(&mut second, &late), (&mut first, &early)] {
        shop.at_pay_page(page, "pay").await;
        assert_eq!(shop.verify_until_known(browser, page).await.body["amount"], json!(LESS));
    }
    assert_eq!(uses(&shop).await, (2, vec!["consumed".to_owned(), "consumed".to_owned()]));
    shop.delivered(2).await;
    let lines = log.take();
    assert!(lines.contains("paid after its use of the code was given back"), "{lines}");
    asks_for_the_full_price(&buys(&shop, &mut Browser::default(), "lina@example.com", LESS).await);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_page_the_provider_never_made_gives_its_use_back_in_the_end() {
    let shop = shop_with(1).await;
    shop.control("faults", json!({ "operation": "checkout.sessions.create", "kind": "error_500", "times": 50 })).await;
    let down = buys(&shop, &mut Browser::default(), "amal@example.com", LESS).await;
    assert_eq!(down.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(uses(&shop).await, (1, vec!["reserved".to_owned()]), "the buyer may try again in a moment");
    shop.disarm_faults().await;
    shop.pass(15 * 60).await;
    until_taken(&shop, 0).await;
    assert_eq!(uses(&shop).await.1, ["released"]);
    shop.running.stop().await;
}

/// Regression: Stripe stores a failure under the payment's key and repeats it for a day, and the order kept its use for
/// as long. No buyer has the address of a page that the shop never received.
#[tokio::test]
async fn a_failure_that_the_provider_repeats_all_day_keeps_no_use() {
    let shop = shop_with(1).await;
    let stored = json!({ "operation": "checkout.sessions.create", "kind": "error_500", "times": 50, "kept": true });
    shop.control("faults", stored).await;
    let mut first = Browser::default();
    let down = buys(&shop, &mut first, "amal@example.com", LESS).await;
    assert_eq!(down.status, StatusCode::SERVICE_UNAVAILABLE);
    shop.disarm_faults().await;
    assert_eq!(buys(&shop, &mut first, "amal@example.com", LESS).await.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(uses(&shop).await, (1, vec!["reserved".to_owned()]), "the buyer may try again in a moment");
    shop.pass(15 * 60).await;
    until_taken(&shop, 0).await;
    let page = Shop::session_of(&buys(&shop, &mut Browser::default(), "noor@example.com", LESS).await);
    assert_eq!(uses(&shop).await, (1, vec!["released".to_owned(), "reserved".to_owned()]));
    // The job keeps asking: if the provider made a page after all, the job closes it.
    let waiting = "SELECT kind FROM jobs WHERE kind = 'expire_page'";
    assert_eq!(shop.texts(waiting).await, ["expire_page"]);
    asks_for_the_full_price(&buys(&shop, &mut first, "amal@example.com", LESS).await);
    shop.at_pay_page(&page, "pay").await;
    shop.delivered(1).await;
    shop.running.stop().await;
}

/// Regression: twelve unpaid pages, opened again each quarter of an hour, emptied a code of twelve uses for as long as a
/// stranger liked.
#[tokio::test]
async fn pages_that_nobody_pays_reserve_half_of_a_code_and_close_after_a_quarter_of_an_hour() {
    let shop = shop_with(4).await;
    for number in 0..6 {
        let email = format!("nobody{number}@example.com");
        assert_eq!(buys(&shop, &mut Browser::default(), &email, LESS).await.status, StatusCode::OK);
    }
    let unpaid = [vec!["at_payment".to_owned(); 4], vec!["reserved".to_owned(); 2]].concat();
    assert_eq!(uses(&shop).await, (2, unpaid.clone()));
    assert_eq!(verdict(&shop).await, "applied");
    let mut buyer = Browser::default();
    let page = Shop::session_of(&buys(&shop, &mut buyer, "amal@example.com", LESS).await);
    shop.at_pay_page(&page, "pay").await;
    assert_eq!(shop.verify_until_known(&mut buyer, &page).await.body["amount"], json!(LESS));
    let paid = ["at_payment", "at_payment", "at_payment", "at_payment", "consumed", "reserved", "reserved"];
    assert_eq!(uses(&shop).await, (3, paid.map(str::to_owned).to_vec()));
    shop.pass(14 * 60).await;
    shop.until_idle().await;
    assert_eq!(uses(&shop).await.0, 3, "a buyer who is at the page may finish");
    shop.pass(61).await;
    let over = [vec!["consumed".to_owned()], vec!["released".to_owned(); 6]].concat();
    shop.until(over, async || uses(&shop).await.1).await;
    assert_eq!(uses(&shop).await.0, 1, "what is paid stays, and pages without a reserved use are closed as well");
    shop.running.stop().await;
}

/// Each page keeps its price, so payments of pages beyond the share can exceed the limit; nothing is refunded, and the
/// log says so. After that the code is used up.
#[tokio::test]
async fn what_is_paid_at_the_price_of_its_page_counts_beyond_the_limit() {
    let log = Log::listen();
    let shop = shop_with(2).await;
    let mut pages = Vec::new();
    for number in 0..3 {
        let mut browser = Browser::default();
        let email = format!("buyer{number}@example.com");
        let page = Shop::session_of(&buys(&shop, &mut browser, &email, LESS).await);
        pages.push((browser, page));
    }
    for (browser, page) in &mut pages {
        shop.at_pay_page(page, "pay").await;
        assert_eq!(shop.verify_until_known(browser, page).await.body["amount"], json!(LESS));
    }
    shop.delivered(3).await;
    assert_eq!(uses(&shop).await, (3, vec!["consumed".to_owned(); 3]));
    assert_eq!(verdict(&shop).await, "used_up");
    assert!(log.take().contains("paid beyond the limit of its code, as agreed"));
    asks_for_the_full_price(&buys(&shop, &mut Browser::default(), "lina@example.com", LESS).await);
    shop.running.stop().await;
}

/// The page expires before its use goes to another buyer: a payment that arrives first keeps the use, and none arrives
/// too late.
#[tokio::test]
async fn money_that_is_faster_than_the_end_of_its_page_keeps_the_use() {
    let shop = shop_with(1).await;
    let stuck = json!({ "operation": "checkout.sessions.expire", "kind": "error_500", "times": 1000 });
    shop.control("faults", stuck).await;
    let mut slow = Browser::default();
    let page = Shop::session_of(&buys(&shop, &mut slow, "amal@example.com", LESS).await);
    shop.pass(15 * 60).await;
    shop.until(vec!["superseded".to_owned()], async || shop.texts("SELECT COALESCE(failure, '-') FROM payments").await)
        .await;
    asks_for_the_full_price(&buys(&shop, &mut Browser::default(), "noor@example.com", LESS).await);
    shop.at_pay_page(&page, "pay").await;
    shop.until_order("delivered").await;
    assert_eq!(uses(&shop).await, (1, vec!["consumed".to_owned()]));
    asks_for_the_full_price(&buys(&shop, &mut Browser::default(), "noor@example.com", LESS).await);
    shop.disarm_faults().await;
    shop.running.stop().await;
}

/// A buyer who returns to a closed page gets the current price, and confirms it if it differs.
#[tokio::test]
async fn who_comes_back_too_late_is_asked_about_the_price_there_is_then() {
    let shop = shop_with(1).await;
    let (mut late, mut other) = (Browser::default(), Browser::default());
    let first = Shop::session_of(&buys(&shop, &mut late, "amal@example.com", LESS).await);
    shop.pass(15 * 60).await;
    until_taken(&shop, 0).await;
    let second = Shop::session_of(&buys(&shop, &mut late, "amal@example.com", LESS).await);
    assert_ne!(first, second, "a page of its own, for the price that was agreed");
    shop.pass(15 * 60).await;
    until_taken(&shop, 0).await;
    Shop::session_of(&buys(&shop, &mut other, "noor@example.com", LESS).await);
    asks_for_the_full_price(&buys(&shop, &mut late, "amal@example.com", LESS).await);
    assert_eq!(buys(&shop, &mut late, "amal@example.com", FULL).await.status, StatusCode::OK);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_caller_who_named_no_price_gets_the_page_without_the_code() {
    let shop = shop_with(1).await;
    buys(&shop, &mut Browser::default(), "amal@example.com", LESS).await;
    let body = json!({ "email": "noor@example.com", "selectedPackage": "vpn-12m", "currency": "AED", "code": "FEW" });
    let answer = shop.checkout(&mut Browser::default(), body).await;
    let request = shop.http.get(format!("{}/v1/checkout/sessions/{}", shop.sandbox, Shop::session_of(&answer)));
    let asked = shop.finish(&mut Browser::default(), request.bearer_auth("sk_test_onefare_sandbox")).await.body;
    assert_eq!(asked["amount_total"], json!(FULL));
    shop.running.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn thirty_buyers_at_once_take_the_last_use_once() {
    let shop = shop_with(1).await;
    let mut buyers = tokio::task::JoinSet::new();
    for number in 0..30 {
        let url = format!("{}/api/subscription/get_checkout_link", shop.shop);
        let body = wanted(&format!("buyer{number}@example.com"), LESS).to_string();
        buyers.spawn(shop.http.post(url).header("content-type", "application/json").body(body).send());
    }
    let mut answers: Vec<u16> = Vec::new();
    while let Some(answer) = buyers.join_next().await {
        answers.push(answer.unwrap().unwrap().status().as_u16());
    }
    answers.sort_unstable();
    assert_eq!(answers, [vec![200; 1], vec![409; 29]].concat());
    assert_eq!(uses(&shop).await, (1, vec!["reserved".to_owned()]));
    assert_eq!(shop.rows("orders").await, 1);
    shop.running.stop().await;
}
