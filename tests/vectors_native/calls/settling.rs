//! Orders, payments, and the providers' words.

use onefare_core::currency::Currency;
use onefare_core::order::OrderState;
use onefare_core::payment::{self, Expected, SessionFacts};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Input;

/// The stored side of a payment.
#[derive(Deserialize)]
struct Stored {
    reference: String,
    payment_id: String,
    order_id: String,
    amount: i64,
    currency: Currency,
    livemode: bool,
}

pub fn call(name: &str, input: &Input<'_>) -> Value {
    match name {
        "order_on" => json!(input.get::<OrderState>(0).on(input.get(1))),
        "payment_judge" => {
            let (facts, stored): (SessionFacts, Stored) = (input.get(0), input.get(1));
            let expected = Expected {
                reference: &stored.reference,
                payment_id: &stored.payment_id,
                order_id: &stored.order_id,
                amount: stored.amount,
                currency: stored.currency,
                livemode: stored.livemode,
            };
            json!(payment::judge(&facts, &expected))
        }
        unknown => panic!("no such call: {unknown}"),
    }
}
