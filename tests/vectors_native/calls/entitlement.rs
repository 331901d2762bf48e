//! What an account may use.

use chrono::{DateTime, Utc};
use onefare_core::entitlement::{Entitlement, Holding, PaidTime, SubscriptionDates};
use onefare_core::order::OrderState;
use onefare_core::plan::DeviceAllowance;
use onefare_core::subscription::{GracePeriod, Standing};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Input;

/// An order of a plan. Instants are days; the grace period is 7 days.
#[derive(Deserialize)]
struct Order {
    state: OrderState,
    from: i64,
    term_end: i64,
    standing: Option<Standing>,
    renews: Option<i64>,
    ends: Option<i64>,
    /// The end of the paid time and of the access that an unpaid invoice leaves.
    unpaid: Option<(i64, i64)>,
    /// Registered, and at the same time; 5 and 5 by default.
    devices: Option<(u32, u32)>,
}

fn day(number: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(number * 86_400, 0).expect("a day of the calendar")
}

impl Order {
    fn holding(&self) -> Holding {
        let dates = self.standing.map(|standing| SubscriptionDates {
            standing,
            renews_at: self.renews.map(day),
            ends_at: self.ends.map(day),
        });
        let unpaid = self.unpaid.map(|(paid, access)| PaidTime { paid_until: day(paid), access_until: day(access) });
        let (registered, at_once) = self.devices.unwrap_or((5, 5));
        Holding {
            delivery: self.state.delivery(),
            starts_at: day(self.from),
            time: PaidTime::of(day(self.term_end), dates, unpaid, GracePeriod::default()),
            devices: DeviceAllowance { registered, at_once },
        }
    }
}

fn told(entitlement: Entitlement) -> Value {
    let days = |at: DateTime<Utc>| at.timestamp() / 86_400;
    let Entitlement { state, from, paid_until, until, devices } = entitlement;
    json!([state.code(), days(from), days(paid_until), days(until), devices.registered, devices.at_once])
}

pub fn call(name: &str, input: &Input<'_>) -> Value {
    let orders: Vec<Order> = input.get(0);
    let holdings: Vec<Holding> = orders.iter().map(Order::holding).collect();
    let now = day(input.get(1));
    match name {
        "entitlement_of" => json!(Entitlement::of(&holdings, now).map(told)),
        "entitlement_next_change" => {
            json!(Entitlement::next_change(&holdings, now).map(|at| at.timestamp() / 86_400))
        }
        unknown => panic!("no such call: {unknown}"),
    }
}
