//! Everything that can be set, read once from the environment into one typed value.

mod accounts;
mod brand_file;
mod connections;
mod demo;
mod entitlements;
mod esim_access;
mod esim_import;
mod events;
mod limits;
mod mail;
mod mollie;
mod names;
mod operator;
mod pace;
mod production;
mod secret;
mod sign_in;
mod sold;
mod stripe;
mod variables;

use std::net::SocketAddr;
use std::path::PathBuf;

use chrono::TimeDelta;
use onefare_core::order::dispute::FraudRefundLimits;
use onefare_core::subscription::GracePeriod;
use secrecy::SecretString;
use url::Url;

use crate::limits::{LimitsError, Row};
use crate::private_files;

pub use connections::Connections;
pub use demo::Demo;
pub use entitlements::{EntitlementReceiver, Entitlements};
pub use esim_access::{EsimAccess, SANDBOX_ESIM_ACCESS_CODE, SANDBOX_ESIM_SECRET, sandbox_esim_access};
pub use esim_import::EsimImport;
pub use events::Events;
pub use mail::Mail;
pub use operator::operator;
pub use pace::Pace;
pub use sign_in::SignIn;
pub use sold::Sold;
pub use stripe::{SANDBOX_KEY, SANDBOX_PORTAL_CONFIGURATION, SANDBOX_WEBHOOK_SECRET, Stripe, sandbox_stripe};

use accounts::Accounts;
pub use mollie::{Mollie, SANDBOX_MOLLIE_KEY, sandbox_mollie};
use secret::{SECRET_LENGTH, secret};
use variables::{address, invalid, list, optional_url, text, url};

/// Whether the shop takes real money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Environment {
    /// Missing keys are replaced by the built-in sandbox.
    Development,
    /// Missing keys stop the start; the sandbox refuses to run.
    Production,
}

/// The settings of one server.
#[derive(Clone, Debug)]
pub struct Config {
    /// `ONEFARE_ENV`: `development` (default) or `production`.
    pub environment: Environment,
    /// `ONEFARE_LISTEN`: where the shop listens; default `127.0.0.1:8080`.
    pub listen: SocketAddr,
    /// `ONEFARE_OPS_LISTEN`: where health and metrics are served; default `127.0.0.1:8081`.
    pub ops_listen: SocketAddr,
    /// `ONEFARE_OPS_HOSTS`: host names accepted for health and metrics, separated by commas; `localhost` and numeric
    /// addresses are always accepted.
    pub ops_hosts: Vec<String>,
    /// `ONEFARE_PUBLIC_URL`: the address shoppers type; default `http://localhost:8080`.
    pub public_url: Url,
    /// `ONEFARE_DATA_DIR`: folder of the embedded database and the sandbox; default `data`.
    pub data_dir: PathBuf,
    /// `DATABASE_URL`: `sqlite:…` or `postgres://…`; default `sqlite:<data dir>/onefare.sqlite`.
    pub database_url: String,
    /// `ONEFARE_SECRET`: key from which payment hashes are derived, at least 32 characters. In development one is
    /// made at the first start and kept in the data folder.
    pub secret: SecretString,
    /// Card payments.
    pub stripe: Stripe,
    /// iDEAL payments.
    pub mollie: Mollie,
    /// eSIMs.
    pub esim_access: EsimAccess,
    /// `ONEFARE_WITHOUT`: `ideal`, `esims` or both; default nothing. The shop leaves these out, and needs no account for them.
    pub sold: Sold,
    /// How the supplier's packages are imported into the catalogue.
    pub esim_import: EsimImport,
    /// The request rates at the payment providers.
    pub pace: Pace,
    /// `ONEFARE_LIMITS`: a file of limits instead of the built-in `server/config/rate-limits.toml`, or `off` in development.
    pub limits: Vec<Row>,
    /// `ONEFARE_UNPAID_DAYS`: how long unpaid orders are kept, with the addresses in them; 2 to 3650 days,
    /// default 30.
    pub unpaid_kept: TimeDelta,
    /// `ONEFARE_GRACE_DAYS`: how long access continues while a renewal is unpaid; 0 to 60 days, default 7, extended to a day after
    /// the provider's next attempt.
    pub grace: GracePeriod,
    /// `ONEFARE_FRAUD_REFUND`: up to which amount a charge that its card's issuer reports as fraud is refunded without an operator,
    /// such as `AED 150.00, EUR 40.00`; by default none is.
    pub fraud_refund: FraudRefundLimits,
    /// Connections to the shop.
    pub connections: Connections,
    /// Letters.
    pub mail: Mail,
    /// The built-in sandbox, when a port above has no account of its own.
    pub sandbox: Option<Sandbox>,
    /// `ONEFARE_DEMO_PLACES`: `all` (default) or `few`.
    pub demo: Demo,
    /// `ONEFARE_BRAND`: a brand file to use instead of the built-in one; `demo` means that one, which production uses only
    /// when it is named.
    pub brand_file: Option<PathBuf>,
    /// How people sign in.
    pub sign_in: SignIn,
    /// Where events are forwarded.
    pub events: Option<Events>,
    /// How entitlements are handed over.
    pub entitlements: Entitlements,
    /// `ONEFARE_DEV_ASSETS`: address of a Vite development server that pages should load their scripts from.
    pub dev_assets: Option<Url>,
}

/// Where the sandbox lives.
#[derive(Clone, Debug)]
pub struct Sandbox {
    /// `ONEFARE_SANDBOX_LISTEN`; default `127.0.0.1:8090`.
    pub listen: SocketAddr,
    /// `ONEFARE_SANDBOX_PUBLIC_URL`; default `http://localhost:8090`.
    pub public_url: Url,
    /// `ONEFARE_SANDBOX_WEBHOOK_URL`: where Stripe's signed webhook events go; default the shop itself. Another address
    /// puts something in between, such as a recorder.
    pub webhook_url: Option<Url>,
    /// `ONEFARE_SANDBOX_MOLLIE_WEBHOOK_URL`: the same for Mollie's webhook events.
    pub mollie_webhook_url: Option<Url>,
    /// Whether card payments go to it.
    pub stripe: bool,
    /// Whether iDEAL payments go to it.
    pub mollie: bool,
    /// Whether eSIMs come from it.
    pub esim_access: bool,
    /// Whether letters go to it.
    pub mail: bool,
}

/// The settings of a sandbox in a process of its own.
#[derive(Clone, Debug)]
pub struct SandboxAlone {
    /// As in [`Config`].
    pub environment: Environment,
    /// As in [`Config`].
    pub data_dir: PathBuf,
    /// `ONEFARE_SANDBOX_LISTEN`; default `127.0.0.1:8090`.
    pub listen: SocketAddr,
    /// `ONEFARE_SANDBOX_PUBLIC_URL`; default `http://localhost:8090`.
    pub public_url: Url,
    /// `ONEFARE_SANDBOX_WEBHOOK_URL`; default `http://127.0.0.1:8080/webhooks/stripe`.
    pub webhook_url: Url,
    /// `ONEFARE_SANDBOX_MOLLIE_WEBHOOK_URL`; default `http://127.0.0.1:8080/webhooks/mollie`.
    pub mollie_webhook_url: Url,
    /// `ONEFARE_SANDBOX_SMTP_LISTEN`; default `127.0.0.1:8025`.
    pub smtp_listen: SocketAddr,
    /// As in [`Config`].
    pub demo: Demo,
    /// As in [`Config`].
    pub brand_file: Option<PathBuf>,
}

impl SandboxAlone {
    /// Reads the environment.
    ///
    /// # Errors
    /// As [`Config::from_env`].
    pub fn from_env() -> Result<Self, ConfigError> {
        names::check()?;
        let listen = address("ONEFARE_SANDBOX_LISTEN", "127.0.0.1:8090")?;
        let smtp_listen = address("ONEFARE_SANDBOX_SMTP_LISTEN", "127.0.0.1:8025")?;
        only_here("ONEFARE_SANDBOX_LISTEN", listen)?;
        only_here("ONEFARE_SANDBOX_SMTP_LISTEN", smtp_listen)?;
        Ok(Self {
            environment: environment()?,
            data_dir: data_dir()?,
            listen,
            public_url: url("ONEFARE_SANDBOX_PUBLIC_URL", "http://localhost:8090")?,
            webhook_url: url("ONEFARE_SANDBOX_WEBHOOK_URL", "http://127.0.0.1:8080/webhooks/stripe")?,
            mollie_webhook_url: url("ONEFARE_SANDBOX_MOLLIE_WEBHOOK_URL", "http://127.0.0.1:8080/webhooks/mollie")?,
            smtp_listen,
            demo: Demo::from_env()?,
            brand_file: brand_file::from_env(Environment::Development)?,
        })
    }
}

/// Why the settings are not usable. Each sentence names the variable and what it takes.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A value that cannot be read.
    #[error("{variable} is \"{value}\", but it takes {takes}")]
    Invalid {
        /// The variable.
        variable: &'static str,
        /// What was found.
        value: String,
        /// What it takes.
        takes: &'static str,
    },
    /// A value that production needs.
    #[error("{0} must be set: {1}")]
    Missing(&'static str, &'static str),
    /// A name that the program does not read: mostly a misspelt one.
    #[error("{name} is no setting: did you mean {nearest}?")]
    Unknown {
        /// What is set.
        name: String,
        /// The setting with the most similar name.
        nearest: &'static str,
    },
    /// The limits cannot be used.
    #[error(transparent)]
    Limits(#[from] LimitsError),
    /// The data folder cannot be used.
    #[error("the data folder {0} cannot be used: {1}")]
    DataDir(PathBuf, std::io::Error),
}

/// The accounts: the sandbox stands in for each of these variables that is not set.
const STRIPE_KEY: &str = "STRIPE_SECRET_KEY";
const MOLLIE_KEY: &str = "MOLLIE_API_KEY";
const ESIM_ACCESS_CODE: &str = "ESIM_ACCESS_ACCESS_CODE";
const MAIL_HOST: &str = "ONEFARE_SMTP_HOST";

/// Instead of the key of an account that the shop does not have.
const NO_ACCOUNT: &str = "none";

impl Config {
    /// Reads the environment.
    ///
    /// # Errors
    /// One sentence about the first variable that is missing or cannot be read.
    pub fn from_env() -> Result<Self, ConfigError> {
        names::check()?;
        let environment = environment()?;
        let data_dir = data_dir()?;
        let sold = sold::sold()?;
        let Accounts { stripe, mollie, esim_access, mail, sandbox } = Accounts::from_env(environment, sold)?;
        let config = Self {
            environment,
            listen: address("ONEFARE_LISTEN", "127.0.0.1:8080")?,
            ops_listen: address("ONEFARE_OPS_LISTEN", "127.0.0.1:8081")?,
            ops_hosts: list("ONEFARE_OPS_HOSTS"),
            public_url: public_url(environment)?,
            database_url: database_url(),
            secret: secret(environment, &data_dir)?,
            data_dir,
            stripe,
            mollie,
            esim_access,
            sold,
            esim_import: EsimImport::from_env()?,
            pace: Pace::from_env()?,
            limits: limits::from_env(environment)?,
            unpaid_kept: unpaid_kept()?,
            grace: grace()?,
            fraud_refund: fraud_refund()?,
            connections: Connections::from_env(environment)?,
            mail,
            sandbox,
            demo: Demo::from_env()?,
            brand_file: brand_file::from_env(environment)?,
            sign_in: SignIn::from_env()?,
            events: Events::from_env(environment)?,
            entitlements: Entitlements::from_env(environment)?,
            dev_assets: optional_url("ONEFARE_DEV_ASSETS")?,
        };
        production::check(&config)?;
        if let Some(sandbox) = &config.sandbox {
            only_here("ONEFARE_SANDBOX_LISTEN", sandbox.listen)?;
            // Its mailbox shows every letter to anyone.
            only_here("ONEFARE_LISTEN", config.listen)?;
        }
        Ok(config)
    }

    /// Whether shoppers reach the shop over TLS. Decides cookie names and HSTS; never the request's Host header.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.public_url.scheme() == "https"
    }

    /// The public address without a trailing slash.
    #[must_use]
    pub fn public_origin(&self) -> String {
        self.public_url.as_str().trim_end_matches('/').to_owned()
    }
}

fn environment() -> Result<Environment, ConfigError> {
    match text("ONEFARE_ENV").as_deref() {
        None | Some("development") => Ok(Environment::Development),
        Some("production") => Ok(Environment::Production),
        Some(other) => Err(invalid("ONEFARE_ENV", other, "development or production")),
    }
}

/// The address of the database, as [`Config::database_url`]. Unlike [`Config::from_env`] this makes no folder.
#[must_use]
pub fn database_url() -> String {
    text("DATABASE_URL").unwrap_or_else(|| format!("sqlite:{}", data_path().join("onefare.sqlite").display()))
}

fn data_path() -> PathBuf {
    PathBuf::from(text("ONEFARE_DATA_DIR").unwrap_or_else(|| "data".to_owned()))
}

/// The data folder, made when it is missing.
fn data_dir() -> Result<PathBuf, ConfigError> {
    let data_dir = data_path();
    // Only the shop may look into it, whatever the mode of a file in it.
    private_files::make_folder(&data_dir).map_err(|error| ConfigError::DataDir(data_dir.clone(), error))?;
    Ok(data_dir)
}

/// Cookies, HSTS and the origin check rest on this URL, so production must name its own, and it must not contain a
/// path.
fn public_url(environment: Environment) -> Result<Url, ConfigError> {
    let found = url("ONEFARE_PUBLIC_URL", "http://localhost:8080")?;
    let secure = environment == Environment::Development || found.scheme() == "https";
    let has_user = !found.username().is_empty() || found.password().is_some();
    if !secure || has_user || found.path() != "/" || found.query().is_some() || found.fragment().is_some() {
        let takes = "an https address of scheme, host and port alone (http only in development)";
        let named = if has_user { "(an address with a user)" } else { found.as_str() };
        return Err(invalid("ONEFARE_PUBLIC_URL", named, takes));
    }
    Ok(found)
}

/// At least two days: longer than any hosted page can be paid.
fn unpaid_kept() -> Result<TimeDelta, ConfigError> {
    let variable = "ONEFARE_UNPAID_DAYS";
    let value = text(variable).unwrap_or_else(|| "30".to_owned());
    let days = value.parse().ok().filter(|days| (2..=3650).contains(days)).map(TimeDelta::days);
    days.ok_or_else(|| invalid(variable, &value, "2 to 3650 days"))
}

fn grace() -> Result<GracePeriod, ConfigError> {
    let variable = "ONEFARE_GRACE_DAYS";
    let Some(value) = text(variable) else { return Ok(GracePeriod::default()) };
    let days = value.parse().ok().and_then(GracePeriod::of_days);
    days.ok_or_else(|| invalid(variable, &value, "0 to 60 days"))
}

fn fraud_refund() -> Result<FraudRefundLimits, ConfigError> {
    let variable = "ONEFARE_FRAUD_REFUND";
    let value = text(variable).unwrap_or_default();
    value.parse().map_err(|_| invalid(variable, &value, "amounts such as AED 150.00, EUR 40.00"))
}

/// Where the sandbox's APIs are.
fn base_of(listen: SocketAddr) -> Url {
    #[expect(clippy::expect_used, reason = "a socket address always makes an address")]
    Url::parse(&format!("http://{listen}")).expect("socket address")
}

/// Host with port, as an address spells it.
pub fn authority(url: &Url) -> String {
    let host = url.host_str().unwrap_or("");
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

/// Says that a sandbox may be reached from other machines.
const SANDBOX_OPEN: &str = "ONEFARE_SANDBOX_OPEN";

/// Refuses a sandbox that other machines reach: it gives anyone money, goods and every buyer's letters.
fn only_here(variable: &'static str, listen: SocketAddr) -> Result<(), ConfigError> {
    if listen.ip().is_loopback() {
        return Ok(());
    }
    if text(SANDBOX_OPEN).as_deref() == Some("yes") {
        eprintln!("Warning: other machines reach the sandbox at {listen}: play money, test goods and every letter.");
        return Ok(());
    }
    let takes = "an address of this machine while the sandbox is in use, unless ONEFARE_SANDBOX_OPEN=yes";
    Err(invalid(variable, &listen.to_string(), takes))
}
