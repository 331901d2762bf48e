//! The accounts at outside systems, and the sandbox, which stands in for those that a shop in development does not have.

use super::esim_access::{live_esim_access, no_esim_access};
use super::mail::{live_mail, sandbox_mail};
use super::mollie::{live_mollie, no_mollie};
use super::stripe::live_stripe;
use super::variables::{address, optional_url, url};
use super::{
    ConfigError, ESIM_ACCESS_CODE, Environment, EsimAccess, MAIL_HOST, MOLLIE_KEY, Mail, Mollie, STRIPE_KEY, Sandbox,
    Sold, Stripe, sandbox_esim_access, sandbox_mollie, sandbox_stripe,
};

const NO_SANDBOX: &str = "there is no sandbox to stand in";

/// An account at each system.
pub(super) struct Accounts {
    pub(super) stripe: Stripe,
    pub(super) mollie: Mollie,
    pub(super) esim_access: EsimAccess,
    pub(super) mail: Mail,
    /// Present where it stands in for one of them.
    pub(super) sandbox: Option<Sandbox>,
}

impl Accounts {
    /// Reads the environment.
    ///
    /// # Errors
    /// As [`Config::from_env`](super::Config::from_env).
    pub(super) fn from_env(environment: Environment, sold: Sold) -> Result<Self, ConfigError> {
        // A part that is left out needs no account. The account of one that was sold before still refunds and delivers.
        let needs_none = |is_sold: bool| environment == Environment::Production && !is_sold;
        let (stripe, mail) = (live_stripe()?, live_mail()?);
        let mollie = or_none(live_mollie()?, needs_none(sold.ideal), no_mollie)?;
        let esim_access = or_none(live_esim_access()?, needs_none(sold.esims), no_esim_access)?;
        let absent = absent([
            (STRIPE_KEY, stripe.is_some()),
            (MOLLIE_KEY, mollie.is_some()),
            (ESIM_ACCESS_CODE, esim_access.is_some()),
            (MAIL_HOST, mail.is_some()),
        ]);
        let sandbox = match (environment, absent) {
            (_, None) => None,
            (Environment::Production, Some(variable)) => {
                return Err(ConfigError::Missing(variable, in_production(variable)));
            }
            (Environment::Development, Some(variable)) => {
                let live = stripe.as_ref().is_some_and(|stripe| stripe.livemode)
                    || mollie.as_ref().is_some_and(|mollie| mollie.livemode)
                    || esim_access.as_ref().is_some_and(EsimAccess::is_live);
                if live {
                    // Anyone could read real buyers' letters at /sandbox/mailbox, and buy real goods with play money.
                    return Err(ConfigError::Missing(variable, "a live key and the sandbox do not go together"));
                }
                Some(Sandbox {
                    listen: address("ONEFARE_SANDBOX_LISTEN", "127.0.0.1:8090")?,
                    public_url: url("ONEFARE_SANDBOX_PUBLIC_URL", "http://localhost:8090")?,
                    webhook_url: optional_url("ONEFARE_SANDBOX_WEBHOOK_URL")?,
                    mollie_webhook_url: optional_url("ONEFARE_SANDBOX_MOLLIE_WEBHOOK_URL")?,
                    stripe: stripe.is_none(),
                    mollie: mollie.is_none(),
                    esim_access: esim_access.is_none(),
                    mail: mail.is_none(),
                })
            }
        };
        let stand_in = sandbox.as_ref().map(|sandbox| (sandbox.listen, &sandbox.public_url));
        let stripe = stripe.or_else(|| stand_in.map(|(listen, public_url)| sandbox_stripe(listen, public_url)));
        let mollie = mollie.or_else(|| stand_in.map(|(listen, public_url)| sandbox_mollie(listen, public_url)));
        let esim_access = esim_access.or_else(|| stand_in.map(|(listen, _)| sandbox_esim_access(listen)));
        Ok(Self {
            stripe: stripe.ok_or(ConfigError::Missing(STRIPE_KEY, NO_SANDBOX))?,
            mollie: mollie.ok_or(ConfigError::Missing(MOLLIE_KEY, NO_SANDBOX))?,
            esim_access: esim_access.ok_or(ConfigError::Missing(ESIM_ACCESS_CODE, NO_SANDBOX))?,
            mail: mail.unwrap_or_else(sandbox_mail),
            sandbox,
        })
    }
}

/// The account, or what stands for none where none is needed.
fn or_none<A>(
    account: Option<A>,
    needs_none: bool,
    none: impl FnOnce() -> Result<A, ConfigError>,
) -> Result<Option<A>, ConfigError> {
    match account {
        None if needs_none => none().map(Some),
        known => Ok(known),
    }
}

/// The first variable that is not set, of those that name an account.
fn absent(accounts: [(&'static str, bool); 4]) -> Option<&'static str> {
    accounts.into_iter().find(|(_, set)| !set).map(|(variable, _)| variable)
}

/// Why production needs an account.
fn in_production(variable: &str) -> &'static str {
    match variable {
        MOLLIE_KEY => "the sandbox does not run in production; ONEFARE_WITHOUT=ideal leaves iDEAL out",
        ESIM_ACCESS_CODE => "the sandbox does not run in production; ONEFARE_WITHOUT=esims leaves eSIMs out",
        _ => "the sandbox does not run in production",
    }
}
