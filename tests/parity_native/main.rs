//! The native side of `tests/wasm/parity.test.mjs`: one request per line in, one answer per line out.

use std::io::{self, BufRead as _, BufWriter, Write as _};

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

fn answer(request: &Request) -> Value {
    match Quote::compute(request.number, &request.plan, request.currency, request.code.as_ref()) {
        Ok(quote) => json!({ "price": quote.plan_price(request.language).unwrap(), "quote": quote }),
        Err(error) => json!({ "error": error.to_string() }),
    }
}

fn main() {
    let mut out = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let request: Request = serde_json::from_str(&line.unwrap()).unwrap();
        let mut text = answer(&request);
        text.sort_all_objects();
        writeln!(out, "{text}").unwrap();
    }
}
