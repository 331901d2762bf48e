//! The native meaning of each `call` in the vectors: the same names as the exports of `onefare-wasm`.

mod amounts;
mod codes;
mod delivery;
mod entitlement;
mod esim;
mod forms;
mod quotes;
mod settling;
mod visitors;

use chrono::{DateTime, Utc};
use onefare_core::campaign::Campaign;
use onefare_core::checkout::{Checkout, DealCheckout, EsimCheckout, agreed};
use onefare_core::currency::Currency;
use onefare_core::discount::FoldedCode;
use onefare_core::money::{Money, saving};
use onefare_core::percent::Percent;
use onefare_core::plan::{Plan, saving_per_month};
use onefare_core::price_book::PriceBook;
use onefare_core::problem::Problem;
use onefare_core::quote::Quote;
use onefare_core::quote::highest_discount;
use onefare_core::wire::subscription::Package;
use onefare_core::{campaign, date_text, price_text, safe_url};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The arguments of one case.
struct Input<'case>(&'case [Value]);

impl Input<'_> {
    /// The argument at `index`; a missing one is `null`.
    fn get<T: DeserializeOwned>(&self, index: usize) -> T {
        let value = self.0.get(index).cloned().unwrap_or(Value::Null);
        serde_json::from_value(value).unwrap_or_else(|error| panic!("argument {index} of {:?}: {error}", self.0))
    }

    fn text(&self, index: usize) -> String {
        self.get(index)
    }

    fn currency(&self, index: usize) -> Currency {
        self.get(index)
    }

    fn money(&self, index: usize, currency: usize) -> Money {
        Money::new(self.get(index), self.currency(currency)).unwrap()
    }

    fn instant(&self, index: usize) -> DateTime<Utc> {
        DateTime::from_timestamp_millis(self.get(index)).unwrap()
    }
}

fn outcome<T: Serialize, E: ToString>(result: Result<T, E>) -> Value {
    match result {
        Ok(value) => json!({ "value": value }),
        Err(error) => json!({ "error": error.to_string() }),
    }
}

/// The value without members that are `null`; serde_json keeps the keys sorted.
pub fn canonical(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(canonical).collect(),
        Value::Object(members) => {
            let mut kept: Vec<_> = members.into_iter().filter(|(_, member)| !member.is_null()).collect();
            kept.sort_by(|(left, _), (right, _)| left.cmp(right));
            kept.into_iter().map(|(key, member)| (key, canonical(member))).collect()
        }
        other => other,
    }
}

/// Makes the call.
pub fn call(name: &str, input: &[Value]) -> Value {
    let input = Input(input);
    let family = name.split('_').next().unwrap_or(name);
    match family {
        "money" => money(name, &input),
        "currency" => currencies(name, &input),
        "percent" | "price" | "card" | "date" => texts(name, &input),
        "plan" | "checkout" => offers(name, &input),
        "quote" => quotes::call(name, &input),
        "discounted" => json!(input.money(0, 1).less_to_charge_step(input.get(2)).ok().map(Money::minor)),
        "code" | "redemption" => codes::call(name, &input),
        "order" | "payment" | "subscription" => settling::call(name, &input),
        "trial" => forms::trials(name, &input),
        "onboarding" => forms::answers(name, &input),
        "withdrawal" => forms::withdrawals(name, &input),
        "lockout" => forms::tries(name, &input),
        "check" if name == "check_checkout_data" => esim::call(name, &input),
        "check" if name == "check_code" => codes::call(name, &input),
        "check" if name == "check_onboarding" => forms::answers(name, &input),
        "otp" if matches!(name, "otp_after" | "otp_with" | "otp_without_last" | "otp_box") => {
            forms::boxes(name, &input)
        }
        "check" | "email" | "problem" | "message" | "otp" => forms::call(name, &input),
        "campaign" | "countdown" | "device" | "language" => visitors::call(name, &input),
        "provider" | "deal" => amounts::call(name, &input),
        "term" | "delivery" => delivery::call(name, &input),
        "entitlement" => entitlement::call(name, &input),
        "bundle" | "structured" => esim::call(name, &input),
        _ => small_rules(name, &input),
    }
}

fn money(name: &str, input: &Input<'_>) -> Value {
    let amount = || input.money(0, 1);
    match name {
        "money_parse" => outcome(Money::parse(&input.text(0), input.currency(1)).map(Money::minor)),
        "money_decimal_text" => json!(amount().to_decimal_text()),
        "money_plus" => outcome(amount().plus(input.money(2, 3)).map(Money::minor)),
        "money_minus" => outcome(amount().minus(input.money(2, 3)).map(Money::minor)),
        "money_less" => outcome(amount().less(Percent::from_basis_points(input.get(2)).unwrap()).map(Money::minor)),
        "money_per" => outcome(amount().per(input.get(2)).map(|part| (part.amount.minor(), part.exact))),
        "money_allocate" => outcome(
            amount()
                .allocate(&input.get::<Vec<u32>>(2))
                .map(|parts| parts.into_iter().map(Money::minor).collect::<Vec<_>>()),
        ),
        "money_to_charge_step" => outcome(amount().to_charge_step().map(Money::minor)),
        "money_saving" => outcome(saving(input.money(0, 2), input.money(1, 2)).map(Percent::basis_points)),
        unknown => panic!("no such call: {unknown}"),
    }
}

fn currencies(name: &str, input: &Input<'_>) -> Value {
    match name {
        "currency_parse" => json!(Currency::parse(&input.text(0)).map(Currency::code)),
        "currency_parse_offered" => json!(Currency::parse_offered(&input.text(0)).map(Currency::code)),
        "currency_facts" => {
            let currency = input.currency(0);
            json!({
                "exponent": currency.exponent(),
                "charge_step": currency.charge_step(),
                "symbol": currency.symbol(),
            })
        }
        "currency_lists" => json!((Currency::OFFERED.map(Currency::code), Currency::ALL.map(Currency::code))),
        unknown => panic!("no such call: {unknown}"),
    }
}

fn texts(name: &str, input: &Input<'_>) -> Value {
    match name {
        "percent_parse" => outcome(Percent::parse(&input.text(0)).map(Percent::basis_points)),
        "percent_text" => outcome(Percent::from_basis_points(input.get(0)).map(|percent| percent.to_string())),
        "percent_whole_down" => json!(Percent::from_basis_points(input.get(0)).unwrap().whole_down()),
        "price_text" => json!(price_text::price_text(input.money(0, 1), input.get(2))),
        "price_label" => json!(price_text::price_label(input.money(0, 1), input.get(2))),
        "card_text" => json!(price_text::card_text(input.money(0, 1), input.get(2))),
        "date_text" => json!(date_text::date_text(input.instant(0), input.get(1))),
        "date_text_with_time" => json!(date_text::instant_text(input.instant(0), input.get(1))),
        unknown => panic!("no such call: {unknown}"),
    }
}

fn offers(name: &str, input: &Input<'_>) -> Value {
    match name {
        "plan_order" => {
            json!(input.get::<PriceBook>(0).in_order().iter().map(|plan| &plan.product_id).collect::<Vec<_>>())
        }
        "plan_preselected" => {
            let (book, title): (PriceBook, Option<String>) = (input.get(0), input.get(1));
            json!(book.preselected(title.as_deref()).map(|(plan, chosen)| (&plan.product_id, chosen)))
        }
        "plan_words" => {
            let plan: Plan = input.get(0);
            json!((plan.title(), plan.billing_cycle(), plan.highlight_in(input.get(1))))
        }
        "plan_faults" => {
            json!(input.get::<PriceBook>(0).faults().iter().map(ToString::to_string).collect::<Vec<_>>())
        }
        "plan_devices" => json!(input.get::<PriceBook>(0).devices()),
        "plan_saving_per_month" => {
            let saved = saving_per_month(input.money(0, 2), input.money(1, 2), input.get(3));
            outcome(saved.map(|part| (part.amount.minor(), part.exact)))
        }
        "plan_highest_discount" => {
            json!(highest_discount(input.get::<Vec<Package>>(0).iter().map(|package| package.discount)))
        }
        "checkout_read" => outcome(Checkout::read(input.get(0)).map_err(|problem| problem.code()).map(|read| {
            json!({
                "email": read.email.as_str(),
                "campaign": asked(&read.campaign),
                "accepted_terms": read.accepted_terms,
                "currency": read.currency,
                "return_to": read.return_to,
                "im_ref": read.im_ref,
                "fb_params": read.fb_params,
            })
        })),
        "checkout_read_deal" => {
            let read = DealCheckout::read(input.get(0), input.get(1)).map_err(Problem::code);
            outcome(read.map(|DealCheckout { checkout, selected, package, .. }| {
                json!({
                    "campaign": asked(&checkout.campaign),
                    "accepted_terms": checkout.accepted_terms,
                    "selected": selected,
                    "package": package,
                })
            }))
        }
        "checkout_read_esim" => {
            let read = EsimCheckout::read(input.get(0), input.get(1)).map_err(Problem::code);
            outcome(read.map(|read| {
                json!({
                    "email": read.email.as_str(),
                    "plan": read.plan.to_string(),
                    "method": read.method,
                    "campaign": asked(&read.campaign),
                    "currency": read.currency.code(),
                    "expected_amount": read.expected_amount,
                    "language": read.language,
                    "return_to": read.return_to,
                    "fb_params": read.fb_params,
                })
            }))
        }
        "checkout_agreed" => {
            let (current, graced): (Quote, Option<Quote>) = (input.get(1), input.get(2));
            outcome(agreed(input.get(0), input.get(3), &current, graced.as_ref()).map_err(|problem| problem.code()))
        }
        unknown => panic!("no such call: {unknown}"),
    }
}

/// What a request needs from the prices, if anything.
fn asked(campaign: &Campaign) -> Option<&Campaign> {
    (*campaign != Campaign::None).then_some(campaign)
}

fn small_rules(name: &str, input: &Input<'_>) -> Value {
    match name {
        "package_title" => json!(campaign::package_title(&input.text(0))),
        "fold_code" => json!(FoldedCode::parse(&input.text(0))),
        "local_path" => json!(safe_url::local_path(&input.text(0))),
        "is_checkout_url" => {
            let hosts: Vec<String> = input.get(1);
            let hosts: Vec<&str> = hosts.iter().map(String::as_str).collect();
            json!(safe_url::is_checkout_url(&input.text(0), &hosts))
        }
        unknown => panic!("no such call: {unknown}"),
    }
}
