//! Everything that is stored of an account, as one JSON document for its owner.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::app::App;
use crate::store::account_email_changes::{self, AccountEmailChange};
use crate::store::events::{self, Event};
use crate::store::plan_changes::{self, PlanChange};
use crate::store::sessions::Session;
use crate::store::{StoreError, cancellations, customers, deliveries, order_search, payments, refunds, withdrawals};

/// The document. Secrets of ours are not in it: digests, activation codes and the ids under which providers know us.
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
        let delivery = deliveries::of_order(&mut conn, &order.id).await?;
        let cancellation = cancellations::of_order(&mut conn, &order.id).await?;
        let changes = plan_changes::of_order(&mut conn, &order.id).await?;
        let withdrawal = withdrawals::of_order(&mut conn, &order.id).await?;
        let letters = order_search::letters_of(&mut conn, &order.id).await?;
        let around = events::around_order(&mut conn, &order.id).await?;
        events_of.extend(around.into_iter().map(|event| (event.id.clone(), event)));
        let mut paid = Vec::new();
        for payment in payments::of_order(&mut conn, &order.id).await? {
            let refunds = refunds::of_payment(&mut conn, &payment.id).await?;
            let refunds: Vec<_> = refunds
                .iter()
                .map(|refund| json!({ "minor_units": refund.amount.minor(), "at": refund.created_at }))
                .collect();
            let (provider, state) = (payment.provider.code(), payment.state.code());
            paid.push(
                json!({ "provider": provider, "state": state, "begun_at": payment.created_at, "refunds": refunds }),
            );
        }
        orders.push(json!({
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
            "trial_terms_accepted_at": order.trial.as_ref().map(|trial| trial.accepted_at),
            "access": delivery.map(|delivery| json!({ "from": delivery.starts_at, "to": delivery.ends_at })),
            "renewal_cancelled_at": cancellation.map(|cancellation| cancellation.requested_at),
            "plan_changes": changes.iter().map(plan_change_text).collect::<Vec<_>>(),
            "withdrawal": withdrawal.map(|one| json!({ "stated_at": one.stated_at, "name": one.name, "handled_at": one.handled_at })),
            "payments": paid,
            "letters": letters.iter().map(|letter| json!({ "kind": letter.kind, "at": letter.sent_at })).collect::<Vec<_>>(),
        }));
    }
    let addresses = account_email_changes::of_account(&mut conn, account).await?;
    let addresses: Vec<_> = addresses.iter().map(address_text).collect();
    drop(conn);
    let events: Vec<_> = events_of.values().map(event_text).collect();
    let sessions = super::session::all(app, account).await?;
    let sessions: Vec<_> = sessions
        .iter()
        .map(|session| json!({ "device": session.device, "began_at": session.created_at, "seen_at": session.seen_at }))
        .collect();
    Ok(
        json!({ "email": account, "made_at": app.clock.now(), "orders": orders, "address_requests": addresses, "events": events, "sessions": sessions }),
    )
}

fn plan_change_text(change: &PlanChange) -> Value {
    json!({
        "quote": change.quote,
        "takes_effect_at": change.takes_effect_at,
        "requested_at": change.requested_at,
        "confirmed_at": change.confirmed_at,
    })
}

fn address_text(change: &AccountEmailChange) -> Value {
    json!({
        "from": change.old_email.as_str(),
        "to": change.new_email.as_str(),
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
