//! Which amounts card processing charges in each currency: in which steps, and from which amount on.

use super::Currency;

impl Currency {
    /// The step of every charge, in minor units. Card processing allows three-decimal currencies only in steps of ten.
    #[must_use]
    pub const fn charge_step(self) -> i64 {
        match self {
            Self::Omr | Self::Kwd => 10,
            Self::Usd | Self::Eur | Self::Aed | Self::Sar | Self::Qar | Self::Jpy => 1,
        }
    }

    /// The smallest amount that card processing charges, in minor units: nothing smaller can be paid, not even a first
    /// term.
    #[must_use]
    pub const fn minimum_charge(self) -> i64 {
        match self {
            Self::Usd | Self::Eur | Self::Jpy => 50,
            Self::Aed | Self::Sar | Self::Qar | Self::Omr | Self::Kwd => 200,
        }
    }
}
