//! `onefare orders accept-charge`: shows how a later charge differs from what was agreed, asks, and notes that it stands.

use std::process::ExitCode;

use super::{instant_text, price};
use crate::cli::operator::Desk;
use crate::cli::terminal::{NOTHING_OR_WRONG, agrees, plain, print};
use crate::clock::Clock;
use crate::flows::operator_acts::perform;
use crate::flows::support::later_charge::{AcceptError, accept_within, look};
use crate::serve::StartError;

pub(super) async fn run(number: &str, invoice: &str, yes: bool) -> Result<ExitCode, StartError> {
    let desk = Desk::open().await?;
    let (number, charge) = match look(&desk.store, number, invoice).await {
        Err(error @ (AcceptError::UnknownOrder(_) | AcceptError::UnknownCharge(..) | AcceptError::NotOpen(_))) => {
            eprintln!("onefare: {}", plain(&error.to_string()));
            return Ok(NOTHING_OR_WRONG);
        }
        looked => looked.map_err(|error| sentence(&error))?,
    };
    let (charged, agreed, on) = (price(charge.amount), price(charge.agreed), instant_text(charge.charged_at));
    let verdict = charge.verdict.code();
    print(&format!("Order {number}: {charged} was charged on {on}, {agreed} was agreed ({verdict}).\n"))?;
    print(
        "Accepting returns no money, and tells the buyer nothing. To return some, use `onefare orders refund --charge` instead.\n",
    )?;
    if !yes && !agrees("Accept the charge?")? {
        print("Nothing was accepted.\n")?;
        return Ok(NOTHING_OR_WRONG);
    }
    let number = number.to_string();
    let (act, now) = (desk.act_on_order("orders accept-charge", &number), Clock::System.now());
    let done = perform::<_, AcceptError>(&desk.store, &act, now, async |tx| {
        accept_within(tx, &charge.invoice, now).await?;
        Ok(((), format!("Charge {} accepted: {charged} instead of {agreed}.", charge.invoice)))
    });
    done.await.map_err(|error| sentence(&error))?;
    print("The charge is accepted.\n")?;
    Ok(ExitCode::SUCCESS)
}

fn sentence(error: &AcceptError) -> StartError {
    plain(&error.to_string()).into()
}
