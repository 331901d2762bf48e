//! `onefare orders resend`: requests copies of an order's letters, and waits a little for a running server to send
//! them.

use std::process::ExitCode;

use super::follow;
use crate::cli::operator::Desk;
use crate::cli::terminal::{NOTHING_OR_WRONG, plain, print};
use crate::clock::Clock;
use crate::flows::letters::resend::{Asked, Progress, ResendError, ask_by_number, progress, see_to_by_number};
use crate::flows::operator_acts::perform;
use crate::ids::typed_order_number;
use crate::serve::StartError;
use crate::store::{Store, orders};

pub(super) async fn run(number: &str, wait: u64) -> Result<ExitCode, StartError> {
    let (desk, now) = (Desk::open().await?, Clock::System.now());
    let Some(number) = known(&desk.store, number).await? else { return Ok(NOTHING_OR_WRONG) };
    let act = desk.act_on_order("orders resend", &number);
    let asked = perform::<_, ResendError>(&desk.store, &act, now, async |tx| {
        let asked = ask_by_number(tx, &number, now).await?;
        let what = told(&asked).trim_end().replace('\n', " ");
        Ok((asked, what))
    })
    .await?;
    follow(&desk.store, &asked, wait).await
}

/// Prints what was requested, and waits until it has been sent, or for as long as given.
pub(super) async fn follow(store: &Store, asked: &Asked, wait: u64) -> Result<ExitCode, StartError> {
    print(&told(asked))?;
    let left = follow::follow(wait, async || progress(store, asked).await, |left| left.waiting.is_empty()).await?;
    if !left.waiting.is_empty() {
        print(&waits(&left))?;
        return Ok(ExitCode::SUCCESS);
    }
    if !left.refused.is_empty() {
        eprintln!("The mail server will not take it: {}.", plain(&left.refused.join(", ")));
        return Ok(NOTHING_OR_WRONG);
    }
    print("Sent.\n")?;
    Ok(ExitCode::SUCCESS)
}

/// Acknowledges the refused letters of an order.
pub(super) async fn leave(number: &str) -> Result<ExitCode, StartError> {
    let (desk, now) = (Desk::open().await?, Clock::System.now());
    let Some(number) = known(&desk.store, number).await? else { return Ok(NOTHING_OR_WRONG) };
    let act = desk.act_on_order("orders resend --acknowledge", &number);
    let seen_to = perform::<_, ResendError>(&desk.store, &act, now, async |tx| {
        let seen_to = see_to_by_number(tx, &number, now).await?;
        Ok((seen_to, format!("Refused letters acknowledged: {seen_to}.")))
    })
    .await?;
    if seen_to == 0 {
        eprintln!("No refused letter of this order waits for anybody.");
        return Ok(NOTHING_OR_WRONG);
    }
    print(&format!("Seen to: {seen_to}. Nothing is sent.\n"))?;
    Ok(ExitCode::SUCCESS)
}

/// The stored form of an order's number. Prints a sentence and gives `None` when there is no such order.
pub(super) async fn known(store: &Store, typed: &str) -> Result<Option<String>, StartError> {
    let number = typed_order_number(typed);
    let order = match &number {
        Ok(number) => orders::by_number(&mut *store.read().await?, number).await?,
        Err(_) => None,
    };
    if order.is_none() {
        let named = number.map_or_else(|other| other, |number| number.to_string());
        eprintln!("There is no order {}.", plain(&named));
    }
    Ok(order.map(|order| order.number.to_string()))
}

fn told(asked: &Asked) -> String {
    let mut told = String::new();
    if asked.first_letter_due {
        told.push_str("A letter that has not gone out yet is due now.\n");
    }
    if !asked.refunds.is_empty() {
        told.push_str("A letter about a refund that was refused is due now.\n");
    }
    if !asked.copies.is_empty() {
        told.push_str(&format!("Asked for one more: {}.\n", asked.copies.join(", ")));
    }
    told
}

/// A stored request will be carried out: that it has not been yet is no failure of this command.
fn waits(left: &Progress) -> String {
    let why = left.last_error.as_ref().map_or_else(
        || "a running server sends it within seconds, or as soon as one runs".to_owned(),
        |error| format!("the last attempt failed ({}), and a running server tries again", plain(error)),
    );
    format!("Not sent yet, but stored: {why}.\n")
}
