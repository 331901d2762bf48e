//! `onefare catalogue`: plans, prices and codes.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Subcommand;

use super::operator::{Desk, open_shop};
use super::terminal::agrees;
use crate::catalogue::import::{self, Settings};
use crate::catalogue::{self, Catalogue};
use crate::clock::Clock;
use crate::flows::operator_acts::perform;
use crate::serve::StartError;
use crate::store::StoreError;

#[derive(Debug, Subcommand)]
pub(super) enum CatalogueCommand {
    /// Report what is wrong with a file, and change nothing.
    Check {
        /// The catalogue file.
        file: PathBuf,
    },
    /// Show what a file would change, ask, and store it as a new price book.
    Apply {
        /// The catalogue file.
        file: PathBuf,
        /// Skip the question.
        #[arg(long)]
        yes: bool,
    },
    /// Print the present catalogue as a file that `apply` reads.
    Export,
    /// Print the present catalogue with the eSIM bundles that the supplier sells now, as a file that `apply` reads, and report
    /// what is new, gone or dearer.
    Import {
        /// The supplier's answer to `/package/list`, as JSON; by default the command requests it with the configured account.
        #[arg(long)]
        from: Option<PathBuf>,
        /// The rules that turn costs into prices; by default those of the settings, or the built-in ones.
        #[arg(long)]
        rules: Option<PathBuf>,
        /// Compute every price anew, even where the present one still earns its margin.
        #[arg(long)]
        reprice: bool,
    },
}

pub(super) async fn run(command: CatalogueCommand) -> Result<ExitCode, StartError> {
    match command {
        CatalogueCommand::Check { file } => {
            let read = read_catalogue(&file)?;
            if let Some(wanted) = &read {
                println!("{} can be applied.", file.display());
                warn_of_used_up_codes(wanted).await;
            }
            Ok(if read.is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        CatalogueCommand::Export => {
            let (_, store) = open_shop().await?;
            print!("{}", catalogue::export(&store).await?);
            Ok(ExitCode::SUCCESS)
        }
        CatalogueCommand::Import { from, rules, reprice } => import_catalogue(from.as_deref(), rules, reprice).await,
        CatalogueCommand::Apply { file, yes } => {
            let Some(wanted) = read_catalogue(&file)? else { return Ok(ExitCode::FAILURE) };
            apply_catalogue(&Desk::open().await?, &wanted, yes).await
        }
    }
}

/// Names codes that nobody could use, where there is a shop to compare with.
async fn warn_of_used_up_codes(wanted: &Catalogue) {
    // A file is also checked where no shop is, and where its settings are wrong.
    let Ok((_, store)) = open_shop().await else { return };
    match catalogue::warnings(&store, wanted).await {
        Ok(warnings) => warnings.iter().for_each(|warning| eprintln!("{warning}")),
        Err(error) => eprintln!("The uses of the codes could not be read: {error}"),
    }
}

/// Reads a file; prints its faults to standard error, one per line.
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

/// Prints a draft to standard output and its warnings to standard error.
async fn import_catalogue(from: Option<&Path>, rules: Option<PathBuf>, reprice: bool) -> Result<ExitCode, StartError> {
    let (config, store) = open_shop().await?;
    let settings = Settings::load(rules.or_else(|| config.esim_import.prices_file.clone()).as_deref())?;
    let packages = match from {
        Some(file) => import::packages_of(&read_text(file)?)?,
        None => import::listed(&config, Clock::System).await?,
    };
    let made = import::draft(&store, &packages, &Settings { reprice, ..settings }).await?;
    for warning in &made.warnings {
        eprintln!("{warning}");
    }
    let warnings = made.warnings.iter().filter(|warning| warning.needs_attention()).count();
    eprintln!("{} packages, {} bundles, {warnings} warnings.", packages.len(), made.draft.book.bundles.len());
    print!("{}", catalogue::to_toml(&made.draft));
    Ok(ExitCode::SUCCESS)
}

async fn apply_catalogue(desk: &Desk, wanted: &Catalogue, yes: bool) -> Result<ExitCode, StartError> {
    let changes = catalogue::pending_changes(&desk.store, wanted, Clock::System.now()).await?;
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
    let (act, now) = (desk.act("catalogue apply"), Clock::System.now());
    let number = perform::<_, StoreError>(&desk.store, &act, now, async |tx| {
        let applied = catalogue::apply_within(tx, wanted, now).await?;
        let changes: Vec<String> = applied.changes.iter().map(ToString::to_string).collect();
        Ok((applied.number, format!("Price book {} in force: {}", applied.number, changes.join("; "))))
    })
    .await?;
    println!("Price book {number} is in force.");
    Ok(ExitCode::SUCCESS)
}
