//! `onefare leads`: the visitors who joined through the wizard.

use std::process::ExitCode;

use chrono::SecondsFormat;
use clap::Subcommand;

use super::operator::{Desk, open_shop};
use super::terminal::{NOTHING_OR_WRONG, print, typed_address};
use crate::clock::Clock;
use crate::flows::operator_acts::perform;
use crate::serve::StartError;
use crate::store::StoreError;
use crate::store::leads::{self, Lead};

/// What can be done with leads.
#[derive(Debug, Subcommand)]
pub(super) enum LeadsCommand {
    /// Print every lead as CSV, oldest first. Spreadsheets compute no field as a formula.
    Export,
    /// Delete the lead of an address.
    Delete {
        /// The e-mail address.
        address: String,
    },
}

const COLUMNS: [&str; 7] = ["email", "device", "reasons", "streaming_service", "language", "consent", "joined_at"];

pub(super) async fn run(command: LeadsCommand) -> Result<ExitCode, StartError> {
    match command {
        LeadsCommand::Export => {
            let (_, store) = open_shop().await?;
            let all = leads::all(&mut *store.read().await?).await?;
            let rows = all.iter().map(|lead| line(&fields(lead)));
            print(&[line(&COLUMNS.map(str::to_owned))].into_iter().chain(rows).collect::<String>())?;
            Ok(ExitCode::SUCCESS)
        }
        LeadsCommand::Delete { address } => {
            let email = typed_address(&address)?;
            let desk = Desk::open().await?;
            let act = desk.act_on_customer("leads delete", &email);
            let deleted = perform::<_, StoreError>(&desk.store, &act, Clock::System.now(), async |tx| {
                let deleted = leads::delete(tx, &email).await?;
                let what = if deleted { "Lead deleted." } else { "No lead has this address: nothing was deleted." };
                Ok((deleted, what.to_owned()))
            })
            .await?;
            if !deleted {
                eprintln!("No lead has this address.");
                return Ok(NOTHING_OR_WRONG);
            }
            print("Deleted.\n")?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn fields(lead: &Lead) -> [String; 7] {
    [
        lead.email.clone(),
        lead.device.clone(),
        lead.reasons.clone(),
        lead.streaming_service.clone().unwrap_or_default(),
        lead.language.code().to_owned(),
        lead.consent.clone(),
        lead.joined_at.to_rfc3339_opts(SecondsFormat::Secs, true),
    ]
}

/// One line of RFC 4180.
fn line(fields: &[String; 7]) -> String {
    format!("{}\r\n", fields.each_ref().map(|field| quoted(field)).join(","))
}

/// A field in quotation marks. A field that a spreadsheet would take for a formula gets an apostrophe before it, which
/// no CSV library does: a visitor's words must not become a formula on the reader's machine. Spreadsheets in Dutch, German
/// and French split at semicolons, others at tabs, so each piece of a field counts as a field.
fn quoted(field: &str) -> String {
    let is_formula =
        field.trim_start().starts_with(['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}']);
    let is_formula = is_formula || field.starts_with(['\t', '\r', '\n']);
    let (mut text, mut begins) = (String::from(if is_formula { "'" } else { "" }), !is_formula);
    for mark in field.chars() {
        if begins && matches!(mark, '=' | '+' | '-' | '@' | '\t' | '\u{ff1d}' | '\u{ff0b}' | '\u{ff0d}' | '\u{ff20}') {
            text.push('\'');
        }
        text.push(mark);
        let separates = matches!(mark, ',' | ';' | '|' | '\t' | '\r' | '\n');
        begins = separates || begins && (mark == '"' || mark.is_whitespace());
    }
    format!("\"{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn no_field_is_a_formula() {
        for (field, written) in [
            ("amal@example.com", "\"amal@example.com\""),
            ("=HYPERLINK(\"http://x\")", "\"'=HYPERLINK(\"\"http://x\"\")\""),
            ("+1", "\"'+1\""),
            ("-1", "\"'-1\""),
            ("@SUM(A1)", "\"'@SUM(A1)\""),
            ("  =1", "\"'  =1\""),
            ("\t=1", "\"'\t'=1\""),
            ("\u{ff1d}1", "\"'\u{ff1d}1\""),
            ("a=1, b", "\"a=1, b\""),
            ("x;=1+1;y", "\"x;'=1+1;y\""),
            ("x\t=1\ty", "\"x\t'=1\ty\""),
            ("x\";=1;\"y", "\"x\"\";'=1;\"\"y\""),
            ("x;\"=1", "\"x;\"\"'=1\""),
            ("x;\t=1", "\"x;'\t'=1\""),
            ("x| -1\n@y", "\"x| '-1\n'@y\""),
            ("\"=1", "\"\"\"'=1\""),
            ("a-b@c+d=e", "\"a-b@c+d=e\""),
            ("", "\"\""),
        ] {
            assert_eq!(quoted(field), written, "{field}");
        }
    }
}
