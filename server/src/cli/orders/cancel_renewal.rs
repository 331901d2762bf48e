//! `onefare orders cancel-renewal`: shows the effects, asks, and waits a little for a running server to tell the
//! provider.

use std::fmt::{self, Write as _};
use std::process::ExitCode;

use onefare_core::language::Language;
use onefare_core::price_text::price_text;

use super::follow::{follow, not_yet};
use super::instant_text;
use crate::cli::operator::Desk;
use crate::cli::terminal::{NOTHING_OR_WRONG, agrees, plain, print};
use crate::clock::Clock;
use crate::flows::operator_acts::perform;
use crate::flows::support::renewal::{CancelError, Offer, Progress, cancel_within, look, progress};
use crate::serve::StartError;

pub(super) async fn run(number: &str, yes: bool, wait: u64) -> Result<ExitCode, StartError> {
    let desk = Desk::open().await?;
    let store = &desk.store;
    let offer = match look(store, number, Clock::System.now()).await {
        Err(CancelError::Unknown(number)) => {
            eprintln!("There is no order {}.", plain(&number));
            return Ok(NOTHING_OR_WRONG);
        }
        looked => looked.map_err(|error| sentence(&error))?,
    };
    print(&meaning(&offer)?)?;
    if !yes && !agrees("Cancel the renewal?")? {
        print("Nothing was cancelled.\n")?;
        return Ok(NOTHING_OR_WRONG);
    }
    let (act, now) = (desk.act_on_order("orders cancel-renewal", &offer.number), Clock::System.now());
    let done = perform::<_, CancelError>(store, &act, now, async |tx| {
        cancel_within(tx, &offer, now).await?;
        let (price, at) = (price_text(offer.next.amount, Language::En), instant_text(offer.next.at));
        Ok(((), format!("Renewal cancelled: {} of {at} is not charged.", plain(&price))))
    });
    done.await.map_err(|error| sentence(&error))?;
    print("The cancellation is stored.\n")?;
    let far = async || progress(store, &offer.order_id).await;
    let far = follow(wait, far, |far| far.cancellation.confirmed_at.is_some()).await?;
    print(&told(&far))?;
    Ok(ExitCode::SUCCESS)
}

fn sentence(error: &CancelError) -> StartError {
    plain(&error.to_string()).into()
}

/// The effects, one fact per line.
fn meaning(offer: &Offer) -> Result<String, fmt::Error> {
    let mut text = String::new();
    writeln!(text, "Order {}: {}", offer.number, offer.order.code())?;
    let mut line = |name: &str, value: &str| writeln!(text, "  {name:<12}{}", plain(value));
    let next = &offer.next;
    let (price, at) = (price_text(next.amount, Language::En), instant_text(next.at));
    line("buyer", &offer.email)?;
    line("what", &offer.product)?;
    match offer.unpaid {
        Some(unpaid) => {
            line("unpaid", &format!("{}, which is voided then", price_text(unpaid, Language::En)))?;
            line("access", "ends at once")?;
        }
        None => {
            line("would pay", &format!("{price} {at}, and again every {} months", next.every_months))?;
            line("pays then", "nothing")?;
            line("access", &format!("stays until {at}"))?;
        }
    }
    line("money", "none goes back; `onefare orders refund` does that")?;
    line("letter", "tells the buyer, once the provider has it")?;
    line("at Stripe", &format!("subscription {}", offer.subscription))?;
    Ok(text)
}

fn told(far: &Progress) -> String {
    let cancellation = &far.cancellation;
    match (cancellation.confirmed_at, cancellation.ends_at) {
        (Some(_), Some(ends_at)) => {
            format!("Done: nothing more is charged, and access ends {}.\n", instant_text(ends_at))
        }
        (Some(_), None) => "Done: nothing more is charged.\n".to_owned(),
        (None, _) => not_yet(far.last_error.as_deref()),
    }
}
