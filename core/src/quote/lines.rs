//! The derivation of a price, line by line, as a page shows it: the steps of a quote with their amounts as text.
//!
//! A page words the lines and the core writes every figure in them, so that the amount in the last line is, byte for
//! byte, the amount that the page sells at.

use serde::{Deserialize, Serialize};

use super::per_month::PerMonth;
use super::{Figures, Quote, QuoteError, Rule, Terms};
use crate::discount::Off;
use crate::language::Language;
use crate::money::{Money, MoneyError, saving};
use crate::percent::percent_text;
use crate::price_text::{PriceLabel, card_text, change_text, price_text};

/// The derivation of a price, computed from its facts: the lines, and the figures that they must add up to.
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
    /// What the first paid term costs per month; absent for a product without terms.
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

/// A line of a price's derivation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PriceLine {
    /// What the line says.
    pub kind: PriceLineKind,
    /// An amount; for a code, a rounding and a trial the change that they make, with its sign.
    pub amount: String,
    /// The percentage of a code that takes one off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<String>,
    /// Days of a trial, or additional months.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
}

impl PriceLine {
    const fn new(kind: PriceLineKind, amount: String) -> Self {
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

impl Terms {
    /// The lines, and the figures and texts they lead to. Changes of the amount carry their sign.
    ///
    /// ```
    /// use onefare_core::currency::Currency::Aed;
    /// use onefare_core::discount::Off;
    /// use onefare_core::language::Language;
    /// use onefare_core::money::Money;
    /// use onefare_core::percent::Percent;
    /// use onefare_core::quote::Terms;
    /// let terms = Terms {
    ///     list: Money::new(44_388, Aed)?,
    ///     price: Money::new(15_000, Aed)?,
    ///     off: Some(Off::Percent(Percent::parse("20")?)),
    ///     every_term: false,
    ///     months: 12,
    ///     trial_days: 0,
    ///     extra_months: 0,
    ///     renews: true,
    /// };
    /// let made = terms.explained(Language::En)?;
    /// let amounts: Vec<&str> = made.lines.iter().map(|line| line.amount.as_str()).collect();
    /// assert_eq!(amounts, ["AED\u{a0}443.88", "AED\u{a0}150.00", "-AED\u{a0}30.00", "AED\u{a0}120.00", "AED\u{a0}150.00"]);
    /// assert_eq!((made.due_now, made.renewal, made.saving_percent), (12_000, Some(15_000), 72));
    /// assert_eq!(made.per_month.map(|label| label.text).as_deref(), Some("10.00\u{a0}AED"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Terms::figures`].
    pub fn explained(&self, language: Language) -> Result<PriceExplanation, QuoteError> {
        let figures = self.figures()?;
        let Figures { due_now, renewal, .. } = figures;
        let first_term = renewal.filter(|_| self.trial_days > 0).unwrap_or(due_now);
        let saved = self.list.minor() > first_term.minor();
        let per_month = match self.months {
            0 => None,
            months => {
                let months = months.saturating_add(self.extra_months);
                Some(PerMonth::of(first_term, self.list, months, language)?)
            }
        };
        let per_month_exact = per_month.as_ref().is_some_and(|month| month.exact);
        let (per_month, per_month_before) = per_month.map(|month| (month.label, month.before)).unzip();
        Ok(PriceExplanation {
            due_now: due_now.minor(),
            renewal: renewal.map(Money::minor),
            due_now_text: price_text(due_now, language),
            renewal_text: renewal.map(|renewal| price_text(renewal, language)),
            before_text: saved.then(|| card_text(self.list, language)),
            saving_percent: saving(self.list, first_term)?.whole_down(),
            per_month,
            per_month_exact,
            per_month_before: per_month_before.flatten(),
            lines: self.lines(&figures, language)?,
        })
    }

    fn lines(&self, figures: &Figures, language: Language) -> Result<Vec<PriceLine>, QuoteError> {
        let Figures { reduced, charged, due_now, renewal } = *figures;
        let line = |kind, amount: Money| PriceLine::new(kind, price_text(amount, language));
        let change = |kind, before: Money, after: Money| {
            after.minus(before).map(|change| PriceLine::new(kind, change_text(change, language)))
        };
        let mut lines = Vec::with_capacity(8);
        if self.list != self.price {
            lines.push(line(PriceLineKind::List, self.list));
        }
        lines.push(line(PriceLineKind::Price, self.price));
        if let Some(off) = self.off {
            let percent = match off {
                Off::Percent(percent) => Some(percent_text(percent, language)),
                Off::Fixed(_) => None,
            };
            lines.push(PriceLine { percent, ..change(PriceLineKind::Code, self.price, reduced)? });
        }
        if charged != reduced {
            lines.push(change(PriceLineKind::ChargeStep, reduced, charged)?);
        }
        if self.trial_days > 0 {
            let count = Some(self.trial_days);
            lines.push(PriceLine { count, ..change(PriceLineKind::Trial, charged, due_now)? });
        }
        if self.extra_months > 0 {
            let count = Some(self.extra_months);
            lines.push(PriceLine { count, ..line(PriceLineKind::ExtraMonths, Money::zero(due_now.currency())) });
        }
        lines.push(line(PriceLineKind::DueNow, due_now));
        lines.extend(renewal.map(|renewal| line(PriceLineKind::Renewal, renewal)));
        Ok(lines)
    }
}

impl Quote {
    /// The lines of a receipt: the price of the term, every change of it with its sign, and last what was charged.
    ///
    /// Built from the stored steps, so that a receipt never changes, whatever the price list becomes.
    ///
    /// # Errors
    /// Amounts beyond the range of [`Money`].
    pub fn receipt_lines(&self, language: Language) -> Result<Vec<PriceLine>, MoneyError> {
        let text = |minor| Ok::<_, MoneyError>(price_text(Money::new(minor, self.currency)?, language));
        let mut lines = vec![PriceLine::new(PriceLineKind::Price, text(self.facts().price)?)];
        for step in &self.steps {
            let change = Money::new(step.after, self.currency)?.minus(Money::new(step.before, self.currency)?)?;
            let line = |kind| PriceLine::new(kind, change_text(change, language));
            lines.extend(match step.rule {
                Rule::PlanPrice => None,
                Rule::CodePercent(percent) => {
                    Some(PriceLine { percent: Some(percent_text(percent, language)), ..line(PriceLineKind::Code) })
                }
                Rule::CodeFixed(_) => Some(line(PriceLineKind::Code)),
                Rule::ChargeStep => Some(line(PriceLineKind::ChargeStep)),
                Rule::Trial(days) => Some(PriceLine { count: Some(days), ..line(PriceLineKind::Trial) }),
                Rule::ExtraMonths(months) => {
                    let free = PriceLine::new(PriceLineKind::ExtraMonths, text(0)?);
                    Some(PriceLine { count: Some(months), ..free })
                }
            });
        }
        lines.push(PriceLine::new(PriceLineKind::DueNow, text(self.due_now)?));
        Ok(lines)
    }
}
