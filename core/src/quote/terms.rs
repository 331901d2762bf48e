//! The figures of a quote, computed from figures alone: a page holds enough to compute its prices again.
//!
//! [`Quote::compute`](super::Quote::compute) derives the terms from an offer and a code and calls [`Terms::figures`]; a
//! browser has the same terms in its page and calls the same function.

use super::{QuoteError, Rule, Step};
use crate::discount::Off;
use crate::money::Money;

/// What a price is computed from, in one currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The crossed-out price of a term; the price itself when nothing is crossed out.
    pub list: Money,
    /// The price of a term before any code.
    pub price: Money,
    /// What a code takes off; `None` without a code that holds.
    pub off: Option<Off>,
    /// Whether the code holds for every term, not only for the first.
    pub every_term: bool,
    /// Months of one term; 0 for a product without terms.
    pub months: u32,
    /// Days before the first charge; 0 without a trial.
    pub trial_days: u32,
    /// Extra months of the first term.
    pub extra_months: u32,
    /// Whether later terms follow.
    pub renews: bool,
}

/// The figures that follow from the terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
    /// After the code, to the minor unit.
    pub reduced: Money,
    /// The same to the charge step, rounded once from the exact figure and not from `reduced`.
    pub charged: Money,
    /// What is charged today: `charged`, or nothing during a trial.
    pub due_now: Money,
    /// What every later term costs; `None` when nothing renews.
    pub renewal: Option<Money>,
}

impl Terms {
    /// Computes the figures. The total is rounded once, to the charge step; with a step of one minor unit that is the
    /// rounding of the percentage.
    ///
    /// ```
    /// use onefare_core::currency::Currency::Omr;
    /// use onefare_core::discount::Off;
    /// use onefare_core::money::Money;
    /// use onefare_core::percent::Percent;
    /// use onefare_core::quote::Terms;
    /// let terms = Terms {
    ///     list: Money::new(10_350, Omr)?,
    ///     price: Money::new(6_270, Omr)?,
    ///     off: Some(Off::Percent(Percent::parse("13")?)),
    ///     every_term: false,
    ///     months: 1,
    ///     trial_days: 0,
    ///     extra_months: 0,
    ///     renews: true,
    /// };
    /// let figures = terms.figures()?;
    /// assert_eq!((figures.reduced.minor(), figures.due_now.minor()), (5_455, 5_450)); // 5.4549 is due
    /// assert_eq!(figures.renewal.map(Money::minor), Some(6_270));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`QuoteError::NoPrice`] for a price that is not above zero, or in another currency than the list price;
    /// [`QuoteError::Money`] when an amount is too large after rounding up.
    pub fn figures(&self) -> Result<Figures, QuoteError> {
        let Self { list, price, off, every_term, .. } = *self;
        if price.minor() <= 0 || price.currency() != list.currency() {
            return Err(QuoteError::NoPrice);
        }
        let (reduced, charged) = match off {
            Some(Off::Percent(percent)) => {
                let reduced = price.less(percent)?;
                let is_step = price.currency().charge_step() == 1;
                (reduced, if is_step { reduced } else { price.less_to_charge_step(percent)? })
            }
            Some(Off::Fixed(_)) | None => {
                let reduced = price.minus(Money::new(self.fixed(), price.currency())?)?;
                (reduced, reduced.to_charge_step()?)
            }
        };
        let later = if every_term || off.is_none() { charged } else { price.to_charge_step()? };
        Ok(Figures {
            reduced,
            charged,
            due_now: if self.trial_days > 0 { Money::zero(price.currency()) } else { charged },
            renewal: self.renews.then_some(later),
        })
    }

    /// Every step from the crossed-out price to what is due, in order.
    #[must_use]
    pub fn steps(&self, figures: &Figures) -> Vec<Step> {
        let Figures { reduced, charged, due_now, .. } = *figures;
        let step = |rule, before: Money, after: Money| Step { rule, before: before.minor(), after: after.minor() };
        let mut steps = vec![step(Rule::PlanPrice, self.list, self.price)];
        if let Some(off) = self.off {
            let rule = match off {
                Off::Percent(percent) => Rule::CodePercent(percent),
                Off::Fixed(_) => Rule::CodeFixed(self.fixed()),
            };
            steps.push(step(rule, self.price, reduced));
        }
        if charged != reduced {
            steps.push(step(Rule::ChargeStep, reduced, charged));
        }
        if self.trial_days > 0 {
            steps.push(step(Rule::Trial(self.trial_days), charged, due_now));
        }
        if self.extra_months > 0 {
            steps.push(step(Rule::ExtraMonths(self.extra_months), due_now, due_now));
        }
        steps
    }

    /// The amount that a code for a fixed amount really takes off; 0 for any other.
    fn fixed(&self) -> i64 {
        match self.off {
            Some(Off::Fixed(minor)) => minor.min(self.price.minor()).max(0),
            Some(Off::Percent(_)) | None => 0,
        }
    }
}
