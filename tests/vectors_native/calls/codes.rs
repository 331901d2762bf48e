//! Discount codes and their uses.

use onefare_core::discount::{self, CodeState, DiscountCode, Grace, Redemption, Target};
use onefare_core::problem::Problem;
use serde_json::{Value, json};

use super::{Input, outcome};

pub fn call(name: &str, input: &Input<'_>) -> Value {
    match name {
        "code_state" => {
            let grace = if input.get(3) { Grace::Checkout } else { Grace::None };
            json!(input.get::<DiscountCode>(0).state_at(input.instant(1), input.get(2), grace))
        }
        "code_is_for" => json!(input.get::<DiscountCode>(0).is_for(&input.text(1))),
        "code_covers" => {
            let target = Target { product_id: &input.text(1), billing_cycle: input.get(2) };
            json!(input.get::<DiscountCode>(0).covers(target))
        }
        "code_read" => outcome(discount::read_code(&input.text(0)).map_err(Problem::code)),
        "check_code" => json!(discount::read_code(&input.text(0)).err().map(Problem::code)),
        "code_refusal" => json!(input.get::<CodeState>(0).problem().map(Problem::message)),
        "redemption_reserve" => outcome(Redemption::reserve(input.get(0))),
        "redemption_on" => outcome(input.get::<Redemption>(0).on(input.get(1), input.get(2))),
        unknown => panic!("no such call: {unknown}"),
    }
}
