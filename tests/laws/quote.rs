//! Quotes: a code never raises a price, the amount due can be charged, and the derivation leads to the total.

mod audit;
mod offers;

use std::collections::BTreeMap;

use onefare_core::checkout::agreed;
use onefare_core::currency::Currency;
use onefare_core::discount::{DiscountCode, Effect, FixedAmount, Scope, Term};
use onefare_core::language::Language;
use onefare_core::money::MAX_MINOR;
use onefare_core::plan::{DeviceAllowance, MAX_PRICE, Plan, PlanAmount};
use onefare_core::price_text::price_text;
use onefare_core::quote::{PriceLineKind, Quote, Rule, Step};
use proptest::prelude::*;

use crate::money::percent;

/// A plan that a valid price book can contain.
pub fn plan() -> impl Strategy<Value = Plan> {
    let figures = (1..=MAX_PRICE / 10, prop_oneof![Just(0), 1..5000_i64, 1..MAX_MINOR / 2]);
    (1_u32..=36, 0_u32..5, prop::collection::vec(figures, Currency::OFFERED.len())).prop_map(
        |(months, priority, figures)| Plan {
            devices: DeviceAllowance::USUAL,
            product_id: format!("vpn-{months}"),
            months,
            priority,
            highlight: BTreeMap::new(),
            prices: Currency::OFFERED
                .into_iter()
                .zip(figures)
                .map(|(currency, (steps, more))| {
                    let amount = steps * currency.charge_step();
                    PlanAmount { currency, amount, before: (more > 0).then_some(amount + more) }
                })
                .collect(),
        },
    )
}

/// A valid code, for this plan or for another.
pub fn code() -> impl Strategy<Value = DiscountCode> {
    let fixed = prop::collection::vec((proptest::sample::select(&Currency::OFFERED[..]), any::<i64>()), 0..6)
        .prop_map(|list| list.into_iter().map(|(currency, minor)| FixedAmount { currency, minor }).collect());
    let effect = prop_oneof![2 => percent().prop_map(Effect::Percent), 1 => fixed.prop_map(Effect::Fixed)];
    let products = prop_oneof![
        3 => Just(None),
        1 => (1_u32..=36).prop_map(|months| Some(vec![format!("vpn-{months}")])),
    ];
    let term = prop_oneof![Just(Term::Once), Just(Term::Every)];
    (effect, term, products).prop_map(|(effect, term, products)| DiscountCode {
        code: "SPRING".to_owned(),
        effect,
        term,
        starts_at: None,
        ends_at: None,
        usage_limit: None,
        scope: Scope::Plans,
        products,
        billing_cycles: None,
        below_cost: false,
    })
}

fn offered() -> impl Strategy<Value = Currency> {
    proptest::sample::select(&Currency::OFFERED[..])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    #[test]
    fn a_code_never_makes_dearer(plan in plan(), currency in offered(), code in code()) {
        let plain = Quote::compute(1, &plan, currency, None).unwrap();
        let coded = Quote::compute(1, &plan, currency, Some(&code)).unwrap();
        prop_assert!(0 <= coded.due_now && coded.due_now <= plain.due_now);
        prop_assert!(coded.renewal <= plain.renewal && coded.list == plain.list);
        prop_assert!(coded.due_now <= coded.list);
        prop_assert_eq!((plain.renewal, plain.code.as_ref()), (Some(plain.due_now), None));
        let later = match (&coded.code, code.term) {
            (Some(_), Term::Every) => Some(coded.due_now),
            _ => plain.renewal,
        };
        prop_assert_eq!(coded.renewal, later);
        if !code.is_for(&plan.product_id) {
            prop_assert_eq!(coded, plain);
        }
    }

    #[test]
    fn what_is_due_can_be_charged(plan in plan(), currency in offered(), code in code()) {
        let quote = Quote::compute(1, &plan, currency, Some(&code)).unwrap();
        prop_assert_eq!(quote.due_now % currency.charge_step(), 0);
        prop_assert_eq!(quote.renewal.unwrap() % currency.charge_step(), 0);
        prop_assert!(quote.due_now <= MAX_PRICE);
    }

    #[test]
    fn the_steps_lead_from_the_list_to_what_is_due(plan in plan(), currency in offered(), code in code()) {
        let quote = Quote::compute(1, &plan, currency, Some(&code)).unwrap();
        prop_assert_eq!(quote.steps.first().unwrap().before, quote.list);
        prop_assert_eq!(quote.steps.last().unwrap().after, quote.due_now);
        prop_assert!(quote.steps.windows(2).all(|pair| pair[0].after == pair[1].before));
        let by_code = quote.steps.iter().any(|step| matches!(step.rule, Rule::CodePercent(_) | Rule::CodeFixed(_)));
        prop_assert_eq!(by_code, quote.code.is_some());
    }

    #[test]
    fn a_receipt_has_a_line_for_each_change_and_ends_with_what_is_due(plan in plan(), currency in offered(), code in code()) {
        let quote = Quote::compute(1, &plan, currency, Some(&code)).unwrap();
        let lines = quote.receipt_lines(Language::En).unwrap();
        let of_plan = |step: &&Step| matches!(step.rule, Rule::PlanPrice);
        prop_assert_eq!(lines.len(), 2 + quote.steps.len() - quote.steps.iter().filter(of_plan).count());
        prop_assert_eq!(&lines.last().unwrap().amount, &price_text(quote.due_now().unwrap(), Language::En));
        let by_code = lines.iter().any(|line| line.kind == PriceLineKind::Code);
        prop_assert_eq!(by_code, quote.code.is_some());
    }

    #[test]
    fn more_percent_is_never_dearer(plan in plan(), currency in offered(), one in percent(), other in percent(), code in code()) {
        let with = |percent| {
            let code = DiscountCode { effect: Effect::Percent(percent), products: None, ..code.clone() };
            Quote::compute(1, &plan, currency, Some(&code)).unwrap().due_now
        };
        prop_assert!(with(one.max(other)) <= with(one.min(other)));
    }

    #[test]
    fn what_a_page_shows_is_true(plan in plan(), currency in offered(), code in code(), language in proptest::sample::select(&Language::ALL[..])) {
        let quote = Quote::compute(1, &plan, currency, Some(&code)).unwrap();
        let price = quote.plan_price(language).unwrap();
        let saved = i128::from(quote.list) - i128::from(quote.due_now);
        prop_assert!(i128::from(price.saving_percent) * i128::from(quote.list) <= saved * 100);
        prop_assert_eq!(price.before_text.is_some(), saved > 0);
        prop_assert_eq!(price.before_text.is_some(), price.per_month_before.is_some());
        prop_assert_eq!(price.per_month_exact, quote.due_now % i64::from(plan.months) == 0);
        prop_assert!(price.per_month.text.contains(&price.per_month.amount));
        prop_assert!(price.per_month.text.contains(&price.per_month.symbol));
    }

    #[test]
    fn a_plan_is_stored_as_it_always_was(plan in plan(), currency in offered(), code in code()) {
        // Orders from before trials, deals and refills have exactly these fields.
        let stored = serde_json::to_value(Quote::compute(1, &plan, currency, Some(&code)).unwrap()).unwrap();
        let members = ["book", "product_id", "months", "currency", "list", "due_now", "renewal", "code", "steps"];
        for member in stored.as_object().unwrap().keys() {
            prop_assert!(members.contains(&member.as_str()), "{}", member);
        }
        prop_assert!(stored["renewal"].is_i64());
    }

    #[test]
    fn a_stored_quote_is_read_back(plan in plan(), currency in offered(), code in code()) {
        let quote = Quote::compute(1, &plan, currency, Some(&code)).unwrap();
        let stored = serde_json::to_string(&quote).unwrap();
        prop_assert_eq!(serde_json::from_str::<Quote>(&stored).unwrap(), quote);
    }

    #[test]
    fn nothing_is_charged_that_was_not_shown(
        plan in plan(),
        currency in offered(),
        code in code(),
        shown: i64,
        pick in 0..4,
        next in 0..4,
    ) {
        let current = Quote::compute(2, &plan, currency, None).unwrap();
        let graced = Quote::compute(2, &plan, currency, Some(&code)).unwrap();
        let expected = [current.due_now, graced.due_now, current.due_now - 1, shown][usize::try_from(pick).unwrap()];
        let renewal = [None, current.renewal, graced.renewal, Some(shown)][usize::try_from(next).unwrap()];
        let fits = |quote: &Quote| expected == quote.due_now && (renewal.is_none() || renewal == quote.renewal);
        if let Ok(charged) = agreed(Some(expected), renewal, &current, Some(&graced)) {
            prop_assert!(fits(charged));
        } else {
            prop_assert!(!fits(&current) && !fits(&graced));
        }
        let cost = |quote: &Quote| (quote.due_now, quote.renewal);
        let unsaid = agreed(None, None, &current, Some(&graced)).unwrap();
        prop_assert_eq!(cost(unsaid), cost(&current).min(cost(&graced)));
    }
}
