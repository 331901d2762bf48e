//! Coupons: an amount or a percentage off, with limits on their use and duration.

use std::collections::BTreeMap;

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive as _;
use serde::Deserialize;
use serde_json::{Value, json};

use super::errors::Refusal;
use super::session_rules::{check_amount, find_currency};
use crate::ids::new_secret;
use crate::sandbox::money::Currency;
use crate::sandbox::settings::SandboxError;
use crate::sandbox::store::Work;

pub const KIND: &str = "coupon";

#[derive(Debug, Deserialize)]
pub struct CreateCoupon {
    amount_off: Option<i64>,
    currency: Option<String>,
    duration: Option<String>,
    duration_in_months: Option<i64>,
    id: Option<String>,
    max_redemptions: Option<i64>,
    #[serde(default)]
    metadata: BTreeMap<String, String>,
    name: Option<String>,
    percent_off: Option<String>,
    redeem_by: Option<i64>,
}

impl CreateCoupon {
    fn check(&self, now: i64) -> Result<(Option<Currency>, Option<Decimal>), Refusal> {
        let repeating = self.duration.as_deref() == Some("repeating");
        match self.duration_in_months {
            None if repeating => return Err(Refusal::missing("duration_in_months")),
            Some(_) if !repeating => {
                let message = "You can only pass `duration_in_months` when `duration` is `repeating`.";
                return Err(Refusal::param("duration_in_months", message));
            }
            Some(months) if months < 1 => {
                return Err(Refusal::param("duration_in_months", "This value must be greater than or equal to 1."));
            }
            _ => {}
        }
        if self.max_redemptions.is_some_and(|most| most < 1) {
            return Err(Refusal::param("max_redemptions", "This value must be greater than or equal to 1."));
        }
        if self.redeem_by.is_some_and(|by| by <= now) {
            return Err(Refusal::param("redeem_by", "`redeem_by` must be in the future."));
        }
        match (self.amount_off, &self.percent_off) {
            (None, None) => Err(Refusal::invalid("Must provide percent_off or amount_off for coupon.")),
            (Some(_), Some(_)) => {
                Err(Refusal::invalid("You may only specify one of these parameters: amount_off, percent_off."))
            }
            (None, Some(percent)) => {
                let percent: Decimal = percent.parse().unwrap_or_default();
                if percent <= Decimal::ZERO || percent > Decimal::ONE_HUNDRED {
                    return Err(Refusal::param("percent_off", "Invalid percent_off: must be between 0 and 100"));
                }
                Ok((None, Some(percent)))
            }
            (Some(amount), None) => {
                let code = self.currency.as_deref().ok_or_else(|| Refusal::missing("currency"))?;
                let currency = find_currency(code, "currency")?;
                check_amount(amount, currency, 1, "amount_off")?;
                Ok((Some(currency), None))
            }
        }
    }
}

/// `POST /v1/coupons`
pub async fn create(work: &mut Work, request: CreateCoupon) -> Result<Value, Refusal> {
    let (currency, percent) = request.check(work.seconds())?;
    let id = request.id.unwrap_or_else(|| new_secret()[..8].to_ascii_uppercase());
    if work.find(KIND, &id).await?.is_some() {
        return Err(Refusal::param("id", format!("Coupon already exists: {id}")).code("resource_already_exists"));
    }
    let coupon = json!({
        "id": id,
        "object": "coupon",
        "amount_off": request.amount_off,
        "created": work.seconds(),
        "currency": currency.map(|currency| currency.code),
        "duration": request.duration.unwrap_or_else(|| "once".to_owned()),
        "duration_in_months": request.duration_in_months,
        "livemode": false,
        "max_redemptions": request.max_redemptions,
        "metadata": request.metadata,
        "name": request.name,
        "percent_off": percent.and_then(|percent| percent.to_f64()),
        "redeem_by": request.redeem_by,
        "times_redeemed": 0,
        "valid": true,
    });
    work.put(KIND, &id, &coupon).await?;
    Ok(coupon)
}

/// `GET /v1/coupons/{id}`; `valid` depends on the time.
pub async fn retrieve(work: &mut Work, id: &str) -> Result<Value, Refusal> {
    let mut coupon = work
        .find(KIND, id)
        .await?
        .ok_or_else(|| Refusal::no_such("coupon", id, "coupon").status(http::StatusCode::NOT_FOUND))?;
    coupon["valid"] = json!(is_valid(&coupon, work.seconds()));
    Ok(coupon)
}

/// `DELETE /v1/coupons/{id}`: existing discounts stay.
pub async fn delete(work: &mut Work, id: &str) -> Result<Value, Refusal> {
    if !work.remove(KIND, id).await? {
        return Err(Refusal::no_such("coupon", id, "coupon").status(http::StatusCode::NOT_FOUND));
    }
    Ok(json!({ "id": id, "object": "coupon", "deleted": true }))
}

/// The coupon that a session is to use, if it may.
pub async fn usable(work: &mut Work, id: &str, currency: &str, path: &str) -> Result<Value, Refusal> {
    let coupon = work.find(KIND, id).await?.ok_or_else(|| Refusal::no_such("coupon", id, path))?;
    if !is_valid(&coupon, work.seconds()) {
        let message = format!("Coupon {id} is used up or expired and cannot be applied.");
        return Err(Refusal::param(path, message).code("coupon_expired"));
    }
    if coupon["currency"].as_str().is_some_and(|own| own != currency) {
        let message = format!("The coupon {id} cannot be applied because its currency is not {currency}.");
        return Err(Refusal::param(path, message));
    }
    Ok(coupon)
}

/// Counts one use.
pub async fn redeem(work: &mut Work, mut coupon: Value) -> Result<(), SandboxError> {
    coupon["times_redeemed"] = json!(coupon["times_redeemed"].as_i64().unwrap_or(0) + 1);
    coupon["valid"] = json!(is_valid(&coupon, work.seconds()));
    let id = coupon["id"].as_str().unwrap_or_default().to_owned();
    work.put(KIND, &id, &coupon).await
}

fn is_valid(coupon: &Value, now: i64) -> bool {
    let used_up =
        coupon["max_redemptions"].as_i64().is_some_and(|most| coupon["times_redeemed"].as_i64().unwrap_or(0) >= most);
    let late = coupon["redeem_by"].as_i64().is_some_and(|by| now > by);
    !used_up && !late
}
