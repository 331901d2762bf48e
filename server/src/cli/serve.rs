//! `onefare serve`, `onefare sandbox`, `onefare migrate`: the processes that run until a signal stops them, and what
//! prepares them.

use std::io::Write as _;
use std::process::ExitCode;

use tokio::signal;

use crate::clock::Clock;
use crate::config::{self, Config, Environment, SandboxAlone};
use crate::serve::{self, Running, StartError, secret};
use crate::store::Store;
use crate::telemetry;

pub(super) async fn serve() -> Result<ExitCode, StartError> {
    let config = Config::from_env()?;
    start_log(config.environment)?;
    let pause = config.connections.stop_pause;
    let running = serve::start(config, Clock::System).await?;
    draw_ready(&running).await;
    print_banner(&running);
    wait_for_stop().await?;
    tracing::info!("stopping");
    running.retire(pause).await;
    running.stop().await;
    Ok(ExitCode::SUCCESS)
}

/// Loads the page renderer before the first request. A shop that cannot render goes on selling: browsers draw the
/// pages.
async fn draw_ready(running: &Running) {
    if let Err(error) = running.app.site.ready().await {
        tracing::error!(%error, "pages are not drawn on the server");
    }
}

pub(super) async fn sandbox() -> Result<ExitCode, StartError> {
    let config = SandboxAlone::from_env()?;
    start_log(config.environment)?;
    let public_url = config.public_url.clone();
    let (webhook_url, mollie_webhook_url) = (config.webhook_url.clone(), config.mollie_webhook_url.clone());
    let running = serve::sandbox::alone(config).await?;
    let (key, secret) = (config::SANDBOX_KEY, config::SANDBOX_WEBHOOK_SECRET);
    println!("\n  The sandbox is open at {public_url}, letters at {public_url}sandbox/mailbox");
    println!("  Its webhook events go to {webhook_url} and {mollie_webhook_url}. A shop uses it with\n");
    println!("    STRIPE_API_BASE=http://{} STRIPE_SECRET_KEY={key} \\", running.address);
    println!("    STRIPE_WEBHOOK_SECRETS={secret} STRIPE_CHECKOUT_HOSTS={} \\", config::authority(&public_url));
    println!("    STRIPE_PORTAL_HOSTS={} \\", config::authority(&public_url));
    println!("    MOLLIE_API_BASE=http://{} MOLLIE_API_KEY={} \\", running.address, config::SANDBOX_MOLLIE_KEY);
    println!("    MOLLIE_CHECKOUT_HOSTS={} \\", config::authority(&public_url));
    let (code, secret) = (config::SANDBOX_ESIM_ACCESS_CODE, config::SANDBOX_ESIM_SECRET);
    println!("    ESIM_ACCESS_API_BASE=http://{} ESIM_ACCESS_ACCESS_CODE={code} \\", running.address);
    println!("    ESIM_ACCESS_SECRET={secret} \\");
    println!("    ONEFARE_SMTP_HOST={} ONEFARE_SMTP_PORT={} \\", running.smtp.ip(), running.smtp.port());
    println!("    ONEFARE_SMTP_SECURITY=none onefare serve\n");
    std::io::stdout().flush()?;
    wait_for_stop().await?;
    running.stop().await;
    Ok(ExitCode::SUCCESS)
}

pub(super) fn start_log(environment: Environment) -> Result<(), StartError> {
    let log = std::env::var("ONEFARE_LOG").ok();
    Ok(telemetry::start(environment == Environment::Production, log.as_deref())?)
}

fn print_banner(running: &Running) {
    let config = &running.app.config;
    let shop = config.public_origin();
    println!("\n  {} is open at {shop}", running.app.brand.everywhere().name);
    if config.sandbox.is_some() {
        println!("  Letters arrive at {shop}/sandbox/mailbox (no real mail, no real money)\n");
        println!("  What to try:");
        println!("    {shop}/buy?package=12&code=SPRING20   twelve months with 20 % off");
        println!("    {shop}/ar/buy                         the same shop in Arabic");
        println!("    {shop}/buy?code=SUMMER25              a code whose time is over");
        println!("    {shop}/flash-sale-phrase              a sale that ends 72 hours after the first start");
        println!("    {shop}/quietharbor-special            a partner's offer");
        println!("    onefare catalogue export > my-prices.toml, edit, onefare catalogue apply my-prices.toml\n");
    }
    let _ = std::io::stdout().flush();
}

/// Returns when the process receives a signal to stop.
pub(super) async fn wait_for_stop() -> Result<(), StartError> {
    let mut terminate = signal::unix::signal(signal::unix::SignalKind::terminate())?;
    tokio::select! {
        interrupted = signal::ctrl_c() => interrupted?,
        _ = terminate.recv() => {}
    }
    Ok(())
}

/// Opening the database brings its tables up to date.
pub(super) async fn migrate(accept_secret: bool) -> Result<ExitCode, StartError> {
    let config = Config::from_env()?;
    let store = Store::open(&config.database_url).await?;
    if accept_secret {
        secret::accept(&store, &config.secret).await?;
        println!("The present ONEFARE_SECRET is this database's from now on.");
    } else {
        secret::check(&store, &config.secret).await?;
    }
    println!("The database is up to date.");
    Ok(ExitCode::SUCCESS)
}
