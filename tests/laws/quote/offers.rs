//! Trials, deals, prepaid plans and refills: all follow from the plan's own price.

use chrono::{DateTime, Datelike as _, TimeDelta, Utc};
use onefare_core::currency::Currency;
use onefare_core::deal::{DealPlan, PACKAGES};
use onefare_core::delivery::term_end;
use onefare_core::discount::{DiscountCode, Scope, Term};
use onefare_core::language::Language;
use onefare_core::money::{MAX_MINOR, Money, saving};
use onefare_core::plan::{MAX_PRICE, Plan};
use onefare_core::price_text::{card_text, price_text};
use onefare_core::quote::{Offer, Product, Quote, QuoteError, Rule};
use onefare_core::quote_text::explain;
use onefare_core::wire::subscription::Package;
use proptest::prelude::*;

use super::{code, offered, plan};

fn instant() -> impl Strategy<Value = DateTime<Utc>> {
    (0_i64..4_102_444_800_000).prop_map(|milliseconds| DateTime::from_timestamp_millis(milliseconds).unwrap())
}

/// A code of any scope.
pub fn scoped() -> impl Strategy<Value = DiscountCode> {
    let scope = proptest::sample::select(vec![Scope::Plans, Scope::Refills, Scope::Both]);
    (code(), scope).prop_map(|(code, scope)| DiscountCode { scope, ..code })
}

fn deal() -> impl Strategy<Value = DealPlan> {
    let package = proptest::sample::select(&PACKAGES[..]);
    (package, 0_u32..=11, 1..MAX_PRICE, 1_i64..100_000).prop_map(|(package, free_months, price_eur, more)| DealPlan {
        package,
        free_months,
        esim_mb: 1024,
        price_eur,
        before_eur: price_eur + more,
        popular: false,
    })
}

/// Any of the five kinds of offer, with its inputs.
#[derive(Clone, Debug)]
pub struct AnyOffer {
    plan: Plan,
    deal: DealPlan,
    currency: Currency,
    kind: u8,
}

impl AnyOffer {
    /// The offer and the requested currency.
    pub fn offer(&self) -> (Offer<'_>, Currency) {
        let price = Money::new(self.plan.prices[0].amount, self.currency).unwrap();
        match self.kind {
            0 => (Offer::Plan(&self.plan), self.currency),
            1 => (Offer::Trial(&self.plan), self.currency),
            2 => (Offer::Deal(&self.deal), Currency::Eur),
            3 => (Offer::Prepaid(&self.deal), Currency::Eur),
            _ => (Offer::Refill { product_id: "34-10240-30", price }, self.currency),
        }
    }
}

/// Any of the five.
pub fn any_offer() -> impl Strategy<Value = AnyOffer> {
    (plan(), deal(), offered(), 0_u8..5).prop_map(|(mut plan, deal, currency, kind)| {
        if kind == 1 {
            plan.months = 12;
        }
        AnyOffer { plan, deal, currency, kind }
    })
}

/// The quote of one of them.
fn quote() -> impl Strategy<Value = Quote> {
    (any_offer(), prop::option::of(scoped())).prop_map(|(any, code)| {
        let (offer, currency) = any.offer();
        Quote::compute(1, offer, currency, code.as_ref()).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    #[test]
    fn every_quote_can_be_charged_and_leads_there(quote in quote()) {
        let step = quote.currency.charge_step();
        prop_assert!(quote.due_now >= 0 && quote.due_now % step == 0);
        prop_assert!(quote.renewal.is_none_or(|renewal| renewal >= 0 && renewal % step == 0));
        prop_assert_eq!(quote.steps.first().unwrap().before, quote.list);
        prop_assert_eq!(quote.steps.last().unwrap().after, quote.due_now);
        prop_assert!(quote.steps.windows(2).all(|pair| pair[0].after == pair[1].before));
        let stored = serde_json::to_string(&quote).unwrap();
        prop_assert_eq!(serde_json::from_str::<Quote>(&stored).unwrap(), quote);
    }

    #[test]
    fn a_trial_is_free_today_and_costs_the_plan_afterwards(mut plan in plan(), currency in offered(), code in code()) {
        plan.months = 12;
        let trial = Quote::compute(1, Offer::Trial(&plan), currency, Some(&code)).unwrap();
        let bought = Quote::compute(1, &plan, currency, Some(&code)).unwrap();
        prop_assert_eq!((trial.due_now, trial.product()), (0, Product::Trial));
        prop_assert_eq!(trial.renewal, bought.renewal, "what comes then is what every later term costs anyway");
        prop_assert_eq!(trial.code.is_some(), bought.code.is_some() && code.term == Term::Every);
        prop_assert!(trial.saving().unwrap() <= bought.saving().unwrap(), "a free week is no saving");
        plan.months = 3;
        let quarterly = Quote::compute(1, Offer::Trial(&plan), currency, Some(&code));
        prop_assert_eq!(quarterly, Err(QuoteError::NoTrial));
    }

    #[test]
    fn free_months_cost_nothing(deal in deal(), code in code(), start in instant()) {
        let plain = DealPlan { free_months: 0, ..deal.clone() };
        let (with, without) = (
            Quote::compute(1, Offer::Deal(&deal), Currency::Eur, Some(&code)).unwrap(),
            Quote::compute(1, Offer::Deal(&plain), Currency::Eur, Some(&code)).unwrap(),
        );
        prop_assert_eq!((with.due_now, with.renewal, &with.code), (without.due_now, without.renewal, &without.code));
        let (later, sooner) = (with.first_term_end(start).unwrap(), without.first_term_end(start).unwrap());
        prop_assert_eq!(later > sooner, deal.free_months > 0);
        // Term by term only loses days, at the end of a short month.
        let by_steps = term_end(sooner, deal.free_months).unwrap();
        prop_assert!(by_steps <= later && later - by_steps <= TimeDelta::days(3));
        // Without a code the page's figures are those of the deal's own prices.
        let plain = Quote::compute(1, Offer::Deal(&deal), Currency::Eur, None).unwrap();
        let shown = plain.plan_price(Language::En).unwrap();
        let (price, before) = (deal.price().unwrap(), deal.before().unwrap());
        prop_assert_eq!(shown.saving_percent, saving(before, price).unwrap().whole_down());
        let per_month = price.per(deal.first_term()).unwrap();
        prop_assert_eq!(shown.per_month_exact, per_month.exact);
        prop_assert_eq!(shown.per_month.text, card_text(per_month.amount, Language::En));
    }

    #[test]
    fn paid_once_is_the_first_term_alone(deal in deal(), code in code(), start in instant()) {
        let once = Quote::compute(1, Offer::Prepaid(&deal), Currency::Eur, Some(&code)).unwrap();
        let renewing = Quote::compute(1, Offer::Deal(&deal), Currency::Eur, Some(&code)).unwrap();
        prop_assert_eq!((once.due_now, &once.steps), (renewing.due_now, &renewing.steps));
        prop_assert_eq!(once.first_term_end(start), renewing.first_term_end(start));
        prop_assert_eq!((once.renewal_after(start).unwrap(), once.product()), (None, Product::Deal));
        let next = renewing.renewal_after(start).unwrap().unwrap();
        prop_assert_eq!(Some(next.at), renewing.paid_until(start, start));
        prop_assert_eq!((Some(next.amount.minor()), next.every_months), (renewing.renewal, deal.package));
    }

    /// The buyer has at least the time that was promised, and the charge comes when the provider has counted the days that
    /// were fixed with the page.
    #[test]
    fn the_charge_after_free_months_comes_with_the_days_of_the_page(
        deal in deal(),
        offered in instant(),
        minutes in 0_i64..=23 * 60,
    ) {
        let renewing = Quote::compute(1, Offer::Deal(&deal), Currency::Eur, None).unwrap();
        let paid = offered + TimeDelta::minutes(minutes);
        let (promised, until) = (renewing.first_term_end(paid).unwrap(), renewing.paid_until(offered, paid).unwrap());
        prop_assert!(promised <= until && until - promised <= TimeDelta::days(4), "{promised} {until}");
        if deal.free_months > 0 {
            prop_assert_eq!((until - paid).num_seconds() % 86_400, 0);
            let earliest = renewing.paid_until(offered, offered).unwrap();
            prop_assert_eq!(until - paid, earliest - offered, "the same days, whenever it is paid");
        } else {
            prop_assert_eq!(promised, until);
        }
    }

    #[test]
    fn a_charge_keeps_its_day_or_takes_the_last_of_its_month(
        (mut plan, months) in (plan(), 1_u32..=12),
        start in instant(),
        days in 0_i64..4_000,
    ) {
        plan.months = months;
        let first = Quote::compute(1, &plan, Currency::Usd, None).unwrap().renewal_after(start).unwrap().unwrap();
        let now = start + TimeDelta::days(days);
        let next = first.first_after(now);
        let is_last = (next.at + TimeDelta::days(1)).day() == 1;
        prop_assert!(next.at.day() == start.day() || (next.at.day() < start.day() && is_last), "{}", next.at);
        // It follows from the months since the purchase alone, and none is left out.
        let month = |at: DateTime<Utc>| u32::try_from(at.year()).unwrap() * 12 + at.month();
        let since = month(next.at) - month(start);
        prop_assert_eq!((since % months, term_end(start, since)), (0, Some(next.at)));
        prop_assert!(next.at > now && (since == months || term_end(start, since - months).unwrap() <= now));
        prop_assert_eq!(next.first_after(now), next);
    }

    #[test]
    fn a_refill_is_paid_once(
        minor in 1..=MAX_MINOR,
        currency in proptest::sample::select(&Currency::ALL[..]),
        code in scoped(),
        start in instant(),
    ) {
        let price = Money::new(minor, currency).unwrap();
        let offer = Offer::Refill { product_id: "34-10240-30", price };
        let quote = Quote::compute(1, offer, currency, Some(&code)).unwrap();
        prop_assert_eq!((quote.renewal, quote.product()), (None, Product::Refill));
        prop_assert_eq!((quote.first_term_end(start), quote.renewal_after(start).unwrap()), (None, None));
        prop_assert!(quote.due_now <= minor + currency.charge_step() / 2);
        prop_assert!(quote.code.is_none() || code.scope != Scope::Plans);
        let elsewhere = if currency == Currency::Usd { Currency::Eur } else { Currency::Usd };
        prop_assert_eq!(Quote::compute(1, offer, elsewhere, Some(&code)), Err(QuoteError::NoPrice));
    }

    #[test]
    fn words_say_every_figure(
        quote in quote(),
        start in instant(),
        language in proptest::sample::select(&Language::ALL[..]),
    ) {
        let lines = explain(&quote, start, language).unwrap();
        prop_assert_eq!(lines.len(), quote.steps.len() + 2);
        let text = |minor| price_text(Money::new(minor, quote.currency).unwrap(), language);
        for (step, line) in quote.steps.iter().zip(&lines) {
            let priced = !matches!(step.rule, Rule::Trial(_) | Rule::ExtraMonths(_));
            prop_assert!(!priced || line.contains(&text(step.after)), "{line}");
        }
        prop_assert!(lines[lines.len() - 2].contains(&text(quote.due_now)));
        let last = lines.last().unwrap();
        prop_assert!(quote.renewal.is_none_or(|renewal| last.contains(&text(renewal))), "{last}");
        let whole = |line: &String| !line.contains(['{', '}']) && line.trim() == line.as_str();
        prop_assert!(lines.iter().all(whole), "{:?}", lines);
    }
}

proptest! {
    #[test]
    fn a_trial_is_titled_as_one_and_a_plan_by_its_months(mut plan in plan(), currency in offered()) {
        plan.months = 12;
        let title =
            |offer: Offer<'_>| Package::of(&plan, &[Quote::compute(1, offer, currency, None).unwrap()]).unwrap().title;
        prop_assert_eq!(title(Offer::Trial(&plan)), " 7 Days Trial");
        prop_assert_eq!(title(Offer::Plan(&plan)), "12-month");
    }
}
