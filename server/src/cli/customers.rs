//! `onefare customers`: an address and all that belongs to it.

mod delete;

use std::fmt::{self, Write as _};
use std::process::ExitCode;

use clap::Subcommand;
use onefare_core::email::Email;
use onefare_core::otp::lockout::LOCKOUT;

use super::operator::{Desk, open_shop};
use super::orders::{Telling, find, instant_text, show};
use super::terminal::{NOTHING_OR_WRONG, plain, print, print_json, typed_address};
use crate::clock::Clock;
use crate::flows::account::customer::{CustomerEsim, CustomerSheet, SessionLine, end_sessions, sheet};
use crate::flows::operator_acts::perform;
use crate::serve::StartError;
use crate::store::StoreError;

#[derive(Debug, Subcommand)]
pub(super) enum CustomersCommand {
    /// Show the orders, eSIMs and sessions of an address, and how its owner can sign in.
    Find {
        /// The e-mail address.
        address: String,
        #[command(flatten)]
        telling: Telling,
    },
    /// Delete the account of an address at its owner's request: show the effects, ask, and do it.
    ///
    /// The shop keeps the orders for its accounts. Every renewal is cancelled, and a letter informs the owner.
    Delete {
        /// The e-mail address.
        address: String,
        /// Skip the question.
        #[arg(long)]
        yes: bool,
    },
    /// Sign an address out on every device.
    EndSessions {
        /// The e-mail address.
        address: String,
    },
}

pub(super) async fn run(command: CustomersCommand) -> Result<ExitCode, StartError> {
    match command {
        CustomersCommand::Find { address, telling } => look(&typed_address(&address)?, telling).await,
        CustomersCommand::Delete { address, yes } => delete::run(&typed_address(&address)?, yes).await,
        CustomersCommand::EndSessions { address } => end(&typed_address(&address)?).await,
    }
}

async fn look(email: &Email, telling: Telling) -> Result<ExitCode, StartError> {
    let (_, store) = open_shop().await?;
    let now = Clock::System.now();
    let Some(sheet) = sheet(&mut *store.snapshot().await?, email, telling.addresses(), now).await? else {
        eprintln!("No order and no session has this address.");
        return Ok(NOTHING_OR_WRONG);
    };
    if telling.json {
        print_json(&sheet)?
    } else {
        print(&text(&sheet)?)?
    }
    Ok(ExitCode::SUCCESS)
}

async fn end(email: &Email) -> Result<ExitCode, StartError> {
    let (desk, now) = (Desk::open().await?, Clock::System.now());
    let act = desk.act_on_customer("customers end-sessions", email);
    let ended = perform::<_, StoreError>(&desk.store, &act, now, async |tx| {
        let ended = end_sessions(tx, email, now).await?;
        Ok((ended, format!("Sessions ended: {ended}.")))
    })
    .await?;
    if ended == 0 {
        eprintln!("No session of this address is open.");
        return Ok(NOTHING_OR_WRONG);
    }
    print(&format!("Sessions ended: {ended}.\n"))?;
    Ok(ExitCode::SUCCESS)
}

fn text(sheet: &CustomerSheet) -> Result<String, fmt::Error> {
    let mut text = String::new();
    writeln!(text, "Customer {}", plain(&sheet.email))?;
    writeln!(text, "  sign-in     {}", sign_in(sheet))?;
    let mut list = |title: &str, lines: Vec<String>| {
        writeln!(text, "\n{title}")?;
        let lines = if lines.is_empty() { vec!["none".to_owned()] } else { lines };
        lines.iter().try_for_each(|line| writeln!(text, "  {}", line.trim_end()))
    };
    list("Orders", sheet.orders.iter().map(find::text).collect())?;
    list("eSIMs", sheet.esims.iter().map(esim).collect())?;
    list("Sessions", sheet.sessions.iter().map(session).collect())?;
    Ok(text)
}

fn sign_in(sheet: &CustomerSheet) -> String {
    if !sheet.has_account {
        return "no account: nothing was paid with this address, or the account was deleted".to_owned();
    }
    let (wrong, most) = (sheet.wrong_codes, LOCKOUT.failures_per_account);
    if sheet.link_only {
        format!("by mailed link only: {wrong} wrong codes in a row")
    } else {
        format!("by mailed code; {wrong} of {most} wrong codes in a row")
    }
}

fn esim(esim: &CustomerEsim) -> String {
    format!("{}: {}", esim.order, show::esim(&esim.esim))
}

fn session(session: &SessionLine) -> String {
    let (began, seen) = (instant_text(session.began_at), instant_text(session.seen_at));
    format!("{}, began {began}, last used {seen}", plain(&session.device))
}
