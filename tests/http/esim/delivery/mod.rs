//! Paid data orders become eSIMs: the right ones, once, and secret; or the order is due for refund.

mod lost;
mod made;
mod refused;

use std::time::Duration;

use onefare_core::bundle::Refill;
use onefare_core::currency::Currency;
use onefare_core::email::Email;
use onefare_core::esim_product_id::StructuredData;
use onefare_core::language::Language;
use onefare_core::order::{OrderNumber, OrderState};
use onefare_core::payment::{PaymentState, Provider};
use onefare_core::quote::{Offer, Quote};
use onefare_server::ids::{PaymentHash, digest};
use onefare_server::jobs::JobKind;
use onefare_server::store::esims::Esim;
use onefare_server::store::jobs::{self, Maker};
use onefare_server::store::orders::{NewOrder, Order};
use onefare_server::store::payments::NewPayment;
use onefare_server::store::{esims, orders, payments};
use onefare_tests::Shop;
use serde_json::{Value, json};

/// Spain, 3 GB for 15 days; the supplier charges 2.10 dollars for it.
pub const SPAIN: (&str, u32, u32) = ("ES", 3_072, 15);

/// A plan of the demo book, by its country, megabytes and days.
fn plan(shop: &Shop, (country, mb, days): (&str, u32, u32)) -> (StructuredData, Refill) {
    let prices = shop.running.app.prices.load();
    let bundle = prices.book.bundles.iter().find(|bundle| bundle.code == country).expect("a bundle");
    let same = |refill: &&Refill| refill.amount_mb == mb && refill.amount_days == days;
    let refill = bundle.refills.iter().find(same).expect("a plan");
    (bundle.structured_data(refill).expect("a name"), refill.clone())
}

/// A number derived from the order's id.
pub fn number_of(order: &str) -> OrderNumber {
    OrderNumber::parse(&digest(order)[..8]).expect("a number")
}

/// A paid order of that plan, as the checkout stores it.
pub async fn paid(shop: &Shop, id: &str, wanted: (&str, u32, u32)) -> String {
    let (data, refill) = plan(shop, wanted);
    let (app, now) = (&shop.running.app, shop.clock.now());
    let product_id = data.to_string();
    let offer = Offer::Refill { product_id: &product_id, price: refill.price_in(Currency::Usd).expect("a price") };
    let number = app.prices.load().number;
    let quote = Quote::compute(number, offer, Currency::Usd, None).expect("a quote");
    let email = Email::parse("amal@example.com").expect("an address");
    let order = NewOrder {
        id,
        number: &number_of(id),
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
    let payment = format!("pay_{id}");
    let hash = PaymentHash::of(&app.config.secret, &payment);
    let settled = NewPayment {
        id: &payment,
        order_id: id,
        provider: Provider::Stripe,
        quote: &quote,
        hash: &hash,
        customer_of: None,
        created_at: now,
    };
    payments::insert(&mut tx, &settled).await.expect("a payment");
    let paid = payments::move_state(&mut tx, &payment, PaymentState::Open, PaymentState::Paid, None, now).await;
    assert!(paid.expect("a move"));
    jobs::enqueue(&mut tx, JobKind::DeliverOrder(Maker::Supplier), id, now, now).await.expect("a job");
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

/// Waits, at most ten seconds, until the order has this state.
async fn until(shop: &Shop, id: &str, state: OrderState) -> Esim {
    for _ in 0..200 {
        if order(shop, id).await.state == state {
            return esim(shop, id).await.expect("an eSIM");
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{:?} and {:?}, not {state:?}", order(shop, id).await.state, esim(shop, id).await);
}

/// Waits until the order's eSIM meets a condition.
async fn until_esim(shop: &Shop, id: &str, holds: impl Fn(&Esim) -> bool) -> Esim {
    for _ in 0..200 {
        if let Some(esim) = esim(shop, id).await.filter(&holds) {
            return esim;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{:?}", esim(shop, id).await);
}

/// Waits until no job is running.
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

/// A shop whose supplier makes orders at once.
async fn quick() -> Shop {
    let shop = Shop::start().await;
    shop.control("esims/account", json!({ "making_ms": 0 })).await;
    shop
}

async fn bought(shop: &Shop) -> Vec<Value> {
    shop.sandbox_has("esims/orders").await["orders"].as_array().expect("orders").clone()
}

/// Requests the delivery again, as an operator or a webhook event does.
async fn ask_again(shop: &Shop, id: &str) {
    let (app, now) = (&shop.running.app, shop.clock.now());
    let mut tx = app.store.begin().await.expect("a transaction");
    jobs::enqueue(&mut tx, JobKind::DeliverOrder(Maker::Supplier), id, now, now).await.expect("a job");
    tx.commit().await.expect("a commit");
    app.wake.notify_one();
}
