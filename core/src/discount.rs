//! Discount codes: what one takes off, for which plans, for how long, and why it may not hold.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::currency::Currency;
use crate::percent::Percent;

/// How long after its end a code still counts at checkout, so that a page opened in time can be paid in time.
pub const GRACE_MINUTES: i64 = 10;

/// Longest code.
pub const MAX_CODE_LENGTH: usize = 64;

/// What became of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum CodeState {
    /// The prices include it.
    Applied,
    /// No such code.
    Unknown,
    /// Its time has not begun.
    NotYet,
    /// Its time is over.
    Expired,
    /// It was used as often as it may be.
    UsedUp,
    /// It exists and holds, but for other products.
    NotForThis,
}

/// What a code takes off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// A part of the price.
    Percent(Percent),
    /// An amount per currency, in minor units; a currency that is missing gets nothing.
    Fixed(Vec<FixedAmount>),
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
    /// First instant it holds; absent means always.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_at: Option<DateTime<Utc>>,
    /// First instant it no longer holds; absent means never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<DateTime<Utc>>,
    /// How many paid orders may use it; absent means any number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage_limit: Option<u32>,
    /// The plans it holds for; absent means all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub products: Option<Vec<String>>,
}

/// Whether a code that ended a moment ago still counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grace {
    /// On pages: the end is the end.
    None,
    /// At checkout: [`GRACE_MINUTES`] more.
    Checkout,
}

impl DiscountCode {
    /// Whether the code holds at `now`, after `used` paid orders. Never `Unknown` and never `NotForThis`: the former
    /// is the look-up's business, the latter a question of the plan ([`DiscountCode::is_for`]).
    ///
    /// ```
    /// use chrono::{TimeDelta, TimeZone, Utc};
    /// use onefare_core::discount::{CodeState, DiscountCode, Effect, Grace, Term};
    /// use onefare_core::percent::Percent;
    /// let end = Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap();
    /// let code = DiscountCode {
    ///     code: "SPRING20".to_owned(),
    ///     effect: Effect::Percent(Percent::parse("20")?),
    ///     term: Term::Once,
    ///     starts_at: None,
    ///     ends_at: Some(end),
    ///     usage_limit: None,
    ///     products: None,
    /// };
    /// assert_eq!(code.state_at(end, 0, Grace::None), CodeState::Expired);
    /// assert_eq!(code.state_at(end, 0, Grace::Checkout), CodeState::Applied);
    /// assert_eq!(code.state_at(end + TimeDelta::minutes(10), 0, Grace::Checkout), CodeState::Expired);
    /// # Ok::<(), onefare_core::percent::PercentError>(())
    /// ```
    #[must_use]
    pub fn state_at(&self, now: DateTime<Utc>, used: u32, grace: Grace) -> CodeState {
        let extra = match grace {
            Grace::None => TimeDelta::zero(),
            Grace::Checkout => TimeDelta::minutes(GRACE_MINUTES),
        };
        let ended = self.ends_at.and_then(|end| end.checked_add_signed(extra)).is_some_and(|end| now >= end);
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

    /// Whether the code holds for a plan.
    #[must_use]
    pub fn is_for(&self, product_id: &str) -> bool {
        self.products.as_ref().is_none_or(|products| products.iter().any(|product| product == product_id))
    }
}

/// The form under which codes are compared and stored: trimmed, ASCII lower case. `None` for an empty text and for
/// one that cannot be a code (over [`MAX_CODE_LENGTH`] characters, or other than ASCII letters, digits, `-`, `_`).
///
/// ```
/// use onefare_core::discount::fold_code;
/// assert_eq!(fold_code(" Spring20 "), Some("spring20".to_owned()));
/// assert_eq!(fold_code("50% off"), None);
/// ```
#[must_use]
pub fn fold_code(text: &str) -> Option<String> {
    let code = text.trim();
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    let valid = !code.is_empty() && code.len() <= MAX_CODE_LENGTH && code.bytes().all(allowed);
    valid.then(|| code.to_ascii_lowercase())
}
