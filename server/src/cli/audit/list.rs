//! `onefare audit list`: lists what operators changed, oldest first.

use std::process::ExitCode;

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};

use crate::cli::operator::Desk;
use crate::cli::orders::instant_text;
use crate::cli::terminal::{plain, print, print_json, typed_address};
use crate::ids::typed_order_number;
use crate::serve::StartError;
use crate::store::operator_acts::{self, OperatorAct};

/// Arguments of `onefare audit list`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct ListArgs {
    /// Only changes since the beginning of a day in UTC, such as 2027-03-21.
    #[arg(long, value_name = "DAY")]
    since: Option<NaiveDate>,
    /// Only changes of the order with this number.
    #[arg(long, value_name = "NUMBER")]
    order: Option<String>,
    /// Only changes about this e-mail address.
    #[arg(long, value_name = "ADDRESS")]
    customer: Option<String>,
    /// Print one JSON document instead of lines.
    #[arg(long)]
    json: bool,
}

pub(super) async fn run(args: ListArgs) -> Result<ExitCode, StartError> {
    let desk = Desk::open().await?;
    let since = args.since.map_or(DateTime::UNIX_EPOCH, |day| day.and_time(NaiveTime::MIN).and_utc());
    let number = |typed| typed_order_number(typed).map_or_else(|other| other, |number| number.to_string());
    let order = args.order.as_deref().map(number);
    let customer = args.customer.as_deref().map(typed_address).transpose()?.map(|email| desk.digest(&email));
    let mut conn = desk.store.read().await?;
    let acts = operator_acts::since(&mut conn, since, order.as_deref(), customer.as_deref()).await?;
    if args.json {
        print_json(&acts)?;
    } else {
        print(&acts.iter().map(line).collect::<String>())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Such as `2027-03-21 12:00:00 UTC  amal  orders refund 7K3M-92PD  done: …`.
fn line(act: &OperatorAct) -> String {
    let at: DateTime<Utc> = act.acted_at;
    let order = act.order_number.as_ref().map_or_else(String::new, |number| format!(" {number}"));
    let customer = act.customer.as_ref().map_or_else(String::new, |digest| format!(" of customer {}", short(digest)));
    let (operator, command, outcome) = (&act.operator, &act.command, act.outcome.word());
    plain(&format!("{}  {operator}  {command}{order}{customer}  {outcome}: {}", instant_text(at), act.what)) + "\n"
}

/// Enough characters of a digest to tell customers apart.
fn short(digest: &str) -> &str {
    digest.get(..12).unwrap_or(digest)
}
