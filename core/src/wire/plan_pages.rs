//! The content of pages that sell plans: the landing pages, the plan picker and the pages that share it, the deals.

use serde::{Deserialize, Serialize};

use super::subscription::InitialData;
use crate::billing_cycle::BillingCycle;
use crate::discount::CodeState;
use crate::price_text::PriceLabel;
use crate::quote::PlanPrice;

/// Content of the landing pages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LandingPage {
    /// The plans, in display order.
    pub plans: Vec<LandingPlan>,
    /// Currencies of the switch, in display order: the page opens with the first.
    pub currencies: Vec<CurrencyOption>,
}

/// A plan on a page that shows plans without selling them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LandingPlan {
    /// The plan with its prices.
    pub card: PlanCard,
    /// The saving per month as text, in the order of the card's prices; absent where there is none.
    pub monthly_savings: Vec<Option<String>>,
}

/// Content of `/affiliate-vpn-deals`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DealPage {
    /// State of the code in the URL; absent without a code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<CodeNotice>,
    /// The deals, in display order; empty where the price book has none.
    pub deals: Vec<DealCard>,
}

/// A deal with its price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DealCard {
    /// Package id: the paid months.
    pub package: u32,
    /// Free months on top of them, in the first term only.
    pub free_months: u32,
    /// Months of the first term.
    pub term_months: u32,
    /// Data of the included eSIM, such as `5 GB`.
    pub esim_text: String,
    /// Whether it has the badge.
    pub popular: bool,
    /// How often it is billed by card.
    pub billing_cycle: BillingCycle,
    /// What is due now, as a large price.
    pub total: PriceLabel,
    /// The price by card, which renews. By iDEAL the same is due now, and nothing renews.
    pub price: PlanPrice,
}

/// Content of `/buy`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BuyPage {
    /// The answer of `get_initial_data` for the same code.
    pub initial: InitialData,
    /// The cards, in display order.
    pub plans: Vec<PlanCard>,
    /// Currencies that may be chosen, in display order.
    pub currencies: Vec<CurrencyOption>,
    /// `product_id` of the card selected at first; absent when no plan is highlighted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preselected: Option<String>,
    /// Whether the query `package` selected that card: the page then opens at the e-mail field.
    pub package_chosen: bool,
    /// State of the code in the URL; absent without a code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<CodeNotice>,
    /// Highest whole percent saved among the plans.
    pub highest_discount: u32,
    /// Days of the free trial to which the page links; absent where none is offered, and beside a code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trial_days: Option<u32>,
}

/// Content of a sale's page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SalePage {
    /// The plans, with the code of the URL applied.
    pub offer: BuyPage,
    /// When the code ends, in milliseconds since 1970; absent for a code without an end, and for an invalid one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<i64>,
    /// The same as text, for a page without a countdown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_text: Option<String>,
    /// The prices after that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<AfterSale>,
}

/// The normal prices, which a sale's page shows once the sale is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AfterSale {
    /// The cards, in display order.
    pub plans: Vec<PlanCard>,
    /// Highest whole percent saved among the plans.
    pub highest_discount: u32,
}

/// Content of a partner's page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PartnerPage {
    /// The plans, with the partner's code applied.
    pub offer: BuyPage,
    /// The partner's name; absent when the shop has no such partner, or the partner's code is no longer valid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partner: Option<String>,
}

/// Content of `/trial`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TrialPage {
    /// The plans with a trial, and the trials' prices; empty while no trial is offered.
    pub offer: BuyPage,
    /// The terms of the first charge.
    pub trial: TrialTerms,
}

/// The terms of a trial that begins today.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TrialTerms {
    /// Days before the first charge.
    pub days: u32,
    /// The day of the first charge, as text.
    pub charged_on: String,
    /// The version of the text beside the box: send it back as `accepted_trial_terms`.
    pub version: String,
}

/// The state of a discount code, for the page to show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CodeNotice {
    /// Its state.
    pub state: CodeState,
    /// The code as the price list spells it; absent when it is unknown, because its text may be anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

/// A currency in the selector.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CurrencyOption {
    /// ISO 4217 code.
    pub code: String,
    /// Symbol, such as `$`; the code where the currency has none.
    pub symbol: String,
    /// Name in the page's language.
    pub name: String,
}

/// One plan card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlanCard {
    /// Stable id of the plan.
    pub product_id: String,
    /// Months of one term.
    pub months: u32,
    /// Number of months and `-month`.
    pub title: String,
    /// The badge text in the page's language; empty means no badge.
    pub highlight: String,
    /// How often the plan is billed.
    pub billing_cycle: BillingCycle,
    /// The price in every offered currency.
    pub prices: Vec<PlanPrice>,
}
