//! The facts of a price, from which the browser computes it again.

use serde::{Deserialize, Serialize};

use super::{Quote, Rule};

/// The facts from which a price is computed, in minor units of its currency. A page recomputes the price from them
/// ([`crate::quote::Terms`]) and shows its derivation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PriceFacts {
    /// Number of the immutable price book.
    pub book: i64,
    /// The crossed-out price of a term; the price itself when nothing is crossed out.
    pub list: i64,
    /// The price of a term before any code.
    pub price: i64,
    /// The applied code, as the price list spells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Basis points that the code takes off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code_percent: Option<u32>,
    /// Minor units that the code takes off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code_amount: Option<i64>,
    /// Months of one term; absent for a product without terms.
    #[serde(default, skip_serializing_if = "crate::money::is_zero")]
    pub months: u32,
    /// Whether the code applies to later terms too.
    #[serde(default, skip_serializing_if = "is_false")]
    pub every_term: bool,
    /// Days before the first charge; absent without a trial.
    #[serde(default, skip_serializing_if = "crate::money::is_zero")]
    pub trial_days: u32,
    /// Additional months of the first term; absent when there are none.
    #[serde(default, skip_serializing_if = "crate::money::is_zero")]
    pub extra_months: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference over")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

impl Quote {
    /// The facts behind the figures, for a page that computes them again.
    #[must_use]
    pub fn facts(&self) -> PriceFacts {
        let mut facts = PriceFacts {
            book: self.book,
            list: self.list,
            price: self.list,
            code: self.code.clone(),
            months: self.months,
            trial_days: self.trial_days,
            extra_months: self.extra_months,
            ..PriceFacts::default()
        };
        let mut charged = self.due_now;
        for step in &self.steps {
            match step.rule {
                Rule::PlanPrice => facts.price = step.after,
                Rule::CodePercent(percent) => facts.code_percent = Some(percent.basis_points()),
                Rule::CodeFixed(minor) => facts.code_amount = Some(minor),
                Rule::Trial(_) => charged = step.before,
                Rule::ChargeStep | Rule::ExtraMonths(_) => {}
            }
        }
        // Where a code takes nothing off in the end, one for the first term and one for every term give the same.
        facts.every_term = self.code.is_some() && self.renewal == Some(charged);
        facts
    }
}
