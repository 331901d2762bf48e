//! `onefare audit`: prints every difference as it is found, then the figures.

mod list;

use std::process::ExitCode;
use std::time::Instant;

use clap::Subcommand;
use serde::Serialize;

use super::operator::open_shop;
use super::terminal::{NOTHING_OR_WRONG, plain, print};
use crate::flows::audit::report::{Difference, Figures};
use crate::flows::audit::run::audit;
use crate::serve::StartError;
use crate::store::Store;

/// Arguments of `onefare audit`.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct AuditArgs {
    /// Print one JSON document instead of lines.
    #[arg(long)]
    json: bool,
    #[command(subcommand)]
    command: Option<AuditCommand>,
}

#[derive(Debug, Subcommand)]
pub(super) enum AuditCommand {
    /// List what operators changed by command, oldest first. The list holds no e-mail address in clear text.
    List(list::ListArgs),
}

/// The end of the JSON document.
#[derive(Serialize)]
struct Closing {
    #[serde(flatten)]
    figures: Figures,
    milliseconds: u128,
}

pub(super) async fn run(args: AuditArgs) -> Result<ExitCode, StartError> {
    match args.command {
        Some(AuditCommand::List(args)) => list::run(args).await,
        None => compare(args.json).await,
    }
}

async fn compare(json: bool) -> Result<ExitCode, StartError> {
    let (_, store) = open_shop().await?;
    let started = Instant::now();
    let figures = if json { in_json(&store, started).await? } else { in_lines(&store, started).await? };
    Ok(if figures.differences == 0 { ExitCode::SUCCESS } else { NOTHING_OR_WRONG })
}

async fn in_lines(store: &Store, started: Instant) -> Result<Figures, StartError> {
    let figures = audit::<StartError>(store, |difference| print(&line(difference))).await?;
    let (coded, seconds) = (figures.with_known_code + figures.with_kept_code, started.elapsed().as_secs_f64());
    print(&format!(
        "{} quotes computed again, {coded} with a code ({} by its terms, {} by what the order kept); {} orders paid, {} \
         delivered; {} orders differ; {seconds:.1} s\n{} orders, {} differences\n",
        figures.recomputed,
        figures.with_known_code,
        figures.with_kept_code,
        figures.paid,
        figures.delivered,
        figures.differing_orders,
        figures.orders,
        figures.differences,
    ))?;
    Ok(figures)
}

/// Prints one document, piece by piece, so that a million differences need no memory.
async fn in_json(store: &Store, started: Instant) -> Result<Figures, StartError> {
    print("{\"found\":[")?;
    let mut first = true;
    let figures = audit::<StartError>(store, |difference| {
        let comma = if std::mem::take(&mut first) { "" } else { "," };
        print(&format!("{comma}\n{}", serde_json::to_string(difference)?))
    })
    .await?;
    let closing = serde_json::to_string(&Closing { figures, milliseconds: started.elapsed().as_millis() })?;
    // The figures' own braces close the document.
    print(&format!("\n],{}\n", closing.strip_prefix('{').unwrap_or(&closing)))?;
    Ok(figures)
}

fn line(difference: &Difference) -> String {
    let Difference { order, check, field, stored, expected } = difference;
    format!("{}  {} {field}: {}; expected: {}\n", plain(order), check.word(), plain(stored), plain(expected))
}
