//! Rows about a subscription after its first payment.

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::currency::Currency;
use onefare_core::entitlement::{Entitlement, EntitlementState};
use onefare_core::money::Money;
use onefare_core::order::dispute::DisputeStanding;
use onefare_core::plan::DeviceAllowance;
use onefare_core::subscription::{ChargeVerdict, Standing, UnpaidInvoice, UnpaidOutcome};

use crate::store::charge_refunds::ChargeRefund;
use crate::store::disputes::Dispute;
use crate::store::entitlements::Check;
use crate::store::fraud_warnings::FraudWarning;
use crate::store::later_charges::LaterCharge;
use crate::store::subscriptions::Subscription;
use crate::store::unpaid_invoices::StoredInvoice;
use crate::store::{
    Tx, accounts, charge_refunds, disputes, entitlements, fraud_warnings, later_charges, subscriptions, unpaid_invoices,
};

/// One row in each table about a subscription, read back.
pub async fn one_subscription(tx: &mut Tx, now: DateTime<Utc>) {
    let begun = Subscription {
        order_id: "ord".to_owned(),
        reference: "sub_1".to_owned(),
        standing: Standing::Active,
        renews_at: Some(now),
        ends_at: Some(now),
        seen_at: now,
        look_at: Some(now),
    };
    subscriptions::insert_once(tx, &begun).await.unwrap();
    subscriptions::insert_once(tx, &Subscription { standing: Standing::Ended, ..begun.clone() }).await.unwrap();
    assert_eq!(subscriptions::by_reference(tx, "sub_1").await.unwrap(), Some(begun.clone()), "once");
    let earlier = Subscription { seen_at: now - TimeDelta::seconds(1), standing: Standing::Ended, ..begun.clone() };
    assert!(!subscriptions::note(tx, &earlier).await.unwrap(), "an older answer changes nothing");
    assert!(subscriptions::note(tx, &begun).await.unwrap());
    subscriptions::look_again_at(tx, "ord", now).await.unwrap();
    assert_eq!(subscriptions::due(tx, now, 5).await.unwrap(), ["ord"]);
    let charge = LaterCharge {
        invoice: "in_2".to_owned(),
        order_id: "ord".to_owned(),
        payment_intent: Some("pi_3".to_owned()),
        amount: Money::new(6, Currency::Omr).unwrap(),
        agreed: Money::new(5, Currency::Omr).unwrap(),
        verdict: ChargeVerdict::TooMuch,
        charged_at: now,
        paid_at: now,
        returned: Money::zero(Currency::Omr),
        found_at: now,
        resolved_at: None,
    };
    assert!(later_charges::insert_once(tx, &charge).await.unwrap());
    assert!(!later_charges::insert_once(tx, &charge).await.unwrap(), "once");
    assert!(later_charges::resolve(tx, "in_2", now).await.unwrap());
    assert!(!later_charges::resolve(tx, "in_2", now).await.unwrap(), "once");
    later_charges::set_returned(tx, "in_2", 5).await.unwrap();
    assert_eq!(later_charges::by_payment_intent(tx, "pi_3").await.unwrap().unwrap().order_id, "ord");
    let refund = ChargeRefund {
        id: "cref".to_owned(),
        order_id: "ord".to_owned(),
        invoice: "in_2".to_owned(),
        payment_intent: "pi_3".to_owned(),
        amount: Money::new(5, Currency::Omr).unwrap(),
        ends_subscription: true,
        decided_at: now,
        reference: None,
        failure: None,
        returned_at: None,
        closed_at: None,
        is_fraud: true,
    };
    charge_refunds::insert(tx, &refund).await.unwrap();
    charge_refunds::set_reference(tx, "cref", "re_3").await.unwrap();
    assert!(charge_refunds::fail(tx, "cref", "declined").await.unwrap());
    assert!(!charge_refunds::fail(tx, "cref", "declined").await.unwrap(), "once");
    charge_refunds::insert(tx, &ChargeRefund { id: "cref2".to_owned(), ..refund }).await.unwrap();
    assert_eq!(charge_refunds::by_id(tx, "cref").await.unwrap().unwrap().closed_at, Some(now), "it is tried again");
    assert!(charge_refunds::end(tx, "cref2", now).await.unwrap());
    assert!(!charge_refunds::end(tx, "cref2", now).await.unwrap(), "once");
    assert_eq!(charge_refunds::by_reference(tx, "re_3").await.unwrap().unwrap().id, "cref");
    assert!(!charge_refunds::bounce(tx, "cref", "declined").await.unwrap(), "its money had not gone");
    assert!(!charge_refunds::close(tx, "in_2", now).await.unwrap(), "none has failed");
    let dispute = Dispute {
        reference: "du_1".to_owned(),
        order_id: Some("ord".to_owned()),
        payment_id: Some("pay".to_owned()),
        invoice: Some("in_2".to_owned()),
        charge: "ch_1".to_owned(),
        amount: Money::new(5, Currency::Omr).unwrap(),
        reason: "fraudulent".to_owned(),
        standing: DisputeStanding::Open,
        opened_at: now,
        respond_by: Some(now),
        seen_at: now,
        decided_at: None,
        renewal_stopped_at: None,
    };
    disputes::insert_or_update(tx, &dispute).await.unwrap();
    disputes::set_renewal_stopped(tx, "du_1", Some(now)).await.unwrap();
    let decided = Dispute { standing: DisputeStanding::Won, decided_at: Some(now), ..dispute };
    disputes::insert_or_update(tx, &decided).await.unwrap();
    let kept = Dispute { renewal_stopped_at: Some(now), ..decided };
    assert_eq!(disputes::by_reference(tx, "du_1").await.unwrap(), Some(kept), "what the shop has done stays noted");
    let warning = FraudWarning {
        reference: "issfr_1".to_owned(),
        order_id: Some("ord".to_owned()),
        charge: "ch_1".to_owned(),
        kind: "misc".to_owned(),
        warned_at: now,
        resolved_at: Some(now),
    };
    fraud_warnings::insert_or_update(tx, &warning).await.unwrap();
    fraud_warnings::insert_or_update(tx, &FraudWarning { resolved_at: None, ..warning.clone() }).await.unwrap();
    assert_eq!(fraud_warnings::by_reference(tx, "issfr_1").await.unwrap(), Some(warning), "resolved for good");
    let unpaid = UnpaidInvoice {
        invoice: "in_3".to_owned(),
        amount: Money::new(5, Currency::Omr).unwrap(),
        unpaid_since: now,
        next_attempt_at: Some(now),
        page_url: Some("https://invoice.stripe.com/i/1".to_owned()),
        needs_confirmation: false,
    };
    assert!(unpaid_invoices::insert_or_update(tx, "ord", &unpaid).await.unwrap());
    let to_confirm = UnpaidInvoice { needs_confirmation: true, ..unpaid };
    assert!(!unpaid_invoices::insert_or_update(tx, "ord", &to_confirm).await.unwrap(), "once");
    let stored = StoredInvoice { order_id: "ord".to_owned(), unpaid: to_confirm.clone(), settled: None };
    assert_eq!(unpaid_invoices::open_of_order(tx, "ord").await.unwrap(), Some(stored.clone()));
    assert!(unpaid_invoices::settle(tx, "in_3", UnpaidOutcome::Paid, now).await.unwrap());
    assert!(!unpaid_invoices::settle(tx, "in_3", UnpaidOutcome::GivenUp, now).await.unwrap(), "once");
    assert!(!unpaid_invoices::insert_or_update(tx, "ord", &to_confirm).await.unwrap(), "a settled one stays as it is");
    let settled = Some((UnpaidOutcome::Paid, now));
    let unpaid = UnpaidInvoice { next_attempt_at: None, page_url: None, ..to_confirm };
    let settled = StoredInvoice { settled, unpaid, ..stored };
    assert_eq!(unpaid_invoices::by_invoice(tx, "in_3").await.unwrap(), Some(settled), "nothing is tried or paid again");
}

/// An account with its entitlement.
pub async fn one_entitlement(tx: &mut Tx, now: DateTime<Utc>) {
    let sql =
        "INSERT INTO accounts (id, email_canonical, joined_into, created_at) VALUES ('acc', 'b@example.com', 'acc', 1)";
    super::run(tx, sql.to_owned()).await;
    accounts::set_of_order(tx, "ord", "acc").await.unwrap();
    assert_eq!(accounts::count_orders(tx, "acc").await.unwrap(), 1);
    let (state, devices) = (EntitlementState::Active, DeviceAllowance::USUAL);
    let entitlement = Entitlement { state, from: now, paid_until: now, until: now, devices };
    let revision = entitlements::next_revision(tx).await.unwrap();
    entitlements::insert_or_update(tx, "acc", revision, &entitlement, Some("acc"), true, now).await.unwrap();
    entitlements::set_taken(tx, "acc", revision).await.unwrap();
    assert!(entitlements::set_waiting(tx, "acc", now).await.unwrap());
    assert!(entitlements::set_alarmed(tx, "acc", now).await.unwrap());
    let check = Check { begins_at: now, after: Some("acc".to_owned()) };
    assert_eq!(entitlements::check(tx).await.unwrap(), None, "none was planned");
    entitlements::set_check(tx, &check).await.unwrap();
    assert_eq!(entitlements::check(tx).await.unwrap(), Some(check));
}
