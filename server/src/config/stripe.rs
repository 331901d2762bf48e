//! The Stripe account.

use std::net::SocketAddr;

use secrecy::SecretString;
use url::Url;

use super::{ConfigError, STRIPE_KEY, authority, base_of, list, text, url};

/// The sandbox accepts exactly these; they are no secrets.
pub const SANDBOX_KEY: &str = "sk_test_onefare_sandbox";
/// The secret that signs the sandbox's webhook events.
pub const SANDBOX_WEBHOOK_SECRET: &str = "whsec_onefare_sandbox";

/// What the sandbox's customer portal offers: the card and the invoices.
pub const SANDBOX_PORTAL_CONFIGURATION: &str = "bpc_sandbox";
/// Names the configuration of the customer portal.
pub(super) const PORTAL_CONFIGURATION: &str = "STRIPE_PORTAL_CONFIGURATION";

/// The Stripe account.
#[derive(Clone, Debug)]
pub struct Stripe {
    /// `STRIPE_API_BASE`: default `https://api.stripe.com`, or the sandbox without a key.
    pub api_base: Url,
    /// `STRIPE_SECRET_KEY`.
    pub secret_key: SecretString,
    /// `STRIPE_WEBHOOK_SECRETS`: one or two, separated by commas, so that a secret can be replaced without a gap.
    pub webhook_secrets: Vec<SecretString>,
    /// Whether the key moves real money.
    pub livemode: bool,
    /// `STRIPE_CHECKOUT_HOSTS`: hosts that `checkout_url` may lead to, separated by commas, with their port where it
    /// is not the usual one; default `checkout.stripe.com`, or the sandbox's. An account with a payment domain of its
    /// own names it here.
    pub checkout_hosts: Vec<String>,
    /// `STRIPE_PORTAL_HOSTS`: hosts that the customer portal and the hosted pages of invoices may be on, in the same form;
    /// default `billing.stripe.com,invoice.stripe.com`, or the sandbox's.
    pub portal_hosts: Vec<String>,
    /// `STRIPE_PORTAL_CONFIGURATION`: the configuration of the customer portal, `bpc_…`; without it the account's
    /// default one applies. Production does not start without it.
    pub portal_configuration: Option<String>,
}

/// The account that the environment names, if any.
pub(super) fn live_stripe() -> Result<Option<Stripe>, ConfigError> {
    let Some(key) = text(STRIPE_KEY) else { return Ok(None) };
    let secrets: Vec<SecretString> = list("STRIPE_WEBHOOK_SECRETS").into_iter().map(SecretString::from).collect();
    let hosts = |variable, usual: &[&str]| {
        let usual = || usual.iter().map(|&host| host.to_owned()).collect();
        Some(list(variable)).filter(|named| !named.is_empty()).unwrap_or_else(usual)
    };
    if secrets.is_empty() {
        return Err(ConfigError::Missing(
            "STRIPE_WEBHOOK_SECRETS",
            "without it the shop cannot verify Stripe's webhook events",
        ));
    }
    Ok(Some(Stripe {
        api_base: url("STRIPE_API_BASE", "https://api.stripe.com")?,
        livemode: key.contains("_live_"),
        secret_key: key.into(),
        webhook_secrets: secrets,
        checkout_hosts: hosts("STRIPE_CHECKOUT_HOSTS", &["checkout.stripe.com"]),
        portal_hosts: hosts("STRIPE_PORTAL_HOSTS", &["billing.stripe.com", "invoice.stripe.com"]),
        portal_configuration: text(PORTAL_CONFIGURATION),
    }))
}

/// The sandbox as a Stripe account.
#[must_use]
pub fn sandbox_stripe(listen: SocketAddr, public_url: &Url) -> Stripe {
    Stripe {
        api_base: base_of(listen),
        secret_key: SANDBOX_KEY.into(),
        webhook_secrets: vec![SANDBOX_WEBHOOK_SECRET.into()],
        livemode: false,
        checkout_hosts: vec![authority(public_url)],
        portal_hosts: vec![authority(public_url)],
        portal_configuration: Some(SANDBOX_PORTAL_CONFIGURATION.to_owned()),
    }
}
