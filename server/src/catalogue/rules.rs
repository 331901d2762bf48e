//! The rules for applying a readable catalogue, beyond the core's rules for the price book alone.

use std::collections::BTreeSet;

use onefare_core::bundle::{Bundle, CURRENCIES, Refill};
use onefare_core::currency::Currency;
use onefare_core::deal::DealFault;
use onefare_core::discount::{DiscountCode, Effect, Scope, Term};
use onefare_core::esim_product_id::StructuredData;
use onefare_core::money::Money;
use onefare_core::price_book::{BookFault, PriceBook};
use onefare_core::quote::{Offer, Quote, quote_all};
use onefare_core::trial;

use super::Catalogue;

/// The subject of a fault, from which its line is found.
#[derive(Clone, Copy)]
pub(crate) enum Subject<'catalogue> {
    Plan(&'catalogue str),
    Deal(u32),
    Code(&'catalogue str),
    /// A bundle by its number; with the position of a plan in it, counted from 1, when the fault is one plan's.
    Bundle(u32, Option<usize>),
}

/// Costs are in ten-thousandths of a dollar: this many make a cent.
const UNITS_PER_CENT: i128 = 100;

/// Every fault, in the order of the file.
pub(crate) fn faults(catalogue: &Catalogue) -> Vec<(Option<Subject<'_>>, String)> {
    let book = &catalogue.book;
    let mut faults: Vec<_> = book.faults().iter().map(|fault| (about(fault, book), fault.to_string())).collect();
    let sound = faults.is_empty();
    if sound {
        faults.extend(refills_too_cheap(book, None).into_iter().map(|(subject, sentence)| (Some(subject), sentence)));
        faults.extend(too_cheap(book, None).into_iter().map(|(subject, sentence)| (Some(subject), sentence)));
    }
    let mut seen = BTreeSet::new();
    for listed in &catalogue.codes {
        let code = &listed.code;
        let mut wrong = code_faults(code, book);
        if !code.folded().is_some_and(|folded| seen.insert(folded)) {
            wrong.push("stands twice; case does not tell codes apart".to_owned());
        }
        if sound && wrong.is_empty() {
            wrong.extend(too_cheap(book, Some(code)).into_iter().map(|(_, sentence)| sentence));
            wrong.extend(refills_too_cheap(book, Some(code)).into_iter().map(|(_, sentence)| sentence));
            if !code.below_cost {
                wrong.extend(at_a_loss(book, code));
            }
        }
        let subject = Some(Subject::Code(&code.code));
        faults.extend(wrong.into_iter().map(|what| (subject, format!("code \"{}\": {what}", code.code))));
    }
    faults
}

fn code_faults(code: &DiscountCode, book: &PriceBook) -> Vec<String> {
    let mut faults = Vec::new();
    if let (Some(start), Some(end)) = (code.starts_at, code.ends_at)
        && end <= start
    {
        faults.push("it ends before it begins".to_owned());
    }
    if let Effect::Fixed(amounts) = &code.effect {
        if amounts.is_empty() {
            faults.push("it has no amount in any currency".to_owned());
        }
        for (index, amount) in amounts.iter().enumerate() {
            if amounts.iter().skip(index + 1).any(|other| other.currency == amount.currency) {
                faults.push(format!("{} stands twice", amount.currency.code()));
            }
            if amount.minor <= 0 {
                faults.push(format!("the amount in {} must be more than nothing", amount.currency.code()));
            }
        }
    }
    if code.products.as_ref().is_some_and(Vec::is_empty) {
        faults.push("it holds for no plan: leave `plans` out to mean all".to_owned());
    }
    let is_deal = |id: &str| book.deals.iter().any(|deal| deal.product_id() == id);
    for product in code.products.iter().flatten() {
        let plan = book.plan(product).is_some() || is_deal(product);
        let refill = refill_of(book, product).is_some();
        let known = match code.scope {
            Scope::Plans => plan,
            Scope::Refills => refill,
            Scope::Both => plan || refill,
        };
        if !known {
            faults.push(format!("there is no plan \"{product}\""));
        }
    }
    if code.folded().as_ref() == Some(&trial::CODE) && (code.term == Term::Once || code.scope != Scope::Plans) {
        faults.push(
            "it stands for the trial, whose first term is free: it holds for plans and for every term".to_owned(),
        );
    }
    match (&code.billing_cycles, code.scope) {
        (Some(cycles), _) if cycles.is_empty() => {
            faults.push("it holds for no billing cycle: leave `billing_cycles` out to mean all".to_owned());
        }
        (Some(_), Scope::Refills | Scope::Both) => {
            faults.push("it names billing cycles, which eSIM refills do not have".to_owned());
        }
        _ => {}
    }
    faults
}

/// What would be charged below the minimum, with its subject.
fn too_cheap<'book>(book: &'book PriceBook, code: Option<&DiscountCode>) -> Vec<(Subject<'book>, String)> {
    let Ok(quotes) = quote_all(0, book, code) else { return Vec::new() };
    let mut faults = Vec::new();
    for (plan, quotes) in quotes {
        let id = plan.product_id.as_str();
        faults.extend(quotes.iter().filter_map(|quote| Some((Subject::Plan(id), below_minimum("plan", quote)?))));
    }
    for deal in &book.deals {
        // A deal that is paid once costs the same.
        if let Ok(quote) = Quote::compute(0, Offer::Deal(deal), Currency::Eur, code) {
            faults.extend(below_minimum("deal", &quote).map(|sentence| (Subject::Deal(deal.package), sentence)));
        }
    }
    faults
}

fn refill_of<'book>(book: &'book PriceBook, product: &str) -> Option<(&'book Bundle, &'book Refill)> {
    let plan = StructuredData::parse(product)?;
    plan.find(&plan.bundle_id().to_string(), &book.bundles)
}

/// [`too_cheap`] for the plans of the eSIM shop. Reports one plan per code and bundle: a code that is too strong is too
/// strong for many.
fn refills_too_cheap(book: &PriceBook, code: Option<&DiscountCode>) -> Vec<(Subject<'static>, String)> {
    let one_of = |bundle: &Bundle| {
        (1_usize..).zip(&bundle.refills).find_map(|(position, refill)| {
            let sentence = CURRENCIES.into_iter().find_map(|currency| refill_too_cheap(bundle, refill, currency, code));
            sentence.map(|sentence| (Subject::Bundle(bundle.id, Some(position)), sentence))
        })
    };
    book.bundles.iter().filter_map(one_of).collect()
}

fn refill_too_cheap(
    bundle: &Bundle,
    refill: &Refill,
    currency: Currency,
    code: Option<&DiscountCode>,
) -> Option<String> {
    let (price, product_id) = (refill.price_in(currency)?, bundle.structured_data(refill)?.to_string());
    let quote = Quote::compute(0, Offer::Refill { product_id: &product_id, price }, currency, code).ok()?;
    let minimum = currency.minimum_charge();
    let text = |minor| Money::new(minor, currency).map(Money::to_decimal_text).unwrap_or_default();
    (quote.due_now < minimum).then(|| {
        let (currency, due, minimum) = (currency.code(), text(quote.due_now), text(minimum));
        format!("eSIM plan \"{product_id}\" would cost {currency} {due}; cards are charged {minimum} at least")
    })
}

/// The refill that a code sells furthest below its supplier's cost, in a sentence; `None` when it sells none below
/// cost.
fn at_a_loss(book: &PriceBook, code: &DiscountCode) -> Option<String> {
    let refills = book.bundles.iter().flat_map(|bundle| bundle.refills.iter().map(move |refill| (bundle, refill)));
    let offers = refills.flat_map(|(bundle, refill)| CURRENCIES.map(|currency| (bundle, refill, currency)));
    let losses = offers.filter_map(|(bundle, refill, currency)| loss(bundle, refill, currency, code));
    let (_, sentence) = losses.max_by_key(|(loss, _)| *loss)?;
    Some(format!("{sentence}; say `below_cost = true` if that is meant"))
}

/// By how many ten-thousandths of a dollar a refill is sold below its cost. The refill's own two prices convert a price
/// in euros to dollars.
fn loss(bundle: &Bundle, refill: &Refill, currency: Currency, code: &DiscountCode) -> Option<(i128, String)> {
    let cost = i128::from(refill.cost?);
    let (price, product_id) = (refill.price_in(currency)?, bundle.structured_data(refill)?.to_string());
    let offer = Offer::Refill { product_id: &product_id, price };
    let quote = Quote::compute(0, offer, currency, Some(code)).ok()?;
    quote.code.as_ref()?;
    let in_dollars = i128::from(quote.due_now) * UNITS_PER_CENT * i128::from(refill.price_usd);
    let brings = in_dollars.checked_div(i128::from(price.minor()))?;
    let text = |minor| Money::new(minor, currency).map(Money::to_decimal_text).unwrap_or_default();
    (brings < cost).then(|| {
        let (code, due) = (currency.code(), text(quote.due_now));
        let asked = format!("{}.{:04}", cost / 10_000, cost % 10_000);
        let plan = format!("eSIM plan \"{product_id}\" would be sold for {code} {due}");
        (cost - brings, format!("{plan}, below its cost of USD {asked}"))
    })
}

fn below_minimum(what: &str, quote: &Quote) -> Option<String> {
    let minimum = quote.currency.minimum_charge();
    let least = quote.renewal.unwrap_or(quote.due_now).min(quote.due_now);
    if least >= minimum {
        return None;
    }
    let text = |minor| Money::new(minor, quote.currency).map(Money::to_decimal_text).unwrap_or_default();
    let (id, currency, due, minimum) = (&quote.product_id, quote.currency.code(), text(least), text(minimum));
    Some(format!("{what} \"{id}\" would cost {currency} {due}; cards are charged {minimum} at least"))
}

const fn about_deal<'book>(fault: &DealFault) -> Option<Subject<'book>> {
    match fault {
        DealFault::Popular | DealFault::Once(_) => None,
        DealFault::Package(package)
        | DealFault::FirstTerm(package, _)
        | DealFault::Esim(package)
        | DealFault::Price(package, _)
        | DealFault::Before(package) => Some(Subject::Deal(*package)),
    }
}

fn about<'book>(fault: &BookFault, book: &'book PriceBook) -> Option<Subject<'book>> {
    let id = match fault {
        BookFault::Empty | BookFault::DefaultCurrency(_) => return None,
        BookFault::ProductId(id)
        | BookFault::Months(id, _)
        | BookFault::Term(id)
        | BookFault::Devices(id, ..)
        | BookFault::Currency(id, _)
        | BookFault::NotOffered(id, _)
        | BookFault::Amount(id, ..)
        | BookFault::Before(id, _) => id,
        BookFault::Bundle(fault) => {
            let (id, position) = fault.place();
            return Some(Subject::Bundle(id, position));
        }
        BookFault::Deal(fault) => return about_deal(fault),
    };
    book.plan(id).map(|plan| Subject::Plan(&plan.product_id))
}
