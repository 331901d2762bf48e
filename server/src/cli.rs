//! The commands of the `onefare` program.

use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, Subcommand};
use tokio::signal;

use crate::clock::Clock;
use crate::config::{self, Config, Environment, SandboxAlone};
use crate::flows::catalogue::import::{self, Settings};
use crate::flows::catalogue::{self, Catalogue};
use crate::serve::{self, Running, StartError};
use crate::store::Store;
use crate::telemetry;

/// The storefront of a VPN service: one binary, pages and calls included.
#[derive(Debug, Parser)]
#[command(name = "onefare", version, about)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the shop. Settings come from the environment; the README lists them.
    Serve,
    /// Run the sandbox alone: payment provider and mail server of several shops on this machine. Not for production.
    Sandbox,
    /// Look at, check or change plans, bundles, prices and codes.
    #[command(subcommand)]
    Catalogue(CatalogueCommand),
    /// Bring the database's tables up to date and stop.
    Migrate,
    /// Measure how long one uncached page takes.
    #[command(hide = true)]
    BenchRender {
        /// The page's address.
        #[arg(long, default_value = "/buy")]
        page: String,
        /// How often to render it.
        #[arg(long, default_value_t = 200)]
        rounds: u32,
    },
    /// Answer every request with a fixed greeting behind the shop's own layers, to measure the shop against.
    #[command(hide = true)]
    BenchHello,
}

#[derive(Debug, Subcommand)]
enum CatalogueCommand {
    /// Say what is wrong with a file, without changing anything.
    Check {
        /// The catalogue file.
        file: PathBuf,
    },
    /// Show what a file would change, ask, and make it a new price book.
    Apply {
        /// The catalogue file.
        file: PathBuf,
        /// Do not ask.
        #[arg(long)]
        yes: bool,
    },
    /// Print what is in force as a file that `apply` reads.
    Export,
    /// Print what is in force with the eSIM bundles of the supplier's package list, as a file that `apply` reads. What is
    /// new, gone or dearer is told beside it.
    Import {
        /// The supplier's answer to `/package/list`, as JSON.
        #[arg(long)]
        from: PathBuf,
        /// By which rules costs become prices; the built-in ones without it.
        #[arg(long)]
        rules: Option<PathBuf>,
        /// Make every price anew, also those that still bring in enough.
        #[arg(long)]
        reprice: bool,
    },
}

/// Runs a command.
///
/// # Errors
/// One sentence for the person at the terminal.
pub fn run(cli: Cli) -> Result<ExitCode, StartError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        match cli.command {
            Command::Serve => serve().await,
            Command::Sandbox => sandbox().await,
            Command::Catalogue(command) => catalogue_command(command).await,
            Command::Migrate => {
                Store::open(&Config::from_env()?.database_url).await?;
                println!("The database is up to date.");
                Ok(ExitCode::SUCCESS)
            }
            Command::BenchRender { page, rounds } => bench_render(&page, rounds).await,
            Command::BenchHello => bench_hello().await,
        }
    })
}

async fn serve() -> Result<ExitCode, StartError> {
    let config = Config::from_env()?;
    start_log(config.environment)?;
    let running = serve::start(config, Clock::System).await?;
    print_banner(&running);
    wait_for_stop().await?;
    tracing::info!("stopping");
    running.stop().await;
    Ok(ExitCode::SUCCESS)
}

async fn sandbox() -> Result<ExitCode, StartError> {
    let config = SandboxAlone::from_env()?;
    start_log(config.environment)?;
    let public_url = config.public_url.clone();
    let (webhook_url, mollie_webhook_url) = (config.webhook_url.clone(), config.mollie_webhook_url.clone());
    let running = serve::sandbox::alone(config).await?;
    let (key, secret) = (config::SANDBOX_KEY, config::SANDBOX_WEBHOOK_SECRET);
    println!("\n  The sandbox is open at {public_url}, letters at {public_url}sandbox/mailbox");
    println!("  Its notices go to {webhook_url} and {mollie_webhook_url}. A shop uses it with\n");
    println!("    STRIPE_API_BASE=http://{} STRIPE_SECRET_KEY={key} \\", running.address);
    println!("    STRIPE_WEBHOOK_SECRETS={secret} STRIPE_CHECKOUT_HOSTS={} \\", config::authority(&public_url));
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

fn start_log(environment: Environment) -> Result<(), StartError> {
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
        println!("    onefare catalogue export > my-prices.toml, edit, onefare catalogue apply my-prices.toml\n");
    }
    let _ = std::io::stdout().flush();
}

/// Returns when the process is asked to end.
async fn wait_for_stop() -> Result<(), StartError> {
    let mut terminate = signal::unix::signal(signal::unix::SignalKind::terminate())?;
    tokio::select! {
        interrupted = signal::ctrl_c() => interrupted?,
        _ = terminate.recv() => {}
    }
    Ok(())
}

async fn catalogue_command(command: CatalogueCommand) -> Result<ExitCode, StartError> {
    match command {
        CatalogueCommand::Check { file } => {
            let read = read_catalogue(&file)?;
            if read.is_some() {
                println!("{} can be applied.", file.display());
            }
            Ok(if read.is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        CatalogueCommand::Export => {
            let store = Store::open(&Config::from_env()?.database_url).await?;
            print!("{}", catalogue::export(&store).await?);
            Ok(ExitCode::SUCCESS)
        }
        CatalogueCommand::Import { from, rules, reprice } => import_catalogue(&from, rules.as_ref(), reprice).await,
        CatalogueCommand::Apply { file, yes } => {
            let Some(wanted) = read_catalogue(&file)? else { return Ok(ExitCode::FAILURE) };
            let store = Store::open(&Config::from_env()?.database_url).await?;
            apply_catalogue(&store, &wanted, yes).await
        }
    }
}

/// Reads a file; its faults go to the terminal, one a line.
fn read_catalogue(file: &Path) -> Result<Option<Catalogue>, StartError> {
    match catalogue::parse(&read_text(file)?) {
        Ok(catalogue) => Ok(Some(catalogue)),
        Err(faults) => {
            for fault in faults {
                eprintln!("{}: {fault}", file.display());
            }
            Ok(None)
        }
    }
}

fn read_text(file: &Path) -> Result<String, StartError> {
    Ok(std::fs::read_to_string(file).map_err(|error| format!("{} cannot be read: {error}", file.display()))?)
}

/// Prints a draft; what there is to say about it goes to the terminal beside it.
async fn import_catalogue(from: &Path, rules: Option<&PathBuf>, reprice: bool) -> Result<ExitCode, StartError> {
    let rules = rules.map(|file| read_text(file)).transpose()?;
    let settings = Settings::parse(rules.as_deref().unwrap_or(import::BUILT_IN_SETTINGS))?;
    let packages = import::packages_of(&read_text(from)?)?;
    let store = Store::open(&Config::from_env()?.database_url).await?;
    let made = import::draft(&store, &packages, &Settings { reprice, ..settings }).await?;
    for note in &made.notes {
        eprintln!("{note}");
    }
    let warnings = made.notes.iter().filter(|note| note.is_warning()).count();
    eprintln!("{} packages, {} bundles, {warnings} warnings.", packages.len(), made.draft.book.bundles.len());
    print!("{}", catalogue::to_toml(&made.draft));
    Ok(ExitCode::SUCCESS)
}

async fn apply_catalogue(store: &Store, wanted: &Catalogue, yes: bool) -> Result<ExitCode, StartError> {
    let changes = catalogue::pending_changes(store, wanted, Clock::System.now()).await?;
    if changes.is_empty() {
        println!("Nothing would change.");
        return Ok(ExitCode::SUCCESS);
    }
    for change in &changes {
        println!("{change}");
    }
    if !yes && !agrees()? {
        println!("Nothing was changed.");
        return Ok(ExitCode::FAILURE);
    }
    let applied = catalogue::apply(store, wanted, Clock::System.now()).await?;
    println!("Price book {} is in force.", applied.number);
    Ok(ExitCode::SUCCESS)
}

fn agrees() -> Result<bool, StartError> {
    if !std::io::stdin().is_terminal() {
        return Err("nobody is there to agree: look at the changes above and add --yes".into());
    }
    print!("Apply these changes? [y/N] ");
    std::io::stdout().flush()?;
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

/// Renders one page again and again without the cache, in a shop of its own, and prints the milliseconds of each.
async fn bench_render(page: &str, rounds: u32) -> Result<ExitCode, StartError> {
    let running = serve::start(Config::from_env()?, Clock::System).await?;
    let mut times = Vec::new();
    for _ in 0..rounds.max(1) {
        let started = Instant::now();
        crate::http::pages::render_uncached(&running.app, page).await?;
        times.push(started.elapsed());
    }
    times.sort();
    let at = |part: usize| times.get((times.len() - 1) * part / 100).map_or(0.0, |time| time.as_secs_f64() * 1000.0);
    println!("{page}: median {:.2} ms, p99 {:.2} ms, {} renders", at(50), at(99), times.len());
    running.stop().await;
    Ok(ExitCode::SUCCESS)
}

async fn bench_hello() -> Result<ExitCode, StartError> {
    let config = Config::from_env()?;
    start_log(config.environment)?;
    let running = serve::hello::start(&config).await?;
    println!("hello is said at http://{}", running.address);
    wait_for_stop().await?;
    running.stop().await;
    Ok(ExitCode::SUCCESS)
}
