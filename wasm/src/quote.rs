//! [`onefare_core::quote`].

use onefare_core::currency::Currency;
use onefare_core::deal::DealPlan;
use onefare_core::money::Money;
use onefare_core::plan::{Plan, PriceBook};
use onefare_core::quote::{self, Offer, Quote};
use serde::Deserialize;
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::border::{Crossed, give, give_outcome, take, take_currency, take_instant};

/// [`Offer`] with what it is made of.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Offered {
    Plan(Plan),
    Trial(Plan),
    Deal(DealPlan),
    Prepaid(DealPlan),
    Refill { product_id: String, price: i64, currency: Currency },
}

impl Offered {
    fn offer(&self) -> Result<Offer<'_>, JsError> {
        Ok(match self {
            Self::Plan(plan) => Offer::Plan(plan),
            Self::Trial(plan) => Offer::Trial(plan),
            Self::Deal(deal) => Offer::Deal(deal),
            Self::Prepaid(deal) => Offer::Prepaid(deal),
            Self::Refill { product_id, price, currency } => {
                Offer::Refill { product_id, price: Money::new(*price, *currency)? }
            }
        })
    }
}

/// What one plan costs in one currency.
#[wasm_bindgen]
pub fn quote_compute(number: JsValue, plan: JsValue, currency: &str, code: JsValue) -> Crossed {
    let (plan, code): (Plan, Option<_>) = (take(plan)?, take(code)?);
    give_outcome(Quote::compute(take(number)?, &plan, take_currency(currency)?, code.as_ref()))
}

/// What any offer costs in one currency.
#[wasm_bindgen]
pub fn quote_offer(number: JsValue, offer: JsValue, currency: &str, code: JsValue) -> Crossed {
    let (offer, code): (Offered, Option<_>) = (take(offer)?, take(code)?);
    give_outcome(Quote::compute(take(number)?, offer.offer()?, take_currency(currency)?, code.as_ref()))
}

/// What a quote sells.
#[wasm_bindgen]
pub fn quote_product(quote: JsValue) -> Crossed {
    give(take::<Quote>(quote)?.product())
}

/// The first instant after what is paid for today, in milliseconds since 1970.
#[wasm_bindgen]
pub fn quote_first_term_end(quote: JsValue, start: JsValue) -> Crossed {
    let end = take::<Quote>(quote)?.first_term_end(take_instant(start)?);
    give(end.map(|end| end.timestamp_millis()))
}

/// The next charge: `[minor units, milliseconds since 1970, months until the one after it]`.
#[wasm_bindgen]
pub fn quote_renewal(quote: JsValue, start: JsValue) -> Crossed {
    let renewal = take::<Quote>(quote)?.renewal_after(take_instant(start)?);
    give_outcome(
        renewal.map(|renewal| renewal.map(|next| (next.amount.minor(), next.at.timestamp_millis(), next.every_months))),
    )
}

/// A quote as a page shows it.
#[wasm_bindgen]
pub fn quote_plan_price(quote: JsValue, language: JsValue) -> Crossed {
    give_outcome(take::<Quote>(quote)?.plan_price(take(language)?))
}

/// Every plan as `get_initial_data` sends it.
#[wasm_bindgen]
pub fn quote_packages(number: JsValue, book: JsValue, code: JsValue) -> Crossed {
    let (book, code): (PriceBook, Option<_>) = (take(book)?, take(code)?);
    let plans = quote::quote_all(take(number)?, &book, code.as_ref());
    let packages =
        |plans: Vec<(&Plan, Vec<Quote>)>| plans.iter().map(|(plan, all)| quote::package(plan, all)).collect();
    give_outcome(plans.and_then(packages).map(|packages: Vec<_>| packages))
}

/// What became of a code once the plans are known.
#[wasm_bindgen]
pub fn quote_state(number: JsValue, book: JsValue, code: JsValue, state: JsValue) -> Crossed {
    let (book, code, state): (PriceBook, Option<_>, _) = (take(book)?, take(code)?, take(state)?);
    let plans = quote::quote_all(take(number)?, &book, code.as_ref());
    give_outcome(plans.map(|plans| quote::state_on_plans(state, &plans)))
}
