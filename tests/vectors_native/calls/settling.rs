//! Orders, payments, and the providers' status words.

use chrono::DateTime;
use onefare_core::currency::Currency;
use onefare_core::money::Money;
use onefare_core::order::OrderState;
use onefare_core::payment::{
    self, Expected, FundsStatus, MollieFacts, MollieStatus, NextTry, Ours, PaymentState, Reading, ResultPage,
    SessionFacts, SessionStatus,
};
use onefare_core::quote::{Product, Renewal};
use onefare_core::subscription::{self, GracePeriod, Notice};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Input, outcome};

/// The stored side of a payment.
#[derive(Deserialize)]
struct Stored {
    reference: String,
    payment_id: String,
    order_id: String,
    /// A plan by default.
    product: Option<Product>,
    amount: i64,
    currency: Currency,
    livemode: bool,
    /// True by default.
    renews: Option<bool>,
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
            renews: self.renews.unwrap_or(true),
        }
    }

    fn ours(&self) -> Ours<'_> {
        Ours { reference: &self.reference, payment_id: &self.payment_id, order_id: &self.order_id }
    }
}

pub fn call(name: &str, input: &Input<'_>) -> Value {
    match name {
        "order_on" => json!(input.get::<OrderState>(0).on(input.get(1))),
        "subscription_judge" => json!(subscription::judge(input.money(0, 1), input.money(2, 3))),
        "subscription_next_look" => {
            let charge: Option<i64> = input.get(1);
            let charge = charge.and_then(DateTime::from_timestamp_millis);
            let look = subscription::next_look(input.get(0), charge, input.instant(2));
            json!(look.map(|at| at.timestamp_millis()))
        }
        "subscription_access_until" => {
            let attempt: Option<i64> = input.get(2);
            let attempt = attempt.and_then(DateTime::from_timestamp_millis);
            let grace = GracePeriod::of_days(input.get(0));
            json!(grace.map(|grace| grace.access_until(input.instant(1), attempt).timestamp_millis()))
        }
        "subscription_next_charge" => {
            let amount = Money::new(3999, Currency::Aed).expect("39.99 is an amount");
            let agreed = Renewal::starting(amount, input.instant(0), input.get(1));
            let named: Option<i64> = input.get(2);
            let next =
                subscription::next_charge(agreed, named.and_then(DateTime::from_timestamp_millis), input.instant(3));
            json!(next.at.timestamp_millis())
        }
        "subscription_notice" => {
            json!(Notice::due(input.get(0), input.get(1), input.instant(2), input.instant(3)))
        }
        "subscription_notice_at" => {
            let at = Notice::next_at(input.get(0), input.get(1), input.instant(2), input.instant(3));
            json!(at.map(|at| at.timestamp_millis()))
        }
        "order_delivery" => json!(input.get::<OrderState>(0).delivery()),
        "order_settle" => json!(input.get::<PaymentState>(0).on(input.get(1), input.get(2))),
        "payment_judge" => {
            let (facts, stored): (SessionFacts, Stored) = (input.get(0), input.get(1));
            json!(payment::judge(&facts, &stored.expected()))
        }
        "payment_judge_mollie" => {
            let (facts, stored): (MollieFacts, Stored) = (input.get(0), input.get(1));
            json!(payment::judge_mollie(&facts, &stored.expected()))
        }
        "payment_read_session" => {
            let status = SessionStatus::parse(input.get::<Option<String>>(0).as_deref());
            json!(Reading::of_session(status, FundsStatus::parse(&input.text(1)), input.get(2)))
        }
        "payment_read_mollie" => json!(Reading::of_mollie(MollieStatus::parse(&input.text(0)))),
        "payment_page" => json!(ResultPage::of(input.get(0), input.get(1), input.get(2)).address(&input.text(3))),
        "payment_next_try" => json!(NextTry::after(input.get(0), input.get(1))),
        "payment_charged" => {
            let (facts, stored): (SessionFacts, Stored) = (input.get(0), input.get(1));
            outcome(facts.charged(&stored.ours()).map(pair))
        }
        "payment_charged_mollie" => {
            let (facts, stored): (MollieFacts, Stored) = (input.get(0), input.get(1));
            outcome(facts.charged(&stored.ours()).map(pair))
        }
        "payment_going_back" => {
            let wanted = input.get::<Option<i64>>(3).map(|_| input.money(3, 2));
            let back = payment::going_back(input.money(0, 2), input.money(1, 2), wanted);
            outcome(back.map(|back| (back.amount.minor(), back.left.minor())))
        }
        "payment_refund_event" => json!(payment::refund_event(input.get(0), input.get(1))),
        unknown => panic!("no such call: {unknown}"),
    }
}

fn pair(money: Money) -> (i64, &'static str) {
    (money.minor(), money.currency().code())
}
