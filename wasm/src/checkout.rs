//! [`onefare_core::checkout`].

use onefare_core::checkout::{Checkout, agreed};
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

/// The quote to charge, or `price_changed`.
#[wasm_bindgen]
pub fn checkout_agreed(amount: JsValue, current: JsValue, graced: JsValue, renewal: JsValue) -> Crossed {
    let (current, graced): (Quote, Option<Quote>) = (take(current)?, take(graced)?);
    give_outcome(agreed(take(amount)?, take(renewal)?, &current, graced.as_ref()).map_err(Problem::code))
}
