//! The calls about deals, and about amounts in the providers' notation.

use onefare_core::deal::{self, DealPlan};
use onefare_core::money::Money;
use onefare_core::problem::Problem;
use onefare_core::provider_amount;
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

fn card(deal: &DealPlan) -> Value {
    let month = deal.per_month().unwrap();
    json!({
        "package": deal.package,
        "first_term": deal.first_term(),
        "period": deal.period(),
        "per_month": month.amount.minor(),
        "per_month_exact": month.exact,
        "saving_percent": deal.saving().unwrap().whole_down(),
    })
}
