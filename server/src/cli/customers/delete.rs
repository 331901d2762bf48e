//! `onefare customers delete`: shows the effects, asks, and deletes the account of an address.

use std::fmt::{self, Write as _};
use std::process::ExitCode;

use onefare_core::email::Email;

use crate::cli::operator::Desk;
use crate::cli::terminal::{NOTHING_OR_WRONG, agrees, plain, print};
use crate::clock::Clock;
use crate::flows::account::customer::{CustomerSheet, sheet};
use crate::flows::account::deletion::delete_within;
use crate::flows::operator_acts::perform;
use crate::flows::support::find::Addresses;
use crate::flows::support::renewal::CancelError;
use crate::serve::StartError;

const NO_ACCOUNT: &str = "Nobody has an account with this address.";

pub(super) async fn run(email: &Email, yes: bool) -> Result<ExitCode, StartError> {
    let (desk, now) = (Desk::open().await?, Clock::System.now());
    let found = sheet(&mut *desk.store.snapshot().await?, email, Addresses::Masked, now).await?;
    let Some(sheet) = found.filter(|sheet| sheet.has_account) else {
        eprintln!("{NO_ACCOUNT}");
        return Ok(NOTHING_OR_WRONG);
    };
    print(&meaning(&sheet)?)?;
    if !yes && !agrees("Delete the account?")? {
        print("Nothing was deleted.\n")?;
        return Ok(NOTHING_OR_WRONG);
    }
    let act = desk.act_on_customer("customers delete", email);
    let deleted = perform::<_, CancelError>(&desk.store, &act, now, async |tx| {
        let orders = delete_within(tx, email, now).await?;
        Ok((
            orders,
            orders.map_or_else(|| NO_ACCOUNT.to_owned(), |orders| format!("Account deleted, orders: {orders}.")),
        ))
    });
    let deleted = deleted.await.map_err(|error| plain(&error.to_string()))?;
    if deleted.is_none() {
        eprintln!("{NO_ACCOUNT}");
        return Ok(NOTHING_OR_WRONG);
    }
    print(
        "Deleted. A running server ends the renewals and sends the letter, within seconds or as soon as one runs.\n",
    )?;
    Ok(ExitCode::SUCCESS)
}

/// The effects, one fact per line.
fn meaning(sheet: &CustomerSheet) -> Result<String, fmt::Error> {
    let mut text = String::new();
    writeln!(text, "Account {}", plain(&sheet.email))?;
    let mut line = |name: &str, value: &str| writeln!(text, "  {name:<12}{value}");
    line("sessions", &format!("{} end", sheet.sessions.len()))?;
    line("orders", &format!("{} stay for seven years, shown to nobody but operators", sheet.orders.len()))?;
    line("renewals", "are cancelled; what is paid for can be used to its end")?;
    line("deleted", "events, answers of the wizard, wrong sign-in codes")?;
    line("letter", "tells the owner")?;
    Ok(text)
}
