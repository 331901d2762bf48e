//! Who may do what how often: a table that is read at the start, and the counts of this server.
//!
//! What money or accounts depend on is counted in the database, for all servers together ([`Row::shared`] and
//! [`crate::flows::limits`]); everything else is counted here, in memory.

mod client;
mod peer;
mod room;
mod table;

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use governor::clock::Clock as _;
use governor::nanos::Nanos;
use governor::{NotUntil, Quota, RateLimiter};

pub use client::Client;
pub use peer::{Peer, Receiving};
pub use room::{Arrival, Room, Rooms};
pub use table::{Action, By, LimitsError, Row};

use crate::clock::Clock;

/// When a row counts so many clients, those that have been quiet are dropped.
const MANY: usize = 10_000;

type Counter = RateLimiter<
    String,
    governor::state::keyed::DashMapStateStore<String>,
    ShopClock,
    governor::middleware::NoOpMiddleware<Nanos>,
>;

/// How long to wait until it may be done again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait(pub Duration);

/// The limits of one server.
#[derive(Debug)]
pub struct Limits {
    rows: Vec<(Row, Option<Counter>)>,
    /// By rule and client: until when what servers count together is used up, as far as this server knows. It learns of it
    /// when it counts, so each server lets one more through than the table says.
    used_up: Mutex<HashMap<String, DateTime<Utc>>>,
    clock: ShopClock,
}

/// The shop's clock, as the counters read it.
#[derive(Clone, Debug)]
struct ShopClock(Clock);

impl governor::clock::Clock for ShopClock {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        let millis = u64::try_from(self.0.now_millis()).unwrap_or_default();
        Nanos::new(millis.saturating_mul(1_000_000))
    }
}

impl Limits {
    /// Counters for these rows, all at zero.
    #[must_use]
    pub fn new(rows: Vec<Row>, clock: Clock) -> Self {
        let clock = ShopClock(clock);
        let counted = |row: Row| {
            let counter = (!row.shared).then(|| RateLimiter::dashmap_with_clock(quota(&row), clock.clone()));
            (row, counter)
        };
        Self { rows: rows.into_iter().map(counted).collect(), used_up: Mutex::default(), clock }
    }

    /// Counts one more of that action, by every row that is counted here.
    ///
    /// # Errors
    /// A row is used up: how long to wait.
    pub fn take(&self, action: Action, client: &Client) -> Result<(), Wait> {
        for (row, counter) in &self.rows {
            let (Some(counter), true) = (counter, row.action == action) else { continue };
            let Some(key) = client.key(row.by) else { continue };
            if counter.len() >= MANY {
                counter.retain_recent();
            }
            counter.check_key(&key).map_err(|until| self.wait(&until))?;
        }
        Ok(())
    }

    /// The rows of that action that servers count together.
    pub fn shared(&self, action: Action) -> impl Iterator<Item = &Row> {
        self.rows.iter().map(|(row, _)| row).filter(move |row| row.shared && row.action == action)
    }

    /// Refuses what servers count together and this server knows to be used up.
    ///
    /// # Errors
    /// How long to wait.
    pub fn check_shared(&self, action: Action, client: &Client) -> Result<(), Wait> {
        let used_up = self.used_up.lock().unwrap_or_else(PoisonError::into_inner);
        if used_up.is_empty() {
            return Ok(());
        }
        let now = self.clock.0.now();
        let until = |row: &Row| used_up.get(&name(row, &client.key(row.by)?)).copied();
        match self.shared(action).filter_map(until).filter(|until| *until > now).max() {
            Some(until) => Err(Wait((until - now).to_std().unwrap_or_default())),
            None => Ok(()),
        }
    }

    /// Notes that a row is used up for a client until then.
    pub fn note_used_up(&self, row: &Row, key: &str, until: DateTime<Utc>) {
        let mut used_up = self.used_up.lock().unwrap_or_else(PoisonError::into_inner);
        if used_up.len() >= MANY {
            let now = self.clock.0.now();
            used_up.retain(|_, until| *until > now);
        }
        used_up.insert(name(row, key), until);
    }

    fn wait(&self, until: &NotUntil<Nanos>) -> Wait {
        Wait(until.wait_time_from(self.clock.now()))
    }
}

fn name(row: &Row, key: &str) -> String {
    format!("{} {key}", row.rule())
}

/// At most `times` in any `seconds`: half of them at once, the other half evenly.
fn quota(row: &Row) -> Quota {
    let half = NonZeroU32::new(row.times.get().div_ceil(2)).unwrap_or(NonZeroU32::MIN);
    let even = row.times.get().saturating_sub(half.get()).max(1);
    let period = Duration::from_secs(u64::from(row.seconds.get())) / even;
    Quota::with_period(period).unwrap_or_else(|| Quota::per_second(half)).allow_burst(half)
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone as _, Utc};

    use super::*;

    fn row(by: By, times: u32, seconds: u32) -> Row {
        let (times, seconds) = (times.try_into().unwrap(), seconds.try_into().unwrap());
        Row { action: Action::Checkout, by, times, seconds, shared: false }
    }

    fn at(address: &str) -> Client {
        Client { address: Some(address.parse().unwrap()), ..Client::default() }
    }

    #[test]
    fn no_window_has_more_than_its_times() {
        let clock = Clock::manual(Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap());
        let limits = Limits::new(vec![row(By::Address, 20, 3_600)], clock.clone());
        let mut taken = Vec::new();
        for second in 0..7_200_u32 {
            if limits.take(Action::Checkout, &at("192.0.2.1")).is_ok() {
                taken.push(second);
            }
            clock.advance(Duration::from_secs(1));
        }
        for (index, first) in taken.iter().enumerate() {
            let within = taken[index..].iter().take_while(|second| **second < first + 3_600).count();
            assert!(within <= 20, "{within} from {first} on");
        }
        assert!(taken.len() >= 29, "half at once, and then one every six minutes: {}", taken.len());
    }

    #[test]
    fn a_client_waits_as_long_as_it_is_told_and_another_not_at_all() {
        let clock = Clock::manual(Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap());
        let limits = Limits::new(vec![row(By::Address, 2, 60)], clock.clone());
        let take = |address| limits.take(Action::Checkout, &at(address));
        assert_eq!(take("192.0.2.1"), Ok(()));
        let Wait(wait) = take("192.0.2.1").unwrap_err();
        assert_eq!(take("192.0.2.2"), Ok(()));
        clock.advance(wait - Duration::from_millis(1));
        assert!(take("192.0.2.1").is_err());
        clock.advance(Duration::from_millis(1));
        assert_eq!(take("192.0.2.1"), Ok(()));
        assert_eq!(limits.take(Action::Status, &at("192.0.2.1")), Ok(()), "without a row there is no limit");
        assert_eq!(
            limits.take(Action::Checkout, &Client::default()),
            Ok(()),
            "without an address it cannot be counted"
        );
    }
}
