//! A stored quote computed again: does it still follow from the price book it was made under?

use super::{Offer, Product, Quote, QuoteError, Rule, Step};
use crate::discount::{DiscountCode, Effect, FixedAmount, Scope, Term};
use crate::esim_product_id::StructuredData;
use crate::price_book::PriceBook;

/// A field of a stored quote that differs from the recomputed one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The field of [`Quote`], or `step 2` and so on for one step of the derivation.
    pub field: String,
    /// What is stored; `none` for what is absent. Amounts in minor units.
    pub stored: String,
    /// What was computed, in the same form.
    pub computed: String,
}

impl PriceBook {
    /// The offer that a quote was made for; `None` when this book does not sell it.
    #[must_use]
    pub fn offer_of<'both>(&'both self, quote: &'both Quote) -> Option<Offer<'both>> {
        let plan = self.plan(&quote.product_id);
        match quote.product() {
            Product::Trial => plan.map(Offer::Trial),
            Product::Refill => self.refill_of(quote),
            // A deal that renews and has no extra months is a plan to every rule; the book tells which it is.
            Product::Plan | Product::Deal => plan.map(Offer::Plan).or_else(|| {
                let deal = self.deals.iter().find(|deal| deal.product_id() == quote.product_id)?;
                Some(if quote.renewal.is_some() { Offer::Deal(deal) } else { Offer::Prepaid(deal) })
            }),
        }
    }

    fn refill_of<'both>(&'both self, quote: &'both Quote) -> Option<Offer<'both>> {
        let product_id = quote.product_id.as_str();
        let id = StructuredData::parse(product_id)?;
        let (_, refill) = id.find(&id.bundle_id().to_string(), &self.bundles)?;
        Some(Offer::Refill { product_id, price: refill.price_in(quote.currency)? })
    }
}

impl Quote {
    /// Computes the quote again for the same offer, and returns every field that differs: amounts, steps, lengths,
    /// product and code.
    ///
    /// `terms` are those of the code at the time, where they are still known. Otherwise they come from the quote
    /// itself: its derivation keeps the percentage or the amount that was taken off. It does not keep whether the code
    /// held for one term or for every term, so a match with either is right. A quote without a code needs neither.
    ///
    /// ```
    /// use onefare_core::currency::Currency;
    /// use onefare_core::plan::{Plan, PlanAmount};
    /// use onefare_core::quote::{Offer, Quote};
    /// let year = Plan {
    ///     product_id: "vpn-12m".to_owned(),
    ///     months: 12,
    ///     priority: 1,
    ///     devices: Default::default(),
    ///     highlight: Default::default(),
    ///     prices: vec![PlanAmount { currency: Currency::Usd, amount: 3_999, before: None }],
    /// };
    /// let mut quote = Quote::compute(7, &year, Currency::Usd, None)?;
    /// assert_eq!(quote.differences(7, Offer::Plan(&year), None)?, []);
    /// quote.due_now = 3_998;
    /// let found = quote.differences(7, Offer::Plan(&year), None)?;
    /// assert_eq!((found[0].field.as_str(), found[0].computed.as_str()), ("due_now", "3999"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Quote::compute`]: the offer has no price in this currency, or cannot be tried.
    pub fn differences(
        &self,
        book: i64,
        offer: Offer<'_>,
        terms: Option<&DiscountCode>,
    ) -> Result<Vec<Difference>, QuoteError> {
        let kept;
        let codes: Vec<Option<&DiscountCode>> = match (&self.code, terms) {
            (None, _) => vec![None],
            (Some(_), Some(terms)) => vec![Some(terms)],
            (Some(_), None) => {
                kept = self.kept_terms();
                if kept.is_empty() { vec![None] } else { kept.iter().map(Some).collect() }
            }
        };
        let mut least: Option<Vec<Difference>> = None;
        for code in codes {
            let found = self.compared_with(&Self::compute(book, offer, self.currency, code)?);
            if least.as_ref().is_none_or(|least| found.len() < least.len()) {
                least = Some(found);
            }
        }
        Ok(least.unwrap_or_default())
    }

    /// The code as far as the derivation keeps it, once for each [`Term`] it may have had. Empty when no step took
    /// anything off.
    fn kept_terms(&self) -> Vec<DiscountCode> {
        let effect = self.steps.iter().find_map(|step| match &step.rule {
            Rule::CodePercent(percent) => Some(Effect::Percent(*percent)),
            Rule::CodeFixed(minor) => Some(Effect::Fixed(vec![FixedAmount { currency: self.currency, minor: *minor }])),
            Rule::PlanPrice | Rule::ChargeStep | Rule::Trial(_) | Rule::ExtraMonths(_) => None,
        });
        let Some(effect) = effect else { return Vec::new() };
        let for_term = |term| DiscountCode {
            code: self.code.clone().unwrap_or_default(),
            effect: effect.clone(),
            term,
            starts_at: None,
            ends_at: None,
            usage_limit: None,
            scope: Scope::Both,
            products: None,
            billing_cycles: None,
            below_cost: false,
        };
        vec![for_term(Term::Once), for_term(Term::Every)]
    }

    /// Destructures every field, so that a field added later cannot be forgotten here.
    fn compared_with(&self, computed: &Self) -> Vec<Difference> {
        let Self { book, product_id, months, extra_months, trial_days, currency, list, due_now, renewal, code, steps } =
            computed;
        let mut found = Found(Vec::new());
        found.compare("book", &self.book.to_string(), &book.to_string());
        found.compare("product_id", &self.product_id, product_id);
        found.compare("months", &self.months.to_string(), &months.to_string());
        found.compare("extra_months", &self.extra_months.to_string(), &extra_months.to_string());
        found.compare("trial_days", &self.trial_days.to_string(), &trial_days.to_string());
        found.compare("currency", self.currency.code(), currency.code());
        found.compare("list", &self.list.to_string(), &list.to_string());
        found.compare("due_now", &self.due_now.to_string(), &due_now.to_string());
        let amount = |minor: Option<i64>| minor.map_or_else(none, |minor| minor.to_string());
        found.compare("renewal", &amount(self.renewal), &amount(*renewal));
        let text = |code: &Option<String>| code.clone().unwrap_or_else(none);
        found.compare("code", &text(&self.code), &text(code));
        for place in 0..self.steps.len().max(steps.len()) {
            let (stored, computed) = (self.steps.get(place), steps.get(place));
            let text = |step: Option<&Step>| step.map_or_else(none, step_text);
            found.compare(&format!("step {}", place.saturating_add(1)), &text(stored), &text(computed));
        }
        found.0
    }
}

struct Found(Vec<Difference>);

impl Found {
    fn compare(&mut self, field: &str, stored: &str, computed: &str) {
        if stored != computed {
            let (stored, computed) = (stored.to_owned(), computed.to_owned());
            self.0.push(Difference { field: field.to_owned(), stored, computed });
        }
    }
}

fn none() -> String {
    "none".to_owned()
}

/// A step with exact figures, such as `code_percent 20 from 14999 to 11999`.
fn step_text(step: &Step) -> String {
    let rule = match step.rule {
        Rule::PlanPrice => "plan_price".to_owned(),
        Rule::CodePercent(percent) => format!("code_percent {percent}"),
        Rule::CodeFixed(minor) => format!("code_fixed {minor}"),
        Rule::ChargeStep => "charge_step".to_owned(),
        Rule::Trial(days) => format!("trial {days}"),
        Rule::ExtraMonths(months) => format!("extra_months {months}"),
    };
    format!("{rule} from {} to {}", step.before, step.after)
}
