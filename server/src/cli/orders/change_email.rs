//! `onefare orders change-email`: shows the effects, asks, and waits a little for a running server to send the letters.

use std::fmt::{self, Write as _};
use std::process::ExitCode;

use super::resend;
use crate::cli::operator::Desk;
use crate::cli::terminal::{NOTHING_OR_WRONG, agrees, plain, print};
use crate::clock::Clock;
use crate::flows::email_change::by_support::{ChangeError, Offer, change_within, look};
use crate::flows::operator_acts::{Act, perform};
use crate::serve::StartError;

pub(super) async fn run(number: &str, new_address: &str, yes: bool, wait: u64) -> Result<ExitCode, StartError> {
    let desk = Desk::open().await?;
    let store = &desk.store;
    let offer = match look(store, number, new_address).await {
        Err(ChangeError::Unknown(number)) => {
            eprintln!("There is no order {}.", plain(&number));
            return Ok(NOTHING_OR_WRONG);
        }
        looked => looked.map_err(|error| sentence(&error))?,
    };
    print(&meaning(&offer)?)?;
    if !yes && !agrees("Change the address?")? {
        print("Nothing was changed.\n")?;
        return Ok(NOTHING_OR_WRONG);
    }
    let now = Clock::System.now();
    let act = Act { order_number: Some(&offer.number), ..desk.act_on_customer("orders change-email", &offer.old) };
    let changed = perform(store, &act, now, async |tx| {
        let asked = change_within(tx, &offer, now).await?;
        Ok::<_, ChangeError>((asked, "The order has another address; the customer is the one of before.".to_owned()))
    });
    let asked = changed.await.map_err(|error| sentence(&error))?;
    print("The new address is stored.\n")?;
    resend::follow(store, &asked, wait).await
}

fn sentence(error: &ChangeError) -> StartError {
    plain(&error.to_string()).into()
}

/// The effects, one fact per line. The new address is shown in full, so that the operator can check it before it gets
/// the letters.
fn meaning(offer: &Offer) -> Result<String, fmt::Error> {
    let mut text = String::new();
    writeln!(text, "Order {}: {}", offer.number, offer.order.code())?;
    let mut line = |name: &str, value: &str| writeln!(text, "  {name:<12}{}", plain(value));
    line("old address", &offer.old.masked())?;
    line("new address", offer.new.as_str())?;
    line("letters", "those of the order go to the new address, anew")?;
    line("old one", "gets a letter that does not name the new one")?;
    line("sign-in", "the new address finds the order, the old one no longer")?;
    line("provider", "keeps the old address: change it in its dashboard if you need to")?;
    Ok(text)
}
