//! One row in every table, and every way of reading one.

use chrono::{DateTime, Utc};
use onefare_core::attribution::FbParams;
use onefare_core::currency::Currency;
use onefare_core::discount::Redemption;
use onefare_core::email::Email;
use onefare_core::language::Language;
use onefare_core::money::Money;
use onefare_core::withdrawal::Statement;

use super::super::esims::add_made;
use super::super::{add_order, add_payment, applied, book, code, folded};
use super::run;
use super::subscription_rows::{one_entitlement, one_subscription};
use crate::store::account_email_changes::AccountEmailChange;
use crate::store::esims::GivenBack;
use crate::store::jobs::{JobKind, Maker, enqueue};
use crate::store::late_charges::NewLateCharge;
use crate::store::letters::{LetterKind, NewLetter};
use crate::store::plan_changes::NewPlanChange;
use crate::store::refunds::{NewRefund, Reason};
use crate::store::test_database::start;
use crate::store::{
    Store, StoreError, Tx, account_deletions, account_email_changes, accounts, cancellations, charge_refunds,
    deliveries, discount_codes, disputes, email_changes, entitlements, esims, events, fraud_warnings, idempotency_keys,
    late_charges, later_charges, leads, letters, mailed_code_requests, operator_acts, orders, payments, plan_changes,
    price_books, provider_ids, redemptions, refunds, sessions, sign_in, subscriptions, trusted_devices,
    unmatched_withdrawals, unpaid_invoices, webhook_events, withdrawals,
};

/// The address of the account that the rows are about.
pub const BUYER: &str = "a@example.com";

/// One row in every table; the second price book is there to be referred to.
pub async fn one_of_each(store: &Store) {
    let now = start();
    applied(store, now).await;
    let mut tx = store.begin().await.unwrap();
    price_books::insert(&mut tx, &book(1600), now).await.unwrap();
    discount_codes::upsert(&mut tx, &code("Third"), None, now).await.unwrap();
    add_order(&mut tx, "ord", now).await;
    add_payment(&mut tx, "pay", "ord", now).await;
    payments::set_charged(&mut tx, "pay", Money::new(5, Currency::Omr).unwrap()).await.unwrap();
    idempotency_keys::claim(&mut tx, "key", "pay", now).await.unwrap();
    deliveries::insert_once(&mut tx, "ord", "subscription", now, now, now).await.unwrap();
    add_made(&mut tx, "ord", now).await;
    let esim = esims::of_order(&mut tx, "ord").await.unwrap().unwrap();
    assert!(esims::note_given_back(&mut tx, &esim, GivenBack::Kept, now).await.unwrap());
    assert!(!esims::note_given_back(&mut tx, &esim, GivenBack::Nothing, now).await.unwrap(), "once");
    redemptions::put(&mut tx, "ord", &folded("third"), Redemption::Reserved, now).await.unwrap();
    let refund = NewRefund {
        id: "ref",
        payment_id: "pay",
        amount: 5,
        currency: Currency::Omr,
        reason: Reason::BySupport,
        created_at: now,
    };
    assert!(refunds::insert(&mut tx, &refund).await.unwrap());
    one_letter(&mut tx, now).await;
    assert!(cancellations::insert_once(&mut tx, "ord", "pay", now).await.unwrap());
    assert!(!cancellations::insert_once(&mut tx, "ord", "pay", now).await.unwrap(), "once");
    let cancelled = cancellations::of_order(&mut tx, "ord").await.unwrap().unwrap();
    assert!(cancellations::confirm(&mut tx, &cancelled, now, now).await.unwrap());
    assert!(!cancellations::confirm(&mut tx, &cancelled, now, now).await.unwrap(), "once");
    assert!(cancellations::ask_to_resume(&mut tx, "ord", now).await.unwrap());
    one_late_charge(&mut tx, now).await;
    one_subscription(&mut tx, now).await;
    one_entitlement(&mut tx, now).await;
    one_plan_change(&mut tx, now).await;
    assert!(withdrawals::insert_once(&mut tx, "ord", Some("Amal"), now).await.unwrap());
    assert!(!withdrawals::insert_once(&mut tx, "ord", None, now).await.unwrap(), "once");
    assert_eq!(withdrawals::open(&mut tx).await.unwrap().len(), 1);
    assert!(withdrawals::close(&mut tx, "ord", "told", now).await.unwrap());
    assert!(!withdrawals::close(&mut tx, "ord", "again", now).await.unwrap(), "once");
    assert_eq!(withdrawals::open(&mut tx).await.unwrap(), []);
    provider_ids::note(&mut tx, "pay", ["pi_1"]).await.unwrap();
    webhook_events::remember(&mut tx, "stripe", "evt", "a", now).await.unwrap();
    enqueue(&mut tx, JobKind::DeliverOrder(Maker::Shop), "ord", now, now).await.unwrap();
    one_email_change(&mut tx, now).await;
    one_unmatched_withdrawal(&mut tx, now).await;
    one_lead_and_one_account(&mut tx, now).await;
    one_account_email_change(&mut tx, now).await;
    one_event(&mut tx, now).await;
    one_act(&mut tx, now).await;
    tx.commit().await.unwrap();
}

async fn one_lead_and_one_account(tx: &mut Tx, now: DateTime<Utc>) {
    let lead = leads::Lead {
        email: BUYER.to_owned(),
        device: "ios".to_owned(),
        reasons: "streaming".to_owned(),
        streaming_service: Some("Any".to_owned()),
        language: Language::En,
        consent: "Yes".to_owned(),
        joined_at: now,
    };
    assert!(leads::insert_once(tx, &Email::parse(BUYER).unwrap(), &lead).await.unwrap());
    let challenge = sign_in::NewChallenge {
        id: "challenge",
        browser: "browser",
        email_canonical: BUYER,
        language: Language::En,
        earlier_failures: 0,
        device_id: Some("device"),
    };
    sign_in::insert(tx, challenge, now).await.unwrap();
    sign_in::note_link(tx, "challenge", now).await.unwrap();
    let request = mailed_code_requests::NewRequest {
        id: "request",
        email_canonical: BUYER,
        device_id: None,
        address: "127.0.0.1",
        network: "127.0.0.0",
    };
    mailed_code_requests::insert(tx, request, now).await.unwrap();
    assert_eq!(sign_in::lock_failures(tx, BUYER).await.unwrap(), 0);
    sign_in::set_failures(tx, BUYER, 1).await.unwrap();
    let session = sessions::Session {
        id: "session".to_owned(),
        email_canonical: BUYER.to_owned(),
        device: "phone".to_owned(),
        created_at: now,
        seen_at: now,
    };
    sessions::insert(tx, "token", &session).await.unwrap();
    let device = trusted_devices::TrustedDevice {
        id: "device".to_owned(),
        email_canonical: BUYER.to_owned(),
        failures: 0,
        trusted_at: now,
    };
    trusted_devices::insert(tx, "trusted", &device).await.unwrap();
    trusted_devices::set_failures(tx, "device", 1).await.unwrap();
    assert_eq!(trusted_devices::lock(tx, "device").await.unwrap().unwrap().failures, 1);
    account_deletions::mark(tx, "ord", now).await.unwrap();
    account_deletions::insert(tx, "deletion", BUYER, now).await.unwrap();
    account_deletions::note_done(tx, "deletion", now).await.unwrap();
    let done = account_deletions::by_id(tx, "deletion").await.unwrap().unwrap();
    assert_eq!((done.email_canonical, done.done_at), (None, Some(now)), "it is forgotten");
    run(tx, format!("UPDATE account_deletions SET email_canonical = '{BUYER}'")).await;
}

/// A corrected address.
async fn one_email_change(tx: &mut Tx, now: DateTime<Utc>) {
    let order = orders::by_id(tx, "ord").await.unwrap().unwrap();
    let id = email_changes::apply(tx, &order, &order.email, now).await.unwrap();
    let change = email_changes::of_order(tx, "ord").await.unwrap().remove(0);
    assert_eq!((&change.id, change.change, change.old_email.as_ref()), (&id, 1, Some(&order.email)));
    email_changes::forget_old_address(tx, &id).await.unwrap();
    assert_eq!(email_changes::of_order(tx, "ord").await.unwrap().remove(0).old_email, None);
    run(tx, format!("UPDATE email_changes SET id = 'correction', old_email = '{BUYER}'")).await;
    assert!(email_changes::had(tx, "ord", &order.email).await.unwrap());
    assert!(!email_changes::had(tx, "ord", &Email::parse("b@example.com").unwrap()).await.unwrap());
}

/// A statement that matches no order.
async fn one_unmatched_withdrawal(tx: &mut Tx, now: DateTime<Utc>) {
    let statement = Statement::read("7K3M-92PD", BUYER, "Amal").unwrap();
    for _ in 0..2 {
        unmatched_withdrawals::insert_once(tx, &statement, now).await.unwrap();
    }
    unmatched_withdrawals::forget_before(tx, now).await.unwrap();
    let stored = unmatched_withdrawals::all(tx).await.unwrap();
    assert_eq!((stored.len(), stored[0].name.as_deref(), stored[0].stated_at), (1, Some("Amal"), now));
    run(tx, "UPDATE unmatched_withdrawals SET id = 'unmatched'".to_owned()).await;
}

/// A purchase event that waits for its settlement, with the additional fields of a page's event.
async fn one_event(tx: &mut Tx, now: DateTime<Utc>) {
    events::expect_purchase(tx, "ord", "visitor", Some(&FbParams::default()), now).await.unwrap();
    let page = "page = 'buy', product_id = 'vpn-12m', currency = 'USD', amount = 1";
    run(tx, format!("UPDATE events SET id = 'event', {page}")).await;
}

async fn one_act(tx: &mut Tx, now: DateTime<Utc>) {
    let act = operator_acts::OperatorAct {
        id: "act".to_owned(),
        acted_at: now,
        operator: "amal".to_owned(),
        command: "orders refund".to_owned(),
        order_number: Some("N-ord".to_owned()),
        customer: Some("digest".to_owned()),
        outcome: operator_acts::Outcome::Done,
        what: "Refunded.".to_owned(),
    };
    operator_acts::insert(tx, &act).await.unwrap();
    assert_eq!(operator_acts::since(tx, now, Some("N-ord"), Some("digest")).await.unwrap(), [act]);
    assert!(operator_acts::since(tx, now, Some("N-other"), None).await.unwrap().is_empty());
    assert!(operator_acts::since(tx, now, None, Some("other")).await.unwrap().is_empty());
}

async fn one_account_email_change(tx: &mut Tx, now: DateTime<Utc>) {
    let [old_email, new_email] = [BUYER, "b@example.com"].map(|text| Email::parse(text).unwrap());
    let change = AccountEmailChange {
        id: "aec".to_owned(),
        email_canonical: BUYER.to_owned(),
        old_email,
        new_email,
        language: Language::Ar,
        session_id: "session".to_owned(),
        device_id: Some("device".to_owned()),
        tries: 0,
        created_at: now,
        ended_at: None,
        moved_at: None,
    };
    account_email_changes::insert(tx, &change).await.unwrap();
    assert_eq!(account_email_changes::of_account(tx, BUYER).await.unwrap(), [change]);
    account_email_changes::set_tries(tx, "aec", 1).await.unwrap();
    assert_eq!(account_email_changes::lock(tx, "aec").await.unwrap().unwrap().tries, 1);
    assert!(account_email_changes::note_moved(tx, "aec", now).await.unwrap());
    assert!(!account_email_changes::note_moved(tx, "aec", now).await.unwrap(), "once");
}

async fn one_plan_change(tx: &mut Tx, now: DateTime<Utc>) {
    let mut quote = orders::by_id(tx, "ord").await.unwrap().unwrap().quote;
    quote.renewal = Some(quote.due_now);
    let new = NewPlanChange { order_id: "ord", payment_id: "pay", quote: &quote, takes_effect_at: now };
    plan_changes::insert(tx, new, now).await.unwrap();
    let given_up = plan_changes::of_order(tx, "ord").await.unwrap().remove(0);
    assert!(plan_changes::refuse(tx, &given_up, now).await.unwrap());
    assert!(!plan_changes::confirm(tx, &given_up, now, now).await.unwrap(), "given up");
    assert!(plan_changes::of_order(tx, "ord").await.unwrap().is_empty());
    plan_changes::insert(tx, new, now).await.unwrap();
    let change = plan_changes::of_order(tx, "ord").await.unwrap().remove(0);
    assert_eq!(change.round, 2);
    assert!(plan_changes::confirm(tx, &change, now, now).await.unwrap());
    assert!(!plan_changes::confirm(tx, &change, now, now).await.unwrap(), "once");
    assert!(!plan_changes::refuse(tx, &change, now).await.unwrap(), "confirmed");
}

/// A letter that was refused, acknowledged and sent all the same, with the records of all that.
async fn one_letter(tx: &mut Tx, now: DateTime<Utc>) {
    assert!(letters::insert_once(tx, NewLetter::of_order(LetterKind::Receipt, "ord"), now).await.unwrap());
    let letter = letters::waiting(tx, "ord").await.unwrap().remove(0);
    let refusal = letters::Refusal { reason: "no".to_owned(), at: now };
    letters::note_refused(tx, &letter, &refusal, Some(now)).await.unwrap();
    let refused = letters::of_order(tx, "ord").await.unwrap().remove(0);
    assert_eq!((refused.refusal, refused.done_at), (Some(refusal), Some(now)));
    assert!(letters::note_sent(tx, &letter, "1", now).await.unwrap());
    let sent = letters::of_order(tx, "ord").await.unwrap().remove(0);
    assert_eq!((sent.sent_at, sent.refusal, sent.done_at), (Some(now), None, None));
    let at = now.timestamp_millis();
    run(tx, format!("UPDATE letters SET refused_at = {at}, refusal = 'no', done_at = {at}")).await;
}

async fn one_late_charge(tx: &mut Tx, now: DateTime<Utc>) {
    let charge = NewLateCharge {
        id: "late",
        order_id: "ord",
        payment_id: "pay",
        invoice: "in_1",
        payment_intent: "pi_2",
        amount: Money::new(5, Currency::Omr).unwrap(),
        charged_at: now,
        found_at: now,
    };
    assert!(late_charges::insert_once(tx, &charge).await.unwrap());
    assert!(!late_charges::insert_once(tx, &NewLateCharge { id: "again", ..charge }).await.unwrap(), "once");
    assert!(late_charges::fail(tx, "late", "refused").await.unwrap());
    assert!(!late_charges::fail(tx, "late", "again").await.unwrap(), "once");
    late_charges::set_refund(tx, "late", "re_1").await.unwrap();
    assert!(late_charges::end(tx, "late", now).await.unwrap());
    assert!(!late_charges::end(tx, "late", now).await.unwrap(), "once");
    let ended = late_charges::by_id(tx, "late").await.unwrap().unwrap();
    assert_eq!((ended.refund.as_deref(), ended.failure, ended.returned_at), (Some("re_1"), None, Some(now)));
}

/// Reads the tables in every way that finds a row whatever happened to one column.
pub async fn read_everything(tx: &mut Tx) -> Result<(), StoreError> {
    price_books::current(tx).await?;
    price_books::by_number(tx, 1).await?;
    discount_codes::all(tx).await?;
    discount_codes::next_change_after(tx, start()).await?;
    orders::by_id(tx, "ord").await?;
    orders::open_of_buyer(tx, "buyer").await?;
    payments::by_id(tx, "pay").await?;
    payments::of_order(tx, "ord").await?;
    payments::of_key(tx, "key").await?;
    deliveries::of_order(tx, "ord").await?;
    esims::of_order(tx, "ord").await?;
    redemptions::of_order(tx, "ord").await?;
    refunds::by_id(tx, "ref").await?;
    refunds::of_payment(tx, "pay").await?;
    letters::of_order(tx, "ord").await?;
    cancellations::of_order(tx, "ord").await?;
    cancellations::resumed_at(tx, "ord").await?;
    late_charges::by_id(tx, "late").await?;
    late_charges::of_order(tx, "ord").await?;
    subscriptions::of_order(tx, "ord").await?;
    later_charges::of_order(tx, "ord").await?;
    unpaid_invoices::of_order(tx, "ord").await?;
    charge_refunds::of_order(tx, "ord").await?;
    disputes::of_order(tx, "ord").await?;
    fraud_warnings::of_order(tx, "ord").await?;
    accounts::lock(tx, "acc").await?;
    accounts::of_order(tx, "ord").await?;
    entitlements::of_account(tx, "acc").await?;
    entitlements::check(tx).await?;
    plan_changes::of_order(tx, "ord").await?;
    account_email_changes::by_id(tx, "aec").await?;
    email_changes::of_order(tx, "ord").await?;
    withdrawals::of_order(tx, "ord").await?;
    unmatched_withdrawals::all(tx).await?;
    events::by_id(tx, "event").await?;
    events::around_order(tx, "ord").await?;
    events::waiting_purchase(tx, "ord").await?;
    events::waiting_params(tx, "ord", "visitor").await?;
    leads::all(tx).await?;
    operator_acts::since(tx, DateTime::UNIX_EPOCH, None, None).await?;
    sign_in::by_id(tx, "challenge").await?;
    sign_in::failures(tx, BUYER).await?;
    mailed_code_requests::newest(tx, mailed_code_requests::Scope::Address, "127.0.0.1", 1).await?;
    mailed_code_requests::of_address(tx, BUYER).await?;
    sessions::by_token(tx, "token").await?;
    trusted_devices::by_token(tx, "trusted").await?;
    account_deletions::by_id(tx, "deletion").await?;
    Ok(())
}
