//! Quotes of every product.

use onefare_core::currency::Currency;
use onefare_core::deal::DealPlan;
use onefare_core::discount::{DiscountCode, Off};
use onefare_core::money::{Money, saving};
use onefare_core::plan::Plan;
use onefare_core::price_book::PriceBook;
use onefare_core::quote::{self, Offer, Quote, Terms};
use onefare_core::quote_text;
use onefare_core::wire::subscription::Package;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Input, outcome};

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

impl Offered {
    fn offer(&self) -> Offer<'_> {
        match self {
            Self::Plan(plan) => Offer::Plan(plan),
            Self::Trial(plan) => Offer::Trial(plan),
            Self::Deal(deal) => Offer::Deal(deal),
            Self::Prepaid(deal) => Offer::Prepaid(deal),
            Self::Refill { product_id, price, currency } => {
                Offer::Refill { product_id, price: Money::new(*price, *currency).unwrap() }
            }
        }
    }
}

/// A price from a page's scalars, without the months of a term.
fn terms(input: &Input<'_>) -> Terms {
    let off = match input.text(3).as_str() {
        "none" => None,
        "percent" => Some(Off::Percent(input.get(4))),
        "fixed" => Some(Off::Fixed(input.get(4))),
        unknown => panic!("no such code: {unknown}"),
    };
    Terms {
        list: input.money(1, 0),
        price: input.money(2, 0),
        off,
        every_term: input.get(5),
        months: 0,
        trial_days: input.get(6),
        extra_months: input.get(7),
        renews: input.get(8),
    }
}

pub fn call(name: &str, input: &Input<'_>) -> Value {
    match name {
        "quote_compute" => {
            let (plan, code): (Plan, Option<DiscountCode>) = (input.get(1), input.get(3));
            outcome(Quote::compute(input.get(0), &plan, input.currency(2), code.as_ref()))
        }
        "quote_offer" => {
            let (offered, code): (Offered, Option<DiscountCode>) = (input.get(1), input.get(3));
            outcome(Quote::compute(input.get(0), offered.offer(), input.currency(2), code.as_ref()))
        }
        "quote_applied_code" => {
            let (offered, code): (Offered, Option<DiscountCode>) = (input.get(1), input.get(3));
            let quote = Quote::compute(input.get(0), offered.offer(), input.currency(2), code.as_ref()).unwrap();
            outcome(quote.applied_code(input.get(4)))
        }
        "quote_product" => json!(input.get::<Quote>(0).product()),
        "quote_first_term_end" => {
            json!(input.get::<Quote>(0).first_term_end(input.instant(1)).map(|end| end.timestamp_millis()))
        }
        "quote_paid_until" => {
            let until = input.get::<Quote>(0).paid_until(input.instant(1), input.instant(2));
            json!(until.map(|end| end.timestamp_millis()))
        }
        "quote_renewal" => {
            outcome(input.get::<Quote>(0).renewal_after(input.instant(1)).map(|renewal| {
                renewal.map(|next| (next.amount.minor(), next.at.timestamp_millis(), next.every_months))
            }))
        }
        "quote_next_charge" => outcome(
            input
                .get::<Quote>(0)
                .renewal_after(input.instant(1))
                .map(|renewal| renewal.map(|first| first.first_after(input.instant(2)).at.timestamp_millis())),
        ),
        "quote_plan_price" => outcome(input.get::<Quote>(0).plan_price(input.get(1))),
        "quote_packages" => {
            let (book, code): (PriceBook, Option<DiscountCode>) = (input.get(1), input.get(2));
            match quote::quote_all(input.get(0), &book, code.as_ref()) {
                Ok(plans) => {
                    outcome(plans.iter().map(|(plan, quotes)| Package::of(plan, quotes)).collect::<Result<Vec<_>, _>>())
                }
                Err(error) => outcome(Err::<(), _>(error)),
            }
        }
        "quote_state" => {
            let (book, code): (PriceBook, Option<DiscountCode>) = (input.get(1), input.get(2));
            let state = input.get(3);
            let plans = quote::quote_all(input.get(0), &book, code.as_ref());
            outcome(plans.map(|plans| quote::state_on_plans(state, &plans)))
        }
        "quote_figures" => json!(terms(input).figures().ok().map(|figures| {
            let Terms { list, trial_days, .. } = terms(input);
            let first_term = figures.renewal.filter(|_| trial_days > 0).unwrap_or(figures.due_now);
            let saved = saving(list, first_term).unwrap().basis_points();
            let renewal = figures.renewal.map_or(-1, Money::minor);
            (figures.reduced.minor(), figures.charged.minor(), figures.due_now.minor(), renewal, saved)
        })),
        "quote_explained" => {
            let terms = Terms { months: input.get(9), ..terms(input) };
            json!(terms.explained(input.get(10)).ok())
        }
        "quote_text_lines" => outcome(quote_text::explain(&input.get(0), input.instant(1), input.get(2))),
        unknown => panic!("no such call: {unknown}"),
    }
}
