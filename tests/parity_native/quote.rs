//! Quotes: the twin of `tests/parity/quote.mjs`.

use chrono::DateTime;
use onefare_core::currency::Currency;
use onefare_core::deal::DealPlan;
use onefare_core::discount::DiscountCode;
use onefare_core::language::Language;
use onefare_core::money::Money;
use onefare_core::plan::Plan;
use onefare_core::quote::{Offer, Quote, QuoteError};
use serde::Deserialize;
use serde_json::{Value, json};

/// An offer with what it is made of.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Offered {
    Plan(Plan),
    Trial(Plan),
    Deal(DealPlan),
    Prepaid(DealPlan),
    Refill { product_id: String, price: i64, currency: Currency },
}

/// What is asked: a quote, how a page shows it, and what comes when.
#[derive(Deserialize)]
struct Request {
    number: i64,
    offer: Offered,
    currency: Currency,
    #[serde(default)]
    code: Option<DiscountCode>,
    language: Language,
    /// Milliseconds since 1970.
    start: i64,
}

pub fn answer(request: Value) -> Value {
    let request: Request = serde_json::from_value(request).unwrap();
    let offer = match &request.offer {
        Offered::Plan(plan) => Offer::Plan(plan),
        Offered::Trial(plan) => Offer::Trial(plan),
        Offered::Deal(deal) => Offer::Deal(deal),
        Offered::Prepaid(deal) => Offer::Prepaid(deal),
        Offered::Refill { product_id, price, currency } => {
            Offer::Refill { product_id, price: Money::new(*price, *currency).unwrap() }
        }
    };
    let quote = match Quote::compute(request.number, offer, request.currency, request.code.as_ref()) {
        Ok(quote) => quote,
        Err(error) => return json!({ "error": error.to_string() }),
    };
    let start = DateTime::from_timestamp_millis(request.start).unwrap();
    let renewal = quote.renewal_after(start).unwrap();
    let renewal = renewal.map(|next| (next.amount.minor(), next.at.timestamp_millis(), next.every_months));
    let mut answer = json!({ "quote": quote });
    match quote.plan_price(request.language) {
        Ok(price) => answer["price"] = json!(price),
        Err(error) => assert_eq!(error, QuoteError::NothingRenews),
    }
    if let Some(renewal) = renewal {
        answer["renewal"] = json!(renewal);
    }
    answer
}
