//! A silent system (the eSIM supplier, the mail server, Stripe) delays only what needs it.

use std::time::{Duration, Instant};

use onefare_core::payment::Provider;
use onefare_server::jobs::JobKind;
use onefare_server::store::jobs::{self, Maker};
use onefare_tests::{Browser, IDEAL, Shop, package, twelve_months};
use serde_json::json;

use crate::esim::delivery::{SPAIN, paid};

/// Real time within which a paid plan must be delivered and its receipt sent. It takes a fifth of a second, and two when
/// other work has both processors of a slow machine.
const SOON: Duration = Duration::from_secs(5);

/// Longer than [`SOON`], and short enough to wait for at the end.
const SILENCE_MS: u64 = 6_000;

/// The delivery of an eSIM.
const ESIM: JobKind = JobKind::DeliverOrder(Maker::Supplier);

/// The recheck of a payment at Stripe.
const RECHECK: JobKind = JobKind::RecheckPayment(Provider::Stripe);

async fn silent(shop: &Shop, operation: &str) {
    let fault = json!({ "operation": operation, "kind": "timeout_before", "delay_ms": SILENCE_MS, "times": 10_000 });
    shop.control("faults", fault).await;
}

/// How many jobs of a kind are running, and how many are due.
async fn under_way(shop: &Shop, kind: JobKind) -> (i64, i64) {
    let mut conn = shop.running.app.store.read().await.unwrap();
    let counts = jobs::counts(&mut conn, shop.clock.now()).await.unwrap();
    counts.iter().find(|count| count.kind == kind).map_or((0, 0), |count| (count.running, count.due))
}

/// How many runs of a kind ended with this result.
async fn runs(shop: &Shop, kind: JobKind, result: &str) -> u32 {
    let (kind, lane) = (kind.word(), kind.lane().word());
    let line = format!("onefare_job_runs_total{{kind=\"{kind}\",lane=\"{lane}\",result=\"{result}\"}} ");
    let figures = shop.http.get(format!("http://{}/metrics", shop.running.ops)).send().await.unwrap();
    let figures = figures.text().await.unwrap();
    figures.lines().find_map(|one| one.strip_prefix(&line)).map_or(0, |number| number.parse().unwrap())
}

/// Opens a plan's hosted page, ready to be paid.
async fn plan(shop: &Shop, email: &str) -> String {
    Shop::session_of(&shop.checkout(&mut Browser::default(), twelve_months(email, "AED", 15000)).await)
}

/// Pays for a plan, and expects its delivery and its receipt in time.
async fn buys_a_plan(shop: &Shop, page: &str, email: &str) {
    let begun = Instant::now();
    shop.at_pay_page(page, "pay").await;
    shop.letters_to(email, 1).await;
    assert!(begun.elapsed() < SOON, "{email}: {:?}", begun.elapsed());
    println!("{email}: paid, delivered and told after {:?}", begun.elapsed());
}

async fn state_of(shop: &Shop, email: &str) -> String {
    let all = shop.texts("SELECT email || ' ' || state FROM orders ORDER BY email").await;
    let mine = all.iter().find_map(|one| one.strip_prefix(&format!("{email} ")));
    mine.unwrap_or_else(|| panic!("no order of {email}: {all:?}")).to_owned()
}

#[tokio::test]
async fn a_silent_supplier_of_esims_stops_no_plan() {
    let shop = Shop::start().await;
    silent(&shop, "esim_access.*").await;
    let page = plan(&shop, "plan@example.com").await;
    for number in 0..40 {
        paid(&shop, &format!("data{number}"), SPAIN).await;
    }
    shop.until((2, 38), async || under_way(&shop, ESIM).await).await;
    buys_a_plan(&shop, &page, "plan@example.com").await;
    assert_eq!(under_way(&shop, ESIM).await, (2, 38), "the supplier has not answered meanwhile");
    let ran = [
        runs(&shop, JobKind::DeliverOrder(Maker::Shop), "done").await,
        runs(&shop, JobKind::SendLetter, "done").await,
        runs(&shop, ESIM, "failed").await,
    ];
    assert_eq!(ran, [1, 1, 0]);
    // A timeout is a failure like any other, and counted as one.
    shop.disarm_faults().await;
    tokio::time::sleep(Duration::from_millis(SILENCE_MS)).await;
    shop.until(true, async || runs(&shop, ESIM, "failed").await >= 2).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn a_delivery_holds_no_connection_while_its_supplier_is_silent() {
    let shop = Shop::start().await;
    shop.until_idle().await;
    silent(&shop, "esim_access.*").await;
    let store = &shop.running.app.store;
    let mut taken = Vec::new();
    while let Ok(conn) = tokio::time::timeout(Duration::from_millis(500), store.read()).await {
        taken.push(conn.unwrap());
    }
    // One is left for everything.
    drop(taken.pop());
    paid(&shop, "data", SPAIN).await;
    let calls_left = async || shop.sandbox_has("faults").await["faults"][0]["times_left"].as_i64().unwrap();
    shop.until(true, async || calls_left().await < 10_000).await;
    let free = tokio::time::timeout(SOON, store.read()).await;
    assert!(free.is_ok(), "the delivery holds it");
    drop((free, taken));
    shop.disarm_faults().await;
    shop.running.stop().await;
}

#[tokio::test]
async fn a_silent_mail_server_stops_no_delivery() {
    let shop = Shop::start().await;
    shop.control("esims/account", json!({ "making_ms": 0 })).await;
    let mut pages = Vec::new();
    for number in 0..6 {
        pages.push(plan(&shop, &format!("plan{number}@example.com")).await);
    }
    silent(&shop, "mail.*").await;
    for page in &pages[..5] {
        shop.at_pay_page(page, "pay").await;
    }
    shop.until((2, 3), async || under_way(&shop, JobKind::SendLetter).await).await;
    let begun = Instant::now();
    shop.at_pay_page(&pages[5], "pay").await;
    let data = paid(&shop, "data", SPAIN).await;
    shop.until("delivered".to_owned(), async || state_of(&shop, "plan5@example.com").await).await;
    let sql = "SELECT state FROM orders WHERE id = 'data'";
    shop.until(vec!["delivered".to_owned()], async || shop.texts(sql).await).await;
    assert!(begun.elapsed() < SOON, "{data}: {:?}", begun.elapsed());
    println!("a plan and a data plan are made after {:?}", begun.elapsed());
    assert_eq!(under_way(&shop, JobKind::SendLetter).await.0, 2, "the mail server has not answered meanwhile");
    assert_eq!(shop.letters_noted().await, 0);
    // No receipt is lost meanwhile.
    shop.disarm_faults().await;
    shop.clock.advance(Duration::from_mins(1));
    for _ in 0..600 {
        if shop.letters_noted().await == 8 {
            break;
        }
        shop.clock.advance(Duration::from_secs(1));
        shop.running.app.wake.notify_one();
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(shop.letters_noted().await, 8, "six receipts, and receipt and code of the data plan");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_silent_stripe_stops_neither_ideal_nor_what_is_paid() {
    let shop = Shop::start().await;
    for number in 0..15 {
        plan(&shop, &format!("open{number}@example.com")).await;
    }
    let deal = shop.deal(&mut Browser::default(), IDEAL, package(3, "ideal@example.com", 1499)).await;
    let payment = Shop::session_of(&deal);
    silent(&shop, "checkout.*").await;
    shop.clock.advance(Duration::from_secs(61));
    shop.running.app.wake.notify_one();
    shop.until((12, 3), async || under_way(&shop, RECHECK).await).await;
    let begun = Instant::now();
    shop.at_bank(&payment, "paid").await;
    shop.letters_to("ideal@example.com", 1).await;
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    println!("iDEAL: paid, delivered and told after {:?}", begun.elapsed());
    assert_eq!(state_of(&shop, "ideal@example.com").await, "delivered");
    assert_eq!(under_way(&shop, RECHECK).await, (12, 3), "Stripe has not answered meanwhile");
    shop.disarm_faults().await;
    shop.running.stop().await;
}

/// Many open pages and a slow provider: background rechecks worth eight seconds are due at once.
#[tokio::test]
async fn what_was_paid_waits_for_no_page_that_nobody_pays() {
    let shop = Shop::start().await;
    for number in 0..120 {
        plan(&shop, &format!("open{number}@example.com")).await;
    }
    let (bought, returned) = (plan(&shop, "bought@example.com").await, plan(&shop, "returned@example.com").await);
    let slow = json!({ "operation": "checkout.sessions.retrieve", "kind": "slow", "delay_ms": 800, "times": 10_000 });
    shop.control("faults", slow).await;
    shop.clock.advance(Duration::from_secs(61));
    shop.running.app.wake.notify_one();
    // A slow machine never runs all twelve at once: the first are done before the last begin.
    shop.until(true, async || under_way(&shop, RECHECK).await.0 >= 4).await;
    buys_a_plan(&shop, &bought, "bought@example.com").await;
    assert!(under_way(&shop, RECHECK).await.1 > 10, "the others are still asked about");
    // A buyer who comes back waits for none of them.
    shop.control("webhooks", json!({ "mode": "drop" })).await;
    let begun = Instant::now();
    shop.at_pay_page(&returned, "pay").await;
    let told = shop.verify_until_known(&mut Browser::default(), &returned).await;
    assert_eq!(told.body["payment_status"], "paid");
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    assert!(under_way(&shop, RECHECK).await.1 > 0);
    shop.disarm_faults().await;
    shop.running.stop().await;
}

/// Mollie's webhook events are unsigned: any buyer can claim a change of their own open payment.
#[tokio::test]
async fn what_strangers_repeat_keeps_nothing_waiting_that_was_paid() {
    let shop = Shop::start().await;
    let begun = async |number: u32| {
        let wish = package(3, &format!("ideal{number}@example.com"), 1499);
        Shop::session_of(&shop.deal(&mut Browser::default(), IDEAL, wish).await)
    };
    let send_event = async |payment: &str| {
        let request = shop.http.post(format!("{}/webhooks/mollie", shop.shop)).body(format!("id={payment}"));
        assert_eq!(shop.finish(&mut Browser::default(), request).await.status, 200);
    };
    let bought = begun(0).await;
    let mut open = Vec::new();
    for number in 1..=24 {
        open.push(begun(number).await);
    }
    for payment in &open {
        send_event(payment).await;
    }
    shop.until_idle().await;
    let slow = json!({ "operation": "mollie.payments.get", "kind": "slow", "delay_ms": 3_000, "times": 10_000 });
    shop.control("faults", slow).await;
    for payment in open.iter().chain(&open) {
        send_event(payment).await;
    }
    let since = Instant::now();
    shop.at_bank(&bought, "paid").await;
    shop.letters_to("ideal0@example.com", 1).await;
    let most = SOON + Duration::from_secs(3);
    assert!(since.elapsed() < most, "{:?}", since.elapsed());
    shop.disarm_faults().await;
    shop.running.stop().await;
}
