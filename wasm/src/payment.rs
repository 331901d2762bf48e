//! [`onefare_core::payment`].

use onefare_core::currency::Currency;
use onefare_core::money::Money;
use onefare_core::payment::{
    self, Expected, FundsStatus, MollieFacts, MollieStatus, NextTry, Ours, Reading, ResultPage, SessionFacts,
    SessionStatus,
};
use onefare_core::quote::Product;
use serde::Deserialize;
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::border::{Crossed, give, give_outcome, take, take_currency};

/// [`Expected`] with its own texts.
#[derive(Deserialize)]
struct Stored {
    reference: String,
    payment_id: String,
    order_id: String,
    /// A plan where nothing is said.
    product: Option<Product>,
    amount: i64,
    currency: Currency,
    livemode: bool,
}

impl Stored {
    fn expected(&self) -> Expected<'_> {
        Expected {
            reference: &self.reference,
            payment_id: &self.payment_id,
            order_id: &self.order_id,
            product: self.product.unwrap_or(Product::Plan),
            amount: self.amount,
            currency: self.currency,
            livemode: self.livemode,
        }
    }

    fn ours(&self) -> Ours<'_> {
        Ours { reference: &self.reference, payment_id: &self.payment_id, order_id: &self.order_id }
    }
}

/// What Stripe's answer means.
#[wasm_bindgen]
pub fn payment_judge(facts: JsValue, stored: JsValue) -> Crossed {
    let (facts, stored): (SessionFacts, Stored) = (take(facts)?, take(stored)?);
    give(payment::judge(&facts, &stored.expected()))
}

/// What Mollie's answer means.
#[wasm_bindgen]
pub fn payment_judge_mollie(facts: JsValue, stored: JsValue) -> Crossed {
    let (facts, stored): (MollieFacts, Stored) = (take(facts)?, take(stored)?);
    give(payment::judge_mollie(&facts, &stored.expected()))
}

/// What Stripe's two words mean for a product.
#[wasm_bindgen]
pub fn payment_read_session(status: Option<String>, funds: &str, product: JsValue) -> Crossed {
    let (status, funds) = (SessionStatus::parse(status.as_deref()), FundsStatus::parse(funds));
    give(Reading::of_session(status, funds, take(product)?))
}

/// What Mollie's word means.
#[wasm_bindgen]
pub fn payment_read_mollie(status: &str) -> Crossed {
    give(Reading::of_mollie(MollieStatus::parse(status)))
}

/// Address of the page that tells what a payment has come to.
#[wasm_bindgen]
pub fn payment_page(provider: JsValue, product: JsValue, reading: JsValue, key: &str) -> Result<String, JsError> {
    Ok(ResultPage::of(take(provider)?, take(product)?, take(reading)?).address(key))
}

/// What a buyer who wants to pay again gets.
#[wasm_bindgen]
pub fn payment_next_try(order: JsValue, reading: JsValue) -> Crossed {
    give(NextTry::after(take(order)?, take(reading)?))
}

/// What Stripe says was charged: `[minor units, code]`.
#[wasm_bindgen]
pub fn payment_charged(facts: JsValue, stored: JsValue) -> Crossed {
    let (facts, stored): (SessionFacts, Stored) = (take(facts)?, take(stored)?);
    give_outcome(facts.charged(&stored.ours()).map(pair))
}

/// What Mollie says was charged: `[minor units, code]`.
#[wasm_bindgen]
pub fn payment_charged_mollie(facts: JsValue, stored: JsValue) -> Crossed {
    let (facts, stored): (MollieFacts, Stored) = (take(facts)?, take(stored)?);
    give_outcome(facts.charged(&stored.ours()).map(pair))
}

/// What goes back of a payment, and what is left: both in minor units.
#[wasm_bindgen]
pub fn payment_going_back(charged: JsValue, returned: JsValue, currency: &str, wanted: JsValue) -> Crossed {
    let currency = take_currency(currency)?;
    let money = |minor: i64| Money::new(minor, currency);
    let (charged, returned, wanted) = (money(take(charged)?)?, money(take(returned)?)?, take::<Option<i64>>(wanted)?);
    let wanted = wanted.map(money).transpose()?;
    give_outcome(payment::going_back(charged, returned, wanted).map(|back| (back.amount.minor(), back.left.minor())))
}

fn pair(money: Money) -> (i64, &'static str) {
    (money.minor(), money.currency().code())
}

/// What the sum of all refunds means.
#[wasm_bindgen]
pub fn payment_refund_event(charged: JsValue, refunded: JsValue) -> Crossed {
    give(payment::refund_event(take(charged)?, take(refunded)?))
}

/// What Stripe's word about a dispute means.
#[wasm_bindgen]
pub fn payment_dispute_event(status: &str) -> Crossed {
    give(payment::dispute_event(status))
}
