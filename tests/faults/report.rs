//! A run's output: what was done, the main figures, and every finding.

use std::collections::BTreeMap;

use crate::invariants::{headline, is_flagged};
use crate::ledgers::Code;
use crate::plan::{Plan, Way, is_limited};
use crate::run::Outcome;

/// Findings that are printed in full.
const SHOWN: usize = 20;

/// Prints a run; `true` when everything held.
pub fn print(plan: &Plan, database: &str, servers: usize, outcome: &Outcome) -> bool {
    let kills = outcome.kills.len();
    let at_places = outcome.kills.iter().flatten().count();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for place in outcome.kills.iter().flatten() {
        *places.entry(place).or_default() += 1;
    }
    println!("\n  seed {} · {database} · {servers} server(s) · {kills} kills in {:.0?}", plan.seed, outcome.took);
    println!("  killed at a named step {at_places} times, at {} of {} steps,", places.len(), crate::plan::PLACES.len());
    println!(
        "  at another moment {} times (of which {} never came to their step)",
        kills - at_places,
        outcome.missed.len()
    );
    for (place, times) in &places {
        println!("    {place:<26} {times}");
    }
    if !outcome.freezes.is_empty() {
        println!("  frozen past its leases {} times, at {}", outcome.freezes.len(), outcome.freezes.join(", "));
    }
    if let Some(server) = outcome.left_dead {
        println!("  server {server} was left dead after the last kill: the others finished its work");
    }
    if plan.silent_end {
        println!("  no webhook event arrived any more after the last kill: the shop had to ask by itself");
    }
    let ledgers = &outcome.ledgers;
    let count = |state: &str| ledgers.orders.iter().filter(|order| order.state == state).count();
    let repeats: u32 = outcome.people.iter().map(|observed| observed.repeats).sum();
    let finished = outcome.people.iter().filter(|observed| observed.finished).count();
    println!("  {} people, {finished} got to the end, {repeats} requests had to be sent again", outcome.people.len());
    println!(
        "  {} orders: {} delivered, {} open, {} closed; {} charges, {} pages, {} webhook events answered, {} letters",
        ledgers.orders.len(),
        count("delivered"),
        count("open"),
        count("closed"),
        ledgers.charges.len(),
        ledgers.sessions.len(),
        ledgers.webhook_events_taken.len(),
        ledgers.letters.len(),
    );
    let kind = |pick: fn(Way) -> bool| outcome.people.iter().filter(|observed| pick(observed.scenario.way)).count();
    println!(
        "  {} came for a plan, {} for a deal, {} for data; {} paid by iDEAL, {} twice of which one goes back",
        kind(|way| way == Way::Plan),
        kind(|way| matches!(way, Way::Deal(_))),
        kind(Way::is_esim),
        ledgers.charges.iter().filter(|charge| charge.session.starts_with("tr_")).count(),
        ledgers.payments.iter().filter(|payment| matches!(payment.state.as_str(), "refund_due" | "refunded")).count(),
    );
    println!(
        "  {} orders at the supplier, {} eSIMs handed over; {} orders flagged: {} stalled, {} whose money goes back",
        ledgers.supplied.orders.len(),
        ledgers.esims.iter().filter(|esim| esim.state == "ready").count(),
        ledgers.orders.iter().filter(|order| is_flagged(order)).count(),
        count("stalled"),
        count("refund_due") + count("refunded"),
    );
    let limited = |code: &&Code| is_limited(&code.code.to_ascii_uppercase());
    for code in ledgers.codes.iter().filter(limited) {
        let kept =
            |state: &str| ledgers.redemptions.iter().filter(|one| one.code == code.code && one.state == state).count();
        println!(
            "  {}, {} uses: {} paid with it, {} kept, {} given back",
            code.code.to_ascii_uppercase(),
            code.limit.unwrap_or_default(),
            kept("consumed"),
            kept("reserved"),
            kept("released"),
        );
    }
    println!("  settled {:.1?} after the last kill; servers started {} times", outcome.settled_after, outcome.starts);
    let extra = ledgers.letters.len().saturating_sub(ledgers.letters_noted.len());
    println!("  letters sent twice, because a server died between sending and noting: {extra}");
    for finding in outcome.found.iter().take(SHOWN) {
        println!("  ✗ {:?}: {}", finding.rule, finding.what);
    }
    if outcome.found.len() > SHOWN {
        println!("  … and {} more", outcome.found.len() - SHOWN);
    }
    let figures = headline(&outcome.found);
    println!(
        "  {} lost, {} doubled, {} charged twice, {} findings in all",
        figures.lost,
        figures.doubled,
        figures.charged_twice,
        outcome.found.len()
    );
    outcome.found.is_empty()
}
