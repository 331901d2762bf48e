//! What a session costs today: line items, trial, discount.

use rust_decimal::prelude::ToPrimitive as _;
use rust_decimal::{Decimal, RoundingStrategy};
use serde_json::{Value, json};

use super::errors::Refusal;
use super::session_request::{CreateSession, Line};
use crate::ids::new_id;
use crate::sandbox::money::{Currency, LARGEST_AMOUNT};

/// The outcome.
#[derive(Debug)]
pub struct Priced {
    /// Line items as the API shows them.
    pub items: Vec<Value>,
    /// Due today before the discount.
    pub subtotal: i64,
    /// Taken off today.
    pub discount: i64,
}

impl Priced {
    /// Due today.
    pub fn total(&self) -> i64 {
        self.subtotal - self.discount
    }
}

/// Prices every line. With a trial, recurring lines are not due today; the others are.
pub fn price(request: &CreateSession, currency: Currency, coupon: Option<&Value>, now: i64) -> Result<Priced, Refusal> {
    let trial = request.subscription_data.as_ref().is_some_and(|it| it.trial_end.or(it.trial_period_days).is_some());
    let mut due = Vec::new();
    let mut subtotal: i64 = 0;
    for (place, line) in request.line_items.iter().enumerate() {
        let amount = amount_of(line).filter(|amount| *amount <= LARGEST_AMOUNT).ok_or_else(|| {
            let path = format!("line_items[{place}][quantity]");
            Refusal::param(path, "Amount must be no more than 99999999").code("amount_too_large")
        })?;
        let recurs = line.price_data.as_ref().is_some_and(|data| data.recurring.is_some());
        let today = if trial && recurs { 0 } else { amount };
        subtotal += today;
        due.push(today);
    }
    if subtotal > LARGEST_AMOUNT {
        return Err(Refusal::param("line_items", "Amount must be no more than 99999999").code("amount_too_large"));
    }
    let discount = coupon.map_or(0, |coupon| discount_of(coupon, subtotal));
    let total = subtotal - discount;
    if total > 0 && total < currency.minimum {
        let message = format!(
            "The Checkout Session's total amount due must add up to at least {}.",
            currency.show(currency.minimum)
        );
        return Err(Refusal::invalid(message).code("amount_too_small"));
    }
    if !currency.is_chargeable(total) {
        return Err(Refusal::invalid(format!(
            "Invalid amount: the last digit of an amount in {} must be 0.",
            currency.code
        )));
    }
    let shares = share(discount, &due, subtotal);
    let items = request
        .line_items
        .iter()
        .zip(due.iter().zip(shares))
        .map(|(line, (today, off))| item(line, currency, *today, off, now))
        .collect();
    Ok(Priced { items, subtotal, discount })
}

/// Price times quantity, when it fits.
pub fn amount_of(line: &Line) -> Option<i64> {
    line.price_data.as_ref()?.unit_amount?.checked_mul(line.quantity?)
}

/// The amount that a coupon takes off; never more than the subtotal.
fn discount_of(coupon: &Value, subtotal: i64) -> i64 {
    if let Some(amount) = coupon["amount_off"].as_i64() {
        return amount.min(subtotal);
    }
    let percent: Decimal = coupon["percent_off"].to_string().parse().unwrap_or_default();
    let off = Decimal::from(subtotal) * percent / Decimal::ONE_HUNDRED;
    off.round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero).to_i64().unwrap_or(0).min(subtotal)
}

/// The discount's share per line; the shares add up to the discount.
fn share(discount: i64, due: &[i64], subtotal: i64) -> Vec<i64> {
    let (mut seen, mut given) = (0_i128, 0_i64);
    due.iter()
        .map(|amount| {
            seen += i128::from(*amount);
            let upto = if subtotal == 0 { 0 } else { i128::from(discount) * seen / i128::from(subtotal) };
            let part = i64::try_from(upto).unwrap_or(0) - given;
            given += part;
            part
        })
        .collect()
}

fn item(line: &Line, currency: Currency, today: i64, off: i64, now: i64) -> Value {
    let data = line.price_data.as_ref();
    let product = data.and_then(|data| data.product_data.as_ref());
    let recurring = data.and_then(|data| data.recurring.as_ref());
    let unit = data.and_then(|data| data.unit_amount).unwrap_or(0);
    json!({
        "id": new_id("li"),
        "object": "item",
        "amount_discount": off,
        "amount_subtotal": today,
        "amount_tax": 0,
        "amount_total": today - off,
        "currency": currency.code,
        "description": product.map(|product| product.name.clone()),
        "metadata": line.metadata,
        "price": {
            "id": new_id("price"),
            "object": "price",
            "active": false,
            "billing_scheme": "per_unit",
            "created": now,
            "currency": currency.code,
            "custom_unit_amount": null,
            "livemode": false,
            "lookup_key": null,
            "metadata": {},
            "nickname": null,
            "product": new_id("prod"),
            "recurring": recurring.map(|recurring| json!({
                "interval": recurring.interval,
                "interval_count": recurring.interval_count,
                "meter": null,
                "trial_period_days": null,
                "usage_type": "licensed",
            })),
            "tax_behavior": data.and_then(|data| data.tax_behavior.clone()).unwrap_or_else(|| "unspecified".to_owned()),
            "tiers_mode": null,
            "transform_quantity": null,
            "type": if recurring.is_some() { "recurring" } else { "one_time" },
            "unit_amount": unit,
            "unit_amount_decimal": unit.to_string(),
        },
        "quantity": line.quantity,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up() {
        for discount in 0..=100 {
            let due = [33, 0, 34, 33];
            assert_eq!(share(discount, &due, 100).iter().sum::<i64>(), discount);
        }
        assert_eq!(share(0, &[0, 0], 0), vec![0, 0]);
    }

    #[test]
    fn a_coupon_never_takes_more_than_there_is() {
        assert_eq!(discount_of(&json!({ "amount_off": 900 }), 500), 500);
        assert_eq!(discount_of(&json!({ "percent_off": 100.0 }), 500), 500);
        assert_eq!(discount_of(&json!({ "percent_off": 12.5 }), 500), 63);
        assert_eq!(discount_of(&json!({ "percent_off": null }), 500), 0);
    }
}
