//! `onefare orders show`: one order and all that belongs to it.

use std::fmt::{self, Write as _};
use std::process::ExitCode;

use chrono::{DateTime, Utc};
use onefare_core::bundle::data_text;
use onefare_core::language::Language;

use super::{Telling, instant_text};
use crate::cli::operator::open_shop;
use crate::cli::terminal::{NOTHING_OR_WRONG, plain, print, print_json};
use crate::clock::Clock;
use crate::flows::support::find::PaymentLine;
use crate::flows::support::order_view::{
    CancellationSheet, ChargeRefundSheet, DeliverySheet, DisputeSheet, EsimSheet, JobSheet, LateChargeSheet,
    LaterChargeSheet, LetterSheet, OrderSheet, PlanChangeSheet, RefundSheet, SubscriptionSheet, UnpaidInvoiceSheet,
    sheet,
};
use crate::flows::support::withdrawals::WithdrawalSheet;
use crate::serve::StartError;

pub(super) async fn run(number: &str, telling: Telling) -> Result<ExitCode, StartError> {
    let (_, store) = open_shop().await?;
    let now = Clock::System.now();
    let Some(sheet) = sheet(&mut *store.snapshot().await?, number, telling.addresses(), now).await? else {
        eprintln!("There is no order {}.", plain(number));
        return Ok(NOTHING_OR_WRONG);
    };
    if telling.json {
        print_json(&sheet)?
    } else {
        print(&text(&sheet)?)?
    }
    Ok(ExitCode::SUCCESS)
}

fn text(sheet: &OrderSheet) -> Result<String, fmt::Error> {
    let mut text = String::new();
    let order = &sheet.order;
    writeln!(text, "Order {}: {}", order.number, order.state.code())?;
    let mut line = |name: &str, value: &str| writeln!(text, "  {name:<12}{}", plain(value));
    line("what", &format!("{} ({})", order.product, order.product_id))?;
    line("amount", &order.amount_text)?;
    line("e-mail", &order.email)?;
    for at in &sheet.email_changed_at {
        line("corrected", &format!("e-mail, {}", instant_text(*at)))?;
    }
    line("language", sheet.language)?;
    line("made", &instant_text(order.created_at))?;
    line("paid", &optional(order.paid_at))?;
    line("id", &sheet.id)?;
    if let Some(page) = &sheet.return_to {
        line("sold on", page)?;
    }
    if let Some(reference) = &sheet.im_ref {
        line("affiliate", reference)?;
    }
    if let Some((terms, at)) = sheet.trial_terms.as_ref().zip(sheet.trial_accepted_at) {
        line("trial terms", &format!("{terms}, acknowledged {}", instant_text(at)))?;
    }
    if let Some(at) = sheet.account_deleted_at {
        line("account", &format!("deleted {}", instant_text(at)))?;
    }
    if let Some(cancellation) = &sheet.cancellation {
        line("renewal", &cancelled(cancellation))?;
    }
    if let Some(subscription) = &sheet.subscription {
        line("at Stripe", &subscribed(subscription))?;
    }
    for charge in &sheet.later_charges {
        line("charged", &charged_later(charge))?;
    }
    for one in &sheet.disputes {
        line("dispute", &dispute(one))?;
    }
    for unpaid in &sheet.unpaid_invoices {
        line("unpaid", &not_paid(unpaid))?;
    }
    for charge in &sheet.late_charges {
        line("charged", &charged_late(charge))?;
    }
    for change in &sheet.plan_changes {
        line("plan", &changed(change))?;
    }
    if let Some(withdrawal) = &sheet.withdrawal {
        line("withdrawal", &withdrawn(withdrawal))?;
    }
    writeln!(text, "\nPrice, from price book {}", sheet.price_book)?;
    for step in &sheet.derivation {
        writeln!(text, "  {}", plain(step))?;
    }
    writeln!(text, "\nPayments")?;
    list(&mut text, &sheet.order.payments.iter().map(payment).collect::<Vec<_>>())?;
    writeln!(text, "\nRefunds")?;
    let of_charges = sheet.charge_refunds.iter().map(charge_refund);
    list(&mut text, &sheet.refunds.iter().map(refund_line).chain(of_charges).collect::<Vec<_>>())?;
    writeln!(text, "\nDelivery")?;
    let esim = sheet.esim.iter().map(esim);
    let owed = sheet.owed_esim_mb.iter().map(|megabytes| {
        let data = plain(&data_text(*megabytes, Language::En));
        format!("eSIM with {data} owed with the deal: send it when the buyer names the country")
    });
    list(&mut text, &sheet.delivery.iter().map(delivery).chain(owed).chain(esim).collect::<Vec<_>>())?;
    writeln!(text, "\nLetters")?;
    list(&mut text, &sheet.letters.iter().map(sent_letter).collect::<Vec<_>>())?;
    writeln!(text, "\nJobs")?;
    list(&mut text, &sheet.jobs.iter().map(job).collect::<Vec<_>>())?;
    Ok(text)
}

/// Such as `cancelled 2026-11-20 12:00:00 UTC, at the provider 2026-11-20 12:00:01 UTC, access ends 2026-11-27 …`.
fn cancelled(cancellation: &CancellationSheet) -> String {
    let mut facts = vec![format!("cancelled {}", instant_text(cancellation.requested_at))];
    facts.push(match cancellation.confirmed_at {
        Some(at) => format!("at the provider {}", instant_text(at)),
        None => "not at the provider yet".to_owned(),
    });
    facts.extend(cancellation.ends_at.map(|at| format!("access ends {}", instant_text(at))));
    facts.extend(cancellation.resume_requested_at.map(|at| format!("to be resumed since {}", instant_text(at))));
    facts.join(", ")
}

/// Such as `active, renews 2027-02-20 12:00:00 UTC, as of 2027-01-21 12:00:00 UTC (sub_…)`.
fn subscribed(subscription: &SubscriptionSheet) -> String {
    let SubscriptionSheet { reference, stands, renews_at, ends_at, seen_at } = subscription;
    let mut facts = vec![(*stands).to_owned()];
    facts.extend(renews_at.map(|at| format!("renews {}", instant_text(at))));
    facts.extend(ends_at.map(|at| format!("ends {}", instant_text(at))));
    facts.push(format!("as of {} ({reference})", instant_text(*seen_at)));
    plain(&facts.join(", "))
}

/// Such as `AED 39.99 on 2027-02-20 12:00:00 UTC, as agreed (in_…)`, or `… too_much: agreed AED 39.99`.
pub(super) fn charged_later(charge: &LaterChargeSheet) -> String {
    let LaterChargeSheet { price, agreed, verdict, invoice, charged_at, returned, resolved_at } = charge;
    let on = instant_text(*charged_at);
    let verdict = match *verdict {
        "as_agreed" => "as agreed".to_owned(),
        other => format!("{other}: agreed {agreed}"),
    };
    let resolved = resolved_at.map_or_else(String::new, |at| format!(", resolved {}", instant_text(at)));
    let returned = returned.as_ref().map_or_else(String::new, |amount| format!(", {amount} went back"));
    plain(&format!("{price} on {on}, {verdict} ({invoice}){returned}{resolved}"))
}

/// Such as `AED 39.99 since 2027-02-20 12:00:00 UTC, tried again 2027-02-23 … (in_…)`, or `… paid 2027-02-21 …`.
fn not_paid(unpaid: &UnpaidInvoiceSheet) -> String {
    let mut facts = vec![format!("{} since {}", unpaid.price, instant_text(unpaid.unpaid_since))];
    match unpaid.outcome.zip(unpaid.settled_at) {
        Some((outcome, at)) => facts.push(format!("{} {}", outcome.replace('_', " "), instant_text(at))),
        None => {
            facts.extend(unpaid.needs_confirmation.then(|| "the bank wants a confirmation".to_owned()));
            facts.extend(unpaid.next_attempt_at.map(|at| format!("tried again {}", instant_text(at))));
        }
    }
    plain(&format!("{} ({})", facts.join(", "), unpaid.invoice))
}

/// Such as `AED 39.99 on 2027-02-20 12:00:00 UTC, after the cancellation (pi_…), returned 2027-02-20 … (re_…)`.
fn charged_late(charge: &LateChargeSheet) -> String {
    let LateChargeSheet { price, charged_at, payment_intent, refund, failure, returned_at } = charge;
    let mut facts =
        vec![format!("{price} on {}, after the cancellation ({payment_intent})", instant_text(*charged_at))];
    facts.push(match (returned_at, failure) {
        (Some(at), _) => format!("returned {}", instant_text(*at)),
        (None, Some(why)) => format!("its refund failed ({why}): return it at the provider"),
        (None, None) => "on its way back".to_owned(),
    });
    facts.extend(refund.as_ref().map(|refund| format!("refund {refund}")));
    plain(&facts.join(", "))
}

/// Such as `vpn-1m from 2027-11-20 12:00:00 UTC, AED 39.99 every month, requested 2026-11-20 …, at the provider 2026-11-20 …`.
fn changed(change: &PlanChangeSheet) -> String {
    let PlanChangeSheet { product_id, price, every_months, takes_effect_at, requested_at, confirmed_at } = change;
    let (from, requested) = (instant_text(*takes_effect_at), instant_text(*requested_at));
    let months = if *every_months == 1 { "month".to_owned() } else { format!("{every_months} months") };
    let stands = confirmed_at
        .map_or_else(|| "not at the provider yet".to_owned(), |at| format!("at the provider {}", instant_text(at)));
    format!("{product_id} from {from}, {price} every {months}, requested {requested}, {stands}")
}

/// Such as `stated 2026-11-20 12:00:00 UTC by Amal K., waits for a person`.
fn withdrawn(withdrawal: &WithdrawalSheet) -> String {
    let name = withdrawal.name.as_ref().map_or_else(String::new, |name| format!(" by {name}"));
    let stands = match (withdrawal.handled_at, &withdrawal.how) {
        (Some(at), how) => format!("handled {}: {}", instant_text(at), how.as_deref().unwrap_or_default()),
        (None, _) => "waits for a person".to_owned(),
    };
    format!("stated {}{name}, {stands}", instant_text(withdrawal.stated_at))
}

fn list(text: &mut String, lines: &[String]) -> fmt::Result {
    if lines.is_empty() {
        writeln!(text, "  none")?;
    }
    for line in lines {
        writeln!(text, "  {line}")?;
    }
    Ok(())
}

pub(super) fn payment(payment: &PaymentLine) -> String {
    facts(
        format!("{} {}", payment.provider, payment.state.code()),
        &[
            ("because", payment.failure.as_deref()),
            ("reference", payment.reference.as_deref()),
            ("customer", payment.customer.as_deref()),
            ("subscription", payment.subscription.as_deref()),
            ("id", Some(&payment.id)),
            ("begun", Some(&instant_text(payment.created_at))),
            ("settled", payment.settled_at.map(instant_text).as_deref()),
            ("page ends", payment.expires_at.map(instant_text).as_deref()),
        ],
    )
}

pub(super) fn refund_line(refund: &RefundSheet) -> String {
    facts(
        format!("{} {}", refund.amount_text, refund.state),
        &[
            ("because", Some(refund.reason)),
            ("failed:", refund.failure.as_deref()),
            ("sent otherwise:", refund.otherwise.as_deref()),
            ("reference", refund.reference.as_deref()),
            ("id", Some(&refund.id)),
            ("of", Some(&refund.payment)),
            ("decided", Some(&instant_text(refund.created_at))),
            ("ended", refund.ended_at.map(instant_text).as_deref()),
        ],
    )
}

pub(super) fn charge_refund(refund: &ChargeRefundSheet) -> String {
    facts(
        format!("{} {}", refund.amount, refund.state),
        &[
            ("failed:", refund.failure.as_deref()),
            ("reference", refund.reference.as_deref()),
            ("id", Some(&refund.id)),
            ("of", Some(&refund.invoice)),
            ("decided", Some(&instant_text(refund.decided_at))),
            ("returned", refund.returned_at.map(instant_text).as_deref()),
            ("closed", refund.closed_at.map(instant_text).as_deref()),
            ("ends", refund.ends_subscription.then_some("the subscription")),
        ],
    )
}

/// Such as `AED 39.99 open, because fraudulent, of ch_…, answer by 2027-02-20 12:00:00 UTC, reference du_…`.
pub(super) fn dispute(dispute: &DisputeSheet) -> String {
    let answer_by = dispute.respond_by.filter(|_| dispute.decided_at.is_none());
    facts(
        format!("{} {}", dispute.price, dispute.stands),
        &[
            ("because", Some(&dispute.reason)),
            ("of", dispute.invoice.as_deref().or(Some(&dispute.charge))),
            ("opened", Some(&instant_text(dispute.opened_at))),
            ("answer by", answer_by.map(instant_text).as_deref()),
            ("decided", dispute.decided_at.map(instant_text).as_deref()),
            ("renewal stopped", dispute.renewal_stopped_at.map(instant_text).as_deref()),
            ("reference", Some(&dispute.reference)),
        ],
    )
}

/// One line: what it is, and each known fact behind its name.
fn facts(what: String, named: &[(&str, Option<&str>)]) -> String {
    let known = named.iter().filter_map(|(name, value)| Some(format!("{name} {}", (*value)?)));
    plain(&[what].into_iter().chain(known).collect::<Vec<_>>().join(", "))
}

pub(super) fn delivery(delivery: &DeliverySheet) -> String {
    let (starts, ends) = (instant_text(delivery.starts_at), instant_text(delivery.ends_at));
    let (kind, made) = (plain(&delivery.kind), instant_text(delivery.created_at));
    match delivery.stands {
        "active" => format!("{kind} from {starts} to {ends}, made {made}"),
        stands => format!("{kind} {stands}: it was from {starts} to {ends}, made {made}"),
    }
}

pub(in crate::cli) fn esim(esim: &EsimSheet) -> String {
    facts(
        format!("eSIM {}", esim.state),
        &[
            ("because", esim.failure.as_deref()),
            ("package", Some(&esim.package)),
            ("our reference", Some(&esim.transaction_id)),
            ("supplier's order", esim.order_no.as_deref()),
            ("last asked", esim.asked_at.map(instant_text).as_deref()),
            ("made", esim.ready_at.map(instant_text).as_deref()),
            ("can be installed until", esim.expires_at.map(instant_text).as_deref()),
            ("given back", esim.given_back),
            ("at", esim.given_back_at.map(instant_text).as_deref()),
            ("suspended", esim.suspended_at.map(instant_text).as_deref()),
        ],
    )
}

pub(super) fn sent_letter(letter: &LetterSheet) -> String {
    let copy = if letter.copy > 1 { format!(", copy {}", letter.copy) } else { String::new() };
    let sent = match (&letter.refused, letter.sent_at) {
        (Some(why), _) => refused(letter, why),
        (None, Some(at)) => format!("sent {}", instant_text(at)),
        (None, None) => "waits to be sent".to_owned(),
    };
    let id = letter.message_id.as_ref().map_or_else(String::new, |id| format!(", id {}", plain(id)));
    let refund = letter.refund.as_ref().map_or_else(String::new, |refund| format!(" of {}", plain(refund)));
    format!("{}{refund}{copy}: {sent}{id}", plain(&letter.kind))
}

fn refused(letter: &LetterSheet, why: &str) -> String {
    let when = letter.refused_at.map_or_else(String::new, |at| format!(" {}", instant_text(at)));
    let seen_to = letter.seen_to_at.map_or_else(String::new, |at| format!(", seen to {}", instant_text(at)));
    format!("refused{when}, not tried again: {}{seen_to}", plain(why))
}

fn job(job: &JobSheet) -> String {
    let failed = job
        .last_error
        .as_ref()
        .map_or_else(String::new, |error| format!(", begun {} times, failed: {}", job.attempts, plain(error)));
    let due = instant_text(job.due_at);
    format!("{} of {}: {}, due {due}{failed}", plain(&job.kind), plain(&job.subject), job.stands)
}

fn optional(instant: Option<DateTime<Utc>>) -> String {
    instant.map_or_else(|| "not yet".to_owned(), instant_text)
}
