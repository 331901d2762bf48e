//! Discount codes: what a code takes off, for which products, for how long, how often, and why it may not hold.

mod folded;
mod grace;
mod redemption;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::billing_cycle::BillingCycle;
use crate::currency::Currency;
use crate::percent::Percent;
use crate::problem::Problem;
use crate::typed_text::is_blank;

pub use folded::FoldedCode;
pub use grace::{GRACE_MINUTES, Grace};
pub use redemption::{Redemption, RedemptionEvent, Uses, UsesError};

/// Longest code.
pub const MAX_CODE_LENGTH: usize = 64;

/// The state of a discount code for a set of prices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum CodeState {
    /// The prices include it.
    Applied,
    /// No such code.
    Unknown,
    /// It has not started yet.
    NotYet,
    /// It has ended.
    Expired,
    /// Its usage limit is reached.
    UsedUp,
    /// It is valid, but for other products only.
    NotForThis,
}

/// What a code takes off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// A part of the price.
    Percent(Percent),
    /// An amount per currency, in minor units; a missing currency gets no discount.
    Fixed(Vec<FixedAmount>),
}

/// What a code takes off a price in one currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Off {
    /// A part of the price.
    Percent(Percent),
    /// Minor units. The computation caps it at the price and takes a negative figure as 0.
    Fixed(i64),
}

impl Effect {
    /// What the code takes off a price in one currency; `None` where it has no amount in that currency.
    #[must_use]
    pub fn off_in(&self, currency: Currency) -> Option<Off> {
        match self {
            Self::Percent(percent) => Some(Off::Percent(*percent)),
            Self::Fixed(amounts) => {
                amounts.iter().find(|amount| amount.currency == currency).map(|amount| Off::Fixed(amount.minor))
            }
        }
    }
}

/// One currency's amount of a fixed discount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FixedAmount {
    /// The currency.
    pub currency: Currency,
    /// Minor units taken off.
    pub minor: i64,
}

/// Which terms a code holds for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Term {
    /// The first term; later ones cost the plan's price.
    Once,
    /// Every term.
    Every,
}

/// A discount code as the price list defines it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiscountCode {
    /// The code as it is shown; compared without regard to ASCII case.
    pub code: String,
    /// What it takes off.
    pub effect: Effect,
    /// Which terms it holds for.
    pub term: Term,
    /// First instant at which it holds; absent means no beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_at: Option<DateTime<Utc>>,
    /// First instant at which it no longer holds; absent means no end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<DateTime<Utc>>,
    /// How many orders may use it, counting paid ones and open ones with a reserved use; absent means any number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage_limit: Option<u32>,
    /// The shop it holds in; absent, as in codes older than the eSIM shop, means plans.
    #[serde(default, skip_serializing_if = "Scope::is_plans")]
    pub scope: Scope,
    /// The ids it holds for; absent means all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub products: Option<Vec<String>>,
    /// The billing cycles it holds for; absent means all. An eSIM refill has none, so a code with this holds for no
    /// refill.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub billing_cycles: Option<Vec<BillingCycle>>,
    /// Whether it may sell a refill below the supplier's price; a price list must say so explicitly.
    #[serde(default, skip_serializing_if = "is_false")]
    pub below_cost: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference over")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// Which of the two shops a code holds in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// Plans of the VPN shop.
    #[default]
    Plans,
    /// Refills of the eSIM shop.
    Refills,
    /// Both.
    Both,
}

impl Scope {
    const fn is_plans(&self) -> bool {
        matches!(self, Self::Plans)
    }
}

/// The product that a code is applied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target<'product> {
    /// Id of the plan or refill.
    pub product_id: &'product str,
    /// How often a plan is billed; `None` for an eSIM refill.
    pub billing_cycle: Option<BillingCycle>,
}

impl DiscountCode {
    /// The form under which it is compared and stored; `None` for one that a checked price list cannot hold.
    #[must_use]
    pub fn folded(&self) -> Option<FoldedCode> {
        FoldedCode::parse(&self.code)
    }

    /// Whether the code holds at `now`, when `used` uses of it are reserved or consumed. Never `Unknown`, which the
    /// look-up decides, and never `NotForThis`, which depends on the plan ([`DiscountCode::is_for`]).
    ///
    /// ```
    /// use chrono::{TimeDelta, TimeZone, Utc};
    /// use onefare_core::discount::{CodeState, DiscountCode, Effect, Grace, Scope, Term};
    /// use onefare_core::percent::Percent;
    /// let end = Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap();
    /// let code = DiscountCode {
    ///     code: "SPRING20".to_owned(),
    ///     effect: Effect::Percent(Percent::parse("20")?),
    ///     term: Term::Once,
    ///     starts_at: None,
    ///     ends_at: Some(end),
    ///     usage_limit: None,
    ///     scope: Scope::Plans,
    ///     products: None,
    ///     billing_cycles: None,
    ///     below_cost: false,
    /// };
    /// assert_eq!(code.state_at(end, 0, Grace::None), CodeState::Expired);
    /// assert_eq!(code.state_at(end, 0, Grace::Checkout), CodeState::Applied);
    /// assert_eq!(code.state_at(end + TimeDelta::minutes(10), 0, Grace::Checkout), CodeState::Expired);
    /// # Ok::<(), onefare_core::percent::PercentError>(())
    /// ```
    #[must_use]
    pub fn state_at(&self, now: DateTime<Utc>, used: u32, grace: Grace) -> CodeState {
        let ended = self.ends_at.and_then(|end| end.checked_add_signed(grace.period())).is_some_and(|end| now >= end);
        if self.starts_at.is_some_and(|start| now < start) {
            CodeState::NotYet
        } else if ended {
            CodeState::Expired
        } else if self.usage_limit.is_some_and(|limit| used >= limit) {
            CodeState::UsedUp
        } else {
            CodeState::Applied
        }
    }

    /// Whether the code lists a product's id, or lists no ids at all; ids must match byte for byte.
    #[must_use]
    pub fn is_for(&self, product_id: &str) -> bool {
        self.products.as_ref().is_none_or(|products| products.iter().any(|product| product == product_id))
    }

    /// Whether the code holds for a product: shop, id and billing cycle must all match.
    #[must_use]
    pub fn covers(&self, target: Target<'_>) -> bool {
        let in_shop = match self.scope {
            Scope::Plans => target.billing_cycle.is_some(),
            Scope::Refills => target.billing_cycle.is_none(),
            Scope::Both => true,
        };
        let cycles = self.billing_cycles.as_ref();
        let in_cycle = cycles.is_none_or(|cycles| target.billing_cycle.is_some_and(|cycle| cycles.contains(&cycle)));
        in_shop && in_cycle && self.is_for(target.product_id)
    }
}

impl CodeState {
    /// The refusal a code field shows; `None` for a code that holds. One sentence for every reason (specification 2,
    /// section 8): telling a used-up code from an unknown one would help an attacker who guesses codes.
    #[must_use]
    pub const fn problem(self) -> Option<Problem> {
        match self {
            Self::Applied => None,
            Self::Unknown | Self::NotYet | Self::Expired | Self::UsedUp | Self::NotForThis => {
                Some(Problem::DiscountCodeInvalid)
            }
        }
    }
}

/// Reads what a buyer typed into the code field.
///
/// ```
/// use onefare_core::{discount::read_code, problem::Problem};
/// assert_eq!(read_code(" Spring20 ").unwrap().as_str(), "spring20");
/// assert_eq!(read_code(" ").unwrap_err().message(), "enter code");
/// assert_eq!(read_code("50% off"), Err(Problem::DiscountCodeInvalid));
/// ```
///
/// # Errors
/// [`Problem::DiscountCodeRequired`] for an empty or blank text, [`Problem::DiscountCodeInvalid`] for what cannot be a
/// code (specification 2, sections 5 and 8).
pub fn read_code(text: &str) -> Result<FoldedCode, Problem> {
    if is_blank(text) {
        return Err(Problem::DiscountCodeRequired);
    }
    FoldedCode::parse(text).ok_or(Problem::DiscountCodeInvalid)
}
