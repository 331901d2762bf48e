//! Starts the shop: listeners, sandbox, jobs; and stops it without dropping what is under way.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use axum::Router;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::{Notify, Semaphore, watch};
use tokio::task::JoinSet;

use crate::app::{App, SharedApp};
use crate::brand::BrandBook;
use crate::clock::Clock;
use crate::config::{self, Config, Environment};
use crate::flows::{catalogue, quoting::Prices};
use crate::jobs::{self, Worker};
use crate::mail::Mailer;
use crate::pages::site::{Site, SiteOptions};
use crate::payments::stripe::{StripeClient, StripeSettings, webhook::SignatureVerifier};
use crate::sandbox::{Sandbox, SandboxSettings};
use crate::store::Store;
use crate::{http, router};

/// Time a connection has to send its request head.
const HEAD_LIMIT: Duration = Duration::from_secs(10);

/// Connections served at once; further ones wait in the kernel's queue.
const MAX_CONNECTIONS: usize = 8192;

/// How long a stopping server waits for answers under way.
const DRAIN_LIMIT: Duration = Duration::from_secs(10);

/// How often pages look for changed prices.
const PRICE_REFRESH: Duration = Duration::from_secs(1);

/// Whatever kept the shop from starting, as a sentence for the person who started it.
pub type StartError = Box<dyn std::error::Error + Send + Sync>;

/// A running shop.
#[derive(Debug)]
pub struct Running {
    /// The application, for tests and for the banner.
    pub app: SharedApp,
    /// Where the shop listens.
    pub address: SocketAddr,
    /// The worker's hands, for tests that want every job done.
    pub worker: Worker,
    stop: watch::Sender<bool>,
    tasks: JoinSet<()>,
}

impl Running {
    /// Stops accepting, lets answers and jobs finish, and returns.
    pub async fn stop(mut self) {
        let _ = self.stop.send(true);
        while self.tasks.join_next().await.is_some() {}
    }
}

/// Starts everything.
///
/// # Errors
/// A taken port, an unusable database, a missing build: one sentence each.
pub async fn start(config: Config, clock: Clock) -> Result<Running, StartError> {
    let shop = listen(config.listen, "ONEFARE_LISTEN").await?;
    let ops = listen(config.ops_listen, "ONEFARE_OPS_LISTEN").await?;
    let address = shop.local_addr()?;
    let mut config = config;
    if config.listen.port() == 0 {
        // A port the system chose: shoppers must be told the one that it is.
        config.public_url.set_port(Some(address.port())).map_err(|()| "ONEFARE_PUBLIC_URL cannot hold a port")?;
    }
    let (stop, stopped) = watch::channel(false);
    let mut tasks = JoinSet::new();
    let brand = BrandBook::load(config.brand_file.as_deref())?;
    let store = Store::open(&config.database_url).await?;
    catalogue::apply_demo_if_empty(&store, clock.now()).await?;

    let mailbox = open_sandbox(&mut config, &clock, &brand, address, &stopped, &mut tasks).await?;
    let mailer = Mailer::from_config(&config.mail, brand.everywhere())?;
    let stripe =
        StripeClient::new(StripeSettings::new(config.stripe.api_base.clone(), config.stripe.secret_key.clone()))?;
    let app = Arc::new(App {
        stripe_signatures: SignatureVerifier::new(config.stripe.webhook_secrets.clone())?,
        site: Arc::new(Site::start(SiteOptions {
            public_url: config.public_url.clone(),
            checkout_hosts: followed_hosts(&config),
            brand_file: config.brand_file.clone(),
            dev_assets: config.dev_assets.clone(),
            clock: clock.clone(),
        })?),
        prices: ArcSwap::from_pointee(Prices::load(&store).await?),
        wake: Arc::new(Notify::new()),
        stripe,
        mailer,
        brand,
        store,
        clock,
        config,
    });
    let worker = Worker { store: app.store.clone(), clock: app.clock.clone(), wake: app.wake.clone() };
    tasks.spawn(refresh_prices(app.clone(), stopped.clone()));
    tasks.spawn({
        let (worker, app, stopped) = (worker.clone(), app.clone(), stopped.clone());
        async move {
            worker
                .run(
                    move |job| {
                        let app = app.clone();
                        async move { jobs::handle::handle(&app, &job).await }
                    },
                    stopped,
                )
                .await;
        }
    });
    tasks.spawn(accept(ops, http::health::router(app.clone()), stopped.clone()));
    tasks.spawn(accept(shop, router::router(app.clone(), mailbox), stopped));
    Ok(Running { app, address, worker, stop, tasks })
}

/// Where pages may send a buyer who asked to pay: the provider, or our own result page when it is paid already.
fn followed_hosts(config: &Config) -> Vec<String> {
    let mut hosts = config.stripe.checkout_hosts.clone();
    hosts.push(config::authority(&config.public_url));
    hosts
}

/// Binds a port or says which one is taken and how to choose another.
async fn listen(address: SocketAddr, variable: &str) -> Result<TcpListener, StartError> {
    TcpListener::bind(address).await.map_err(|error| {
        let why = if error.kind() == std::io::ErrorKind::AddrInUse {
            "is taken by another program"
        } else {
            "cannot be used"
        };
        format!("{address} {why} ({error}): stop that program or set {variable} to another address.").into()
    })
}

/// Starts the sandbox where the settings ask for it and returns its mailbox page.
async fn open_sandbox(
    config: &mut Config,
    clock: &Clock,
    brand: &BrandBook,
    shop: SocketAddr,
    stopped: &watch::Receiver<bool>,
    tasks: &mut JoinSet<()>,
) -> Result<Option<Router>, StartError> {
    let Some(sandbox) = config.sandbox.clone() else { return Ok(None) };
    if config.environment == Environment::Production {
        return Err("the sandbox refuses to run when ONEFARE_ENV=production".into());
    }
    let providers = listen(sandbox.listen, "ONEFARE_SANDBOX_LISTEN").await?;
    let mut public_url = sandbox.public_url.clone();
    if sandbox.payments && sandbox.listen.port() == 0 {
        let port = providers.local_addr()?.port();
        public_url.set_port(Some(port)).map_err(|()| "ONEFARE_SANDBOX_PUBLIC_URL cannot hold a port")?;
        config.stripe = config::sandbox_stripe(providers.local_addr()?, &public_url);
    }
    let smtp = TcpListener::bind("127.0.0.1:0").await?;
    let opened = Sandbox::open(SandboxSettings {
        database: config.data_dir.join("sandbox.sqlite"),
        public_url,
        webhook_url: match &sandbox.webhook_url {
            Some(elsewhere) => elsewhere.clone(),
            None => format!("http://{shop}/webhooks/stripe").parse()?,
        },
        secret_key: config::SANDBOX_KEY.to_owned(),
        webhook_secret: config::SANDBOX_WEBHOOK_SECRET.to_owned(),
        clock: clock.clone(),
        brand: brand.everywhere().name.clone(),
    })
    .await?;
    if sandbox.mail {
        config.mail.port = smtp.local_addr()?.port();
    }
    tasks.spawn(accept(providers, opened.clone().provider_router(), stopped.clone()));
    tasks.spawn(opened.clone().serve_smtp(smtp, told(stopped.clone())));
    tasks.spawn(opened.clone().run(told(stopped.clone())));
    Ok(Some(opened.mailbox_router()))
}

/// Resolves when the server is to stop.
async fn told(mut stopped: watch::Receiver<bool>) {
    while !*stopped.borrow_and_update() {
        if stopped.changed().await.is_err() {
            return;
        }
    }
}

async fn refresh_prices(app: SharedApp, mut stopped: watch::Receiver<bool>) {
    while !*stopped.borrow() {
        if let Err(error) = app.refresh_prices().await {
            tracing::warn!(%error, "prices could not be read again");
        }
        let _ = tokio::time::timeout(PRICE_REFRESH, stopped.changed()).await;
    }
}

/// Accepts connections until told to stop, then lets the open ones finish.
///
/// Own loop because `axum::serve` sets no timer, so that its limit on slow request heads would do nothing.
async fn accept(listener: TcpListener, routes: Router, mut stopped: watch::Receiver<bool>) {
    let mut server = auto::Builder::new(TokioExecutor::new());
    server.http1().timer(TokioTimer::new()).header_read_timeout(HEAD_LIMIT);
    server.http2().timer(TokioTimer::new()).keep_alive_interval(Some(HEAD_LIMIT));
    let graceful = GracefulShutdown::new();
    let slots = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let service = TowerToHyperService::new(routes);
    loop {
        let Ok(slot) = slots.clone().acquire_owned().await else { break };
        let stream = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                Err(error) => {
                    // Out of file descriptors, most likely: wait for some to be closed.
                    tracing::warn!(%error, "connection could not be accepted");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            _ = stopped.changed() => break,
        };
        let _ = stream.set_nodelay(true);
        let connection = server.serve_connection(TokioIo::new(stream), service.clone()).into_owned();
        let watched = graceful.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = watched.await {
                tracing::debug!(%error, "connection ended early");
            }
            drop(slot);
        });
    }
    drop(listener);
    if tokio::time::timeout(DRAIN_LIMIT, graceful.shutdown()).await.is_err() {
        tracing::warn!("some connections were cut at shutdown");
    }
}
