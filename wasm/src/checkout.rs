//! [`onefare_core::checkout`].

use onefare_core::checkout::{Checkout, EsimCheckout, PaymentMethod, agreed};
use onefare_core::language::Language;
use onefare_core::problem::Problem;
use onefare_core::quote::Quote;
use onefare_core::wire::subscription::FbParams;
use serde::Serialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::border::{Crossed, give_outcome, take};

/// A request that was read, as far as its fields were changed by reading.
#[derive(Serialize)]
struct Read {
    email: String,
    code: Option<String>,
    currency: Option<&'static str>,
    return_to: Option<String>,
    im_ref: Option<String>,
    fb_params: Option<FbParams>,
}

impl From<Checkout> for Read {
    fn from(checkout: Checkout) -> Self {
        let Checkout { email, code, currency, return_to, im_ref, fb_params, .. } = checkout;
        let (email, currency) = (email.as_str().to_owned(), currency.map(|found| found.code()));
        Self { email, code, currency, return_to, im_ref, fb_params }
    }
}

/// Reads a checkout request, or says the code of its first problem.
#[wasm_bindgen]
pub fn checkout_read(request: JsValue) -> Crossed {
    give_outcome(Checkout::read(take(request)?).map(Read::from).map_err(Problem::code))
}

/// An eSIM payment request that was read.
#[derive(Serialize)]
struct EsimRead {
    email: String,
    plan: String,
    method: PaymentMethod,
    code: Option<String>,
    currency: &'static str,
    expected_amount: Option<i64>,
    language: Option<Language>,
    return_to: Option<String>,
}

impl From<EsimCheckout> for EsimRead {
    fn from(checkout: EsimCheckout) -> Self {
        let EsimCheckout { email, plan, method, code, currency, expected_amount, language, return_to } = checkout;
        let (email, plan, currency) = (email.as_str().to_owned(), plan.to_string(), currency.code());
        Self { email, plan, method, code, currency, expected_amount, language, return_to }
    }
}

/// Reads an eSIM payment request, or says the code of its first problem.
#[wasm_bindgen]
pub fn checkout_read_esim(request: JsValue, method: JsValue) -> Crossed {
    give_outcome(EsimCheckout::read(take(request)?, take(method)?).map(EsimRead::from).map_err(Problem::code))
}

/// The quote to charge, or `price_changed`.
#[wasm_bindgen]
pub fn checkout_agreed(amount: JsValue, current: JsValue, graced: JsValue, renewal: JsValue) -> Crossed {
    let (current, graced): (Quote, Option<Quote>) = (take(current)?, take(graced)?);
    give_outcome(agreed(take(amount)?, take(renewal)?, &current, graced.as_ref()).map_err(Problem::code))
}
