//! What is due now, as a page shows it: the amount, its text, the facts it follows from, and what a code took off.

use serde::{Deserialize, Serialize};

use super::{PriceFacts, Quote};
use crate::bundle::Discount;
use crate::language::Language;
use crate::money::{Money, MoneyError};
use crate::price_text::price_text;

/// The amount due today for a product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AmountDue {
    /// `product_id` of the plan, deal or eSIM.
    pub product_id: String,
    /// ISO 4217 code.
    pub currency: String,
    /// Minor units due now: send this back as `expected_amount`.
    pub due_now: i64,
    /// The same as text.
    pub due_now_text: String,
    /// The facts from which it is computed; absent where the call was about a later charge only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facts: Option<PriceFacts>,
}

/// A discount code applied to a price, as a page shows it. A page with the rules computes the same from the facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AppliedCode {
    /// The amount due with the code.
    pub due: AmountDue,
    /// The discount as a percentage with one decimal, without a percent sign.
    pub percent_text: String,
    /// The discount as an amount, with a minus sign.
    pub discount_text: String,
}

impl Quote {
    /// The amount due now with its facts, from which a page computes it again.
    ///
    /// # Errors
    /// As [`Quote::due_now`].
    pub fn amount_due(&self, language: Language) -> Result<AmountDue, MoneyError> {
        Ok(AmountDue {
            product_id: self.product_id.clone(),
            currency: self.currency.code().to_owned(),
            due_now: self.due_now,
            due_now_text: price_text(self.due_now()?, language),
            facts: Some(self.facts()),
        })
    }

    /// The applied code and what it leaves of the price; `None` without a code.
    ///
    /// ```
    /// use onefare_core::currency::Currency::Usd;
    /// use onefare_core::discount::{DiscountCode, Effect, Scope, Term};
    /// use onefare_core::language::Language;
    /// use onefare_core::money::Money;
    /// use onefare_core::percent::Percent;
    /// use onefare_core::quote::{Offer, Quote};
    /// let code = DiscountCode {
    ///     code: "TRAVEL15".to_owned(),
    ///     effect: Effect::Percent(Percent::parse("15")?),
    ///     term: Term::Once,
    ///     starts_at: None,
    ///     ends_at: None,
    ///     usage_limit: None,
    ///     scope: Scope::Refills,
    ///     products: None,
    ///     billing_cycles: None,
    ///     below_cost: false,
    /// };
    /// let refill = Offer::Refill { product_id: "34-10240-30", price: Money::new(1299, Usd)? };
    /// let applied = Quote::compute(1, refill, Usd, Some(&code))?.applied_code(Language::En)?.unwrap();
    /// assert_eq!((applied.due.due_now, applied.due.due_now_text.as_str()), (1104, "$11.04"));
    /// assert_eq!((applied.percent_text.as_str(), applied.discount_text.as_str()), ("15.0", "-$1.95"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Quote::due_now`].
    pub fn applied_code(&self, language: Language) -> Result<Option<AppliedCode>, MoneyError> {
        if self.code.is_none() {
            return Ok(None);
        }
        let (price, left) = (Money::new(self.facts().price, self.currency)?, self.due_now()?);
        let due = self.amount_due(language)?;
        let discount_text = price_text(left.minus(price)?, language);
        let discount = Discount::of(price, left);
        Ok(discount.map(|discount| AppliedCode { due, percent_text: discount.percent_text(language), discount_text }))
    }
}
