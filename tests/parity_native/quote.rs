//! Quotes: the twin of `tests/parity/quote.mjs`. The server's quote of an offer, and its price recomputed from the
//! facts that the quote gives a page.

use onefare_core::currency::Currency;
use onefare_core::deal::DealPlan;
use onefare_core::discount::{DiscountCode, Off};
use onefare_core::language::Language;
use onefare_core::money::Money;
use onefare_core::percent::Percent;
use onefare_core::plan::Plan;
use onefare_core::quote::{Offer, PriceExplanation, PriceFacts, PriceLine, PriceLineKind, Quote, QuoteError, Terms};
use serde::Deserialize;
use serde_json::{Value, json};

/// An offer with its inputs.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Offered {
    Plan(Plan),
    Trial(Plan),
    Deal(DealPlan),
    Prepaid(DealPlan),
    Refill { product_id: String, price: i64, currency: Currency },
}

/// A request: an offer's price and its explanation.
#[derive(Deserialize)]
struct Request {
    number: i64,
    offer: Offered,
    currency: Currency,
    #[serde(default)]
    code: Option<DiscountCode>,
    language: Language,
}

pub fn answer(request: Value) -> Value {
    let request: Request = serde_json::from_value(request).unwrap();
    let offer = match &request.offer {
        Offered::Plan(plan) => Offer::Plan(plan),
        Offered::Trial(plan) => Offer::Trial(plan),
        Offered::Deal(deal) => Offer::Deal(deal),
        Offered::Prepaid(deal) => Offer::Prepaid(deal),
        Offered::Refill { product_id, price, currency } => {
            Offer::Refill { product_id, price: Money::new(*price, *currency).unwrap() }
        }
    };
    let Ok(quote) = Quote::compute(request.number, offer, request.currency, request.code.as_ref()) else {
        return json!({ "refused": true });
    };
    let facts = quote.facts();
    let made = terms(&facts, &quote).explained(request.language).unwrap();
    agrees(&quote, &made, request.language);
    json!({ "facts": facts, "made": made })
}

fn terms(facts: &PriceFacts, quote: &Quote) -> Terms {
    let money = |minor| Money::new(minor, quote.currency).unwrap();
    let percent = facts.code_percent.map(|points| Off::Percent(Percent::from_basis_points(points).unwrap()));
    Terms {
        list: money(facts.list),
        price: money(facts.price),
        off: percent.or(facts.code_amount.map(Off::Fixed)),
        every_term: facts.every_term,
        months: facts.months,
        trial_days: facts.trial_days,
        extra_months: facts.extra_months,
        renews: quote.renewal.is_some(),
    }
}

/// The recomputed price equals the server's, byte for byte.
fn agrees(quote: &Quote, made: &PriceExplanation, language: Language) {
    assert_eq!((made.due_now, made.renewal), (quote.due_now, quote.renewal));
    // A receipt is made from the stored steps instead, and says the same without the lines that were not charged.
    let charged = |line: &&PriceLine| !matches!(line.kind, PriceLineKind::List | PriceLineKind::Renewal);
    let lines: Vec<_> = made.lines.iter().filter(charged).cloned().collect();
    assert_eq!(quote.receipt_lines(language).unwrap(), lines);
    match quote.plan_price(language) {
        Ok(price) => {
            assert_eq!((&made.due_now_text, &made.before_text), (&price.due_now_text, &price.before_text));
            assert_eq!(made.renewal_text.as_ref(), Some(&price.renewal_text));
            assert_eq!(made.saving_percent, price.saving_percent);
            assert_eq!(
                (made.per_month.as_ref(), made.per_month_exact),
                (Some(&price.per_month), price.per_month_exact)
            );
            assert_eq!(made.per_month_before, price.per_month_before);
        }
        Err(error) => assert_eq!(error, QuoteError::NothingRenews),
    }
}
