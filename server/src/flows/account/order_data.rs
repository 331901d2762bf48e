//! Everything that is stored of an order, for the document that its owner downloads.

use onefare_core::email::Email;
use serde_json::{Value, json};

use crate::store::disputes::Dispute;
use crate::store::email_changes::EmailChange;
use crate::store::esims::{Esim, GivenBack};
use crate::store::late_charges::LateCharge;
use crate::store::later_charges::LaterCharge;
use crate::store::letters::{FIRST, LetterKind, StoredLetter};
use crate::store::orders::Order;
use crate::store::plan_changes::PlanChange;
use crate::store::subscriptions::Subscription;
use crate::store::unpaid_invoices::StoredInvoice;
use crate::store::{
    Connection, StoreError, cancellations, deliveries, disputes, email_changes, esims, late_charges, later_charges,
    letters, payments, plan_changes, refunds, subscriptions, unpaid_invoices, withdrawals,
};

/// An order with all that is about it.
///
/// # Errors
/// The database.
pub async fn of_order(conn: &mut Connection, order: &Order) -> Result<Value, StoreError> {
    let delivery = deliveries::of_order(conn, &order.id).await?;
    let cancellation = cancellations::of_order(conn, &order.id).await?;
    let resumed_at = cancellations::resumed_at(conn, &order.id).await?;
    let changes = plan_changes::of_order(conn, &order.id).await?;
    let withdrawal = withdrawals::of_order(conn, &order.id).await?;
    let esim = esims::of_order(conn, &order.id).await?;
    let corrections = email_changes::of_order(conn, &order.id).await?;
    let letters = letters::of_order(conn, &order.id).await?;
    let late_charges = late_charges::of_order(conn, &order.id).await?;
    let subscription = subscriptions::of_order(conn, &order.id).await?;
    let later_charges = later_charges::of_order(conn, &order.id).await?;
    let unpaid_invoices = unpaid_invoices::of_order(conn, &order.id).await?;
    let disputes = disputes::of_order(conn, &order.id).await?;
    let trial = order.trial.as_ref();
    Ok(json!({
        "number": order.number,
        "email": order.email.as_str(),
        "language": order.language,
        "quote": order.quote,
        "discount_code": order.code,
        "state": order.state.code(),
        "ordered_at": order.created_at,
        "paid_at": order.paid_at,
        "affiliate_reference": order.im_ref,
        "advertising_parameters": order.fb_params,
        "trial_terms": trial.map(|trial| trial.terms.as_str()),
        "trial_terms_accepted_at": trial.map(|trial| trial.accepted_at),
        "access": delivery.map(|delivery| json!({ "from": delivery.starts_at, "to": delivery.ends_at })),
        "esim": esim.as_ref().map(esim_text),
        "renewal_cancelled_at": cancellation.map(|cancellation| cancellation.requested_at),
        "renewal_resumed_at": resumed_at,
        "plan_changes": changes.iter().map(plan_change_text).collect::<Vec<_>>(),
        "withdrawal": withdrawal.map(|one| json!({ "stated_at": one.stated_at, "name": one.name, "handled_at": one.handled_at })),
        "address_corrections": corrections.iter().map(|one| correction_text(one, &letters)).collect::<Vec<_>>(),
        "subscription": subscription.as_ref().map(subscription_text),
        "later_charges": later_charges.iter().map(later_charge_text).collect::<Vec<_>>(),
        "disputes": disputes.iter().map(dispute_text).collect::<Vec<_>>(),
        "unpaid_invoices": unpaid_invoices.iter().map(unpaid_text).collect::<Vec<_>>(),
        "charges_after_cancellation": late_charges.iter().map(late_charge_text).collect::<Vec<_>>(),
        "payments": payments_text(conn, order).await?,
        "letters": letters_text(&letters),
    }))
}

async fn payments_text(conn: &mut Connection, order: &Order) -> Result<Vec<Value>, StoreError> {
    let mut told = Vec::new();
    for payment in payments::of_order(conn, &order.id).await? {
        let refunds = refunds::of_payment(conn, &payment.id).await?;
        let refunds: Vec<_> = refunds
            .iter()
            .map(|refund| json!({ "minor_units": refund.amount.minor(), "at": refund.created_at }))
            .collect();
        let (provider, state) = (payment.provider.code(), payment.state.code());
        told.push(json!({ "provider": provider, "state": state, "begun_at": payment.created_at, "refunds": refunds }));
    }
    Ok(told)
}

/// The letters that were sent, the copies that were requested, and the letters that no mail server accepted. A
/// correction of the address lists the letters to the old one.
fn letters_text(all: &[StoredLetter]) -> Value {
    let about_order = || all.iter().filter(|letter| !letter.is(LetterKind::OldAddress));
    let sent = about_order().filter(|letter| letter.number == FIRST && letter.sent_at.is_some());
    let sent: Vec<_> = sent.map(|letter| json!({ "kind": letter.kind, "at": letter.sent_at })).collect();
    let copies: Vec<_> = about_order()
        .filter(|letter| letter.number > FIRST)
        .map(|copy| json!({ "kind": copy.kind, "asked_at": copy.asked_at, "sent_at": copy.sent_at }))
        .collect();
    let refused: Vec<_> = about_order()
        .filter_map(|letter| Some((&letter.kind, letter.refusal.as_ref()?)))
        .map(|(kind, refusal)| json!({ "kind": kind, "reason": refusal.reason, "at": refusal.at }))
        .collect();
    json!({ "sent": sent, "copies": copies, "refused": refused })
}

/// The eSIM without its activation code: the panel shows that, and a downloaded file is left lying about.
fn esim_text(esim: &Esim) -> Value {
    json!({
        "bytes": esim.wanted.volume_bytes,
        "days": esim.wanted.days,
        "is_daily": esim.wanted.daily,
        "state": esim.state.code(),
        "ordered_at": esim.created_at,
        "made_at": esim.ready_at,
        "install_until": esim.expires_at,
        "given_back": esim.given_back.map(GivenBack::code),
        "given_back_at": esim.given_back_at,
        "suspended_at": esim.suspended_at,
    })
}

fn late_charge_text(charge: &LateCharge) -> Value {
    json!({ "minor_units": charge.amount.minor(), "at": charge.charged_at, "returned_at": charge.returned_at })
}

fn subscription_text(subscription: &Subscription) -> Value {
    json!({
        "stands": subscription.standing.code(),
        "renews_at": subscription.renews_at,
        "ends_at": subscription.ends_at,
        "as_of": subscription.seen_at,
    })
}

fn later_charge_text(charge: &LaterCharge) -> Value {
    json!({
        "minor_units": charge.amount.minor(),
        "currency": charge.amount.currency().code(),
        "agreed_minor_units": charge.agreed.minor(),
        "returned_minor_units": charge.returned.minor(),
        "at": charge.charged_at,
    })
}

fn dispute_text(dispute: &Dispute) -> Value {
    json!({
        "minor_units": dispute.amount.minor(),
        "currency": dispute.amount.currency().code(),
        "reason": dispute.reason,
        "stands": dispute.standing.code(),
        "at": dispute.opened_at,
        "decided_at": dispute.decided_at,
    })
}

fn unpaid_text(StoredInvoice { unpaid, settled, .. }: &StoredInvoice) -> Value {
    json!({
        "minor_units": unpaid.amount.minor(),
        "currency": unpaid.amount.currency().code(),
        "unpaid_since": unpaid.unpaid_since,
        "outcome": settled.map(|(outcome, _)| outcome.code()),
        "settled_at": settled.map(|(_, at)| at),
    })
}

fn plan_change_text(change: &PlanChange) -> Value {
    json!({
        "quote": change.quote,
        "takes_effect_at": change.takes_effect_at,
        "requested_at": change.requested_at,
        "confirmed_at": change.confirmed_at,
    })
}

/// A correction that is part of an account's move has no letter of its own: the account's was sent at once.
fn correction_text(change: &EmailChange, letters: &[StoredLetter]) -> Value {
    let letter = letters.iter().find(|letter| letter.is(LetterKind::OldAddress) && letter.subject == change.id);
    let told_at = letter
        .map_or(Some(change.changed_at), |letter| letter.sent_at.or(letter.refusal.as_ref().map(|refusal| refusal.at)));
    json!({ "from": change.old_email.as_ref().map(Email::as_str), "at": change.changed_at, "told_at": told_at })
}
