//! `onefare orders find`: prints one line per order.

use std::process::ExitCode;

use super::{Telling, instant_text};
use crate::cli::operator::open_shop;
use crate::cli::terminal::{NOTHING_OR_WRONG, plain, print, print_json};
use crate::flows::payment::clients::Clients;
use crate::flows::support::find::{OrderLine, PaymentLine, find_anywhere};
use crate::serve::StartError;

pub(super) async fn run(wanted: &str, telling: Telling) -> Result<ExitCode, StartError> {
    let (config, store) = open_shop().await?;
    let stripe = Clients::new(&config)?.stripe;
    let mut snapshot = store.snapshot().await?;
    let found = find_anywhere(&mut snapshot, &stripe, wanted, &config.secret, telling.addresses()).await?;
    drop(snapshot);
    let (lines, unreadable): (Vec<_>, Vec<_>) = found.into_iter().partition(Result::is_ok);
    let lines: Vec<OrderLine> = lines.into_iter().flatten().collect();
    if telling.json {
        print_json(&lines)?;
    } else {
        for line in &lines {
            print(&text(line))?;
        }
    }
    for error in unreadable.iter().filter_map(|line| line.as_ref().err()) {
        eprintln!("onefare: an order that fits cannot be read: {error}");
    }
    if !unreadable.is_empty() {
        return Err("not every order that fits could be told".into());
    }
    if lines.is_empty() && !telling.json {
        eprintln!("No order fits.");
    }
    Ok(if lines.is_empty() { NOTHING_OR_WRONG } else { ExitCode::SUCCESS })
}

/// Number, state, product, amount, time, e-mail address, payments.
pub(in crate::cli) fn text(line: &OrderLine) -> String {
    let when = match line.paid_at {
        Some(at) => format!("paid {}", instant_text(at)),
        None => format!("made {}", instant_text(line.created_at)),
    };
    let payments: Vec<String> = line.payments.iter().map(payment_text).collect();
    let payments = if payments.is_empty() { "no payment".to_owned() } else { payments.join(", ") };
    let state = line.state.code();
    let (number, product, amount, email) = (&line.number, &line.product, plain(&line.amount_text), &line.email);
    format!("{number}  {state}  {product}  {amount}  {when}  {email}  {payments}\n")
}

/// Such as `stripe paid cs_…` or `stripe failed (declined) cs_…`.
fn payment_text(payment: &PaymentLine) -> String {
    let failure = payment.failure.as_ref().map_or_else(String::new, |why| format!(" ({})", plain(why)));
    let reference = payment.reference.as_ref().map_or_else(String::new, |reference| format!(" {}", plain(reference)));
    format!("{} {}{failure}{reference}", plain(&payment.provider), payment.state.code())
}
