//! What a code makes of one price: the only step of a quote that rounds.

use super::Rule;
use crate::discount::{Effect, FixedAmount};
use crate::money::{Money, MoneyError};

/// What becomes of a price.
pub(super) struct Charge {
    /// What the code did, when it did something.
    pub rule: Option<Rule>,
    /// To the minor unit, for the derivation.
    pub reduced: Money,
    /// To the charge step, from the exact figure and not from `reduced`: a total is rounded once.
    pub charged: Money,
}

/// Takes a code off a price, or nothing, and goes to the charge step.
///
/// # Errors
/// Too large after rounding up.
pub(super) fn charge(price: Money, effect: Option<&Effect>) -> Result<Charge, MoneyError> {
    let fixed = |amounts: &[FixedAmount]| amounts.iter().find(|amount| amount.currency == price.currency()).copied();
    let off = match effect {
        Some(Effect::Percent(percent)) => {
            let (reduced, charged) = (price.less(*percent)?, price.less_to_charge_step(*percent)?);
            return Ok(Charge { rule: Some(Rule::CodePercent(*percent)), reduced, charged });
        }
        // Never below zero, and a negative figure in the list never raises a price.
        Some(Effect::Fixed(amounts)) => fixed(amounts).map(|amount| amount.minor.min(price.minor()).max(0)),
        None => None,
    };
    let reduced = price.minus(Money::new(off.unwrap_or(0), price.currency())?)?;
    Ok(Charge { rule: off.map(Rule::CodeFixed), reduced, charged: reduced.to_charge_step()? })
}
