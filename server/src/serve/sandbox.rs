//! Starts the sandbox: inside the shop's process, or as a process of its own.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;
use url::Url;

use super::StartError;
use super::listener::{accept, listen, told};
use super::places::Places;
use crate::brand::BrandBook;
use crate::clock::Clock;
use crate::config::{self, Config, Connections, Demo, Environment, SandboxAlone};
use crate::http::host::{self, OwnHosts};
use crate::http::same_origin;
use crate::metrics::Metrics;
use crate::sandbox::{EsimAccessAccount, MollieAccount, Sandbox, SandboxSettings, StripeAccount};

/// Starts the sandbox if the shop's settings require it, and returns its mailbox page.
pub async fn beside_shop(
    config: &mut Config,
    clock: &Clock,
    brand: &BrandBook,
    shop: SocketAddr,
    stopped: &watch::Receiver<bool>,
    tasks: &mut JoinSet<()>,
) -> Result<Option<Router>, StartError> {
    let Some(sandbox) = config.sandbox.clone() else { return Ok(None) };
    refuse_production(config.environment)?;
    let providers = listen(sandbox.listen, "ONEFARE_SANDBOX_LISTEN").await?;
    let mut public_url = sandbox.public_url.clone();
    if sandbox.listen.port() == 0 {
        let listens = providers.local_addr()?;
        public_url.set_port(Some(listens.port())).map_err(|()| "ONEFARE_SANDBOX_PUBLIC_URL cannot hold a port")?;
        if sandbox.stripe {
            config.stripe = config::sandbox_stripe(listens, &public_url);
        }
        if sandbox.mollie {
            config.mollie = config::sandbox_mollie(listens, &public_url);
        }
        if sandbox.esim_access {
            config.esim_access = config::sandbox_esim_access(listens);
        }
    }
    let smtp = TcpListener::bind("127.0.0.1:0").await?;
    if sandbox.mail {
        config.mail.port = smtp.local_addr()?.port();
    }
    let settings = SandboxSettings {
        database: config.data_dir.join("sandbox.sqlite"),
        public_url,
        stripe: stripe_account(match &sandbox.webhook_url {
            Some(elsewhere) => elsewhere.clone(),
            None => format!("http://{shop}/webhooks/stripe").parse()?,
        }),
        mollie: mollie_account(match &sandbox.mollie_webhook_url {
            Some(elsewhere) => elsewhere.clone(),
            None => format!("http://{shop}/webhooks/mollie").parse()?,
        }),
        esim_access: esim_access_account(config.demo),
        clock: clock.clone(),
        brand: brand.everywhere().name.clone(),
    };
    let pages_of_sandbox = settings.public_url.clone();
    let opened = Sandbox::open(settings).await?;
    let routes = guarded(opened.clone().provider_router(), &pages_of_sandbox);
    tasks.spawn(accept(providers, routes, places(), no_headers(), stopped.clone()));
    tasks.spawn(opened.clone().serve_smtp(smtp, told(stopped.clone())));
    tasks.spawn(opened.clone().run(told(stopped.clone())));
    Ok(Some(guarded(opened.pages_router(), &config.public_url)))
}

/// A sandbox in a process of its own.
#[derive(Debug)]
pub struct Alone {
    /// The address of the providers' APIs, the pay pages and the mailbox page.
    pub address: SocketAddr,
    /// The address of its mail server.
    pub smtp: SocketAddr,
    stop: watch::Sender<bool>,
    tasks: JoinSet<()>,
}

impl Alone {
    /// Stops accepting, lets answers in flight finish, and returns.
    pub async fn stop(mut self) {
        let _ = self.stop.send(true);
        while self.tasks.join_next().await.is_some() {}
    }
}

/// Starts the sandbox without a shop: for several servers that share one, and for tests in which the providers must
/// outlive a killed server.
///
/// # Errors
/// A taken port, an unusable file, production: one sentence each.
pub async fn alone(config: SandboxAlone) -> Result<Alone, StartError> {
    refuse_production(config.environment)?;
    let providers = listen(config.listen, "ONEFARE_SANDBOX_LISTEN").await?;
    let smtp = listen(config.smtp_listen, "ONEFARE_SANDBOX_SMTP_LISTEN").await?;
    let (address, smtp_address) = (providers.local_addr()?, smtp.local_addr()?);
    let brand = BrandBook::load(config.brand_file.as_deref())?;
    let settings = SandboxSettings {
        database: config.data_dir.join("sandbox.sqlite"),
        public_url: config.public_url,
        stripe: stripe_account(config.webhook_url),
        mollie: mollie_account(config.mollie_webhook_url),
        esim_access: esim_access_account(config.demo),
        clock: Clock::System,
        brand: brand.everywhere().name.clone(),
    };
    let public_url = settings.public_url.clone();
    let opened = Sandbox::open(settings).await?;
    let (stop, stopped) = watch::channel(false);
    let mut tasks = JoinSet::new();
    let routes = opened.clone().provider_router().nest("/sandbox", opened.pages_router());
    let routes = guarded(routes, &public_url);
    tasks.spawn(accept(providers, routes, places(), no_headers(), stopped.clone()));
    tasks.spawn(opened.clone().serve_smtp(smtp, told(stopped.clone())));
    tasks.spawn(opened.run(told(stopped)));
    Ok(Alone { address, smtp: smtp_address, stop, tasks })
}

/// The pages let anyone pay and read letters, so they are only for the person at this machine: they answer only under
/// their own name, and pages of other sites cannot submit their forms.
fn guarded(routes: Router, public_url: &Url) -> Router {
    let own = OwnHosts::new(public_url.host_str().map(str::to_owned).into_iter().collect());
    routes
        .layer(from_fn(same_origin::own_pages_only))
        .layer(from_fn_with_state(own, host::must_be_own_pages))
        .layer(from_fn(host::must_be_one))
}

/// The shop is the sandbox's only client, so it may use every connection.
fn places() -> Places {
    let usual = Connections::default();
    Places::new("sandbox", Connections { per_client: usual.at_once, ..usual }, Metrics::default())
}

/// The providers' answers are their own: their refusals carry no headers of ours.
fn no_headers() -> Arc<[u8]> {
    Arc::new([])
}

fn stripe_account(webhook_url: Url) -> StripeAccount {
    StripeAccount {
        secret_key: config::SANDBOX_KEY.to_owned(),
        webhook_secret: config::SANDBOX_WEBHOOK_SECRET.to_owned(),
        webhook_url,
    }
}

fn mollie_account(webhook_url: Url) -> MollieAccount {
    MollieAccount { api_key: config::SANDBOX_MOLLIE_KEY.to_owned(), webhook_url }
}

fn esim_access_account(demo: Demo) -> EsimAccessAccount {
    EsimAccessAccount {
        access_code: config::SANDBOX_ESIM_ACCESS_CODE.to_owned(),
        secret: config::SANDBOX_ESIM_SECRET.to_owned(),
        few_places: demo == Demo::Few,
    }
}

fn refuse_production(environment: Environment) -> Result<(), StartError> {
    match environment {
        Environment::Development => Ok(()),
        Environment::Production => Err("the sandbox refuses to run when ONEFARE_ENV=production".into()),
    }
}
