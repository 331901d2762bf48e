//! [`onefare_core::payment`].

use onefare_core::currency::Currency;
use onefare_core::payment::{self, Expected, SessionFacts};
use serde::Deserialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::border::{Crossed, give, take};

/// [`Expected`] with its own texts.
#[derive(Deserialize)]
struct Stored {
    reference: String,
    payment_id: String,
    order_id: String,
    amount: i64,
    currency: Currency,
    livemode: bool,
}

impl Stored {
    fn expected(&self) -> Expected<'_> {
        let Self { reference, payment_id, order_id, amount, currency, livemode } = self;
        Expected { reference, payment_id, order_id, amount: *amount, currency: *currency, livemode: *livemode }
    }
}

/// What a provider's answer means.
#[wasm_bindgen]
pub fn payment_judge(facts: JsValue, stored: JsValue) -> Crossed {
    let (facts, stored): (SessionFacts, Stored) = (take(facts)?, take(stored)?);
    give(payment::judge(&facts, &stored.expected()))
}
