//! `onefare attention`: lists what needs attention, one thing per line.

use std::process::ExitCode;

use super::operator::open_shop;
use super::orders::{Telling, instant_text};
use super::terminal::{plain, print, print_json};
use crate::clock::Clock;
use crate::flows::support::attention::{AttentionLine, AttentionList, list};
use crate::serve::StartError;

/// Most lines that one run prints: more than a person works through before the next run.
const MOST_LINES: u32 = 200;

pub(super) async fn run(telling: Telling) -> Result<ExitCode, StartError> {
    let (_, store) = open_shop().await?;
    let found = list(&mut *store.snapshot().await?, telling.addresses(), Clock::System.now(), MOST_LINES).await?;
    if telling.json {
        print_json(&found)?;
    } else {
        print(&text(&found))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn text(found: &AttentionList) -> String {
    if found.attention.is_empty() {
        return "Nothing needs attention.\n".to_owned();
    }
    let more = if found.more > 0 { format!("and {} more\n", found.more) } else { String::new() };
    found.attention.iter().map(line).chain([more]).collect()
}

/// Such as `7K3M-92PD  orders held  since 2026-11-20 12:00:00 UTC  a***@example.com`.
fn line(line: &AttentionLine) -> String {
    let AttentionLine { order, what, state, since, email } = line;
    let (order, email) = (order.as_deref().unwrap_or("no order"), email.as_deref().unwrap_or("no address"));
    plain(&format!("{order}  {what} {state}  since {}  {email}", instant_text(*since))) + "\n"
}
