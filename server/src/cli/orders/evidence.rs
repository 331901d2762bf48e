//! `onefare orders evidence`: what a bank asks for about a disputed charge, as a text to hand in.

use std::fmt::{self, Write as _};
use std::process::ExitCode;

use super::instant_text;
use super::show::{charge_refund, charged_later, delivery, dispute, esim, payment, refund_line, sent_letter};
use crate::cli::operator::open_shop;
use crate::cli::terminal::{NOTHING_OR_WRONG, plain, print};
use crate::clock::Clock;
use crate::flows::support::evidence::{DataUsed, Evidence, gather};
use crate::flows::support::order_view::RefundSheet;
use crate::serve::StartError;
use crate::store::sessions::Session;

pub(super) async fn run(number: &str) -> Result<ExitCode, StartError> {
    let (config, store) = open_shop().await?;
    let Some(evidence) = gather(&store, &config.esim_access, number, Clock::System).await? else {
        eprintln!("There is no order {}.", plain(number));
        return Ok(NOTHING_OR_WRONG);
    };
    print(&text(&evidence, &instant_text(Clock::System.now()))?)?;
    Ok(ExitCode::SUCCESS)
}

fn text(Evidence { sheet, sessions, data }: &Evidence, now: &str) -> Result<String, fmt::Error> {
    let mut text = String::new();
    let order = &sheet.order;
    writeln!(text, "# Order {}\n\nFrom the records of the shop, {now}.\n", order.number)?;
    let mut section = |title: &str, lines: Vec<String>| match lines.as_slice() {
        [] => Ok(()),
        lines => writeln!(text, "## {title}\n\n- {}\n", lines.join("\n- ")),
    };
    let mut purchase = vec![
        format!("Product: {}", plain(&order.product)),
        format!("Customer: {}", plain(&order.email)),
        format!("Ordered: {}", instant_text(order.created_at)),
    ];
    purchase.extend(order.paid_at.map(|at| format!("Paid: {}", instant_text(at))));
    purchase.extend(sheet.email_changed_at.iter().map(|at| format!("E-mail corrected: {}", instant_text(*at))));
    section("Purchase", purchase)?;
    section("Price", sheet.derivation.iter().map(|step| plain(step)).collect())?;
    let terms = sheet.trial_terms.as_ref().zip(sheet.trial_accepted_at);
    let terms = terms.map(|(terms, at)| format!("Terms {}, acknowledged {}", plain(terms), instant_text(at)));
    section("Terms", terms.into_iter().collect())?;
    section("Payments", order.payments.iter().map(payment).collect())?;
    section("Later charges", sheet.later_charges.iter().map(charged_later).collect())?;
    // How the money of a failed refund was sent otherwise is the operator's note.
    let refunds = sheet.refunds.iter().map(|refund| refund_line(&RefundSheet { otherwise: None, ..refund.clone() }));
    section("Refunds", refunds.chain(sheet.charge_refunds.iter().map(charge_refund)).collect())?;
    let esims = sheet.esim.iter().map(esim);
    section("Delivery", sheet.delivery.iter().map(delivery).chain(esims).collect())?;
    section("Letters to the customer", sheet.letters.iter().map(sent_letter).collect())?;
    section("Signed in", sessions.iter().map(session).collect())?;
    section("Data used", used(data).into_iter().collect())?;
    let cancelled =
        sheet.cancellation.iter().map(|one| format!("Renewal cancelled: {}", instant_text(one.requested_at)));
    let withdrawn = sheet.withdrawal.iter().map(|one| format!("Withdrawal: {}", instant_text(one.stated_at)));
    section("Statements of the customer", cancelled.chain(withdrawn).collect())?;
    section("Disputes", sheet.disputes.iter().map(dispute).collect())?;
    Ok(text)
}

fn session(session: &Session) -> String {
    let (began, seen) = (instant_text(session.created_at), instant_text(session.seen_at));
    format!("{}, signed in {began}, last used {seen}", plain(&session.device))
}

fn used(data: &Result<Option<DataUsed>, String>) -> Option<String> {
    Some(match data {
        Ok(None) => return None,
        Ok(Some(DataUsed { used, total, counted_at })) => {
            let at = counted_at.map_or_else(String::new, |at| format!(", counted {}", instant_text(at)));
            plain(&format!("{used} of {total}{at}"))
        }
        Err(error) => plain(&format!("not known, the supplier did not answer: {error}")),
    })
}
