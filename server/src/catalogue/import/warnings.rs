//! What an operator should know about a draft, in sentences.

use std::fmt;

use onefare_core::bundle::Prices;
use onefare_core::currency::Currency;
use onefare_core::money::Money;

/// One warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Warning {
    /// A country or region that was not sold before.
    NewBundle {
        /// Its number in the draft.
        id: u32,
        /// Its English name.
        name: String,
    },
    /// A plan that was not sold before.
    New {
        /// The plan's name in orders.
        plan: String,
        /// The supplier's package.
        package: String,
        /// The prices that the margins give.
        prices: Prices,
    },
    /// A plan whose package the supplier no longer has.
    Vanished {
        /// The plan's name in orders.
        plan: String,
        /// The supplier's package.
        package: String,
    },
    /// The supplier charges more than the present price allows: the draft has a new price.
    Dearer {
        /// The plan's name in orders.
        plan: String,
        /// The supplier's package.
        package: String,
        /// What the supplier charges now, in ten-thousandths of a US dollar.
        cost: i64,
        /// The present prices.
        old: Prices,
        /// The draft's prices.
        new: Prices,
    },
    /// The settings demand new prices, and this plan's differs.
    Repriced {
        /// The plan's name in orders.
        plan: String,
        /// The present prices.
        old: Prices,
        /// The draft's prices.
        new: Prices,
    },
    /// A plan for which the margins yield no price: it is left out.
    Unpriced {
        /// The plan's name in orders.
        plan: String,
        /// The supplier's package.
        package: String,
        /// Why.
        reason: String,
    },
    /// A package that makes no plan.
    Skipped {
        /// The supplier's package.
        package: String,
        /// Why.
        reason: &'static str,
    },
    /// A country or region without a name in the shop: its packages make no plans.
    Unnamed {
        /// Its code.
        code: String,
    },
}

impl Warning {
    /// Whether an operator should look at it: something is not sold, or costs more than before.
    #[must_use]
    pub const fn needs_attention(&self) -> bool {
        matches!(self, Self::Vanished { .. } | Self::Dearer { .. } | Self::Unpriced { .. } | Self::Unnamed { .. })
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NewBundle { id, name } => write!(formatter, "New bundle {id}: {name}."),
            Self::New { plan, package, prices } => {
                write!(formatter, "New plan {plan} (package {package}): {}.", both(*prices))
            }
            Self::Vanished { plan, package } => {
                write!(formatter, "Plan {plan} is no longer sold: the supplier has no package {package} for it.")
            }
            Self::Dearer { plan, package, cost, old, new } => write!(
                formatter,
                "Plan {plan} (package {package}) costs {} now, too much for {}: the draft has {}.",
                dollars(*cost),
                both(*old),
                both(*new)
            ),
            Self::Repriced { plan, old, new } => {
                write!(formatter, "Plan {plan}: {}; it was {}.", both(*new), both(*old))
            }
            Self::Unpriced { plan, package, reason } => {
                write!(formatter, "Plan {plan} (package {package}) is left out: {reason}.")
            }
            Self::Skipped { package, reason } => write!(formatter, "Package {package} is left out: {reason}."),
            Self::Unnamed { code } => {
                write!(formatter, "\"{code}\" has no name in server/config/places.toml: its packages are left out.")
            }
        }
    }
}

/// A cost as text for people; suppliers price in ten-thousandths of a dollar.
fn dollars(units: i64) -> String {
    format!("USD {}.{:04}", units / 10_000, units % 10_000)
}

fn both(prices: Prices) -> String {
    let text = |minor, currency| Money::new(minor, currency).map(Money::to_decimal_text).unwrap_or_default();
    format!("USD {} and EUR {}", text(prices.usd, Currency::Usd), text(prices.eur, Currency::Eur))
}
