//! Rate limits: a table that is read at the start, and the counts of this server.
//!
//! Limits that protect money or accounts are counted in the database, for all servers together ([`Row::shared`] and
//! [`crate::flows::limits`]); all others are counted here, in memory.

mod caller;
mod client;
mod peer;
mod room;
mod table;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use governor::clock::Clock as _;
use governor::nanos::Nanos;
use governor::{NotUntil, Quota, RateLimiter};

pub use caller::Caller;
pub use client::Client;
pub use peer::{Peer, Receiving};
pub use room::{Arrival, Room, Rooms};
pub use table::{Action, By, LimitsError, Row};

use crate::clock::Clock;

/// When a row counts this many clients, those that have been quiet are dropped.
const MANY: usize = 10_000;

/// The shortest time between two such sweeps, in milliseconds: a sweep looks at every client.
const SWEEP_MILLIS: i64 = 1_000;

/// Clients of one row that have a count of their own. Beyond that they share [`SHARED_COUNTS`], by a hash: a row's
/// memory is bounded, and one client in a crowd uses up the allowance of few others.
const MOST: usize = 50_000;

/// Counts that clients beyond [`MOST`] share.
const SHARED_COUNTS: u64 = 4_096;

/// What one row counts here.
#[derive(Debug)]
struct Counter {
    clients: Clients,
    swept_at: AtomicI64,
    most: usize,
}

type Clients = RateLimiter<
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
    /// By rule and client: until when a shared count is used up, as far as this server knows. It learns of it when it
    /// counts, so each server lets one more through than the table says.
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
            let counter = (!row.shared).then(|| Counter::new(quota(&row), clock.clone()));
            (row, counter)
        };
        let mut rows: Vec<_> = rows.into_iter().map(counted).collect();
        // A cookie costs nothing to invent: it is only counted when the address has calls left.
        rows.sort_by_key(|(row, _)| row.by.rank());
        Self { rows, used_up: Mutex::default(), clock }
    }

    /// Counts one more call of that action, in every row that is counted here.
    ///
    /// # Errors
    /// A row is used up: how long to wait.
    pub fn take(&self, action: Action, client: &Client) -> Result<(), Wait> {
        for (row, counter) in &self.rows {
            let (Some(counter), true) = (counter, row.action == action) else { continue };
            let Some(key) = client.key(row.by) else { continue };
            counter.take(key, self.clock.0.now_millis()).map_err(|until| self.wait(&until))?;
        }
        Ok(())
    }

    /// The rows of that action that servers count together.
    pub fn shared(&self, action: Action) -> impl Iterator<Item = &Row> {
        self.rows.iter().map(|(row, _)| row).filter(move |row| row.shared && row.action == action)
    }

    /// Refuses an action whose shared count is used up, as far as this server knows.
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

    /// Records that a row is used up for a client until then.
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

impl Counter {
    fn new(quota: Quota, clock: ShopClock) -> Self {
        let clients = RateLimiter::dashmap_with_clock(quota, clock);
        Self { clients, swept_at: AtomicI64::new(i64::MIN), most: MOST }
    }

    fn take(&self, key: String, now: i64) -> Result<(), NotUntil<Nanos>> {
        let mut held = self.clients.len();
        if held >= MANY.min(self.most) && self.may_sweep(now) {
            self.clients.retain_recent();
            held = self.clients.len();
        }
        if held < self.most {
            return self.clients.check_key(&key);
        }
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        // No client's own key has a blank at its beginning.
        self.clients.check_key(&format!(" {}", hasher.finish() % SHARED_COUNTS))
    }

    /// Whether it is time to look at every client; true for one of several concurrent callers.
    fn may_sweep(&self, now: i64) -> bool {
        let swept_at = self.swept_at.load(Ordering::Relaxed);
        let is_time = !(0..SWEEP_MILLIS).contains(&now.saturating_sub(swept_at));
        is_time && self.swept_at.compare_exchange(swept_at, now, Ordering::Relaxed, Ordering::Relaxed).is_ok()
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
    use std::net::Ipv4Addr;

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

    /// How many clients the row of that number counts.
    fn counted(limits: &Limits, row: usize) -> usize {
        limits.rows[row].1.as_ref().unwrap().clients.len()
    }

    #[test]
    fn who_is_refused_by_address_leaves_no_cookie_behind() {
        let clock = Clock::manual(Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap());
        let limits = Limits::new(vec![row(By::Cookie, 2, 60), row(By::Address, 8, 60)], clock);
        for number in 0..1_000 {
            let client = Client { cookie: Some(format!("invented {number}")), ..at("192.0.2.1") };
            assert_eq!(limits.take(Action::Checkout, &client).is_ok(), number < 4);
        }
        let cookies = limits.rows.iter().position(|(row, _)| row.by == By::Cookie).unwrap();
        assert_eq!((counted(&limits, cookies), counted(&limits, 1 - cookies)), (4, 1));
    }

    #[test]
    fn a_crowd_is_swept_once_a_second_and_has_an_end() {
        let clock = Clock::manual(Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap());
        let mut limits = Limits::new(vec![row(By::Address, 2, 60)], clock.clone());
        limits.rows[0].1.as_mut().unwrap().most = 100;
        let of_number = |number: u32| at(&Ipv4Addr::from_bits(number).to_string());
        for number in 0..20_000 {
            let _ = limits.take(Action::Checkout, &of_number(number));
        }
        let most = 100 + usize::try_from(SHARED_COUNTS).unwrap();
        assert!((100..=most).contains(&counted(&limits, 0)), "{}", counted(&limits, 0));
        let counter = limits.rows[0].1.as_ref().unwrap();
        let now = clock.now_millis();
        assert!(!counter.may_sweep(now), "it was swept in this second");
        assert!(counter.may_sweep(now + SWEEP_MILLIS) && !counter.may_sweep(now + SWEEP_MILLIS));
        assert!(counter.may_sweep(now), "a clock that was set back");
        // Quiet clients are gone, and the next is counted by itself again.
        clock.advance(Duration::from_secs(120));
        assert_eq!(limits.take(Action::Checkout, &at("198.51.100.1")), Ok(()));
        assert_eq!(counted(&limits, 0), 1);
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
