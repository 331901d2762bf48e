//! The settings of the sandbox, and its errors.

use std::fmt;
use std::path::PathBuf;

use url::Url;

use crate::clock::Clock;

/// Everything the sandbox needs to know about its surroundings.
#[derive(Clone, Debug)]
pub struct SandboxSettings {
    /// Its own SQLite file. It is not the shop's database: it holds what the providers remember.
    pub database: PathBuf,
    /// Where browsers reach the pay pages, such as `http://localhost:8090`.
    pub public_url: Url,
    /// The merchant's account at Stripe.
    pub stripe: StripeAccount,
    /// The merchant's account at Mollie.
    pub mollie: MollieAccount,
    /// The merchant's account at eSIM Access.
    pub esim_access: EsimAccessAccount,
    /// Decides what has expired; deliveries are retried on the machine's clock.
    pub clock: Clock,
    /// The merchant's name on the pay page.
    pub brand: String,
}

/// An account at Stripe.
#[derive(Clone)]
pub struct StripeAccount {
    /// The only API key: `sk_test_…`.
    pub secret_key: String,
    /// The secret that signs events: `whsec_…`.
    pub webhook_secret: String,
    /// Where signed events are delivered, such as `http://127.0.0.1:8080/webhooks/stripe`.
    pub webhook_url: Url,
}

/// An account at Mollie.
#[derive(Clone)]
pub struct MollieAccount {
    /// The only API key: `test_…`.
    pub api_key: String,
    /// The webhook URL of payments that name none, because Mollie could not reach it, such as
    /// `http://127.0.0.1:8080/webhooks/mollie`.
    pub webhook_url: Url,
}

/// An account at eSIM Access. The merchant registers its webhook URL with a call.
#[derive(Clone)]
pub struct EsimAccessAccount {
    /// Names the account.
    pub access_code: String,
    /// Signs its calls.
    pub secret: String,
    /// Whether packages are on sale only for the most popular destinations.
    pub few_places: bool,
}

impl fmt::Debug for StripeAccount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("StripeAccount").field("webhook_url", &self.webhook_url.as_str()).finish_non_exhaustive()
    }
}

impl fmt::Debug for MollieAccount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("MollieAccount").field("webhook_url", &self.webhook_url.as_str()).finish_non_exhaustive()
    }
}

impl fmt::Debug for EsimAccessAccount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("EsimAccessAccount").field("access_code", &self.access_code).finish_non_exhaustive()
    }
}

impl SandboxSettings {
    /// Refuses settings that would puzzle a buyer or a test later.
    pub(super) fn check(&self) -> Result<(), SandboxError> {
        if !self.stripe.secret_key.starts_with("sk_test_") {
            return Err(SandboxError::Setting("the Stripe key must start with sk_test_: the sandbox moves no money"));
        }
        if !self.stripe.webhook_secret.starts_with("whsec_") {
            return Err(SandboxError::Setting("the webhook secret must start with whsec_"));
        }
        if !self.mollie.api_key.starts_with("test_") {
            return Err(SandboxError::Setting("the Mollie key must start with test_: the sandbox moves no money"));
        }
        if self.esim_access.access_code.is_empty() || self.esim_access.secret.is_empty() {
            return Err(SandboxError::Setting("the eSIM Access account has a code and a secret"));
        }
        Ok(())
    }

    /// The URL of a page of the sandbox, such as `/pay/cs_test_…`.
    pub(super) fn public_page(&self, path: &str) -> String {
        format!("{}{path}", self.public_url.as_str().trim_end_matches('/'))
    }
}

/// The sandbox's own errors (a caller's mistakes are refusals of its provider).
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// A setting that cannot work.
    #[error("sandbox setting: {0}")]
    Setting(&'static str),
    /// The sandbox's own database failed.
    #[error("sandbox database: {0}")]
    Database(#[from] sqlx::Error),
    /// A stored object that cannot be read back.
    #[error("sandbox database holds an unreadable {kind}: {source}")]
    Unreadable {
        /// What was being read.
        kind: &'static str,
        /// Why it failed.
        source: serde_json::Error,
    },
    /// An object refers to another one that does not exist.
    #[error("sandbox database lacks the {kind} {id}")]
    Missing {
        /// The kind of the missing object.
        kind: &'static str,
        /// Its id.
        id: String,
    },
    /// The client that delivers events could not be made.
    #[error("sandbox webhook client: {0}")]
    Client(#[from] reqwest::Error),
}
