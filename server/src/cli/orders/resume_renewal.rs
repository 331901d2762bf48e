//! `onefare orders resume-renewal`: shows the effects, asks, and waits a little for a running server to tell the
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
use crate::flows::support::renewal::{CancelError, Offer};
use crate::flows::support::resume::{ResumeError, look, progress, resume_within};
use crate::serve::StartError;

pub(super) async fn run(number: &str, yes: bool, wait: u64) -> Result<ExitCode, StartError> {
    let desk = Desk::open().await?;
    let store = &desk.store;
    let offer = match look(store, number, Clock::System.now()).await {
        Err(ResumeError::DoesNotRenew(CancelError::Unknown(number))) => {
            eprintln!("There is no order {}.", plain(&number));
            return Ok(NOTHING_OR_WRONG);
        }
        looked => looked.map_err(|error| sentence(&error))?,
    };
    print(&meaning(&offer)?)?;
    if !yes && !agrees("Resume the renewal?")? {
        print("Nothing was resumed.\n")?;
        return Ok(NOTHING_OR_WRONG);
    }
    let (act, now) = (desk.act_on_order("orders resume-renewal", &offer.number), Clock::System.now());
    let done = perform::<_, ResumeError>(store, &act, now, async |tx| {
        resume_within(tx, &offer, now).await?;
        let (price, at) = (price_text(offer.next.amount, Language::En), instant_text(offer.next.at));
        Ok(((), format!("Renewal resumed: {} is charged {at}.", plain(&price))))
    });
    done.await.map_err(|error| sentence(&error))?;
    print("The resumption is stored.\n")?;
    let far = async || progress(store, &offer.order_id).await;
    let far = follow(wait, far, |far| far.resumed_at.is_some()).await?;
    let done = far.resumed_at.map(|_| "Done: the subscription renews.\n".to_owned());
    print(&done.unwrap_or_else(|| not_yet(far.last_error.as_deref())))?;
    Ok(ExitCode::SUCCESS)
}

fn sentence(error: &ResumeError) -> StartError {
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
    line("pays then", &format!("{price} {at}, and again every {} months", next.every_months))?;
    line("letter", "tells the buyer, once the provider has it")?;
    line("at Stripe", &format!("subscription {}", offer.subscription))?;
    Ok(text)
}
