//! A quote: what something costs in one currency, what renews and when, and every step that led there.
//!
//! One function for everything that is sold ([`Quote::compute`] on an [`Offer`]): a pure function of price book,
//! product, currency and code. The page shows it, the checkout compares it with what the page showed, the order stores
//! it, and the audit computes it again. [`crate::quote_text`] puts it into words.

mod audit;
mod due;
mod facts;
mod lines;
mod offer;
mod packages;
mod per_month;
mod plan_price;
mod terms;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::currency::Currency;
use crate::delivery::{self, term_end};
use crate::discount::{DiscountCode, FoldedCode, Term};
use crate::money::{Money, MoneyError, saving};
use crate::percent::Percent;

pub use audit::Difference;
pub use due::{AmountDue, AppliedCode};
pub use facts::PriceFacts;
pub use lines::{PriceExplanation, PriceLine, PriceLineKind};
pub use offer::{Offer, Product};
pub use packages::{highest_discount, other_plans, quote_all, smallest_saving, state_on_plans};
pub use plan_price::PlanPrice;
pub use terms::{Figures, Terms};

/// What one product costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quote {
    /// Number of the price book.
    pub book: i64,
    /// The plan or eSIM refill.
    pub product_id: String,
    /// Months of one term; 0 for an eSIM refill, which has no term.
    pub months: u32,
    /// Extra months of the first term.
    #[serde(default, skip_serializing_if = "crate::money::is_zero")]
    pub extra_months: u32,
    /// Days before the first charge; 0 without a trial.
    #[serde(default, skip_serializing_if = "crate::money::is_zero")]
    pub trial_days: u32,
    /// The currency of every amount here.
    pub currency: Currency,
    /// The crossed-out price; the price itself when nothing is crossed out.
    pub list: i64,
    /// What is charged today.
    pub due_now: i64,
    /// What every later term costs, the first one after a trial included; absent when nothing renews.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renewal: Option<i64>,
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
    /// From the crossed-out price to the price.
    PlanPrice,
    /// A code took a percentage off.
    CodePercent(Percent),
    /// A code took an amount off.
    CodeFixed(i64),
    /// The total was rounded to the currency's charge step.
    ChargeStep,
    /// Nothing is charged for that many days.
    Trial(u32),
    /// The first term lasts that many months longer, for the same amount.
    ExtraMonths(u32),
}

/// The next charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Renewal {
    /// What is charged.
    pub amount: Money,
    /// When.
    pub at: DateTime<Utc>,
    /// Months between this charge and the one after it.
    pub every_months: u32,
    /// The instant from which the provider counts every charge: the purchase, or the first charge after a trial, free
    /// months or a change of plan. Its day comes back after a month that is too short for it.
    pub anchor: DateTime<Utc>,
}

impl Renewal {
    /// Charges that are counted from their first one.
    #[must_use]
    pub const fn starting(amount: Money, at: DateTime<Utc>, every_months: u32) -> Self {
        Self { amount, at, every_months, anchor: at }
    }

    /// The first charge after `now`; earlier ones have been taken.
    ///
    /// ```
    /// use chrono::{DateTime, Utc};
    /// use onefare_core::{currency::Currency, money::Money, quote::Renewal};
    /// let day = |text: &str| text.parse::<DateTime<Utc>>();
    /// let first = Renewal::starting(Money::new(3999, Currency::Usd)?, day("2027-01-31T10:00:00Z")?, 1);
    /// assert_eq!(first.first_after(day("2026-12-01T00:00:00Z")?), first);
    /// let second = first.first_after(day("2027-01-31T10:00:00Z")?);
    /// assert_eq!(second.at, day("2027-02-28T10:00:00Z")?);
    /// assert_eq!(second.first_after(second.at).at, day("2027-03-31T10:00:00Z")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn first_after(self, now: DateTime<Utc>) -> Self {
        let mut charges =
            (0_u32..MOST_TERMS).map_while(|terms| term_end(self.anchor, self.every_months.checked_mul(terms)?));
        let at = charges.find(|at| *at >= self.at && *at > now).unwrap_or(self.at);
        Self { at, ..self }
    }
}

/// Most terms that the search for the next charge looks at: more than a subscription will ever have.
const MOST_TERMS: u32 = 10_000;

/// Why there is no quote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuoteError {
    /// The product has no price in that currency.
    #[error("the plan has no price in this currency")]
    NoPrice,
    /// Only yearly plans can be tried.
    #[error("the plan cannot be tried")]
    NoTrial,
    /// A page shows the renewal of a plan, and this quote has none.
    #[error("nothing renews")]
    NothingRenews,
    /// The arithmetic left its bounds; a checked price book cannot cause it.
    #[error(transparent)]
    Money(#[from] MoneyError),
}

impl Quote {
    /// Computes the quote of an offer; a plan converts into its offer.
    ///
    /// A code must already hold ([`CodeState::Applied`](crate::discount::CodeState::Applied)); one that is not for this
    /// product, or has no amount in this currency, changes nothing. A code for the first term takes nothing off a
    /// trial, whose first term is free.
    ///
    /// ```
    /// use onefare_core::currency::Currency;
    /// use onefare_core::discount::{DiscountCode, Effect, Scope, Term};
    /// use onefare_core::percent::Percent;
    /// use onefare_core::plan::{Plan, PlanAmount};
    /// use onefare_core::quote::{Offer, Quote};
    /// let year = Plan {
    ///     product_id: "vpn-12m".to_owned(),
    ///     months: 12,
    ///     priority: 1,
    ///     devices: Default::default(),
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
    ///     scope: Scope::Plans,
    ///     products: None,
    ///     billing_cycles: None,
    ///     below_cost: false,
    /// };
    /// let quote = Quote::compute(1, &year, Currency::Aed, Some(&code))?;
    /// assert_eq!((quote.list, quote.due_now, quote.renewal), (47_988, 11_999, Some(14_999))); // 119.992 is due
    /// assert_eq!(quote.saving()?.whole_down(), 74); // 74.99... percent, rounded down
    /// let trial = Quote::compute(1, Offer::Trial(&year), Currency::Aed, None)?;
    /// assert_eq!((trial.due_now, trial.renewal, trial.trial_days), (0, Some(14_999), 7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`QuoteError::NoPrice`] when the product is not sold in that currency, [`QuoteError::NoTrial`] for a plan that
    /// has no trial.
    pub fn compute<'book>(
        book: i64,
        offer: impl Into<Offer<'book>>,
        currency: Currency,
        code: Option<&DiscountCode>,
    ) -> Result<Self, QuoteError> {
        let offer = offer.into();
        let (price, list) = offer.prices_in(currency)?;
        let code = code.filter(|code| offer.takes(code));
        let off = code.and_then(|code| code.effect.off_in(currency));
        let applied = code.filter(|_| off.is_some());
        let (months, extra_months, trial_days) = offer.lengths();
        let terms = Terms {
            list,
            price,
            off,
            every_term: applied.is_some_and(|code| code.term == Term::Every),
            months,
            trial_days,
            extra_months,
            renews: offer.renews(),
        };
        let figures = terms.figures()?;
        Ok(Self {
            book,
            product_id: offer.product_id().to_owned(),
            months,
            extra_months,
            trial_days,
            currency,
            list: list.minor(),
            due_now: figures.due_now.minor(),
            renewal: figures.renewal.map(Money::minor),
            code: applied.map(|code| code.code.clone()),
            steps: terms.steps(&figures),
        })
    }

    /// The kind of product.
    #[must_use]
    pub const fn product(&self) -> Product {
        match self {
            Self { trial_days: 1.., .. } => Product::Trial,
            Self { months: 0, .. } => Product::Refill,
            Self { extra_months: 1.., .. } | Self { renewal: None, .. } => Product::Deal,
            _ => Product::Plan,
        }
    }

    /// The applied code as it is compared and stored.
    #[must_use]
    pub fn folded_code(&self) -> Option<FoldedCode> {
        self.code.as_deref().and_then(FoldedCode::parse)
    }

    /// The first instant after what is paid for today, counted from `start`: the end of the trial, or of the first term
    /// with its extra months. `None` for a refill, whose days run from its first use, and beyond the calendar's range.
    #[must_use]
    pub fn first_term_end(&self, start: DateTime<Utc>) -> Option<DateTime<Utc>> {
        match self {
            Self { trial_days: 1.., .. } => delivery::trial_end(start, self.trial_days),
            Self { months: 0, .. } => None,
            _ => delivery::first_term_end(start, self.months, self.extra_months),
        }
    }

    /// The first instant after what is paid for today, as the payment provider counts it: the next charge, where something
    /// renews. The provider has the free months of a deal as days, fixed when its page is made at `offered`, before anybody
    /// knows on which day it is paid; so this can be up to three days after [`Quote::first_term_end`], never before it.
    #[must_use]
    pub fn paid_until(&self, offered: DateTime<Utc>, start: DateTime<Utc>) -> Option<DateTime<Utc>> {
        if self.extra_months == 0 || self.renewal.is_none() {
            return self.first_term_end(start);
        }
        let latest = offered.checked_add_signed(delivery::CARD_PAGE)?;
        let days = delivery::first_term_days(offered, latest, self.months, self.extra_months)?;
        delivery::trial_end(start, days)
    }

    /// The next charge of what is bought on a page that is made at `start` and paid at once; `None` when nothing renews.
    ///
    /// # Errors
    /// As [`Quote::due_now`].
    pub fn renewal_after(&self, start: DateTime<Utc>) -> Result<Option<Renewal>, MoneyError> {
        self.renewal_from(start, self.paid_until(start, start))
    }

    /// The next charge after what was paid at `start` and lasts until `paid_until`; `None` when nothing renews.
    ///
    /// # Errors
    /// As [`Quote::due_now`].
    pub fn renewal_from(
        &self,
        start: DateTime<Utc>,
        paid_until: Option<DateTime<Utc>>,
    ) -> Result<Option<Renewal>, MoneyError> {
        // To the provider a trial and free months are days before the first charge, from which it counts the others.
        let is_in_days = self.trial_days > 0 || self.extra_months > 0;
        let next = self.renewal()?.zip(paid_until);
        Ok(next.map(|(amount, at)| {
            let first = Renewal::starting(amount, at, self.months);
            if is_in_days { first } else { Renewal { anchor: start, ..first } }
        }))
    }

    /// What is charged today.
    ///
    /// # Errors
    /// [`MoneyError::TooLarge`] for a stored figure out of bounds.
    pub fn due_now(&self) -> Result<Money, MoneyError> {
        Money::new(self.due_now, self.currency)
    }

    /// What every later term costs; `None` when nothing renews.
    ///
    /// # Errors
    /// As [`Quote::due_now`].
    pub fn renewal(&self) -> Result<Option<Money>, MoneyError> {
        self.renewal.map(|renewal| Money::new(renewal, self.currency)).transpose()
    }

    /// What the first paid term costs: the amount due today, or the amount due after the trial.
    pub(crate) fn term_price(&self) -> Result<Money, MoneyError> {
        let after_trial = self.renewal.filter(|_| self.trial_days > 0);
        Money::new(after_trial.unwrap_or(self.due_now), self.currency)
    }

    /// Months of the first paid term.
    pub(crate) const fn term_months(&self) -> u32 {
        self.months.saturating_add(self.extra_months)
    }

    /// Percent saved in the first paid term against the crossed-out price, rounded down to a basis point.
    ///
    /// # Errors
    /// As [`Quote::due_now`].
    pub fn saving(&self) -> Result<Percent, MoneyError> {
        saving(Money::new(self.list, self.currency)?, self.term_price()?)
    }
}
