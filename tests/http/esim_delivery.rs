//! Paid orders of data become eSIMs: the right ones, once, and secret; or the money is due back.

use std::time::Duration;

use onefare_core::bundle::Refill;
use onefare_core::checkout_data::StructuredData;
use onefare_core::currency::Currency;
use onefare_core::email::Email;
use onefare_core::language::Language;
use onefare_core::order::OrderState;
use onefare_core::quote::{Offer, Quote};
use onefare_server::esims::Ordered;
use onefare_server::esims::esim_access::requests::NewOrder as Asked;
use onefare_server::flows::esim_delivery::activation_code;
use onefare_server::jobs::JobKind;
use onefare_server::store::esims::{Esim, EsimState};
use onefare_server::store::orders::{NewOrder, Order};
use onefare_server::store::{esims, jobs, orders};
use onefare_tests::{Log, Shop};
use serde_json::{Value, json};

/// Spain, 3 GB for 15 days; the supplier asks 2.10 dollars for it.
const SPAIN: (&str, u32, u32) = ("ES", 3_072, 15);

/// A plan of the demo book, by its country, megabytes and days.
fn plan(shop: &Shop, (country, mb, days): (&str, u32, u32)) -> (StructuredData, Refill) {
    let prices = shop.running.app.prices.load();
    let bundle = prices.book.bundles.iter().find(|bundle| bundle.code == country).expect("a bundle");
    let same = |refill: &&Refill| refill.amount_mb == mb && refill.amount_days == days;
    let refill = bundle.refills.iter().find(same).expect("a plan");
    (bundle.structured_data(refill).expect("a name"), refill.clone())
}

/// A paid order of that plan, as the checkout will store it.
async fn paid(shop: &Shop, id: &str, wanted: (&str, u32, u32)) -> String {
    let (data, refill) = plan(shop, wanted);
    let (app, now) = (&shop.running.app, shop.clock.now());
    let product_id = data.to_string();
    let offer = Offer::Refill { product_id: &product_id, price: refill.price_in(Currency::Usd).expect("a price") };
    let number = app.prices.load().number;
    let quote = Quote::compute(number, offer, Currency::Usd, None).expect("a quote");
    let email = Email::parse("amal@example.com").expect("an address");
    let order = NewOrder {
        id,
        number: &format!("N-{id}"),
        buyer: "buyer",
        email: &email,
        language: Language::En,
        return_to: None,
        quote: &quote,
        quote_fingerprint: id,
        code: None,
        trial: None,
        im_ref: None,
        fb_params: None,
        created_at: now,
    };
    let mut tx = app.store.begin().await.expect("a transaction");
    orders::insert(&mut tx, &order).await.expect("an order");
    assert!(orders::move_state(&mut tx, id, OrderState::Open, OrderState::Paid, now).await.expect("a move"));
    jobs::enqueue(&mut tx, JobKind::DeliverOrder, id, now, now).await.expect("a job");
    tx.commit().await.expect("a commit");
    app.wake.notify_one();
    id.to_owned()
}

async fn order(shop: &Shop, id: &str) -> Order {
    let mut conn = shop.running.app.store.read().await.expect("a connection");
    orders::by_id(&mut conn, id).await.expect("a read").expect("an order")
}

async fn esim(shop: &Shop, id: &str) -> Option<Esim> {
    let mut conn = shop.running.app.store.read().await.expect("a connection");
    esims::of_order(&mut conn, id).await.expect("a read")
}

/// Waits until the order stands there, for at most ten seconds.
async fn until(shop: &Shop, id: &str, state: OrderState) -> Esim {
    for _ in 0..200 {
        if order(shop, id).await.state == state {
            return esim(shop, id).await.expect("an eSIM");
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{:?} and {:?}, not {state:?}", order(shop, id).await.state, esim(shop, id).await);
}

/// Waits until the eSIM of the order is so.
async fn until_esim(shop: &Shop, id: &str, holds: impl Fn(&Esim) -> bool) -> Esim {
    for _ in 0..200 {
        if let Some(esim) = esim(shop, id).await.filter(&holds) {
            return esim;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{:?}", esim(shop, id).await);
}

/// Waits until no job is being done.
async fn until_idle(shop: &Shop) {
    for _ in 0..200 {
        let mut conn = shop.running.app.store.read().await.expect("a connection");
        let counts = jobs::counts(&mut conn, shop.clock.now()).await.expect("a count");
        if counts.iter().all(|count| count.running == 0 && count.due == 0) {
            return;
        }
        drop(conn);
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("still at work");
}

/// The shop, and a supplier that makes what is ordered at once.
async fn quick() -> Shop {
    let shop = Shop::start().await;
    shop.control("esims/account", json!({ "making_ms": 0 })).await;
    shop
}

async fn bought(shop: &Shop) -> Vec<Value> {
    shop.sandbox_has("esims/orders").await["orders"].as_array().expect("orders").clone()
}

/// Asks for the delivery again, as an operator or a notice does.
async fn ask_again(shop: &Shop, id: &str) {
    let (app, now) = (&shop.running.app, shop.clock.now());
    let mut tx = app.store.begin().await.expect("a transaction");
    jobs::enqueue(&mut tx, JobKind::DeliverOrder, id, now, now).await.expect("a job");
    tx.commit().await.expect("a commit");
    app.wake.notify_one();
}

#[tokio::test]
async fn a_paid_order_becomes_one_esim_that_only_its_order_opens() {
    let shop = quick().await;
    let id = paid(&shop, "ord_1", SPAIN).await;
    let esim = until(&shop, &id, OrderState::Delivered).await;
    assert_eq!(esim.state, EsimState::Ready);
    assert!(esim.transaction_id.starts_with("esim_") && esim.transaction_id.len() <= 50);
    let orders = bought(&shop).await;
    assert_eq!(orders.len(), 1);
    assert_eq!(orders[0]["transaction_id"], json!(esim.transaction_id));
    assert_eq!(orders[0]["amount"], json!(21_000), "what the book says that it costs");
    let code = activation_code(&shop.running.app, &esim).expect("it opens").expect("a code").full_text();
    let page = shop.get("/sandbox/esims").await;
    assert!(page.text.contains(&code), "the code the supplier made: {}", page.text);
    assert!(page.text.contains("Spain 3GB 15Days") && page.text.contains(&esim.transaction_id));

    let another = Esim { order_id: "ord_2".to_owned(), ..esim.clone() };
    assert!(activation_code(&shop.running.app, &another).is_err(), "moved to another order it does not open");
    assert_eq!(shop.rows("deliveries").await, 1);
    assert_eq!(esim.expires_at.map(|at| (at - shop.clock.now()).num_days()), Some(180));

    for _ in 0..3 {
        ask_again(&shop, &id).await;
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(bought(&shop).await.len(), 1);
    shop.running.stop().await;
}

#[tokio::test]
async fn no_activation_code_stands_anywhere_in_the_clear() {
    let log = Log::listen();
    let shop = quick().await;
    let id = paid(&shop, "ord_1", SPAIN).await;
    let esim = until(&shop, &id, OrderState::Delivered).await;
    let code = activation_code(&shop.running.app, &esim).expect("it opens").expect("a code");
    let orders = bought(&shop).await;
    assert!(!format!("{esim:?} {orders:?}").contains(code.matching_id()));
    let data = shop.data;
    shop.running.stop().await;
    assert!(!log.take().contains(code.matching_id()));
    let mut searched = 0;
    for entry in std::fs::read_dir(data.folder.path()).expect("the folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if !path.is_file() || name.starts_with("sandbox") {
            continue;
        }
        searched += 1;
        let bytes = std::fs::read(&path).expect("a file");
        let holds = |text: &str| bytes.windows(text.len()).any(|part| part.eq_ignore_ascii_case(text.as_bytes()));
        assert!(!holds(code.matching_id()) && !holds(code.smdp_address()), "{name}");
    }
    // On PostgreSQL the tables are elsewhere; then the rows were looked at above.
    println!("{searched} files searched");
}

#[tokio::test]
async fn an_unlimited_plan_is_bought_day_by_day() {
    let shop = quick().await;
    let id = paid(&shop, "ord_1", ("ES", 1_024, 3)).await;
    let esim = until(&shop, &id, OrderState::Delivered).await;
    assert!(esim.wanted.daily && esim.wanted.price == Some(12_500));
    let orders = bought(&shop).await;
    assert_eq!((orders[0]["amount"].as_i64(), orders[0]["lines"][0]["days"].as_i64()), (Some(37_500), Some(3)));
    shop.running.stop().await;
}

#[tokio::test]
async fn what_is_not_to_be_had_is_paid_back() {
    let log = Log::listen();
    let shop = quick().await;
    for (number, code) in (1..).zip(["200011", "310241", "310243"]) {
        shop.control("esims/script", json!({ "deed": "refuse", "code": code })).await;
        let id = paid(&shop, &format!("ord_{number}"), SPAIN).await;
        let esim = until(&shop, &id, OrderState::RefundDue).await;
        assert_eq!(esim.state, EsimState::Refused);
        assert_eq!(esim.failure.as_deref(), Some(if code == "200011" { "out_of_stock" } else { "package_gone" }));
        let told = log.take();
        for word in ["alarm=\"esim\"", "refund", "send_refund_notice", &format!("N-{id}")] {
            assert!(told.contains(word), "{word} in {told}");
        }
    }
    assert!(bought(&shop).await.is_empty());
    // Given up after it was accepted.
    shop.control("esims/script", json!({ "deed": "cancelled" })).await;
    let id = paid(&shop, "ord_9", SPAIN).await;
    let esim = until(&shop, &id, OrderState::RefundDue).await;
    assert_eq!((esim.state, esim.failure.as_deref()), (EsimState::Refused, Some("CANCEL")));
    assert_eq!(shop.rows("deliveries").await, 0);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_dearer_package_is_paid_back_and_a_cheaper_one_bought() {
    let shop = quick().await;
    shop.control("esims/prices", json!({ "package": "ES_3_15", "price": 21_001 })).await;
    let id = paid(&shop, "ord_1", SPAIN).await;
    let esim = until(&shop, &id, OrderState::RefundDue).await;
    assert_eq!(esim.failure.as_deref(), Some("price_changed"));
    assert!(bought(&shop).await.is_empty());
    shop.control("esims/prices", json!({ "package": "ES_3_15", "price": 20_999 })).await;
    let id = paid(&shop, "ord_2", SPAIN).await;
    until(&shop, &id, OrderState::Delivered).await;
    assert_eq!(bought(&shop).await[0]["amount"], json!(20_999));
    shop.running.stop().await;
}

#[tokio::test]
async fn nothing_wrong_or_used_is_handed_over() {
    let shop = quick().await;
    until(&shop, &paid(&shop, "ord_0", SPAIN).await, OrderState::Delivered).await;
    let deeds = [
        (json!({ "deed": "wrong_plan", "package": "ES_1_7" }), EsimState::Wrong, "package"),
        (json!({ "deed": "wrong_plan", "package": "FR_3_15" }), EsimState::Wrong, "package"),
        (json!({ "deed": "wrong_volume", "volume": 1_073_741_824 }), EsimState::Wrong, "volume"),
        (json!({ "deed": "wrong_days", "days": 30 }), EsimState::Wrong, "days"),
        (json!({ "deed": "used_code" }), EsimState::Used, "installed before"),
        (json!({ "deed": "duplicate_code" }), EsimState::Used, "another order has it"),
    ];
    for (number, (deed, state, why)) in (1..).zip(deeds) {
        if state == EsimState::Used && why != "installed before" {
            // Something that was handed over must be the newest one that is repeated.
            until(&shop, &paid(&shop, "ord_90", SPAIN).await, OrderState::Delivered).await;
        }
        shop.control("esims/script", deed.clone()).await;
        let id = paid(&shop, &format!("ord_{number}"), SPAIN).await;
        let esim = until(&shop, &id, OrderState::Stalled).await;
        assert_eq!((esim.state, esim.failure.as_deref()), (state, Some(why)), "{deed}");
        assert!(esim.sealed_code.is_none(), "{deed}");
    }
    assert_eq!(shop.rows("deliveries").await, 2);
    // What is put right later ends well.
    let query = "esim_access.esim.query";
    shop.control("esims/script", json!({ "deed": "slow", "making_ms": 600_000 })).await;
    let id = paid(&shop, "ord_99", SPAIN).await;
    let order_no = until_esim(&shop, &id, |esim| esim.order_no.is_some()).await.order_no.expect("a number");
    // It has asked once whether it is made; the next question gets the lie.
    until_idle(&shop).await;
    let lie = json!({ "operation": query, "kind": "lie", "field": "obj.esimList.0.totalDuration", "value": 1 });
    shop.control("faults", lie).await;
    shop.control(&format!("esims/orders/{order_no}/make"), json!({})).await;
    until(&shop, &id, OrderState::Stalled).await;
    ask_again(&shop, &id).await;
    assert_eq!(until(&shop, &id, OrderState::Delivered).await.failure, None);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_code_with_a_confirmation_code_is_handed_over_as_it_is() {
    let shop = quick().await;
    shop.control("esims/script", json!({ "deed": "confirmation_code" })).await;
    let esim = until(&shop, &paid(&shop, "ord_1", SPAIN).await, OrderState::Delivered).await;
    let code = activation_code(&shop.running.app, &esim).expect("it opens").expect("a code");
    assert!(code.confirmation_required());
    shop.running.stop().await;
}

#[tokio::test]
async fn silence_never_buys_twice() {
    let shop = quick().await;
    for (number, kind) in (1..).zip(["timeout_after", "timeout_before", "error_500"]) {
        // Longer than the client waits would be too long for a test, so the answer is bent into one that is none.
        let fault = match kind {
            "timeout_after" => {
                json!({ "operation": "esim_access.esim.order", "kind": "lie", "field": "obj.orderNo", "value": 7 })
            }
            kind => json!({ "operation": "esim_access.esim.order", "kind": kind, "delay_ms": 10 }),
        };
        shop.control("faults", fault).await;
        let id = paid(&shop, &format!("ord_{number}"), SPAIN).await;
        let asked = until_esim(&shop, &id, |esim| esim.asked_at.is_some()).await;
        for _ in 0..40 {
            if order(&shop, &id).await.state == OrderState::Delivered {
                break;
            }
            shop.clock.advance(Duration::from_secs(2));
            shop.running.app.wake.notify_one();
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let esim = until(&shop, &id, OrderState::Delivered).await;
        assert_eq!(esim.transaction_id, asked.transaction_id);
        assert_eq!(bought(&shop).await.len(), number, "{kind}");
    }
    let rows = shop.sandbox_has("esims/ledger").await;
    assert_eq!(rows["rows"].as_array().map(Vec::len), Some(3));
    shop.running.stop().await;
}

/// The server died after the supplier had taken the order and before it had noted the number; the supplier shows the
/// order, or is not yet that far.
#[tokio::test]
async fn an_order_that_was_placed_before_a_crash_is_found() {
    for making_ms in [0, 600_000] {
        let shop = quick().await;
        let app = &shop.running.app;
        let (id, now) = ("ord_1", shop.clock.now());
        // So that nothing runs before everything is as the crash left it.
        shop.control("faults", json!({ "operation": "esim_access.esim.order", "kind": "error_500", "times": 1_000 }))
            .await;
        paid(&shop, id, SPAIN).await;
        let esim = until_esim(&shop, id, |esim| esim.asked_at.is_some()).await;
        shop.disarm_faults().await;
        shop.control("esims/account", json!({ "making_ms": making_ms })).await;
        let asked = Asked {
            transaction_id: esim.transaction_id.clone(),
            package_code: esim.wanted.package.clone(),
            price_usd_10000: esim.wanted.price,
            daily_for: None,
        };
        let Ok(Ordered::Accepted { order_no }) = app.esims.order(&asked).await else { panic!("not accepted") };
        assert!(shop.clock.now() >= now);
        shop.clock.advance(Duration::from_secs(60));
        app.wake.notify_one();
        let esim = until_esim(&shop, id, |esim| esim.order_no.is_some()).await;
        assert_eq!(esim.order_no.as_deref(), Some(order_no.as_str()));
        if making_ms > 0 {
            shop.control(&format!("esims/orders/{order_no}/make"), json!({})).await;
        }
        until(&shop, id, OrderState::Delivered).await;
        assert_eq!(bought(&shop).await.len(), 1);
        shop.running.stop().await;
    }
}

#[tokio::test]
async fn without_balance_an_order_waits_for_an_operator() {
    let log = Log::listen();
    let shop = quick().await;
    shop.control("esims/account", json!({ "balance": 20_999 })).await;
    let id = paid(&shop, "ord_1", SPAIN).await;
    until_esim(&shop, &id, |esim| esim.asked_at.is_some()).await;
    let mut told = String::new();
    for _ in 0..100 {
        told += &log.take();
        if told.contains("alarm=\"esim_supplier\"") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(told.contains("alarm=\"esim_supplier\"") && told.contains("200007"), "{told}");
    assert_eq!(order(&shop, &id).await.state, OrderState::Paid, "the buyer still gets what was paid for");
    shop.control("esims/account", json!({ "balance": 21_000 })).await;
    shop.clock.advance(Duration::from_secs(600));
    shop.running.app.wake.notify_one();
    until(&shop, &id, OrderState::Delivered).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn with_every_notice_lost_it_is_asked_until_it_is_made() {
    let shop = Shop::start().await;
    shop.control("webhooks", json!({ "mode": "drop" })).await;
    shop.control("esims/account", json!({ "making_ms": 400 })).await;
    let id = paid(&shop, "ord_1", SPAIN).await;
    until_esim(&shop, &id, |esim| esim.order_no.is_some()).await;
    let started = shop.clock.now();
    for _ in 0..50 {
        if order(&shop, &id).await.state == OrderState::Delivered {
            break;
        }
        shop.clock.advance(Duration::from_secs(1));
        shop.running.app.wake.notify_one();
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    until(&shop, &id, OrderState::Delivered).await;
    assert!((shop.clock.now() - started).num_seconds() < 60, "within a minute of shop time");
    assert_eq!(shop.rows("webhook_events").await, 0);
    shop.running.stop().await;
}

#[tokio::test]
async fn a_notice_delivers_without_waiting() {
    let shop = Shop::start().await;
    shop.control("esims/account", json!({ "making_ms": 600_000 })).await;
    let id = paid(&shop, "ord_1", SPAIN).await;
    let order_no = until_esim(&shop, &id, |esim| esim.order_no.is_some()).await.order_no.expect("a number");
    assert_eq!(order(&shop, &id).await.state, OrderState::Paid);
    // The shop's clock stands still: only the notice can wake the delivery.
    shop.control(&format!("esims/orders/{order_no}/make"), json!({})).await;
    until(&shop, &id, OrderState::Delivered).await;
    let told = shop.sandbox_has("esims/notices").await;
    assert_eq!(told["events"][0]["event"]["body"]["content"]["orderNo"], json!(order_no));
    shop.running.stop().await;
}

#[tokio::test]
async fn many_orders_get_as_many_different_esims() {
    let shop = quick().await;
    for number in 0..20 {
        paid(&shop, &format!("ord_{number}"), SPAIN).await;
    }
    let mut codes = std::collections::HashSet::new();
    for number in 0..20 {
        let id = format!("ord_{number}");
        for _ in 0..600 {
            if order(&shop, &id).await.state == OrderState::Delivered {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let esim = until(&shop, &id, OrderState::Delivered).await;
        codes.insert(activation_code(&shop.running.app, &esim).expect("it opens").expect("a code").full_text());
    }
    assert_eq!((codes.len(), bought(&shop).await.len()), (20, 20));
    shop.running.stop().await;
}

/// What is sold is what the supplier of the sandbox has, at what the book says that it costs.
#[tokio::test]
async fn every_plan_of_the_demo_book_can_be_delivered() {
    let shop = quick().await;
    let packages = shop.running.app.esims.packages(onefare_server::esims::esim_access::requests::Selection::All).await;
    let packages = packages.expect("packages");
    let prices = shop.running.app.prices.load_full();
    let mut compared = 0;
    for (bundle, refill) in
        prices.book.bundles.iter().flat_map(|bundle| bundle.refills.iter().map(move |it| (bundle, it)))
    {
        let package = packages.iter().find(|package| package.is_called(&refill.package));
        let package = package.unwrap_or_else(|| panic!("nobody sells {}", refill.package));
        assert_eq!(package.volume_bytes, i64::from(refill.amount_mb) << 20, "{}", refill.package);
        assert_eq!(package.is_daily(), refill.unlimited, "{}", refill.package);
        let periods = refill.periods().unwrap_or(1);
        assert_eq!(package.duration_days, refill.amount_days / periods, "{}", refill.package);
        assert_eq!(Some(package.price_usd_10000 * i64::from(periods)), refill.cost, "{}", refill.package);
        if bundle.code.len() == 2 {
            assert_eq!(package.locations, std::slice::from_ref(&bundle.code));
        } else {
            assert!(package.locations.len() > 1);
        }
        compared += 1;
    }
    assert!(compared > 300, "only {compared}");
    shop.running.stop().await;
}
