//! The eSIM shop renews its catalogue from what the supplier sells: prices, vanished plans, new plans; and the changes
//! it leaves to an operator.

mod held;
mod planned;

use std::time::Duration;

use onefare_core::order::OrderState;
use onefare_server::catalogue::{self, Catalogue};
use onefare_server::flows::catalogue_renewal::Renewal;
use onefare_server::flows::catalogue_renewal::renew;
use onefare_server::store::orders;
use onefare_tests::{Answer, Browser, Shop};
use reqwest::StatusCode;
use serde_json::{Value, json};

const BY_CARD: &str = "/api/esim/stripe/create-payment";
const BY_IDEAL: &str = "/api/esim/mollie/create-payment";

/// How often the shop imports the supplier's list.
const DAY: Duration = Duration::from_hours(24);

/// A shop whose supplier makes orders at once.
async fn quick() -> Shop {
    let shop = Shop::start().await;
    shop.control("esims/account", json!({ "making_ms": 0 })).await;
    shop
}

/// The number of the active price book, and its content.
async fn sold(shop: &Shop) -> (i64, Catalogue) {
    let mut conn = shop.running.app.store.read().await.unwrap();
    catalogue::current(&mut conn).await.unwrap().unwrap()
}

/// Lets a day pass and that day's job run; then the pages reload.
async fn next_day(shop: &Shop) {
    shop.clock.advance(DAY);
    shop.running.app.wake.notify_waiters();
    shop.imported().await;
    shop.running.app.refresh_prices().await.unwrap();
}

/// Renews now, as the job does; then the pages reload. For stories with hosted pages, which do not outlive a day.
async fn renew_now(shop: &Shop) -> Renewal {
    let renewal = renew(&shop.running.app).await.unwrap();
    shop.running.app.refresh_prices().await.unwrap();
    renewal
}

/// The job, as `due at, failure`, once no worker leases it.
async fn job(shop: &Shop) -> Vec<String> {
    let sql = "SELECT CAST(due_at AS TEXT) || ' ' || COALESCE(last_error, '-') FROM jobs WHERE kind = 'import_bundles'";
    shop.texts(sql).await
}

/// The metrics that operators read.
async fn figures(shop: &Shop) -> String {
    shop.http.get(format!("http://{}/metrics", shop.running.ops)).send().await.unwrap().text().await.unwrap()
}

/// The value of a metric; 0 when it is missing.
async fn figure(shop: &Shop, name: &str) -> u64 {
    let figures = figures(shop).await;
    let line = figures.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')).unwrap_or("0");
    line.parse().unwrap()
}

const ALARMS: &str = "onefare_alarms_total{kind=\"catalogue_import\"}";
const RUNS: &str = "onefare_job_runs_total{kind=\"import_bundles\",lane=\"esims\",result=\"again\"}";
const FAILURES: &str = "onefare_job_runs_total{kind=\"import_bundles\",lane=\"esims\",result=\"failed\"}";

/// A country's plan of 3 GB for 15 days, as the page shows it; `None` when it is not shown.
async fn plan(shop: &Shop, code: &str) -> Option<Value> {
    let list = shop.get("/api/esim/bundles").await.body;
    let country = list["data"]["countries"].as_array().unwrap().iter().find(|one| one["code"] == code)?.clone();
    let bundle = shop.get(&format!("/api/esim/bundle/{}", country["id"])).await.body;
    let refills = bundle["data"]["refills"].as_array().unwrap();
    let same = |one: &&Value| (&one["amount_mb"], &one["amount_days"]) == (&json!(3072), &json!(15));
    let mut plan = refills.iter().find(same)?.clone();
    plan["bundle_id"] = country["id"].clone();
    Some(plan)
}

/// The request of a page that shows this plan.
fn wanted(plan: &Value, method: &str) -> Value {
    let (currency, price) = if method == "card" { ("USD", &plan["price_usd"]) } else { ("EUR", &plan["price_eur"]) };
    json!({
        "email": "amal@example.com", "bundle_id": plan["bundle_id"], "payment_method": method,
        "structured_data": plan["structured_data"], "currency": currency, "expected_amount": price,
    })
}

async fn ask(shop: &Shop, plan: &Value, method: &str) -> Answer {
    let call = if method == "card" { BY_CARD } else { BY_IDEAL };
    shop.post(&mut Browser::default(), call, wanted(plan, method)).await
}

/// The id of session or payment in the hosted page's URL.
fn page_of(answer: &Answer) -> String {
    let url = answer.body["data"]["checkout_url"].as_str().unwrap_or_else(|| panic!("no page in {answer:?}"));
    url.rsplit('/').next().unwrap().split(['?', '#']).next().unwrap().to_owned()
}

/// Waits until the only order has this state, advancing the shop's clock: some of the following steps are due later.
async fn until_order(shop: &Shop, state: OrderState) {
    for _ in 0..600 {
        let id = shop.texts("SELECT id FROM orders").await.remove(0);
        let mut conn = shop.running.app.store.read().await.unwrap();
        let order = orders::by_id(&mut conn, &id).await.unwrap().unwrap();
        drop(conn);
        if order.state == state {
            return;
        }
        shop.clock.advance(Duration::from_secs(2));
        shop.running.app.wake.notify_waiters();
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{:?}, not {state:?}", shop.texts("SELECT state FROM orders").await);
}

async fn price(shop: &Shop, package: &str, price: Value) {
    shop.control("esims/prices", json!({ "package": package, "price": price })).await;
}

async fn put_on_sale(shop: &Shop, package: &str, on_sale: bool) {
    shop.control("esims/packages", json!({ "package": package, "on_sale": on_sale })).await;
}

#[tokio::test]
async fn the_demo_shop_sells_what_its_supplier_sells() {
    let shop = Shop::start().await;
    assert_eq!(figure(&shop, RUNS).await, 1, "the supplier was asked at the first start");
    let (number, sold) = sold(&shop).await;
    assert_eq!(number, 1);
    assert_eq!(sold.book.bundles, catalogue::parse(catalogue::DEMO).unwrap().book.bundles);
    next_day(&shop).await;
    assert_eq!((figure(&shop, RUNS).await, figure(&shop, ALARMS).await), (2, 0));
    assert_eq!(shop.rows("price_books").await, 1, "nothing differs, and no book is made");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_dearer_package_gets_prices_by_our_margins_and_they_are_charged() {
    let shop = quick().await;
    let old = plan(&shop, "ES").await.unwrap();
    assert_eq!((&old["price_usd"], &old["price_eur"]), (&json!(449), &json!(449)));
    // 3.00 dollars instead of 2.10: times 2.1 that is 6.30, and 5.796 euros.
    price(&shop, "ES_3_15", json!(30_000)).await;
    next_day(&shop).await;
    let (number, sold) = sold(&shop).await;
    assert_eq!((number, figure(&shop, ALARMS).await), (2, 0));
    let spain = sold.book.bundles.iter().find(|bundle| bundle.code == "ES").unwrap();
    let refill = spain.refills.iter().find(|refill| refill.amount_mb == 3_072).unwrap();
    assert_eq!((refill.package.as_str(), refill.cost), ("ES_3_15", Some(30_000)), "the package keeps its name");
    let new = plan(&shop, "ES").await.unwrap();
    assert_eq!((&new["price_usd"], &new["price_eur"]), (&json!(649), &json!(599)));

    // A buyer with the old page is shown the new price, and is charged nothing.
    for (method, due) in [("card", 649), ("ideal", 599)] {
        let answer = ask(&shop, &old, method).await;
        assert_eq!(
            (answer.status, &answer.body["code"]),
            (StatusCode::CONFLICT, &json!("price_changed")),
            "{answer:?}"
        );
        assert_eq!(answer.body["due"]["due_now"], json!(due));
    }
    assert_eq!(shop.rows("orders").await, 0);
    let by_ideal = page_of(&ask(&shop, &new, "ideal").await);
    assert_eq!(shop.at_mollie(&by_ideal).await["amount"], json!({ "currency": "EUR", "value": "5.99" }));
    let by_card = page_of(&ask(&shop, &new, "card").await);
    assert_eq!(shop.at_stripe(&format!("checkout/sessions/{by_card}")).await["amount_total"], json!(649));
    shop.at_pay_page(&by_card, "pay").await;
    let delivered = async || shop.texts("SELECT state FROM orders WHERE state <> 'open'").await;
    shop.until(vec!["delivered".to_owned()], delivered).await;
    assert_eq!(shop.sandbox_has("esims/orders").await["orders"][0]["amount"], json!(30_000));
    // The supplier has not changed since, so the price book does not change either.
    next_day(&shop).await;
    assert_eq!(shop.rows("price_books").await, 2);
    shop.running.stop().await;
}

#[tokio::test]
async fn an_order_from_before_is_paid_and_bought_at_what_it_said() {
    let shop = quick().await;
    let session = page_of(&ask(&shop, &plan(&shop, "ES").await.unwrap(), "card").await);
    price(&shop, "ES_3_15", json!(30_000)).await;
    assert!(matches!(renew_now(&shop).await, Renewal::Applied(applied) if applied.number == 2));
    assert_eq!(plan(&shop, "ES").await.unwrap()["price_usd"], json!(649));
    // The new price book has a cost of 3.00 dollars; this order's book has 2.10, which the supplier accepts again.
    price(&shop, "ES_3_15", Value::Null).await;
    shop.at_pay_page(&session, "pay").await;
    until_order(&shop, OrderState::Delivered).await;
    let orders = shop.sandbox_has("esims/orders").await;
    assert_eq!(orders["orders"][0]["amount"], json!(21_000), "{orders}");
    assert_eq!(shop.sandbox_has("ledger").await["rows"][0]["amount"], json!(449));
    shop.running.stop().await;
}

#[tokio::test]
async fn what_vanished_is_not_sold_and_what_was_sold_is_still_tried() {
    let shop = quick().await;
    let old = plan(&shop, "ES").await.unwrap();
    let session = page_of(&ask(&shop, &old, "card").await);
    put_on_sale(&shop, "ES_3_15", false).await;
    assert!(matches!(renew_now(&shop).await, Renewal::Applied(applied) if applied.number == 2));
    assert_eq!(figure(&shop, ALARMS).await, 0);
    assert_eq!(plan(&shop, "ES").await, None, "seven other plans of Spain are shown");
    let answer = ask(&shop, &old, "card").await;
    assert_eq!((answer.status.as_u16(), &answer.body["code"]), (422, &json!("checkout_data_invalid")));
    // The buyer pays on the earlier page: the supplier no longer has the package, so the payment is refunded.
    shop.at_pay_page(&session, "pay").await;
    until_order(&shop, OrderState::Refunded).await;
    assert_eq!(shop.texts("SELECT state || ' ' || failure FROM esims").await, ["refused package_gone"]);
    // It is sold again under its earlier name.
    put_on_sale(&shop, "ES_3_15", true).await;
    renew_now(&shop).await;
    let back = plan(&shop, "ES").await.unwrap();
    assert_eq!((&back["structured_data"], &back["price_usd"]), (&old["structured_data"], &json!(449)));
    let (number, sold) = sold(&shop).await;
    let spain = sold.book.bundles.iter().find(|bundle| bundle.code == "ES").unwrap();
    assert_eq!((number, spain.refills.len()), (3, 8), "shown where it was: {spain:?}");
    shop.running.stop().await;
}

#[tokio::test]
async fn a_new_country_is_sold_by_itself() {
    let shop = quick().await;
    for package in ["FI_3_15", "FI_1_Daily"] {
        put_on_sale(&shop, package, true).await;
    }
    next_day(&shop).await;
    let (number, sold) = sold(&shop).await;
    let finland = sold.book.bundles.last().unwrap();
    assert_eq!((number, finland.id, finland.code.as_str(), finland.refills.len()), (2, 47, "FI", 4));
    assert_eq!(finland.coverage, ["DNA", "Elisa", "Telia"]);
    let plan = plan(&shop, "FI").await.unwrap();
    // The price of every plan of this size with a cost of 2.10.
    assert_eq!((&plan["price_usd"], &plan["price_eur"]), (&json!(449), &json!(449)));
    let session = page_of(&ask(&shop, &plan, "card").await);
    shop.at_pay_page(&session, "pay").await;
    until_order(&shop, OrderState::Delivered).await;
    shop.running.stop().await;
}

#[tokio::test]
async fn of_two_renewals_at_once_one_makes_the_book() {
    let shop = Shop::start().await;
    let app = &shop.running.app;
    for round in 1..=5 {
        price(&shop, "ES_3_15", json!(21_000 + round)).await;
        let (left, right) = tokio::join!(renew(app), renew(app));
        let outcomes = [left.unwrap(), right.unwrap()];
        let made: Vec<_> = outcomes.iter().filter(|one| matches!(one, Renewal::Applied(_))).collect();
        assert_eq!(made.len(), 1, "{outcomes:?}");
        assert!(outcomes.contains(&Renewal::Unchanged), "the other one sees what the first has made: {outcomes:?}");
        assert_eq!(shop.rows("price_books").await, 1 + round);
    }
    shop.running.stop().await;
}

#[tokio::test]
async fn what_an_operator_applies_meanwhile_is_not_lost() {
    let shop = Shop::start().await;
    let app = &shop.running.app;
    for round in 1..=5_i64 {
        price(&shop, "ES_3_15", json!(21_000 + round)).await;
        let name = format!("Spain {round}");
        let mut wanted = sold(&shop).await.1;
        let spain = wanted.book.bundles.iter_mut().find(|bundle| bundle.code == "ES").unwrap();
        spain.names.insert(onefare_core::language::Language::En, name.clone());
        wanted.codes.retain(|listed| listed.code.code != "WELCOME5");
        let (renewed, applied) = tokio::join!(renew(app), catalogue::apply(&app.store, &wanted, shop.clock.now()));
        applied.unwrap();
        // In either order: when the operator applies last, the file's own costs hold until the next renewal updates
        // them.
        renewed.unwrap();
        renew(app).await.unwrap();
        let now = sold(&shop).await.1;
        let spain = now.book.bundles.iter().find(|bundle| bundle.code == "ES").unwrap();
        assert_eq!(spain.name_in(onefare_core::language::Language::En), name);
        assert!(spain.refills.iter().any(|refill| refill.cost == Some(21_000 + round)));
        let ended = now.codes.iter().find(|listed| listed.code.code == "WELCOME5").unwrap();
        assert_eq!(ended.code.ends_at, Some(shop.clock.now()), "what an operator ended stays ended");
    }
    shop.running.stop().await;
}
