//! `onefare catalogue`: plans, prices and codes.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;

use super::terminal::agrees;
use crate::clock::Clock;
use crate::config::Config;
use crate::flows::catalogue::{self, Catalogue};
use crate::serve::StartError;
use crate::store::Store;

#[derive(Debug, Subcommand)]
pub(super) enum CatalogueCommand {
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
}

pub(super) async fn run(command: CatalogueCommand) -> Result<ExitCode, StartError> {
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
        CatalogueCommand::Apply { file, yes } => {
            let Some(wanted) = read_catalogue(&file)? else { return Ok(ExitCode::FAILURE) };
            let store = Store::open(&Config::from_env()?.database_url).await?;
            apply_catalogue(&store, &wanted, yes).await
        }
    }
}

/// Reads a file; its faults go to the terminal, one a line.
fn read_catalogue(file: &PathBuf) -> Result<Option<Catalogue>, StartError> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
    match catalogue::parse(&text) {
        Ok(catalogue) => Ok(Some(catalogue)),
        Err(faults) => {
            for fault in faults {
                eprintln!("{}: {fault}", file.display());
            }
            Ok(None)
        }
    }
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
    if !yes && !agrees("Apply these changes?")? {
        println!("Nothing was changed.");
        return Ok(ExitCode::FAILURE);
    }
    let applied = catalogue::apply(store, wanted, Clock::System.now()).await?;
    println!("Price book {} is in force.", applied.number);
    Ok(ExitCode::SUCCESS)
}
