mod after_purchase;
mod attention;
mod cancellation;
mod catalogue;
mod damage;
mod entitlements;
mod esims;
mod machine;
mod operators;
mod purchase;
mod queue;
mod races;
mod schema;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use onefare_core::currency::Currency;
use onefare_core::discount::{DiscountCode, Effect, FoldedCode, Scope, Term};
use onefare_core::email::Email;
use onefare_core::language::Language;
use onefare_core::order::OrderNumber;
use onefare_core::payment::Provider;
use onefare_core::percent::Percent;
use onefare_core::plan::{DeviceAllowance, Plan, PlanAmount};
use onefare_core::price_book::PriceBook;
use onefare_core::quote::Quote;
use secrecy::SecretString;

use super::orders::NewOrder;
use super::payments::NewPayment;
use super::{Store, Tx, orders, payments, price_books};
use crate::ids::{PaymentHash, digest};

fn book(minor: i64) -> PriceBook {
    let price = |currency: Currency| PlanAmount {
        currency,
        amount: minor * currency.charge_step(),
        before: Some(minor * currency.charge_step() * 3),
    };
    let plan = Plan {
        product_id: "vpn-12m".to_owned(),
        months: 12,
        priority: 1,
        devices: DeviceAllowance::USUAL,
        highlight: BTreeMap::from([(Language::Ar, "الأكثر اختياراً".to_owned())]),
        prices: Currency::OFFERED.into_iter().map(price).collect(),
    };
    PriceBook { default_currency: Currency::Aed, plans: vec![plan], deals: Vec::new(), bundles: Vec::new() }
}

fn code(text: &str) -> DiscountCode {
    DiscountCode {
        code: text.to_owned(),
        effect: Effect::Percent(Percent::parse("33.33").unwrap()),
        term: Term::Once,
        starts_at: None,
        ends_at: None,
        usage_limit: None,
        scope: Scope::Plans,
        products: None,
        billing_cycles: None,
        below_cost: false,
    }
}

fn quote(number: i64, minor: i64) -> Quote {
    Quote::compute(number, &book(minor).plans[0], Currency::Omr, Some(&code("Third"))).unwrap()
}

/// A number derived from the order's id.
fn number_of(order: &str) -> OrderNumber {
    OrderNumber::parse(&digest(order)[..8]).unwrap()
}

fn folded(code: &str) -> FoldedCode {
    FoldedCode::parse(code).unwrap()
}

/// A store with price book 1.
async fn applied(store: &Store, now: DateTime<Utc>) {
    let mut tx = store.begin().await.unwrap();
    price_books::insert(&mut tx, &book(1560), now).await.unwrap();
    tx.commit().await.unwrap();
}

async fn add_order(tx: &mut Tx, id: &str, now: DateTime<Utc>) {
    let (email, quote) = (Email::parse("Amal.K+shop@Example.com").unwrap(), quote(1, 1560));
    let third = folded("third");
    let order = NewOrder {
        id,
        number: &number_of(id),
        buyer: "buyer",
        email: &email,
        language: Language::Ar,
        return_to: Some("/ar/buy?code=x"),
        quote: &quote,
        quote_fingerprint: "same",
        code: Some(&third),
        trial: None,
        im_ref: Some("partner\0 é"),
        fb_params: None,
        created_at: now,
    };
    orders::insert(tx, &order).await.unwrap();
}

fn hash_of(payment: &str) -> PaymentHash {
    PaymentHash::of(&SecretString::from("key"), payment)
}

async fn add_payment(tx: &mut Tx, id: &str, order_id: &str, now: DateTime<Utc>) {
    let hash = hash_of(id);
    let payment = NewPayment {
        id,
        order_id,
        provider: Provider::Stripe,
        quote: &quote(1, 1560),
        hash: &hash,
        customer_of: None,
        created_at: now,
    };
    payments::insert(tx, &payment).await.unwrap();
}
