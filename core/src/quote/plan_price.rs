//! The price of a plan as a page shows it.

use serde::{Deserialize, Serialize};

use super::per_month::PerMonth;
use super::{PriceFacts, Quote, QuoteError};
use crate::language::Language;
use crate::money::Money;
use crate::price_text::{PriceLabel, card_text, price_text};

/// What a plan costs in one currency, as figures and as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlanPrice {
    /// `product_id` of the plan.
    pub product_id: String,
    /// ISO 4217 code.
    pub currency: String,
    /// The facts from which the figures below are computed.
    pub facts: PriceFacts,
    /// Minor units due now: send this back as `expected_amount`.
    pub due_now: i64,
    /// Minor units of every later term.
    pub renewal: i64,
    /// Due now, per month.
    pub per_month: PriceLabel,
    /// Whether `per_month` times the months is exactly the amount due now.
    pub per_month_exact: bool,
    /// The crossed-out price per month; absent when nothing is saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_month_before: Option<String>,
    /// The amount due now.
    pub due_now_text: String,
    /// The crossed-out amount of the term; absent when nothing is saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before_text: Option<String>,
    /// The amount of every later term.
    pub renewal_text: String,
    /// Whole percent saved, rounded down; 0 when nothing is saved.
    pub saving_percent: u32,
}

impl Quote {
    /// The price of a plan as a page shows it: figures and text. Per month means the first paid term, extra months
    /// included, on both sides of the comparison.
    ///
    /// # Errors
    /// As [`Quote::due_now`]; for a quote without a term or without a renewal.
    pub fn plan_price(&self, language: Language) -> Result<PlanPrice, QuoteError> {
        let (due_now, price, list) = (self.due_now()?, self.term_price()?, Money::new(self.list, self.currency)?);
        let renewal = self.renewal()?.ok_or(QuoteError::NothingRenews)?;
        let month = PerMonth::of(price, list, self.term_months(), language)?;
        let saved = list.minor() > price.minor();
        Ok(PlanPrice {
            product_id: self.product_id.clone(),
            currency: self.currency.code().to_owned(),
            facts: self.facts(),
            due_now: self.due_now,
            renewal: renewal.minor(),
            per_month: month.label,
            per_month_exact: month.exact,
            per_month_before: month.before,
            due_now_text: price_text(due_now, language),
            before_text: saved.then(|| card_text(list, language)),
            renewal_text: price_text(renewal, language),
            saving_percent: self.saving()?.whole_down(),
        })
    }
}
