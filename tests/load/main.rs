//! The load generator of `npm run bench`: sends requests as fast as running servers answer, checks every answer, and
//! fills databases.
//!
//! A program of its own, because ready-made ones report only milliseconds, do not check the answers, or must be
//! installed by hand. It runs in one thread: it shares the machine with the server, and reports its own computing time
//! with every figure.

mod connection;
mod database;
mod disk;
mod plan;
mod processes;
mod rounds;
mod seed;
mod summary;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Why a measurement failed, as a sentence.
type Trouble = Box<dyn std::error::Error + Send + Sync>;

#[derive(Debug, Parser)]
#[command(about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Measure what a plan says and print the results as JSON.
    Measure {
        /// The plan, as JSON.
        plan: PathBuf,
    },
    /// Add orders to a shop's database and print some of them as JSON. No shop may be running on an SQLite file.
    Seed {
        /// The database.
        database_url: String,
        /// How many orders to add.
        #[arg(long)]
        orders: i64,
        /// How many of them to print.
        #[arg(long)]
        asked: i64,
    },
    /// Make an empty database on a PostgreSQL server and print its address.
    CreateDatabase { server: String, name: String },
    /// Drop a database of a PostgreSQL server.
    DropDatabase { server: String, name: String },
    /// Print the milliseconds that this disk takes to keep one page for good.
    FlushTime { folder: PathBuf },
    /// Print how a PostgreSQL server keeps its promises, as JSON.
    Settings { server: String },
    /// Print how many different payment pages a shop's database knows.
    Pages { database_url: String },
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("onefare-load: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> Result<(), Trouble> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    sqlx::any::install_default_drivers();
    tokio::task::LocalSet::new().block_on(&runtime, async {
        match cli.command {
            Command::Measure { plan } => {
                let plan = serde_json::from_slice(&std::fs::read(plan)?)?;
                println!("{}", serde_json::to_string(&rounds::run(&plan).await?)?);
            }
            Command::Seed { database_url, orders, asked } => {
                println!("{}", serde_json::to_string(&seed::seed(&database_url, orders, asked).await?)?);
            }
            Command::CreateDatabase { server, name } => println!("{}", database::create(&server, &name).await?),
            Command::DropDatabase { server, name } => database::drop(&server, &name).await?,
            Command::Settings { server } => {
                println!("{}", serde_json::to_string(&database::settings(&server).await?)?);
            }
            Command::FlushTime { folder } => println!("{}", disk::flush_time(&folder)?.as_secs_f64() * 1000.0),
            Command::Pages { database_url } => println!("{}", database::pages(&database_url).await?),
        }
        Ok(())
    })
}
