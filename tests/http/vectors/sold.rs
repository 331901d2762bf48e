//! Shops that sell a case's products.

use chrono::{DateTime, Utc};
use onefare_core::currency::Currency;
use onefare_core::discount::DiscountCode;
use onefare_core::price_book::PriceBook;
use onefare_server::catalogue::{self, Catalogue, ListedCode};
use onefare_server::clock::Clock;
use onefare_tests::{Answer, Browser, Shop};
use serde_json::{Value, json};

/// Puts a book's plans on sale, with codes and their numbers of uses. `false` for a book that no shop may sell: then
/// nothing changes.
pub async fn sell(shop: &Shop, book: &Value, codes: &[(Value, u64)]) -> bool {
    let book: PriceBook = serde_json::from_value(book.clone()).unwrap();
    if !book.faults().is_empty() {
        return false;
    }
    let listed = |(code, used): &(Value, u64)| ListedCode {
        code: serde_json::from_value::<DiscountCode>(code.clone()).unwrap(),
        used: u32::try_from(*used).unwrap(),
    };
    let wanted = Catalogue { book, codes: codes.iter().map(listed).collect() };
    catalogue::apply(&shop.running.app.store, &wanted, shop.clock.now()).await.unwrap();
    shop.running.app.refresh_prices().await.unwrap();
    true
}

/// A book of one plan.
pub fn book_of(plan: Value) -> Value {
    json!({ "default_currency": "AED", "plans": [plan] })
}

/// A plan with this amount, in minor units, in every currency that can charge it; rounded down in the others.
pub fn plan_at(id: &str, months: u32, amount: i64) -> Value {
    let price =
        |currency: Currency| json!({ "currency": currency.code(), "amount": amount - amount % currency.charge_step() });
    let prices: Vec<Value> = Currency::OFFERED.into_iter().map(price).collect();
    json!({ "product_id": id, "months": months, "priority": 1, "prices": prices })
}

/// The code under another name: a code that was sold before keeps its number of uses.
pub fn renamed(code: &Value, name: &str) -> Value {
    let mut code = code.clone();
    code["code"] = json!(name);
    code
}

/// Sets the shop's clock to an instant, also backwards.
pub fn move_to(shop: &Shop, instant: DateTime<Utc>) {
    let Clock::Manual(millis) = &shop.clock else { panic!("this clock cannot be moved") };
    millis.store(instant.timestamp_millis(), std::sync::atomic::Ordering::SeqCst);
}

/// The plans and their prices with a code.
pub async fn initial_data(shop: &Shop, code: &str) -> Answer {
    shop.get(&format!("/api/subscription/get_initial_data?discount_code={}", query_text(code))).await
}

/// Encodes a text as a query value.
pub fn query_text(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// The session that the shop requested from the provider for a checkout's answer.
pub async fn asked(shop: &Shop, answer: &Answer) -> Value {
    let url = format!("{}/v1/checkout/sessions/{}", shop.sandbox, Shop::session_of(answer));
    let request = shop.http.get(url).bearer_auth("sk_test_onefare_sandbox");
    shop.finish(&mut Browser::default(), request).await.body
}
