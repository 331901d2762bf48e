//! How often the shop calls the payment providers.

use std::num::NonZeroU32;
use std::time::Duration;

use super::{ConfigError, invalid, text};

/// Names the seconds for which an answer about a payment is reused.
const STATUS_SECONDS: &str = "ONEFARE_STATUS_SECONDS";

/// Longest reuse of an answer: a buyer who has paid waits at most this much longer.
const MOST_STATUS_SECONDS: u64 = 30;

/// Highest configurable number of calls a second to one provider.
const MOST_CALLS: u32 = 10_000;

/// How often the shop calls the payment providers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// `ONEFARE_STATUS_SECONDS`: how long a provider's answer about a payment serves callers that only read its status;
    /// 0 to 30, default 2. Webhooks and jobs always read the payment again.
    pub status_life: Duration,
    /// `ONEFARE_STRIPE_CALLS`: calls a second of this server to Stripe, default 80. Stripe allows an account 100; several
    /// servers share them.
    pub stripe_calls: NonZeroU32,
    /// `ONEFARE_MOLLIE_CALLS`: the same for Mollie, default 80.
    pub mollie_calls: NonZeroU32,
}

impl Default for Pace {
    fn default() -> Self {
        Self { status_life: Duration::from_secs(2), stripe_calls: Self::USUAL_CALLS, mollie_calls: Self::USUAL_CALLS }
    }
}

impl Pace {
    /// Calls a second of a client whose settings set no number.
    pub const USUAL_CALLS: NonZeroU32 = NonZeroU32::new(80).unwrap();

    pub(super) fn from_env() -> Result<Self, ConfigError> {
        let usual = Self::default();
        Ok(Self {
            status_life: text(STATUS_SECONDS).map_or(Ok(usual.status_life), |seconds| status_life(&seconds))?,
            stripe_calls: calls("ONEFARE_STRIPE_CALLS", text("ONEFARE_STRIPE_CALLS"))?,
            mollie_calls: calls("ONEFARE_MOLLIE_CALLS", text("ONEFARE_MOLLIE_CALLS"))?,
        })
    }
}

fn status_life(seconds: &str) -> Result<Duration, ConfigError> {
    let number = seconds.parse().ok().filter(|number| *number <= MOST_STATUS_SECONDS);
    number.map(Duration::from_secs).ok_or_else(|| invalid(STATUS_SECONDS, seconds, "0 to 30 seconds"))
}

fn calls(variable: &'static str, value: Option<String>) -> Result<NonZeroU32, ConfigError> {
    let Some(value) = value else { return Ok(Pace::USUAL_CALLS) };
    let number = value.parse().ok().filter(|number: &NonZeroU32| number.get() <= MOST_CALLS);
    number.ok_or_else(|| invalid(variable, &value, "1 to 10000 calls a second"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_good_for_half_a_minute_at_most() {
        for (text, seconds) in [("0", 0), ("2", 2), ("30", 30)] {
            assert_eq!(status_life(text).unwrap(), Duration::from_secs(seconds));
        }
        for text in ["31", "-1", "2.5", "two"] {
            let error = status_life(text).unwrap_err().to_string();
            assert_eq!(error, format!("ONEFARE_STATUS_SECONDS is \"{text}\", but it takes 0 to 30 seconds"));
        }
    }

    #[test]
    fn a_provider_is_asked_once_a_second_at_least() {
        assert_eq!(calls("ONEFARE_STRIPE_CALLS", None).unwrap(), Pace::USUAL_CALLS);
        assert_eq!(calls("ONEFARE_STRIPE_CALLS", Some("1".to_owned())).unwrap().get(), 1);
        for text in ["0", "10001", "-4", "many"] {
            let error = calls("ONEFARE_MOLLIE_CALLS", Some(text.to_owned())).unwrap_err().to_string();
            let sentence = format!("ONEFARE_MOLLIE_CALLS is \"{text}\", but it takes 1 to 10000 calls a second");
            assert_eq!(error, sentence);
        }
    }
}
