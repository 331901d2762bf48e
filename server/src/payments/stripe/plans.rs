//! Changes of plan: the plan that a subscription renews as after the paid term.
//!
//! When an item gets a price with another interval, Stripe starts a new period and charges for it at once. A trial that
//! lasts to the end of the paid term prevents that: the paid term stays, nothing is credited or charged before its end,
//! and the first charge after it is the new plan's.

use chrono::{DateTime, Utc};
use onefare_core::money::Money;
use onefare_core::provider_amount::to_stripe;
use serde::{Deserialize, Serialize};

use super::StripeClient;
use super::error::{StripeError, Unsendable};
use super::requests::{InvalidCheckout, MONTHS_LIMIT, Recurring, interval, product_name};
use super::subscriptions::Subscription;

/// A plan that replaces another one, from a charge on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanChange {
    /// The id of the product at Stripe. Chosen by us, so that a retry finds what the first attempt made.
    pub product: String,
    /// Its name on the invoices, in the buyer's language.
    pub product_name: String,
    /// The amount of every charge.
    pub amount: Money,
    /// Months between two charges.
    pub months: u32,
    /// The first charge.
    pub takes_effect_at: DateTime<Utc>,
}

/// Body of `POST /v1/products`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CreateProduct {
    id: String,
    name: String,
}

/// A product; only its id is read.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Product {
    /// Ours.
    pub id: String,
}

/// Body of `POST /v1/subscriptions/{id}` that changes a subscription's price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UpdatePlan {
    items: [ItemChange; 1],
    proration_behavior: Proration,
    trial_end: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct ItemChange {
    id: String,
    price_data: PriceData,
    quantity: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct PriceData {
    currency: String,
    product: String,
    recurring: Recurring,
    unit_amount: i64,
}

/// The treatment of the rest of a term: neither credited nor charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Proration {
    None,
}

impl PlanChange {
    /// The product to create.
    #[must_use]
    pub fn product(&self) -> CreateProduct {
        CreateProduct { id: self.product.clone(), name: product_name(&self.product_name) }
    }

    /// The change of the subscription's item.
    ///
    /// # Errors
    /// An amount or a term that Stripe refuses, or would charge differently.
    pub fn update(&self, item: &str) -> Result<UpdatePlan, InvalidCheckout> {
        if self.amount.minor() <= 0 {
            return Err(InvalidCheckout::FreeRenewal);
        }
        if !(1..=MONTHS_LIMIT).contains(&self.months) {
            return Err(InvalidCheckout::Term);
        }
        let (unit_amount, currency) = to_stripe(self.amount)?;
        let price_data =
            PriceData { currency, product: self.product.clone(), recurring: interval(self.months), unit_amount };
        Ok(UpdatePlan {
            items: [ItemChange { id: item.to_owned(), price_data, quantity: 1 }],
            proration_behavior: Proration::None,
            trial_end: self.takes_effect_at.timestamp(),
        })
    }

    /// Whether a subscription renews according to this change.
    #[must_use]
    pub fn is_made_of(&self, subscription: &Subscription) -> bool {
        subscription.only_item().is_some_and(|item| item.price.is_for(self.amount, self.months))
            && subscription.trial_end == Some(self.takes_effect_at.timestamp())
    }
}

impl StripeClient {
    /// Makes a subscription renew as another plan, from its next charge on: `POST /v1/products`, then
    /// `POST /v1/subscriptions/{id}`. Idempotent; `key` is new each hour, as for [`Self::cancel_at_period_end`]. `item`
    /// is the subscription's only one. A subscription that has ended is refused with `resource_missing`.
    ///
    /// # Errors
    /// See [`StripeError`]. An answer with another amount, interval or day is malformed.
    pub async fn change_plan(
        &self,
        id: &str,
        item: &str,
        change: &PlanChange,
        key: &str,
    ) -> Result<Subscription, StripeError> {
        let update = change.update(item).map_err(Unsendable::Checkout)?;
        let made: Result<Product, _> =
            self.post("create_product", &["products"], &change.product(), &format!("{key}-product")).await;
        match made {
            Ok(product) if product.id != change.product => return Err(malformed("the product is another one")),
            Err(error) if !error.has_code("resource_already_exists") => return Err(error),
            _ => {}
        }
        let path = ["subscriptions", id];
        let changed: Subscription = self.post("update_subscription", &path, &update, key).await?;
        if changed.id == id && change.is_made_of(&changed) {
            return Ok(changed);
        }
        Err(malformed("the subscription renews as something else"))
    }
}

fn malformed(reason: &str) -> StripeError {
    StripeError::Malformed { status: 200, reason: reason.to_owned(), request_id: None }
}
