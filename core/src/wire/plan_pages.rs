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
    /// What a month costs less than before, as text, in the order of the card's prices; absent where nothing is saved.
    pub monthly_savings: Vec<Option<String>>,
}

/// Content of `/affiliate-vpn-deals`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DealPage {
    /// What became of the code of the address; absent without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<CodeNotice>,
    /// The deals, in display order; none where the price book has none.
    pub deals: Vec<DealCard>,
}

/// A deal with its price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DealCard {
    /// Package id: the months that are paid for.
    pub package: u32,
    /// Months on top of them, in the first term only.
    pub free_months: u32,
    /// Months of the first term.
    pub term_months: u32,
    /// Data of the eSIM that comes along, such as `5 GB`.
    pub esim_text: String,
    /// Whether it carries the badge.
    pub popular: bool,
    /// How often it is billed by card.
    pub billing_cycle: BillingCycle,
    /// What is due now, as a large price.
    pub total: PriceLabel,
    /// The price by card, which renews. By iDEAL the same is due now, and nothing later.
    pub price: PlanPrice,
}

/// Content of `/buy`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BuyPage {
    /// The answer `get_initial_data` gives for the same code.
    pub initial: InitialData,
    /// The cards, in display order.
    pub plans: Vec<PlanCard>,
    /// Currencies that may be chosen, in display order.
    pub currencies: Vec<CurrencyOption>,
    /// `product_id` of the card selected at first; absent when no plan is highlighted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preselected: Option<String>,
    /// Whether the query `package` chose that card: then the page goes on to the e-mail box.
    pub package_chosen: bool,
    /// What became of the code in the address; absent when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<CodeNotice>,
    /// Highest whole percent saved among the plans.
    pub highest_discount: u32,
    /// Days of the free trial that the page leads to; absent where none is offered, and beside a code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trial_days: Option<u32>,
}

/// Content of a sale's page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SalePage {
    /// The plans, the code of the address considered.
    pub offer: BuyPage,
    /// The instant at which the code ends, in milliseconds since 1970; absent for a code without an end, and for one that
    /// does not hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<i64>,
    /// The same as text, for who has no countdown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_text: Option<String>,
    /// What holds from then on.
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
    /// The plans, the partner's code considered.
    pub offer: BuyPage,
    /// The partner's name; absent when the shop has no such partner, or their code no longer holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partner: Option<String>,
}

/// Content of `/trial`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TrialPage {
    /// The plans that can be tried, with their trials' prices; none while no trial is offered.
    pub offer: BuyPage,
    /// What surrounds the first charge.
    pub trial: TrialTerms,
}

/// What a trial that begins today comes to.
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

/// What the page says about a discount code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CodeNotice {
    /// What became of it.
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
    /// Symbol, such as `$`; the code again where there is no own symbol.
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
