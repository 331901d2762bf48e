//! How long a failed job waits.

use std::time::Duration;

/// Longest pause: when a provider answers again after an outage, what was paid meanwhile is delivered within five
/// minutes.
const LONGEST: Duration = Duration::from_mins(4);

/// The pause after the given number of failed attempts: 1, 2, 4 … seconds up to four minutes, of which `jitter`
/// (0 to 1000 thousandths) takes away up to half, so that what failed together does not come back together.
#[must_use]
pub fn backoff(attempts: u32, jitter: u32) -> Duration {
    let doubled = 1_u64.checked_shl(attempts.saturating_sub(1)).unwrap_or(u64::MAX);
    let whole = Duration::from_secs(doubled).min(LONGEST);
    whole - whole * jitter.min(1000) / 2000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_up_to_four_minutes_and_spreads_over_the_upper_half() {
        let seconds: Vec<u64> = (1..=12).map(|attempts| backoff(attempts, 0).as_secs()).collect();
        assert_eq!(seconds, [1, 2, 4, 8, 16, 32, 64, 128, 240, 240, 240, 240]);
        assert_eq!(backoff(u32::MAX, 0), LONGEST);
        assert_eq!(backoff(0, 0), Duration::from_secs(1));
        assert_eq!(backoff(3, 1000), Duration::from_secs(2));
        assert_eq!(backoff(3, 500), Duration::from_secs(3));
    }
}
