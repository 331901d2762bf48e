//! Quotes: the twin of `tests/parity/quote.mjs`.

use onefare_core::currency::Currency;
use onefare_core::discount::DiscountCode;
use onefare_core::language::Language;
use onefare_core::plan::Plan;
use onefare_core::quote::Quote;
use serde::Deserialize;
use serde_json::{Value, json};

/// What is asked: a quote, and how a page shows it.
#[derive(Deserialize)]
struct Request {
    number: i64,
    plan: Plan,
    currency: Currency,
    #[serde(default)]
    code: Option<DiscountCode>,
    language: Language,
}

pub fn answer(request: Value) -> Value {
    let request: Request = serde_json::from_value(request).unwrap();
    match Quote::compute(request.number, &request.plan, request.currency, request.code.as_ref()) {
        Ok(quote) => json!({ "price": quote.plan_price(request.language).unwrap(), "quote": quote }),
        Err(error) => json!({ "error": error.to_string() }),
    }
}
