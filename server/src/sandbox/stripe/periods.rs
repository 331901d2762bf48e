//! The periods of a subscription: each ends a whole number of intervals after the billing cycle anchor.
//!
//! Stripe counts from the anchor, never from the period before: what begins on 31 January renews on 28 February,
//! 31 March and 30 April (docs.stripe.com/billing/subscriptions/billing-cycle). The anchor is the purchase, or the end
//! of the newest trial.

use chrono::{DateTime, Duration, Months, Utc};
use serde_json::{Value, json};

use super::session_request::{Interval, Recurring};

/// Most periods that are looked at: two centuries of weeks.
const MOST: u32 = 10_000;

/// The end of so many periods, in calendar months: the last day of a shorter month where needed.
pub fn end(anchor: DateTime<Utc>, every: &Recurring, periods: u32) -> DateTime<Utc> {
    let count = every.interval_count.max(0).saturating_mul(periods.into());
    let months = |each: u32| Months::new(u32::try_from(count).unwrap_or(0).saturating_mul(each));
    match every.interval {
        Interval::Day => anchor.checked_add_signed(Duration::days(count)),
        Interval::Week => anchor.checked_add_signed(Duration::weeks(count)),
        Interval::Month => anchor.checked_add_months(months(1)),
        Interval::Year => anchor.checked_add_months(months(12)),
    }
    .unwrap_or(anchor)
}

/// A period of an item that begins when the one before it is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Next {
    place: usize,
    /// The second at which it begins.
    pub start: i64,
    /// The second at which it ends.
    pub end: i64,
}

impl Next {
    /// Puts the item into the period, and returns it.
    pub fn begin(&self, subscription: &mut Value) -> Value {
        let item = &mut subscription["items"]["data"][self.place];
        item["current_period_start"] = json!(self.start);
        item["current_period_end"] = json!(self.end);
        item.clone()
    }
}

/// The next period of a subscription that has begun by that second, the earliest of its items; `None` once all are in their
/// present one.
pub fn next(subscription: &Value, now: i64) -> Option<Next> {
    let anchor = subscription["billing_cycle_anchor"].as_i64();
    let anchor = anchor.and_then(|seconds| DateTime::from_timestamp(seconds, 0))?;
    let items = subscription["items"]["data"].as_array()?.iter().enumerate();
    let begun = items.filter_map(|(place, item)| {
        let over = item["current_period_end"].as_i64().filter(|end| *end <= now)?;
        let (start, end) = period(item, anchor, over)?;
        Some(Next { place, start, end })
    });
    begun.min_by_key(|next| next.start)
}

/// The period of an item in which that second lies: its first one, and the one after it.
fn period(item: &Value, anchor: DateTime<Utc>, now: i64) -> Option<(i64, i64)> {
    let every: Recurring = serde_json::from_value(item["price"]["recurring"].clone()).ok()?;
    let ends = |periods: u32| end(anchor, &every, periods).timestamp();
    let periods = (1..MOST).find(|periods| ends(*periods) > now)?;
    Some((ends(periods - 1), ends(periods)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(day: &str) -> i64 {
        format!("{day}T10:00:00Z").parse::<DateTime<Utc>>().expect("an instant").timestamp()
    }

    #[test]
    fn periods_follow_the_calendar() {
        let from: DateTime<Utc> = "2027-01-31T10:00:00Z".parse().expect("an instant");
        let after = |interval, interval_count| end(from, &Recurring { interval, interval_count }, 1).to_rfc3339();
        assert_eq!(after(Interval::Month, 1), "2027-02-28T10:00:00+00:00");
        assert_eq!(after(Interval::Month, 3), "2027-04-30T10:00:00+00:00");
        assert_eq!(after(Interval::Year, 1), "2028-01-31T10:00:00+00:00");
        assert_eq!(after(Interval::Week, 2), "2027-02-14T10:00:00+00:00");
    }

    #[test]
    fn they_are_counted_from_the_anchor() {
        // Anchor, interval, now, the period of now.
        let table = [
            ("2027-01-31", "month", 1, "2027-02-28", ("2027-02-28", "2027-03-31")),
            ("2027-01-31", "month", 1, "2027-03-30", ("2027-02-28", "2027-03-31")),
            ("2027-01-31", "month", 1, "2027-04-30", ("2027-04-30", "2027-05-31")),
            ("2026-11-30", "month", 3, "2027-05-29", ("2027-02-28", "2027-05-30")),
            ("2028-02-29", "year", 1, "2032-02-28", ("2031-02-28", "2032-02-29")),
        ];
        for (anchor, interval, count, now, (start, end)) in table {
            let item = json!({
                "current_period_start": seconds(anchor), "current_period_end": seconds(anchor) + 1,
                "price": { "recurring": { "interval": interval, "interval_count": count } },
            });
            let mut subscription = json!({
                "billing_cycle_anchor": seconds(anchor), "items": { "data": [item] },
            });
            while let Some(next) = next(&subscription, seconds(now)) {
                next.begin(&mut subscription);
            }
            let item = &subscription["items"]["data"][0];
            let period = (&item["current_period_start"], &item["current_period_end"]);
            assert_eq!(period, (&json!(seconds(start)), &json!(seconds(end))), "{anchor} {now}");
        }
    }
}
