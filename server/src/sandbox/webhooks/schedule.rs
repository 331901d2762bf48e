//! When a webhook event that was not accepted is sent again, by provider.

use crate::sandbox::provider::Provider;

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;

/// Seconds between Stripe's attempts; the last one repeats.
const STRIPE: &[i64] = &[1, 2, 5, 15, MINUTE, 5 * MINUTE, HOUR / 2, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR];
/// Stripe stops after three days.
const STRIPE_PATIENCE_MILLIS: i64 = 3 * 24 * HOUR * 1_000;

/// Seconds from the change to each of Mollie's ten attempts.
const MOLLIE: &[i64] =
    &[0, MINUTE, 3 * MINUTE, 7 * MINUTE, 15 * MINUTE, 31 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 26 * HOUR];

/// Seconds from the change to each of eSIM Access's attempts. Its real schedule is undocumented, so the shop must not
/// rely on many.
const ESIM_ACCESS: &[i64] = &[0, 5, 30];

/// When the next attempt follows, if any. `past` counts the attempts before this one; all instants are in epoch
/// milliseconds.
pub(super) fn next_attempt(provider: Provider, past: i64, now: i64, first: i64) -> Option<i64> {
    let past = usize::try_from(past).ok()?;
    match provider {
        Provider::Stripe => {
            let gap = STRIPE.get(past).or(STRIPE.last())?;
            Some(now + gap * 1_000).filter(|next| next - first < STRIPE_PATIENCE_MILLIS)
        }
        Provider::EsimAccess => ESIM_ACCESS.get(past + 1).map(|after| (first + after * 1_000).max(now + 1_000)),
        // An attempt that waited long for its answer does not delay the later ones, and two are never due at once.
        Provider::Mollie => MOLLIE.get(past + 1).map(|after| (first + after * 1_000).max(now + 1_000)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stripe_goes_on_for_three_days() {
        let (mut now, mut attempts) = (0, 0);
        while let Some(next) = next_attempt(Provider::Stripe, attempts, now, 0) {
            assert!(next > now);
            (now, attempts) = (next, attempts + 1);
        }
        assert!((2 * 24 * HOUR * 1_000..STRIPE_PATIENCE_MILLIS).contains(&now), "{now}");
    }

    #[test]
    fn mollie_tries_ten_times_within_26_hours() {
        let (mut now, mut at) = (0, vec![0]);
        while let Some(next) = next_attempt(Provider::Mollie, i64::try_from(at.len()).expect("few") - 1, now, 0) {
            now = next;
            at.push(next / 60_000);
        }
        assert_eq!(at, [0, 1, 3, 7, 15, 31, 60, 120, 240, 1_560]);
        assert_eq!(next_attempt(Provider::Mollie, 0, 90_000, 0), Some(91_000), "the first attempt took its time");
    }
}
