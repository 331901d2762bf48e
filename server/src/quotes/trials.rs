//! Trials: offered as long as the code that stands for them is in force.

use chrono::{DateTime, Utc};
use onefare_core::campaign::Campaign;
use onefare_core::currency::Currency;
use onefare_core::discount::{CodeState, DiscountCode, Grace};
use onefare_core::plan::Plan;
use onefare_core::quote::{Offer, Quote, QuoteError};
use onefare_core::trial::{self, has_trial};

use super::prices::{Offers, Prices, Verdict};

impl Prices {
    /// The plans that can be tried, with their quotes in every offered currency; none when no trial is offered.
    ///
    /// # Errors
    /// A damaged price book.
    pub fn trials(&self, now: DateTime<Utc>) -> Result<Offers<'_>, QuoteError> {
        self.trials_by(&self.verdict(&Campaign::Trial, now))
    }

    /// [`trials`](Self::trials) for a campaign that is the trial and has its verdict.
    ///
    /// # Errors
    /// As [`Prices::trials`].
    pub fn trials_by<'a>(&'a self, verdict: &Verdict<'a>) -> Result<Offers<'a>, QuoteError> {
        let Verdict { state, code, .. } = *verdict;
        let quotes_of = |plan: &Plan| -> Result<Vec<Quote>, QuoteError> {
            let quote = |currency| Quote::compute(self.number, Offer::Trial(plan), currency, code);
            Currency::OFFERED.into_iter().map(quote).collect()
        };
        let plans =
            self.book.in_order().into_iter().filter(|plan| state.is_some_and(|state| is_offered(plan, state, code)));
        let quotes: Result<Vec<_>, QuoteError> = plans.map(|plan| Ok((plan, quotes_of(plan)?))).collect();
        Ok(Offers { state, code, quotes: quotes? })
    }

    /// The trial of a plan, for a checkout; `None` when it is not offered.
    ///
    /// # Errors
    /// No price in that currency; a damaged price book.
    pub fn trial(&self, plan: &Plan, currency: Currency, now: DateTime<Utc>) -> Result<Option<Quote>, QuoteError> {
        let (state, code) = self.holding(&trial::CODE, now, Grace::Checkout);
        let offered = is_offered(plan, state, code);
        offered.then(|| Quote::compute(self.number, Offer::Trial(plan), currency, code)).transpose()
    }
}

fn is_offered(plan: &Plan, state: CodeState, code: Option<&DiscountCode>) -> bool {
    let named = code.is_some_and(|code| Offer::Trial(plan).takes(code));
    state == CodeState::Applied && has_trial(plan) && named
}
