//! How often something may happen per minute on one server.

use std::sync::{Mutex, PoisonError};

const MINUTE_MILLIS: i64 = 60_000;

/// What is left of the current minute. A minute begins with its first use, not with the clock's minute.
#[derive(Debug, Default)]
pub struct MinuteBudget(Mutex<Minute>);

#[derive(Debug, Default)]
struct Minute {
    began: i64,
    used: u32,
}

impl MinuteBudget {
    /// Takes one of `most` uses per minute; `false` when none is left. `now` is in epoch milliseconds.
    pub fn take(&self, now: i64, most: u32) -> bool {
        let mut minute = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A clock that was set back begins a new minute too.
        if !(0..MINUTE_MILLIS).contains(&now.saturating_sub(minute.began)) {
            *minute = Minute { began: now, used: 0 };
        }
        if minute.used >= most {
            return false;
        }
        minute.used += 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_has_so_many_uses_and_the_next_one_too() {
        let budget = MinuteBudget::default();
        let start = 1_800_000_000_000;
        let taken = |now, times: u32| (0..times).filter(|_| budget.take(now, 3)).count();
        assert_eq!(taken(start, 5), 3);
        assert_eq!(taken(start + 59_999, 5), 0);
        assert_eq!(taken(start + 60_000, 5), 3);
        assert_eq!(taken(start, 5), 3, "a clock that was set back");
    }
}
