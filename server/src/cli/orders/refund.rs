//! `onefare orders refund`: shows the effects of a refund, asks, and waits a little for a running server to do it.

use std::fmt::{self, Write as _};
use std::process::ExitCode;

use onefare_core::quote::Product;

use super::follow::follow;
use super::{instant_text, price};
use crate::cli::operator::Desk;
use crate::cli::terminal::{NOTHING_OR_WRONG, agrees, plain, print};
use crate::clock::Clock;
use crate::flows::operator_acts::perform;
use crate::flows::payment::clients::Clients;
use crate::flows::support::refund::{
    Offer, Outcome, Progress, SendBackError, Wanted, look, look_otherwise, note_otherwise_within, progress, send_within,
};
use crate::serve::StartError;
use crate::store::refunds::RefundState;

pub(super) async fn run(wanted: &Wanted<'_>, yes: bool, wait: u64) -> Result<ExitCode, StartError> {
    let (desk, config) = Desk::with_settings().await?;
    let clients = Clients::new(&config)?;
    let store = &desk.store;
    let Some(offer) = known(look(store, &clients, wanted, Clock::System.now()).await)? else {
        return Ok(NOTHING_OR_WRONG);
    };
    let letter = if offer.amount.minor() > 0 {
        "tells the buyer, once the provider has it"
    } else {
        "tells the buyer, once it has ended"
    };
    print(&meaning(&offer, &[], letter)?)?;
    if !yes && !agrees(&question(&offer))? {
        print("Nothing was sent back.\n")?;
        return Ok(NOTHING_OR_WRONG);
    }
    let (act, now) = (desk.act_on_order("orders refund", &offer.number), Clock::System.now());
    let sent = perform::<_, SendBackError>(store, &act, now, async |tx| {
        let refund = send_within(tx, &offer, now).await?;
        let what = format!("Refund {refund} decided: {} of payment {}.", price(offer.amount), offer.payment_id);
        Ok((refund, what))
    });
    let refund = sent.await.map_err(|error| sentence(&error))?;
    print(&format!("Refund {refund} is stored.\n"))?;
    let far = follow(wait, async || progress(store, &refund).await, |far| far.refund.state.is_over()).await?;
    print(&told(&far))?;
    Ok(if far.refund.state == RefundState::Failed { NOTHING_OR_WRONG } else { ExitCode::SUCCESS })
}

/// Records how the buyer got the money of a failed refund.
pub(super) async fn note(wanted: &Wanted<'_>, how: &str, yes: bool) -> Result<ExitCode, StartError> {
    let desk = Desk::open().await?;
    let store = &desk.store;
    let Some(instead) = known(look_otherwise(store, wanted, how).await)? else { return Ok(NOTHING_OR_WRONG) };
    let (refund, offer) = (&instead.refund, &instead.offer);
    let why = refund.failure.as_deref().unwrap_or("no reason was given");
    let failed = format!("{}, decided {}: {why}", refund.id, instant_text(refund.created_at));
    print(&meaning(offer, &[("failed", &failed), ("sent by", &instead.how)], "none: tell the buyer yourself")?)?;
    if !yes && !agrees(&format!("Note that {} went back?", price(offer.amount)))? {
        print("Nothing was noted.\n")?;
        return Ok(NOTHING_OR_WRONG);
    }
    let (act, now) = (desk.act_on_order("orders refund --refunded-manually", &offer.number), Clock::System.now());
    let noted = perform::<_, SendBackError>(store, &act, now, async |tx| {
        note_otherwise_within(tx, &instead, now).await?;
        Ok(((), format!("Refund {} noted as sent by hand: {}.", refund.id, price(offer.amount))))
    });
    noted.await.map_err(|error| sentence(&error))?;
    print("Noted. Nothing is sent.\n")?;
    Ok(ExitCode::SUCCESS)
}

/// The result of looking an order up. Prints a sentence and gives `None` when there is no such order.
pub(super) fn known<T>(looked: Result<T, SendBackError>) -> Result<Option<T>, StartError> {
    match looked {
        Err(SendBackError::Unknown(number)) => {
            eprintln!("There is no order {}.", plain(&number));
            Ok(None)
        }
        looked => looked.map(Some).map_err(|error| sentence(&error)),
    }
}

/// The sentence may quote what the operator typed and what a provider answered.
pub(super) fn sentence(error: &SendBackError) -> StartError {
    plain(&error.to_string()).into()
}

/// The effects, one fact per line; `more` holds the facts of one of the two ways.
fn meaning(offer: &Offer, more: &[(&str, &str)], letter: &str) -> Result<String, fmt::Error> {
    let mut text = String::new();
    writeln!(text, "Order {}: {}", offer.number, offer.order.code())?;
    let mut line = |name: &str, value: &str| writeln!(text, "  {name:<12}{}", plain(value));
    line("buyer", &offer.email)?;
    let reference = offer.reference.as_ref().map_or_else(String::new, |reference| format!(", reference {reference}"));
    let (provider, state) = (offer.provider.code(), offer.payment.code());
    line("payment", &format!("{provider} {state}{reference}, id {}", offer.payment_id))?;
    line("charged", &price(offer.charged))?;
    if offer.returned.minor() > 0 {
        line("went back", &price(offer.returned))?;
    }
    for (name, fact) in more {
        line(name, fact)?;
    }
    line("goes back", &price(offer.amount))?;
    line("left then", &price(offer.left))?;
    line("order", &consequence(offer))?;
    line("letter", letter)?;
    Ok(text)
}

fn consequence(offer: &Offer) -> String {
    let ends = if offer.subscription { ", and the subscription that the payment began ends" } else { "" };
    match offer.outcome {
        Outcome::InPart => format!("stays {}, and the buyer keeps what was bought", offer.order.code()),
        Outcome::OrderStays => format!("stays {}{ends}", offer.order.code()),
        Outcome::OrderEnds if offer.product == Product::Refill => "ends, and with it the eSIM".to_owned(),
        Outcome::OrderEnds => "ends, and with it the subscription".to_owned(),
    }
}

fn question(offer: &Offer) -> String {
    if offer.amount.minor() > 0 {
        format!("Send {} back?", price(offer.amount))
    } else {
        "Nothing was charged. End it?".to_owned()
    }
}

/// A stored refund will be sent: that it has not been sent yet is no failure of this command.
fn told(far: &Progress) -> String {
    let refund = &far.refund;
    let (amount, nothing) = (price(refund.amount), refund.money().is_none());
    let reference = refund.reference.as_ref().map_or_else(String::new, |reference| format!(" ({})", plain(reference)));
    match (refund.state, &far.last_error) {
        (RefundState::Done, _) if nothing => "Done: it has ended.\n".to_owned(),
        (RefundState::Done, _) if refund.reference.is_none() => {
            format!("Done: the provider says that {amount} had gone back before, by other hands.\n")
        }
        (RefundState::Done, _) => format!("Done: {amount} went back{reference}.\n"),
        (RefundState::Failed, _) => {
            let why = refund.failure.as_deref().unwrap_or("no reason was given");
            format!("Failed{reference}: {}. The money is still here.\n", plain(why))
        }
        (RefundState::Pending, _) => {
            format!("The provider has it{reference}; whether it arrives is told by `onefare orders show`.\n")
        }
        (RefundState::Due, Some(error)) => {
            let error = plain(error);
            format!("Not sent yet, but stored: the last attempt failed ({error}), and a running server tries again.\n")
        }
        (RefundState::Due, None) => {
            "Not sent yet, but stored: a running server sends it within seconds, or as soon as one runs.\n".to_owned()
        }
    }
}
