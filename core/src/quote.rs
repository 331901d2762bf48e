//! A quote: what one plan costs in one currency, what renews, and every step that led there.
//!
//! A pure function of price book, plan, currency and code. The page shows it, the checkout compares it with what the
//! page showed, the order stores it, and the audit computes it again.

use serde::{Deserialize, Serialize};

use crate::currency::Currency;
use crate::discount::{CodeState, DiscountCode, Effect, Term};
use crate::language::Language;
use crate::money::{Money, MoneyError, Part, saving};
use crate::percent::Percent;
use crate::plan::{Plan, PriceBook};
use crate::price_text::{card_text, price_label};
use crate::wire::page::PlanPrice;
use crate::wire::subscription::{Package, PriceEntry};

/// What one plan costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quote {
    /// Number of the price book.
    pub book: i64,
    /// The plan.
    pub product_id: String,
    /// Months of one term.
    pub months: u32,
    /// The currency of every amount here.
    pub currency: Currency,
    /// The crossed-out price; the plan's price when nothing is crossed out.
    pub list: i64,
    /// What is charged today.
    pub due_now: i64,
    /// What every later term costs.
    pub renewal: i64,
    /// The code that was applied, as the price list spells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// How `due_now` came about, in order.
    pub steps: Vec<Step>,
}

/// One step of a derivation, in minor units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// What was done.
    pub rule: Rule,
    /// The amount before.
    pub before: i64,
    /// The amount after.
    pub after: i64,
}

/// What a step did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// From the crossed-out price to the plan's price.
    PlanPrice,
    /// A code took a percentage off.
    CodePercent(Percent),
    /// A code took an amount off.
    CodeFixed(i64),
    /// The total went to the currency's charge step.
    ChargeStep,
}

/// Why there is no quote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuoteError {
    /// The plan has no price in that currency.
    #[error("the plan has no price in this currency")]
    NoPrice,
    /// The arithmetic left its bounds; a checked price book cannot cause it.
    #[error(transparent)]
    Money(#[from] MoneyError),
}

impl Quote {
    /// Computes the quote. A code must already hold ([`CodeState::Applied`]); one that is not for this plan, or has
    /// no amount in this currency, changes nothing.
    ///
    /// ```
    /// use onefare_core::currency::Currency;
    /// use onefare_core::discount::{DiscountCode, Effect, Term};
    /// use onefare_core::percent::Percent;
    /// use onefare_core::plan::{Plan, PlanAmount};
    /// use onefare_core::quote::Quote;
    /// let year = Plan {
    ///     product_id: "vpn-12m".to_owned(),
    ///     months: 12,
    ///     priority: 1,
    ///     highlight: Default::default(),
    ///     prices: vec![PlanAmount { currency: Currency::Aed, amount: 14_999, before: Some(47_988) }],
    /// };
    /// let code = DiscountCode {
    ///     code: "SPRING20".to_owned(),
    ///     effect: Effect::Percent(Percent::parse("20")?),
    ///     term: Term::Once,
    ///     starts_at: None,
    ///     ends_at: None,
    ///     usage_limit: None,
    ///     products: None,
    /// };
    /// let quote = Quote::compute(1, &year, Currency::Aed, Some(&code))?;
    /// assert_eq!((quote.list, quote.due_now, quote.renewal), (47_988, 11_999, 14_999)); // 119.992 is due
    /// assert_eq!(quote.saving()?.whole_down(), 74); // 74.99... percent, rounded down
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`QuoteError::NoPrice`] when the plan is not sold in that currency.
    pub fn compute(
        book: i64,
        plan: &Plan,
        currency: Currency,
        code: Option<&DiscountCode>,
    ) -> Result<Self, QuoteError> {
        let (price, before) = plan.price_in(currency).ok_or(QuoteError::NoPrice)?;
        let list = before.unwrap_or(price);
        let mut steps = vec![Step { rule: Rule::PlanPrice, before: list.minor(), after: price.minor() }];
        let applicable = code.filter(|code| code.is_for(&plan.product_id));
        let reduction = applicable.map(|code| reduce(price, &code.effect)).transpose()?.flatten();
        let due_now = match &reduction {
            None => price,
            Some(Reduction { rule, reduced, charged }) => {
                steps.push(Step { rule: rule.clone(), before: price.minor(), after: reduced.minor() });
                if charged != reduced {
                    steps.push(Step { rule: Rule::ChargeStep, before: reduced.minor(), after: charged.minor() });
                }
                *charged
            }
        };
        let applied = applicable.filter(|_| reduction.is_some());
        let renewal = if applied.is_some_and(|code| code.term == Term::Every) { due_now } else { price };
        Ok(Self {
            book,
            product_id: plan.product_id.clone(),
            months: plan.months,
            currency,
            list: list.minor(),
            due_now: due_now.minor(),
            renewal: renewal.minor(),
            code: applied.map(|code| code.code.clone()),
            steps,
        })
    }

    /// What is charged today.
    ///
    /// # Errors
    /// [`MoneyError::TooLarge`] for a stored figure out of bounds.
    pub fn due_now(&self) -> Result<Money, MoneyError> {
        Money::new(self.due_now, self.currency)
    }

    /// What every later term costs.
    ///
    /// # Errors
    /// As [`Quote::due_now`].
    pub fn renewal(&self) -> Result<Money, MoneyError> {
        Money::new(self.renewal, self.currency)
    }

    /// Percent saved against the crossed-out price, rounded down to a basis point.
    ///
    /// # Errors
    /// As [`Quote::due_now`].
    pub fn saving(&self) -> Result<Percent, MoneyError> {
        saving(Money::new(self.list, self.currency)?, self.due_now()?)
    }

    /// The price as a page shows it: figures and text.
    ///
    /// # Errors
    /// As [`Quote::due_now`].
    pub fn plan_price(&self, language: Language) -> Result<PlanPrice, QuoteError> {
        let (due_now, renewal) = (self.due_now()?, self.renewal()?);
        let list = Money::new(self.list, self.currency)?;
        let Part { amount: per_month, exact } = due_now.per(self.months)?;
        let saved = list.minor() > due_now.minor();
        Ok(PlanPrice {
            product_id: self.product_id.clone(),
            currency: self.currency.code().to_owned(),
            due_now: self.due_now,
            renewal: self.renewal,
            per_month: price_label(per_month, language),
            per_month_exact: exact,
            per_month_before: if saved { Some(card_text(list.per(self.months)?.amount, language)) } else { None },
            due_now_text: card_text(due_now, language),
            before_text: saved.then(|| card_text(list, language)),
            renewal_text: card_text(renewal, language),
            saving_percent: self.saving()?.whole_down(),
        })
    }
}

/// What a code makes of a price.
struct Reduction {
    rule: Rule,
    /// To the minor unit, for the derivation.
    reduced: Money,
    /// To the charge step, from the exact figure and not from `reduced`: a total is rounded once.
    charged: Money,
}

fn reduce(price: Money, effect: &Effect) -> Result<Option<Reduction>, MoneyError> {
    match effect {
        Effect::Percent(percent) => Ok(Some(Reduction {
            rule: Rule::CodePercent(*percent),
            reduced: price.less(*percent)?,
            charged: price.less_to_charge_step(*percent)?,
        })),
        Effect::Fixed(amounts) => {
            let Some(amount) = amounts.iter().find(|amount| amount.currency == price.currency()) else {
                return Ok(None);
            };
            // Never below zero, and a negative figure in the list never raises a price.
            let off = amount.minor.clamp(0, price.minor());
            let reduced = price.minus(Money::new(off, price.currency())?)?;
            Ok(Some(Reduction { rule: Rule::CodeFixed(off), reduced, charged: reduced.to_charge_step()? }))
        }
    }
}

/// Every plan of a book with its quotes in every offered currency, in display order.
///
/// # Errors
/// As [`Quote::compute`].
pub fn quote_all<'book>(
    number: i64,
    book: &'book PriceBook,
    code: Option<&DiscountCode>,
) -> Result<Vec<(&'book Plan, Vec<Quote>)>, QuoteError> {
    let quotes_of = |plan: &'book Plan| {
        let quotes: Result<Vec<Quote>, QuoteError> =
            Currency::OFFERED.into_iter().map(|currency| Quote::compute(number, plan, currency, code)).collect();
        quotes.map(|quotes| (plan, quotes))
    };
    book.in_order().into_iter().map(quotes_of).collect()
}

/// What became of a code once the plans are known: a code that holds but changes no plan is not for this shop page.
#[must_use]
pub fn state_on_plans(state: CodeState, quotes: &[(&Plan, Vec<Quote>)]) -> CodeState {
    let changes_any = quotes.iter().flat_map(|(_, quotes)| quotes).any(|quote| quote.code.is_some());
    if state == CodeState::Applied && !changes_any { CodeState::NotForThis } else { state }
}

/// A plan as `get_initial_data` sends it.
///
/// `discount` is the smallest saving among the currencies, so that it is true in each.
///
/// # Errors
/// As [`Quote::due_now`].
pub fn package(plan: &Plan, quotes: &[Quote]) -> Result<Package, QuoteError> {
    let entry = |money: Money| PriceEntry { unit_amount: money.minor(), currency: money.currency().code().to_owned() };
    let mut package = Package {
        product_id: plan.product_id.clone(),
        title: plan.title(),
        highlight: plan.highlight_in(Language::En).to_owned(),
        billing_cycle: plan.billing_cycle(),
        discount: 0,
        price_per_month: Vec::with_capacity(quotes.len()),
        price_per_month_before_discount: Vec::with_capacity(quotes.len()),
        billing_amount: Vec::with_capacity(quotes.len()),
        billing_amount_before_discount: Vec::with_capacity(quotes.len()),
        renewal_amount: Vec::with_capacity(quotes.len()),
        priority: plan.priority,
    };
    let mut savings = Vec::with_capacity(quotes.len());
    for quote in quotes {
        let (due_now, list) = (quote.due_now()?, Money::new(quote.list, quote.currency)?);
        package.price_per_month.push(entry(due_now.per(plan.months)?.amount));
        package.price_per_month_before_discount.push(entry(list.per(plan.months)?.amount));
        package.billing_amount.push(entry(due_now));
        package.billing_amount_before_discount.push(entry(list));
        package.renewal_amount.push(entry(quote.renewal()?));
        savings.push(quote.saving()?.whole_down());
    }
    package.discount = savings.into_iter().min().unwrap_or(0);
    Ok(package)
}
