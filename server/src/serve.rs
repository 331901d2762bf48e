//! Starts the shop: listeners, sandbox, jobs; and stops it without dropping what is in flight.

pub mod bench_baseline;
mod listener;
mod places;
mod register_webhook;
pub mod sandbox;
pub mod secret;
mod spare_memory;
mod watched;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use listener::{accept, listen, told};
use places::{Places, raise_open_files};
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;

use crate::access::System;
use crate::app::{App, SharedApp};
use crate::brand::BrandBook;
use crate::budget::MinuteBudget;
use crate::catalogue::{self, import};
use crate::clock::Clock;
use crate::config::{self, Config, Connections, Environment};
use crate::entitlement_receiver::EntitlementReceiver;
use crate::esims::esim_access::{EsimAccessClient, EsimAccessSettings};
use crate::event_receiver::EventReceiver;
use crate::flows::payment::clients::Clients;
use crate::flows::subscription::sweep;
use crate::flows::{access, catalogue_renewal, entitlements, metrics, retention};
use crate::jobs::{self, JobKind, Worker};
use crate::limits::{Limits, Rooms};
use crate::mail::Mailer;
use crate::metrics::Metrics;
use crate::pages::cache::Cache;
use crate::pages::site::{Site, SiteOptions};
use crate::payments::stripe::webhook::SignatureVerifier;
use crate::quotes::prices::Prices;
use crate::seal::Sealer;
use crate::shared_answers::SharedAnswers;
use crate::store::{Readiness, Store};
use crate::{http, router};

/// How often the prices that pages use are refreshed.
const PRICE_REFRESH: Duration = Duration::from_secs(1);

/// Why the shop did not start, as a sentence for the person who started it.
pub type StartError = Box<dyn std::error::Error + Send + Sync>;

/// A running shop.
#[derive(Debug)]
pub struct Running {
    /// The application, for tests and for the banner.
    pub app: SharedApp,
    /// Where the shop listens.
    pub address: SocketAddr,
    /// Where operators ask for health and metrics.
    pub ops: SocketAddr,
    /// The worker, for tests that want every job done.
    pub worker: Worker,
    stop: watch::Sender<bool>,
    tasks: JoinSet<()>,
}

impl Running {
    /// Reports the server as not ready, and goes on answering until the load balancer has noticed.
    pub async fn retire(&self, pause: Duration) {
        self.app.readiness.stop();
        tokio::time::sleep(pause).await;
    }

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
    let (address, ops_address) = (shop.local_addr()?, ops.local_addr()?);
    let mut config = config;
    if config.listen.port() == 0 {
        // The system chose the port: the public address must name it.
        config.public_url.set_port(Some(address.port())).map_err(|()| "ONEFARE_PUBLIC_URL cannot hold a port")?;
    }
    config.connections.at_once = raise_open_files(config.connections.at_once);
    let (stop, stopped) = watch::channel(false);
    let mut tasks = JoinSet::new();
    let brand = BrandBook::load(config.brand_file.as_deref())?;
    let esim_prices = Arc::new(import::Settings::load(config.esim_import.prices_file.as_deref())?);
    let store = Store::open(&config.database_url).await?;
    secret::check(&store, &config.secret).await?;
    let filled = catalogue::apply_demo_if_empty(&store, config.demo, clock.now()).await?;
    if filled.is_some() && config.sandbox.is_some() {
        catalogue::open_demo_sale(&store, clock.now()).await?;
    }

    let mailbox = sandbox::beside_shop(&mut config, &clock, &brand, address, &stopped, &mut tasks).await?;
    let mailer = Mailer::from_config(&config.mail, brand.everywhere())?;
    let Clients { stripe, mollie } = Clients::new(&config)?;
    let esims = EsimAccessClient::new(EsimAccessSettings::of(&config.esim_access, clock.clone()))?;
    let app = Arc::new(App {
        activation_codes: Sealer::new(&config.secret, "activation-code"),
        stripe_signatures: SignatureVerifier::new(config.stripe.webhook_secrets.clone())?,
        site: Arc::new(Site::start(SiteOptions {
            public_url: config.public_url.clone(),
            checkout_hosts: followed_hosts(&config),
            brand_file: config.brand_file.clone(),
            dev_assets: config.dev_assets.clone(),
            asks_consent: config.events.is_some(),
            sold: config.sold,
            clock: clock.clone(),
        })?),
        prices: ArcSwap::from_pointee(Prices::load(&store).await?),
        refreshing: tokio::sync::Mutex::default(),
        initial_data: Cache::default(),
        bundles: Cache::default(),
        readiness: Readiness::default(),
        metrics: Metrics::default(),
        mismatches: MinuteBudget::default(),
        payment_answers: SharedAnswers::default(),
        esim_standings: SharedAnswers::default(),
        limits: Arc::new(Limits::new(config.limits.clone(), clock.clone())),
        rooms: Rooms::default(),
        csp_reports: MinuteBudget::default(),
        wake: Arc::new(Notify::new()),
        event_receiver: config.events.as_ref().map(EventReceiver::new).transpose()?,
        entitlement_receiver: config.entitlements.receiver.as_ref().map(EntitlementReceiver::new).transpose()?,
        stripe,
        mollie,
        esims,
        esim_prices,
        mailer,
        brand,
        store,
        clock,
        config,
    });
    if app.config.limits.is_empty() {
        tracing::warn!("limits are off: anybody may do anything any number of times");
    }
    if app.config.environment == Environment::Production && app.config.connections.proxies.is_empty() {
        tracing::warn!("ONEFARE_PROXIES names no proxy: all who come through one share one client's limits");
    }
    for kind in JobKind::ALL {
        app.metrics.will_run(kind.word(), kind.lane().word());
    }
    if app.config.sold.esims {
        catalogue_renewal::plan(&app).await?;
    }
    retention::plan(&app).await?;
    sweep::plan(&app).await?;
    entitlements::plan(&app).await?;
    let worker = Worker {
        store: app.store.clone(),
        clock: app.clock.clone(),
        metrics: app.metrics.clone(),
        wake: app.wake.clone(),
    };
    tasks.spawn(refresh_prices(app.clone(), stopped.clone()));
    tasks.spawn(look_for_damage(app.clone(), stopped.clone()));
    for system in System::ALL {
        tasks.spawn(watch_access(app.clone(), system, stopped.clone()));
    }
    tasks.spawn(spare_memory::give_back(stopped.clone()));
    tasks.spawn({
        let (worker, app, stopped) = (worker.clone(), app.clone(), stopped.clone());
        async move {
            worker
                .run(
                    move |job| {
                        let app = app.clone();
                        async move { jobs::dispatch::handle(&app, &job).await }
                    },
                    stopped,
                )
                .await;
        }
    });
    let (limits, metrics) = (app.config.connections.clone(), &app.metrics);
    let operators = Places::new("ops", few_connections(), metrics.clone());
    let buyers = Places::new("shop", limits, metrics.clone());
    let headers = router::headers(&app.config).lines();
    tasks.spawn(accept(ops, http::health::router(app.clone()), operators, headers.clone(), stopped.clone()));
    tasks.spawn(accept(shop, router::router(app.clone(), mailbox), buyers, headers, stopped.clone()));
    tasks.spawn(register_webhook::register(app.clone(), address, stopped));
    Ok(Running { app, address, ops: ops_address, worker, stop, tasks })
}

/// Enough for operators and their tools, on a port of their own: they are let in however many buyers there are.
fn few_connections() -> Connections {
    Connections { at_once: 128, per_client: 128, ..Connections::default() }
}

/// Where pages may send a buyer who asked to pay or to see the invoices: a provider, or our own result page when it is
/// paid already.
fn followed_hosts(config: &Config) -> Vec<String> {
    let (stripe, mollie) = (&config.stripe, &config.mollie);
    let mut hosts = [&stripe.checkout_hosts[..], &stripe.portal_hosts, &mollie.checkout_hosts].concat();
    hosts.push(config::authority(&config.public_url));
    // The sandbox is one host, whichever provider it plays.
    hosts.sort_unstable();
    hosts.dedup();
    hosts
}

/// A large file takes minutes to read; a shop that stops does not wait for it.
async fn look_for_damage(app: SharedApp, stopped: watch::Receiver<bool>) {
    tokio::select! {
        () = metrics::look_for_damage(&app) => {}
        () = told(stopped) => {}
    }
}

async fn watch_access(app: SharedApp, system: System, stopped: watch::Receiver<bool>) {
    tokio::select! {
        () = access::watch(&app, system) => {}
        () = told(stopped) => {}
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
