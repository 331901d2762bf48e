//! `onefare orders withdrawals` and `withdrawal-handled`: lists the withdrawals that need attention, and closes one.

use std::process::ExitCode;

use super::resend::known;
use super::{Telling, instant_text};
use crate::cli::operator::{Desk, open_shop};
use crate::cli::terminal::{NOTHING_OR_WRONG, plain, print, print_json};
use crate::clock::Clock;
use crate::flows::operator_acts::perform;
use crate::flows::support::withdrawals::{
    HandleError, UnmatchedLine, WithdrawalLine, handle_within, unmatched, waiting,
};
use crate::serve::StartError;

pub(super) async fn list(telling: Telling) -> Result<ExitCode, StartError> {
    let (_, store) = open_shop().await?;
    let lines = waiting(&mut *store.snapshot().await?, telling.addresses()).await?;
    if telling.json {
        print_json(&lines)?;
    } else if lines.is_empty() {
        print("No withdrawal waits.\n")?;
    } else {
        print(&lines.iter().map(text).collect::<String>())?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) async fn list_unmatched(telling: Telling) -> Result<ExitCode, StartError> {
    let (_, store) = open_shop().await?;
    let lines = unmatched(&mut *store.snapshot().await?, telling.addresses()).await?;
    if telling.json {
        print_json(&lines)?;
    } else if lines.is_empty() {
        print("Every statement matches an order.\n")?;
    } else {
        print(&lines.iter().map(unmatched_text).collect::<String>())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The number that was typed, when it was stated, e-mail address.
fn unmatched_text(line: &UnmatchedLine) -> String {
    let name = line.name.as_ref().map_or_else(String::new, |name| format!("  {}", plain(name)));
    format!("{}  stated {}  {}{name}\n", line.number, instant_text(line.stated_at), line.email)
}

/// Number, state, product, amount, when it was stated and how long after the payment, e-mail address.
fn text(line: &WithdrawalLine) -> String {
    let order = &line.order;
    let when = match line.days_after_payment {
        Some(days) => format!("{days} days after it was paid"),
        None => "not paid".to_owned(),
    };
    let stated_at = instant_text(line.withdrawal.stated_at);
    let name = line.withdrawal.name.as_ref().map_or_else(String::new, |name| format!("  {}", plain(name)));
    let (number, state, product, email) = (&order.number, order.state.code(), &order.product, &order.email);
    let amount = plain(&order.amount_text);
    format!("{number}  {state}  {product}  {amount}  stated {stated_at}, {when}  {email}{name}\n")
}

pub(super) async fn note(number: &str, how: &str) -> Result<ExitCode, StartError> {
    let (desk, now) = (Desk::open().await?, Clock::System.now());
    let Some(number) = known(&desk.store, number).await? else { return Ok(NOTHING_OR_WRONG) };
    let act = desk.act_on_order("orders withdrawal-handled", &number);
    let noted = perform::<_, HandleError>(&desk.store, &act, now, async |tx| {
        let stated_at = instant_text(handle_within(tx, &number, how, now).await?);
        // The order keeps neither once its buyer withdraws again.
        Ok(((), format!("Withdrawal stated {stated_at} noted as handled: {}", how.trim())))
    });
    noted.await.map_err(|error| plain(&error.to_string()))?;
    print(&format!("Noted: the withdrawal from order {number} is handled. No money moves by this.\n"))?;
    Ok(ExitCode::SUCCESS)
}
