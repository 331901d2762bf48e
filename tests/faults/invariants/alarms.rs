//! An alarm reports everything that needs attention: always in the metric counted from the tables, and in the log of
//! the server that set the state, unless that server was killed between the commit and the line (`docs/OPERATING.md`).

use super::{Finding, Rule};
use crate::ledgers::{Ledgers, Move};

/// The log line that pages an operator.
const ALARM: &str = "a person must look at this";

/// Time after the recorded state change within which the server commits it and logs the alarm, in milliseconds.
const BETWEEN: i64 = 1_000;

/// The states that an operator is paged for.
const ORDERS: [&str; 3] = ["held", "stalled", "refund_due"];
const PAYMENTS: [&str; 2] = ["quarantined", "refund_due"];

/// What a run leaves for operators.
#[derive(Debug, Default)]
pub struct Paged {
    /// The metrics of a running server.
    pub metrics: String,
    /// When servers were killed; milliseconds since 1970.
    pub killed_at: Vec<i64>,
}

/// Every order and payment that needs attention without an alarm.
pub fn check_alarms(ledgers: &Ledgers, logs: &[(String, String)], paged: &Paged) -> Vec<Finding> {
    let orders =
        || ledgers.orders.iter().map(|one| ("orders", one.state.as_str(), one.id.as_str(), one.number.as_str()));
    let payments =
        || ledgers.payments.iter().map(|one| ("payments", one.state.as_str(), one.id.as_str(), one.id.as_str()));
    let mut found = Vec::new();
    for (table, states) in [("orders", &ORDERS[..]), ("payments", &PAYMENTS[..])] {
        for state in states {
            let standing: Vec<_> = orders().chain(payments()).filter(|one| (one.0, one.1) == (table, *state)).collect();
            let line = format!("onefare_attention{{what=\"{table}\",state=\"{state}\"}} {}", standing.len());
            if !paged.metrics.lines().any(|one| one == line) {
                found.push(Finding::new(Rule::Alarmed, format!("the metrics do not say {line}")));
            }
            for (_, _, id, name) in standing {
                if !is_logged(logs, name) && !was_killed_then(ledgers, paged, (table, id, state)) {
                    found.push(Finding::new(Rule::Alarmed, format!("{table} {name} is {state}, no log says so")));
                }
            }
        }
    }
    found
}

fn is_logged(logs: &[(String, String)], name: &str) -> bool {
    let mut lines = logs.iter().flat_map(|(_, log)| log.lines()).filter(|line| line.contains(ALARM));
    lines.any(|line| line.contains(name))
}

/// Whether a server was killed just after the state was reached.
fn was_killed_then(ledgers: &Ledgers, paged: &Paged, (table, id, state): (&str, &str, &str)) -> bool {
    let reached = |step: &&Move| step.table == table && step.id == id && step.to == state;
    let last = ledgers.moves.iter().rfind(reached);
    last.is_some_and(|step| paged.killed_at.iter().any(|killed| (0..=BETWEEN).contains(&(killed - step.at))))
}
