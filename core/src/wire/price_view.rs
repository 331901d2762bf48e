//! A price as a page shows it, and the facts from which the browser computes it again.

use serde::{Deserialize, Serialize};

/// What a plan costs in one currency, as figures and as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlanPrice {
    /// `product_id` of the plan.
    pub product_id: String,
    /// ISO 4217 code.
    pub currency: String,
    /// What the figures below are computed from.
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

/// What a price is computed from, in minor units of its currency. A page computes it again from these
/// ([`crate::quote::Terms`]) and shows how it is made.
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
    /// Months of one term; absent for what has none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub months: u32,
    /// Whether later terms cost what the first one does with the code.
    #[serde(default, skip_serializing_if = "is_false")]
    pub every_term: bool,
    /// Days before the first charge; absent without a trial.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub trial_days: u32,
    /// Months that the first term has on top; absent when there are none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub extra_months: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference over")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference over")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// How a price is made, computed from its facts: the lines, and the figures that they must come to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct PriceExplanation {
    /// Minor units due now.
    pub due_now: i64,
    /// Minor units of every later term; absent when nothing renews.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renewal: Option<i64>,
    /// The amount due now.
    pub due_now_text: String,
    /// The amount of every later term.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renewal_text: Option<String>,
    /// The crossed-out amount of the term; absent when nothing is saved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before_text: Option<String>,
    /// Whole percent saved, rounded down; 0 when nothing is saved.
    pub saving_percent: u32,
    /// What the first paid term costs per month; absent for what has no term.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_month: Option<PriceLabel>,
    /// Whether `per_month` times the months is exactly the price of that term.
    pub per_month_exact: bool,
    /// The crossed-out price per month; absent when nothing is saved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_month_before: Option<String>,
    /// The lines, in order.
    pub lines: Vec<PriceLine>,
}

/// One line of how a price is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PriceLine {
    /// What the line says.
    pub kind: PriceLineKind,
    /// An amount; of a code, a rounding and a trial the change they make, with its sign.
    pub amount: String,
    /// The percentage of a code that takes one off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<String>,
    /// Days of a trial, or months on top.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
}

impl PriceLine {
    pub(crate) const fn new(kind: PriceLineKind, amount: String) -> Self {
        Self { kind, amount, percent: None, count: None }
    }
}

/// What a line of [`PriceExplanation`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum PriceLineKind {
    /// The crossed-out price of the term; absent when the price is not reduced.
    List,
    /// The price of the term.
    Price,
    /// What a code takes off.
    Code,
    /// What rounding to the currency's charge step changes.
    ChargeStep,
    /// Nothing is charged for some days.
    Trial,
    /// The first term is longer for the same amount.
    ExtraMonths,
    /// What is charged today.
    DueNow,
    /// What every later term costs.
    Renewal,
}

/// A price in pieces, so that the page can set the symbol smaller than the figure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PriceLabel {
    /// The whole price as text.
    pub text: String,
    /// The figure alone.
    pub amount: String,
    /// The symbol alone.
    pub symbol: String,
    /// Whether the symbol stands before the figure.
    pub symbol_first: bool,
}
