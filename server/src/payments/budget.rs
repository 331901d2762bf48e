//! The request budget of a provider: a number of calls a second for everything, no more than half of them for
//! background work, no more than a quarter for buyers who only read a payment's status, and no more than an eighth for
//! busy networks, which share it round robin. A flood of checkouts from a few networks queues behind itself and does not
//! delay buyers on other networks.

use std::num::NonZeroU32;
use std::sync::Arc;

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};

use super::fair_share::FairShare;
use crate::limits::Caller;

/// The part of a second's calls that may come at once: a provider that counts per second never sees many more than its
/// number.
const BURST_PART: u32 = 8;

/// The budget of one provider. Cheap to clone; clones share it.
#[derive(Clone, Debug)]
pub struct Budget {
    all: Arc<DefaultDirectRateLimiter>,
    background: Arc<DefaultDirectRateLimiter>,
    status: Arc<DefaultDirectRateLimiter>,
    busy: Arc<FairShare>,
}

impl Budget {
    /// A budget of this many calls a second.
    #[must_use]
    pub fn new(calls_a_second: NonZeroU32) -> Self {
        let part = |of: u32| NonZeroU32::new(calls_a_second.get() / of).unwrap_or(NonZeroU32::MIN);
        // No caller waits for this limiter, so a second's calls may come at once: they queue in the one for everything.
        let status = Arc::new(RateLimiter::direct(Quota::per_second(part(4))));
        Self {
            all: limiter(calls_a_second),
            background: limiter(part(2)),
            status,
            busy: Arc::new(FairShare::new(part(8))),
        }
    }

    /// Waits until one more call may be made. A request from a busy network waits for its turn among those first.
    pub(super) async fn turn(&self) {
        if let Some(network) = Caller::count_provider_call() {
            self.busy.turn(network).await;
        }
        self.all.until_ready().await;
    }

    /// Waits until one more background call may be made. The call itself takes its [`Self::turn`] as well.
    pub async fn background_turn(&self) {
        self.background.until_ready().await;
    }

    /// Whether one more call may be made for a buyer who reads a payment's status. The call itself takes its
    /// [`Self::turn`] as well.
    #[must_use]
    pub fn has_status_turn(&self) -> bool {
        self.status.check().is_ok()
    }
}

fn limiter(a_second: NonZeroU32) -> Arc<DefaultDirectRateLimiter> {
    let burst = NonZeroU32::new(a_second.get() / BURST_PART).unwrap_or(NonZeroU32::MIN);
    Arc::new(RateLimiter::direct(Quota::per_second(a_second).allow_burst(burst)))
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use chrono::DateTime;

    use super::*;
    use crate::clock::Clock;
    use crate::limits::{Action, By, Limits, Row};

    #[tokio::test]
    async fn what_nobody_waits_for_has_half_of_the_calls() {
        let budget = Budget::new(NonZeroU32::new(800).unwrap());
        let begun = Instant::now();
        for _ in 0..150 {
            budget.background_turn().await;
        }
        // 50 at once, and 100 more at 400 a second.
        assert!(begun.elapsed() >= Duration::from_millis(245), "{:?}", begun.elapsed());
        let begun = Instant::now();
        for _ in 0..100 {
            budget.turn().await;
        }
        assert!(begun.elapsed() < Duration::from_millis(245), "the others have their own: {:?}", begun.elapsed());
    }

    #[tokio::test]
    async fn who_looks_at_a_payment_has_a_quarter_of_the_calls_and_never_waits() {
        let budget = Budget::new(NonZeroU32::new(80).unwrap());
        let taken = (0..1_000).filter(|_| budget.has_status_turn()).count();
        assert!((20..=21).contains(&taken), "{taken}");
        let begun = Instant::now();
        for _ in 0..10 {
            budget.turn().await;
        }
        assert!(begun.elapsed() < Duration::from_millis(200), "the others have their own: {:?}", begun.elapsed());
        tokio::time::sleep(Duration::from_millis(120)).await;
        assert!((2..=4).contains(&(0..1_000).filter(|_| budget.has_status_turn()).count()), "20 a second");
    }

    #[tokio::test]
    async fn a_busy_network_waits_alone() {
        let row = Row {
            action: Action::ProviderCall,
            by: By::Network,
            times: 2.try_into().unwrap(),
            seconds: 60.try_into().unwrap(),
            shared: false,
        };
        let limits = Arc::new(Limits::new(vec![row], Clock::manual(DateTime::UNIX_EPOCH)));
        let mut budget = Budget::new(NonZeroU32::new(80).unwrap());
        budget.busy = Arc::new(FairShare::hourly());
        let of = |address: &str| Caller::new(limits.clone(), Some(address.parse().unwrap())).scope(budget.turn());
        of("192.0.2.1").await;
        of("192.0.2.2").await;
        let mut third = Box::pin(of("192.0.2.3"));
        assert!(tokio::time::timeout(Duration::ZERO, &mut third).await.is_err(), "the next turn is an hour away");
        of("198.51.100.1").await;
        budget.turn().await;
        Caller::new(limits.clone(), Some("192.0.2.4".parse().unwrap())).scope(Caller::exempt(budget.turn())).await;
    }

    #[tokio::test]
    async fn one_call_a_second_is_a_budget_too() {
        let budget = Budget::new(NonZeroU32::MIN);
        budget.turn().await;
        assert!(tokio::time::timeout(Duration::from_millis(50), budget.turn()).await.is_err());
    }
}
