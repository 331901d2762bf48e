//! `onefare entitlements`: what accounts may use, as the systems of the VPN learn it.

use std::io::Read as _;
use std::process::ExitCode;

use clap::Subcommand;

use super::operator::{Desk, open_shop};
use super::orders::instant_text;
use super::terminal::{NOTHING_OR_WRONG, plain, print, print_json};
use crate::clock::Clock;
use crate::flows::entitlements::compare::{Belief, DifferenceLine, compare};
use crate::flows::entitlements::document::EntitlementDocument;
use crate::flows::entitlements::{lookup, resend};
use crate::flows::operator_acts::perform;
use crate::serve::StartError;
use crate::store::StoreError;
use crate::store::entitlements::StoredEntitlement;

#[derive(Debug, Subcommand)]
pub(super) enum EntitlementsCommand {
    /// Show what an account may use, and whether the receiver has taken it.
    Show {
        /// The account's id, an e-mail address of an account, or the number of an order.
        who: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Push the entitlement of an account to the receiver once more. A running server sends it.
    Resend {
        /// The account's id, an e-mail address of an account, or the number of an order.
        who: String,
    },
    /// Compare what a system of the VPN believes with what the shop knows; exit code 1 when they differ.
    Compare {
        /// A file with one JSON document a line: account, state and, if known, until and revision. `-` reads the standard input.
        file: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
}

pub(super) async fn run(command: EntitlementsCommand) -> Result<ExitCode, StartError> {
    match command {
        EntitlementsCommand::Show { who, json } => show(&who, json).await,
        EntitlementsCommand::Resend { who } => send_again(&who).await,
        EntitlementsCommand::Compare { file, json } => differences(&file, json).await,
    }
}

fn nothing(who: &str) -> ExitCode {
    eprintln!("{} leads to no account with an entitlement.", plain(who));
    NOTHING_OR_WRONG
}

async fn show(who: &str, json: bool) -> Result<ExitCode, StartError> {
    let (config, store) = open_shop().await?;
    let Some(stored) = lookup::typed(&mut *store.snapshot().await?, who).await? else { return Ok(nothing(who)) };
    if json {
        print_json(&EntitlementDocument::of(&stored))?;
    } else {
        print(&text(&stored, config.entitlements.receiver.is_some()))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn text(stored: &StoredEntitlement, has_receiver: bool) -> String {
    let found = &stored.entitlement;
    let taken = match (has_receiver, stored.waits_since) {
        (false, _) => "no receiver in the settings".to_owned(),
        (true, Some(since)) => format!("not yet, waits since {}", instant_text(since)),
        (true, None) if stored.taken_revision == Some(stored.revision) => "yes".to_owned(),
        (true, None) => "not yet".to_owned(),
    };
    let joined = stored.joined_into.as_ref().map(|into| format!("  joined into   {into}\n")).unwrap_or_default();
    format!(
        "Account {}\n{joined}  state         {}\n  from          {}\n  paid until    {}\n  until         {}\n  devices       {}, {} at \
         the same time\n  revision      {} of {}\n  taken         {taken}\n",
        stored.account_id,
        found.state.code(),
        instant_text(found.from),
        instant_text(found.paid_until),
        instant_text(found.until),
        found.devices.registered,
        found.devices.at_once,
        stored.revision,
        instant_text(stored.changed_at),
    )
}

async fn send_again(who: &str) -> Result<ExitCode, StartError> {
    let (desk, config) = Desk::with_settings().await?;
    if config.entitlements.receiver.is_none() {
        return Err("ONEFARE_ENTITLEMENTS_URL names no receiver".into());
    }
    let stored = lookup::typed(&mut *desk.store.snapshot().await?, who).await?;
    let Some(stored) = stored else { return Ok(nothing(who)) };
    let (account, now) = (stored.account_id, Clock::System.now());
    perform::<_, StoreError>(&desk.store, &desk.act("entitlements resend"), now, async |tx| {
        resend(tx, &account, now).await?;
        Ok(((), format!("Entitlement of {account} enqueued.")))
    })
    .await?;
    print(&format!(
        "Enqueued for {account}. `onefare entitlements show {account}` says when the receiver has taken it.\n"
    ))?;
    Ok(ExitCode::SUCCESS)
}

async fn differences(file: &str, json: bool) -> Result<ExitCode, StartError> {
    let (_, store) = open_shop().await?;
    let found = compare(&mut *store.snapshot().await?, beliefs(file)?).await?;
    if json {
        print_json(&found)?;
    } else if found.is_empty() {
        print("No differences.\n")?;
    } else {
        print(&found.iter().map(line).collect::<String>())?;
    }
    Ok(if found.is_empty() { ExitCode::SUCCESS } else { NOTHING_OR_WRONG })
}

/// The lines of the file; empty ones, and the last one of a snapshot, are left out.
fn beliefs(file: &str) -> Result<Vec<Belief>, StartError> {
    let text = if file == "-" {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text)?;
        text
    } else {
        std::fs::read_to_string(file).map_err(|error| format!("{} cannot be read: {error}", plain(file)))?
    };
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with("{\"end\":"));
    let read = |(index, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| format!("line {} is no entitlement: {error}", index + 1).into())
    };
    lines.map(read).collect()
}

fn line(found: &DifferenceLine) -> String {
    let system = found.system.map_or("unknown", |state| state.code());
    let shop = match &found.shop {
        Some(shop) => format!("{} until {}, revision {}", shop.state.code(), instant_text(shop.until), shop.revision),
        None => "unknown".to_owned(),
    };
    format!("{}  {}: the system has {system}, the shop {shop}\n", plain(&found.account), found.difference.word())
}
