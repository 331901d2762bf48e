//! `onefare orders refund --charge`: shows the effects of the refund of a later charge, asks, and waits a little for a running
//! server to do it.

use std::fmt::{self, Write as _};
use std::process::ExitCode;

use super::follow::follow;
use super::refund::{known, sentence};
use super::{instant_text, price};
use crate::cli::operator::Desk;
use crate::cli::terminal::{NOTHING_OR_WRONG, agrees, plain, print};
use crate::clock::Clock;
use crate::flows::operator_acts::perform;
use crate::flows::payment::clients::Clients;
use crate::flows::support::refund::SendBackError;
use crate::flows::support::refund_charge::{
    ChargeOffer, ChargeProgress, WantedCharge, close_within, look, look_failed, progress, send_within,
};
use crate::serve::StartError;
use crate::store::refunds::RefundState;

pub(super) async fn run(wanted: &WantedCharge<'_>, yes: bool, wait: u64) -> Result<ExitCode, StartError> {
    let (desk, config) = Desk::with_settings().await?;
    let clients = Clients::new(&config)?;
    let store = &desk.store;
    let Some(offer) = known(look(store, &clients, wanted).await)? else { return Ok(NOTHING_OR_WRONG) };
    print(&meaning(&offer)?)?;
    if !yes && !agrees(&format!("Send {} back?", price(offer.amount)))? {
        print("Nothing was sent back.\n")?;
        return Ok(NOTHING_OR_WRONG);
    }
    let (act, now) = (desk.act_on_order("orders refund --charge", &offer.number), Clock::System.now());
    let sent = perform::<_, SendBackError>(store, &act, now, async |tx| {
        let refund = send_within(tx, &offer, now).await?;
        let what = format!("Refund {refund} decided: {} of charge {}.", price(offer.amount), offer.invoice);
        Ok((refund, what))
    });
    let refund = sent.await.map_err(|error| sentence(&error))?;
    print(&format!("Refund {refund} is stored.\n"))?;
    let far = follow(wait, async || progress(store, &refund).await, |far| far.refund.state().is_over()).await?;
    print(&told(&far))?;
    Ok(if far.refund.failure.is_some() { NOTHING_OR_WRONG } else { ExitCode::SUCCESS })
}

/// Records how the buyer got the money of a failed refund.
pub(super) async fn note(wanted: &WantedCharge<'_>, how: &str, yes: bool) -> Result<ExitCode, StartError> {
    let desk = Desk::open().await?;
    let store = &desk.store;
    let Some((failed, how)) = known(look_failed(store, wanted, how).await)? else { return Ok(NOTHING_OR_WRONG) };
    let (amount, why) = (price(failed.amount), failed.failure.as_deref().unwrap_or_default());
    print(&format!("Refund {} of {amount}, charge {}, failed: {}.\n", failed.id, failed.invoice, plain(why)))?;
    print("Noting it sends nothing, and no letter: tell the buyer yourself.\n")?;
    if !yes && !agrees(&format!("Note that {amount} went back by {}?", plain(&how)))? {
        print("Nothing was noted.\n")?;
        return Ok(NOTHING_OR_WRONG);
    }
    let (act, now) =
        (desk.act_on_order("orders refund --charge --refunded-manually", wanted.number), Clock::System.now());
    let noted = perform::<_, SendBackError>(store, &act, now, async |tx| {
        close_within(tx, &failed, now).await?;
        Ok(((), format!("Refund {} noted as sent by hand: {amount}, {}.", failed.id, plain(&how))))
    });
    noted.await.map_err(|error| sentence(&error))?;
    print("Noted. Nothing is sent.\n")?;
    Ok(ExitCode::SUCCESS)
}

/// The effects, one fact per line.
fn meaning(offer: &ChargeOffer) -> Result<String, fmt::Error> {
    let mut text = String::new();
    writeln!(text, "Order {}: {}", offer.number, offer.order.code())?;
    let mut line = |name: &str, value: &str| writeln!(text, "  {name:<12}{}", plain(value));
    line("buyer", &offer.email)?;
    line("charge", &format!("{}, for the term from {}", offer.invoice, instant_text(offer.charged_at)))?;
    line("charged", &price(offer.charged))?;
    if offer.returned.minor() > 0 {
        line("went back", &price(offer.returned))?;
    }
    line("goes back", &price(offer.amount))?;
    line("left then", &price(offer.left))?;
    let goes_on = "goes on: the buyer keeps what is paid for";
    line("renewal", if offer.ends_subscription { "the subscription ends at once" } else { goes_on })?;
    line("letter", "tells the buyer, once the provider has it")?;
    Ok(text)
}

fn told(far: &ChargeProgress) -> String {
    let ChargeProgress { refund, last_error } = far;
    match (refund.state(), last_error) {
        (RefundState::Done, _) => "The money is returned.\n".to_owned(),
        (RefundState::Failed, _) => {
            let why = plain(refund.failure.as_deref().unwrap_or_default());
            format!("The refund failed: {why}. `onefare attention` keeps it.\n")
        }
        (RefundState::Pending, _) => "The provider has it, and the money is on its way.\n".to_owned(),
        (RefundState::Due, Some(error)) => format!("Not sent yet: {}\n", plain(error)),
        (RefundState::Due, None) => "A running server sends it.\n".to_owned(),
    }
}
