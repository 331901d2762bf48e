//! Keeps calls within the supplier's rate limit.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Calls per second that the supplier accepts from one account.
const CALLS: usize = 8;

const SECOND: Duration = Duration::from_secs(1);

/// The times of this process's latest calls. Several servers share the account's rate limit: a call refused because of
/// another server is retried later.
#[derive(Debug, Default)]
pub(super) struct Pace(Mutex<VecDeque<Instant>>);

impl Pace {
    /// Waits until another call may be made.
    pub(super) async fn turn(&self) {
        while let Some(wait) = self.wait(Instant::now()) {
            tokio::time::sleep(wait).await;
        }
    }

    /// Takes a slot of this second, or returns how long until one is free.
    fn wait(&self, now: Instant) -> Option<Duration> {
        let mut latest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        while latest.front().is_some_and(|at| now.duration_since(*at) >= SECOND) {
            latest.pop_front();
        }
        if latest.len() < CALLS {
            latest.push_back(now);
            return None;
        }
        latest.front().map(|at| SECOND.saturating_sub(now.duration_since(*at)).max(Duration::from_millis(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_second_holds_more_than_eight_calls() {
        let (pace, start) = (Pace::default(), Instant::now());
        let (mut now, mut at) = (start, Vec::new());
        for call in 0..40 {
            if call == 20 {
                now += Duration::from_millis(700);
            }
            while let Some(wait) = pace.wait(now) {
                now += wait;
            }
            at.push(now - start);
        }
        assert_eq!(at[CALLS - 1], Duration::ZERO, "eight at once");
        assert!(at.windows(CALLS + 1).all(|nine| nine[CALLS] - nine[0] >= SECOND), "{at:?}");
        assert!(at[39] < Duration::from_secs(6), "and no slower than needed: {at:?}");
    }
}
