//! How often a plan is billed (specification 1, section 3).

use serde::{Deserialize, Serialize};

/// How often a plan is billed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum BillingCycle {
    /// Every month.
    Monthly,
    /// Every three months.
    Quarterly,
    /// Every twelve months.
    Yearly,
}

impl BillingCycle {
    /// How often a term of that many months is billed; terms other than 1 and 3 months count as yearly.
    #[must_use]
    pub const fn of_months(months: u32) -> Self {
        match months {
            1 => Self::Monthly,
            3 => Self::Quarterly,
            _ => Self::Yearly,
        }
    }

    /// The word on the wire and in price lists.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Monthly => "monthly",
            Self::Quarterly => "quarterly",
            Self::Yearly => "yearly",
        }
    }
}
