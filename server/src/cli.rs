//! The commands of the `onefare` program, one file per family.
//!
//! Exit codes: 0 for success, 1 when nothing was found or something differs, 2 for wrong usage or a command that could
//! not do its work.

mod attention;
mod audit;
mod bench;
mod catalogue;
mod customers;
mod entitlements;
mod leads;
mod operator;
mod orders;
mod pages;
mod serve;
mod terminal;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::serve::StartError;

/// The storefront of a VPN service: one program that serves pages and API.
#[derive(Debug, Parser)]
#[command(name = "onefare", version, about)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the shop. Settings come from the environment; docs/OPERATING.md lists them.
    Serve,
    /// Run the sandbox alone: payment providers, eSIM supplier and mail server of several shops. Not for production.
    Sandbox,
    /// Export, check or change plans, bundles, prices and codes.
    #[command(subcommand)]
    Catalogue(catalogue::CatalogueCommand),
    /// Find, show or change single orders.
    #[command(subcommand)]
    Orders(orders::OrdersCommand),
    /// List what needs an operator, oldest first: held and stalled orders, failed refunds, late eSIMs, undeliverable letters.
    ///
    /// The metric onefare_attention counts the same. docs/OPERATING.md says what to do about each state.
    Attention(orders::Telling),
    /// Show an address with its orders and sessions, end its sessions, or delete its account.
    #[command(subcommand)]
    Customers(customers::CustomersCommand),
    /// Show what an account may use, push it again, or compare it with what a system of the VPN believes.
    #[command(subcommand)]
    Entitlements(entitlements::EntitlementsCommand),
    /// Export or delete the leads of the wizard.
    #[command(subcommand)]
    Leads(leads::LeadsCommand),
    /// Recompute every stored order and report differences; or list what operators changed.
    Audit(audit::AuditArgs),
    /// Print every page with its URLs as one JSON document, for tests and monitoring.
    Pages,
    /// Make the database, or bring its tables up to date, and stop.
    Migrate {
        /// Take ONEFARE_SECRET as this database's from now on, because the first one is lost: what was sealed with that
        /// stays unreadable.
        #[arg(long)]
        accept_secret: bool,
    },
    /// Measure how long one uncached page takes.
    #[command(hide = true)]
    BenchRender {
        /// Path of the page.
        #[arg(long, default_value = "/buy")]
        page: String,
        /// How often to render it.
        #[arg(long, default_value_t = 200)]
        rounds: u32,
    },
    /// Answer every request with a fixed greeting behind the shop's middleware, as a baseline for measurements.
    #[command(hide = true)]
    BenchHello,
}

/// Runs a command and returns its exit code.
///
/// # Errors
/// One sentence for the terminal.
pub fn run(cli: Cli) -> Result<ExitCode, StartError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        match cli.command {
            Command::Serve => serve::serve().await,
            Command::Sandbox => serve::sandbox().await,
            Command::Catalogue(command) => catalogue::run(command).await,
            Command::Orders(command) => orders::run(command).await,
            Command::Attention(telling) => attention::run(telling).await,
            Command::Customers(command) => customers::run(command).await,
            Command::Entitlements(command) => entitlements::run(command).await,
            Command::Leads(command) => leads::run(command).await,
            Command::Audit(args) => audit::run(args).await,
            Command::Pages => pages::run(),
            Command::Migrate { accept_secret } => serve::migrate(accept_secret).await,
            Command::BenchRender { page, rounds } => bench::bench_render(&page, rounds).await,
            Command::BenchHello => bench::bench_hello().await,
        }
    })
}
