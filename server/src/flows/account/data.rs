//! Everything that is stored of an account, as one JSON document for its owner. A test goes through the tables of the
//! schema: personal data is either here or left out there for a stated reason.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::app::App;
use crate::flows::account::order_data;
use crate::flows::entitlements::lookup::by_address;
use crate::store::account_email_changes::{self, AccountEmailChange};
use crate::store::events::{self, Event};
use crate::store::leads::{self, Lead};
use crate::store::sessions::Session;
use crate::store::{Connection, StoreError, customers, mailed_code_requests, order_search, sign_in, trusted_devices};

/// The document. It leaves out our secrets: digests, activation codes and the ids under which providers know us.
///
/// # Errors
/// The database.
pub async fn of_account(app: &App, session: &Session) -> Result<Value, StoreError> {
    let mut conn = app.store.snapshot().await?;
    let account = &session.email_canonical;
    let mut orders = Vec::new();
    // By id, because several orders of one browser share what its pages reported.
    let mut events_of = BTreeMap::new();
    for order in customers::paid_orders(&mut conn, account).await? {
        let around = events::around_order(&mut conn, &order.id).await?;
        events_of.extend(around.into_iter().map(|event| (event.id.clone(), event)));
        orders.push(order_data::of_order(&mut conn, &order).await?);
    }
    let unpaid = unpaid_orders(&mut conn, account).await?;
    let addresses = account_email_changes::of_account(&mut conn, account).await?;
    let addresses: Vec<_> = addresses.iter().map(address_text).collect();
    let lead = leads::by_address(&mut conn, account).await?;
    let sign_in = sign_in_text(app, &mut conn, account).await?;
    let entitlement = by_address(&mut conn, account).await?;
    drop(conn);
    let events: Vec<_> = events_of.values().map(event_text).collect();
    let sessions = super::session::all(app, account).await?;
    let sessions: Vec<_> = sessions
        .iter()
        .map(|session| json!({ "device": session.device, "began_at": session.created_at, "seen_at": session.seen_at }))
        .collect();
    Ok(json!({
        "email": account,
        "made_at": app.clock.now(),
        "orders": orders,
        "entitlement": entitlement,
        "unpaid_orders": unpaid,
        "address_requests": addresses,
        "events": events,
        "wizard": lead.as_ref().map(lead_text),
        "sign_in": sign_in,
        "sessions": sessions,
    }))
}

/// Unpaid checkouts, until a job deletes them. Anyone may have typed the address, so the advertising parameters of that
/// browser are left out.
async fn unpaid_orders(conn: &mut Connection, account: &str) -> Result<Vec<Value>, StoreError> {
    let mut told = Vec::new();
    for order in order_search::by_email(conn, account).await? {
        let mut order = order?;
        if order.paid_at.is_none() && order.account_deleted_at.is_none() {
            order.fb_params = None;
            told.push(order_data::of_order(conn, &order).await?);
        }
    }
    Ok(told)
}

/// What the shop knows about signing in, including what other people requested and typed with the address.
async fn sign_in_text(app: &App, conn: &mut Connection, account: &str) -> Result<Value, StoreError> {
    let asked = sign_in::of_address(conn, account).await?;
    let asked: Vec<_> = asked
        .iter()
        .map(|one| {
            json!({
                "language": one.language,
                "tries": one.tries,
                "asked_at": one.created_at,
                "link_sent_at": one.link_sent_at,
                "ended_at": one.ended_at,
            })
        })
        .collect();
    let letters = mailed_code_requests::of_address(conn, account).await?;
    let letters: Vec<_> = letters
        .iter()
        .map(|one| {
            let by_trusted = one.by_trusted_device;
            json!({ "asked_from": one.address, "by_trusted_device": by_trusted, "asked_at": one.asked_at })
        })
        .collect();
    let trusted = trusted_devices::of_account(conn, account, app.clock.now() - trusted_devices::KEPT).await?;
    let trusted: Vec<_> =
        trusted.iter().map(|one| json!({ "trusted_at": one.trusted_at, "wrong_codes": one.failures })).collect();
    let wrong_codes = sign_in::failures(conn, account).await?;
    Ok(json!({ "wrong_codes": wrong_codes, "codes": asked, "letters": letters, "trusted_devices": trusted }))
}

fn lead_text(lead: &Lead) -> Value {
    json!({
        "email": lead.email,
        "device": lead.device,
        "reasons": lead.reasons,
        "streaming_service": lead.streaming_service,
        "language": lead.language,
        "consent": lead.consent,
        "joined_at": lead.joined_at,
    })
}

fn address_text(change: &AccountEmailChange) -> Value {
    json!({
        "from": change.old_email.as_str(),
        "to": change.new_email.as_str(),
        "language": change.language,
        "tries": change.tries,
        "requested_at": change.created_at,
        "moved_at": change.moved_at,
    })
}

fn event_text(event: &Event) -> Value {
    json!({
        "name": event.kind.word(),
        "page": event.page,
        "product_id": event.product_id,
        "currency": event.currency.map(|currency| currency.code()),
        "minor_units": event.amount,
        "advertising_parameters": event.fb_params,
        "at": event.created_at,
        "forwarded_at": event.forwarded_at,
    })
}
