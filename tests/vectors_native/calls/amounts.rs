//! The calls about deals, and about amounts in the providers' notation.

use onefare_core::currency::Currency;
use onefare_core::deal::{self, DealPlan};
use onefare_core::language::Language;
use onefare_core::money::Money;
use onefare_core::problem::Problem;
use onefare_core::provider_amount;
use onefare_core::quote::{Offer, Quote};
use serde_json::{Value, json};

use super::{Input, outcome};

pub fn call(name: &str, input: &Input<'_>) -> Value {
    let money = |found: Option<Money>| json!(found.map(|money| (money.minor(), money.currency().code())));
    match name {
        "provider_to_stripe" => outcome(provider_amount::to_stripe(input.money(0, 1))),
        "provider_from_stripe" => money(provider_amount::from_stripe(input.get(0), &input.text(1))),
        "provider_to_mollie" => outcome(provider_amount::to_mollie(input.money(0, 1))),
        "provider_from_mollie" => money(provider_amount::from_mollie(&input.text(0), &input.text(1))),
        "deal_cards" => {
            let deals: Vec<DealPlan> = input.get(0);
            json!(deal::in_order(&deals).into_iter().map(card).collect::<Vec<_>>())
        }
        "deal_chosen" => {
            let deals: Vec<DealPlan> = input.get(0);
            outcome(
                deal::chosen(&deals, &input.text(1), &input.text(2)).map(|deal| deal.package).map_err(Problem::code),
            )
        }
        "deal_faults" => {
            let deals: Vec<DealPlan> = input.get(0);
            json!(deal::faults(&deals).iter().map(ToString::to_string).collect::<Vec<_>>())
        }
        unknown => panic!("no such call: {unknown}"),
    }
}

/// The figures of a card, from the quote that the page shows.
fn card(deal: &DealPlan) -> Value {
    let quote = Quote::compute(1, Offer::Deal(deal), Currency::Eur, None).unwrap();
    let price = quote.plan_price(Language::En).unwrap();
    let cents: String = price.per_month.amount.chars().filter(char::is_ascii_digit).collect();
    json!({
        "package": deal.package,
        "first_term": deal.first_term(),
        "per_month": cents.parse::<i64>().unwrap(),
        "per_month_exact": price.per_month_exact,
        "saving_percent": price.saving_percent,
    })
}
