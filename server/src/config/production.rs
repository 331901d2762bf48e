//! Refuses settings that production must not start with, and combinations that make no sense anywhere.

use secrecy::ExposeSecret as _;

use super::stripe::PORTAL_CONFIGURATION;
use super::{
    Config, ConfigError, ESIM_ACCESS_CODE, Environment, MOLLIE_KEY, NO_ACCOUNT, SANDBOX_ESIM_ACCESS_CODE,
    SANDBOX_WEBHOOK_SECRET, STRIPE_KEY, events, invalid,
};

/// Replaces a secret in a message.
const HIDDEN: &str = "(hidden)";

/// Fewest characters after the prefix of a provider's key: both providers' keys have more, a placeholder seldom has.
const KEY_LENGTH: usize = 16;

/// Fewest distinct characters of a random secret: 32 random hex digits have 14 on average, and fewer than 9 once in a
/// million.
const DIFFERENT: usize = 9;

/// Longest allowed run of characters in which each succeeds, precedes or repeats the one before.
const LONGEST_ROW: usize = 6;

/// Refuses unusable settings.
pub(super) fn check(config: &Config) -> Result<(), ConfigError> {
    beside_live_goods(config)?;
    if config.environment == Environment::Development {
        return Ok(());
    }
    let (stripe, mollie) = (config.stripe.secret_key.expose_secret(), config.mollie.api_key.expose_secret());
    if !["sk_live_", "rk_live_"].into_iter().any(|prefix| is_key(stripe, prefix)) {
        return Err(invalid(STRIPE_KEY, HIDDEN, "in production a live key: sk_live_ or rk_live_ and the rest of it"));
    }
    let has_mollie = config.sold.ideal || mollie != NO_ACCOUNT;
    if has_mollie && !is_key(mollie, "live_") {
        return Err(invalid(MOLLIE_KEY, HIDDEN, "in production a live key: live_ and the rest of it"));
    }
    for secret in &config.stripe.webhook_secrets {
        let secret = secret.expose_secret();
        if secret == SANDBOX_WEBHOOK_SECRET || !is_key(secret, "whsec_") {
            let takes = "in production the signing secrets of the account's webhooks: whsec_ and the rest of each";
            return Err(invalid("STRIPE_WEBHOOK_SECRETS", HIDDEN, takes));
        }
    }
    if !config.stripe.portal_configuration.as_deref().is_some_and(|id| is_key(id, "bpc_")) {
        let takes = "in production the id of what the customer portal offers, bpc_ and the rest of it: docs/OPERATING.md says \
                     how it is made";
        let named = config.stripe.portal_configuration.as_deref().unwrap_or_default();
        return Err(invalid(PORTAL_CONFIGURATION, named, takes));
    }
    if config.esim_access.access_code.expose_secret() == SANDBOX_ESIM_ACCESS_CODE {
        return Err(invalid(ESIM_ACCESS_CODE, HIDDEN, "in production the code of an account, not the sandbox's"));
    }
    if !is_random(config.secret.expose_secret()) {
        let takes = "in production at least 32 characters drawn at random, such as those of `openssl rand -hex 32`";
        return Err(invalid("ONEFARE_SECRET", HIDDEN, takes));
    }
    if config.events.as_ref().is_some_and(|events| !is_random(events.secret.expose_secret())) {
        let takes = "in production at least 32 characters drawn at random, such as those of `openssl rand -hex 32`";
        return Err(invalid(events::SECRET, HIDDEN, takes));
    }
    if let Some(assets) = &config.dev_assets {
        return Err(invalid("ONEFARE_DEV_ASSETS", assets.as_str(), "nothing in production: pages load what was built"));
    }
    Ok(())
}

/// Data plans that cost us money must be sold for money: with a test key buyers would get them free.
fn beside_live_goods(config: &Config) -> Result<(), ConfigError> {
    let takes = "a live key beside a live eSIM account: paid with play money, its data plans would cost us real money";
    let keys = [(STRIPE_KEY, config.stripe.livemode), (MOLLIE_KEY, config.mollie.livemode)];
    match keys.into_iter().find(|(_, live)| config.esim_access.is_live() && !live) {
        Some((variable, _)) => Err(invalid(variable, HIDDEN, takes)),
        None => Ok(()),
    }
}

/// Whether the text is a whole key with this prefix: long enough, without blanks or quotation marks.
fn is_key(text: &str, prefix: &str) -> bool {
    let is_part = |rest: &str| {
        rest.len() >= KEY_LENGTH && rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_+/=-".contains(&byte))
    };
    text.strip_prefix(prefix).is_some_and(is_part)
}

/// Whether these characters may be random: they are not few, not a repeated word, not a run of digits or of the
/// alphabet.
fn is_random(secret: &str) -> bool {
    let letters: Vec<char> = secret.chars().collect();
    let mut different = letters.clone();
    different.sort_unstable();
    different.dedup();
    let is_repeated = (1..=letters.len() / 2)
        .any(|length| letters.chunks(length).all(|part| letters.get(..part.len()).is_some_and(|first| first == part)));
    different.len() >= DIFFERENT && !is_repeated && longest_row(&letters) <= LONGEST_ROW
}

/// The length of the longest run of characters that repeat, count up or count down.
fn longest_row(letters: &[char]) -> usize {
    let steps: Vec<i64> = letters
        .windows(2)
        .map(|pair| match pair {
            [one, next] => i64::from(u32::from(*next)) - i64::from(u32::from(*one)),
            _ => i64::MAX,
        })
        .collect();
    let rows = steps.chunk_by(|one, next| one == next).filter(|row| row.first().is_some_and(|step| step.abs() <= 1));
    rows.map(|row| row.len() + 1).max().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_drawn_and_not_typed() {
        for good in [
            "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            "3b5d5c3712955042212316173ccf37be",
            "qTYr0nM5lP2uXz7aB1vE8cW4dK6sG9hJ",
        ] {
            assert!(is_random(good), "{good}");
        }
        for bad in [
            "00000000000000000000000000000000",
            "changemechangemechangemechangeme",
            "abcdefghijklmnopqrstuvwxyzabcdef",
            "12345678901234567890123456789012",
            "0123456789abcdef0123456789abcdef",
            "aaaaaaaabbbbbbbbccccccccddddddddeeeeeeeeffffffff",
            "abababababababababababababababac",
        ] {
            assert!(!is_random(bad), "{bad}");
        }
    }

    #[test]
    fn a_key_has_its_prefix_and_the_rest_of_it() {
        assert!(is_key("sk_live_51HnmPQ2eZvKYlo2C", "sk_live_"));
        for bad in
            ["sk_live_", "sk_live_x", "sk_test_51HnmPQ2eZvKYlo2C", "sk_live_51HnmPQ2 eZvKYlo2C", "sk_live_…………………………"]
        {
            assert!(!is_key(bad, "sk_live_"), "{bad}");
        }
    }
}
