//! The audit: a computed quote follows from its price book, and a changed one does not.

use onefare_core::bundle::{Bundle, Refill};
use onefare_core::currency::Currency;
use onefare_core::deal::DealPlan;
use onefare_core::discount::{DiscountCode, Effect, FixedAmount, Scope, Term};
use onefare_core::percent::Percent;
use onefare_core::plan::{DeviceAllowance, Plan};
use onefare_core::price_book::PriceBook;
use onefare_core::quote::{Difference, Offer, Quote, Rule};
use proptest::prelude::*;

use super::offers::{AnyOffer, any_offer, scoped};
use super::{offered, plan};

/// A quote with the inputs it was computed from.
fn quoted() -> impl Strategy<Value = (AnyOffer, Option<DiscountCode>, Quote)> {
    (any_offer(), prop::option::of(scoped())).prop_map(|(any, code)| {
        let (offer, currency) = any.offer();
        let quote = Quote::compute(7, offer, currency, code.as_ref()).unwrap();
        (any, code, quote)
    })
}

/// Every change of one figure or word of a quote, with the name under which the audit finds it; an empty one when that
/// is not the field itself: a code whose name was removed shows in the steps.
fn changed(quote: &Quote) -> Vec<(String, Quote)> {
    let mut all: Vec<(String, Quote)> = Vec::new();
    let mut with = |name: &str, change: &dyn Fn(&mut Quote)| {
        let mut other = quote.clone();
        change(&mut other);
        if other != *quote {
            all.push((name.to_owned(), other));
        }
    };
    with("book", &|quote| quote.book += 1);
    with("product_id", &|quote| quote.product_id.push('x'));
    with("months", &|quote| quote.months += 1);
    with("extra_months", &|quote| quote.extra_months += 1);
    with("trial_days", &|quote| quote.trial_days += 1);
    with("list", &|quote| quote.list += 1);
    with("due_now", &|quote| quote.due_now -= 1);
    with("renewal", &|quote| quote.renewal = quote.renewal.map_or(Some(1), |renewal| Some(renewal + 1)));
    with("renewal", &|quote| quote.renewal = None);
    with("code", &|quote| {
        quote.code = quote.code.as_ref().map_or(Some("GIFT".to_owned()), |code| Some(code.clone() + "X"))
    });
    with("", &|quote| quote.code = None);
    for (place, step) in quote.steps.iter().enumerate() {
        let name = format!("step {}", place + 1);
        with(&name, &|quote| quote.steps[place].before += 1);
        with(&name, &|quote| quote.steps[place].after += 1);
        if let Rule::CodePercent(percent) = step.rule {
            let other = Percent::from_basis_points(percent.basis_points().abs_diff(1)).unwrap();
            with(&name, &|quote| quote.steps[place].rule = Rule::CodePercent(other));
        }
        with(&format!("step {}", quote.steps.len()), &|quote| {
            quote.steps.remove(place);
        });
    }
    with(&format!("step {}", quote.steps.len() + 1), &|quote| quote.steps.push(quote.steps[0].clone()));
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn what_was_computed_is_computed_again((any, code, quote) in quoted()) {
        let (offer, _) = any.offer();
        prop_assert_eq!(quote.differences(7, offer, code.as_ref()).unwrap(), []);
        prop_assert_eq!(quote.differences(7, offer, None).unwrap(), [], "and from what the quote itself keeps");
    }

    #[test]
    fn whatever_is_changed_is_named((any, code, quote) in quoted()) {
        let (offer, _) = any.offer();
        for (name, other) in changed(&quote) {
            let terms = code.as_ref().filter(|_| quote.code.is_some());
            let found = other.differences(7, offer, terms).unwrap();
            let named = |difference: &Difference| name.is_empty() || difference.field == name;
            prop_assert!(found.iter().any(named), "{}: {:?}", name, found);
            prop_assert!(found.iter().all(|difference| difference.stored != difference.computed));
        }
    }

    /// Without the code's terms the audit believes only the code's percentage or amount, and the term it applied to.
    #[test]
    fn a_changed_amount_is_found_without_the_terms((any, _, quote) in quoted()) {
        let (offer, _) = any.offer();
        for (name, other) in changed(&quote) {
            let believed = matches!(&other.code, Some(code) if quote.code.is_some() && *code != *quote.code.as_ref().unwrap())
                || other.renewal != quote.renewal
                || other.steps.iter().map(|step| &step.rule).ne(quote.steps.iter().map(|step| &step.rule));
            if !believed {
                prop_assert!(!other.differences(7, offer, None).unwrap().is_empty(), "{}", name);
            }
        }
    }

    #[test]
    fn a_book_knows_what_it_sold(plans in prop::collection::vec(plan(), 1..4), currency in offered()) {
        let book = PriceBook { default_currency: Currency::Usd, plans, deals: Vec::new(), bundles: Vec::new() };
        for plan in &book.plans {
            let quote = Quote::compute(1, plan, currency, None).unwrap();
            let found = book.offer_of(&quote).unwrap();
            prop_assert_eq!(found.product_id(), &plan.product_id);
            prop_assert!(matches!(found, Offer::Plan(_)));
            let gone = Quote { product_id: "gone".to_owned(), ..quote };
            prop_assert_eq!(book.offer_of(&gone), None);
        }
    }
}

fn year() -> Plan {
    use onefare_core::plan::PlanAmount;
    let prices = vec![PlanAmount { currency: Currency::Usd, amount: 3_999, before: None }];
    Plan {
        product_id: "vpn-12m".to_owned(),
        months: 12,
        priority: 1,
        devices: DeviceAllowance::USUAL,
        highlight: Default::default(),
        prices,
    }
}

fn ten_dollars(term: Term) -> DiscountCode {
    DiscountCode {
        code: "TEN".to_owned(),
        effect: Effect::Fixed(vec![FixedAmount { currency: Currency::Usd, minor: 1_000 }]),
        term,
        starts_at: None,
        ends_at: None,
        usage_limit: None,
        scope: Scope::Plans,
        products: None,
        billing_cycles: None,
        below_cost: false,
    }
}

#[test]
fn a_renewal_below_the_price_needs_a_code_for_every_term() {
    let year = year();
    let once = Quote::compute(1, &year, Currency::Usd, Some(&ten_dollars(Term::Once))).unwrap();
    assert_eq!((once.due_now, once.renewal), (2_999, Some(3_999)));
    let told = |quote: &Quote, terms: Option<&DiscountCode>| {
        let found = quote.differences(1, Offer::Plan(&year), terms).unwrap();
        found.into_iter().map(|one| format!("{} {} {}", one.field, one.stored, one.computed)).collect::<Vec<_>>()
    };
    let every = Quote { renewal: Some(2_999), ..once.clone() };
    let terms = ten_dollars(Term::Once);
    assert_eq!(told(&every, Some(&terms)), ["renewal 2999 3999"]);
    assert!(told(&every, None).is_empty(), "the quote does not keep which term its code was for");
    let neither = Quote { renewal: Some(3_500), ..once };
    assert_eq!(told(&neither, None), ["renewal 3500 3999"]);
}

#[test]
fn a_book_knows_what_each_kind_of_quote_was_made_for() {
    let deal = |package, free_months| DealPlan {
        package,
        free_months,
        esim_mb: 1024,
        price_eur: 3_999,
        before_eur: 5_000,
        popular: false,
    };
    let refill = Refill {
        title: "3 GB".to_owned(),
        amount_mb: 3072,
        amount_days: 30,
        unlimited: false,
        price_usd: 899,
        price_eur: 829,
        package: "P".to_owned(),
        cost: None,
    };
    let spain = Bundle {
        id: 34,
        code: "ES".to_owned(),
        names: Default::default(),
        coverage: Vec::new(),
        refills: vec![refill],
    };
    let (plans, deals, bundles) = (vec![year()], vec![deal(12, 4), deal(1, 0)], vec![spain]);
    let book = PriceBook { default_currency: Currency::Usd, plans, deals, bundles };
    let refill = |currency| {
        let price = book.bundles[0].refills[0].price_in(currency).unwrap();
        (Offer::Refill { product_id: "34-3072-30", price }, currency)
    };
    let sold = [
        (Offer::Plan(&book.plans[0]), Currency::Usd),
        (Offer::Trial(&book.plans[0]), Currency::Usd),
        (Offer::Deal(&book.deals[0]), Currency::Eur),
        (Offer::Prepaid(&book.deals[0]), Currency::Eur),
        // A plan to every rule but this one.
        (Offer::Deal(&book.deals[1]), Currency::Eur),
        (Offer::Prepaid(&book.deals[1]), Currency::Eur),
        refill(Currency::Usd),
        refill(Currency::Eur),
    ];
    for (offer, currency) in sold {
        let quote = Quote::compute(1, offer, currency, None).unwrap();
        assert_eq!(book.offer_of(&quote), Some(offer), "{quote:?}");
        assert_eq!(quote.differences(1, offer, None).unwrap(), []);
        for other in ["deal-3m", "34-3072-31", "35-3072-30", "34", ""] {
            let other = Quote { product_id: other.to_owned(), ..quote.clone() };
            assert_eq!(book.offer_of(&other), None, "{other:?}");
        }
    }
    let (offer, _) = refill(Currency::Usd);
    let dirhams = Quote { currency: Currency::Aed, ..Quote::compute(1, offer, Currency::Usd, None).unwrap() };
    assert_eq!(book.offer_of(&dirhams), None, "the eSIM shop sells in dollars and euros");
}
