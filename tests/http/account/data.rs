//! The download of all data: each table about a person is in it, or is left out for a reason that this file states.

use std::collections::{BTreeMap, BTreeSet};

use onefare_tests::{Browser, Shop, twelve_months};
use serde_json::{Value, json};

use super::{AMAL, Visitor, customer};
use crate::operators::run;

/// Columns that link a row to a person: an address, an order, a payment, or a digest that identifies a browser.
const PERSONAL: [&str; 15] = [
    "account_id",
    "address",
    "browser",
    "buyer",
    "client",
    "customer",
    "email",
    "email_canonical",
    "new_email",
    "old_email",
    "order_id",
    "order_number",
    "payment_id",
    "session_id",
    "visitor",
];

/// Where the document holds the rows of each table.
const TOLD: [(&str, &str); 25] = [
    ("account_email_changes", "/address_requests/0"),
    ("accounts", "/entitlement/account"),
    ("cancellations", "/orders/0/renewal_cancelled_at"),
    ("deliveries", "/orders/0/access"),
    ("disputes", "/orders/0/disputes/0"),
    ("email_changes", "/orders/0/address_corrections/0"),
    ("entitlements", "/entitlement/until"),
    ("esims", "/orders/0/esim"),
    ("events", "/events/0"),
    ("late_charges", "/orders/0/charges_after_cancellation/0"),
    ("later_charges", "/orders/0/later_charges/0"),
    ("leads", "/wizard"),
    ("letters", "/orders/0/letters/sent/0"),
    ("orders", "/orders/0"),
    ("unpaid_invoices", "/orders/0/unpaid_invoices/0"),
    ("payments", "/orders/0/payments/0"),
    ("plan_changes", "/orders/0/plan_changes/0"),
    ("refunds", "/orders/0/payments/0/refunds/0"),
    ("sessions", "/sessions/0"),
    ("sign_in_challenges", "/sign_in/codes/0"),
    ("sign_in_failures", "/sign_in/wrong_codes"),
    ("mailed_code_requests", "/sign_in/letters/0"),
    ("subscriptions", "/orders/0/subscription"),
    ("trusted_devices", "/sign_in/trusted_devices/0"),
    ("withdrawals", "/orders/0/withdrawal"),
];

/// Tables that the document leaves out, and why.
const LEFT_OUT: [(&str, &str); 9] = [
    ("account_deletions", "has an account's address only while it is being deleted, when nobody can download anything"),
    ("attempts", "digests by which a repeated request is known; what they lead to is the payment"),
    ("charge_refunds", "how far support's refund of a later charge is; what was returned is with the charge"),
    ("fraud_warnings", "what an issuer suspects of a card, which may be another person's"),
    ("limit_counts", "keyed digests and counts that are forgotten after two days"),
    ("operator_acts", "what our own people did, under a keyed digest; what came of it is in the orders"),
    ("provider_ids", "ids under which providers know a payment, which open support's doors there"),
    (
        "unmatched_withdrawals",
        "statements that match no order, which anyone can type with any address; forgotten after 90 days",
    ),
    ("redemptions", "whether a use of a code is kept; the code itself is in the order"),
];

/// The text of every migration, in order.
fn schema() -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| std::fs::read_to_string(file).unwrap() + "\n").collect()
}

#[test]
fn a_column_of_a_later_migration_counts_too() {
    let later = "CREATE TABLE gifts (\n    id TEXT\n)\nALTER TABLE gifts ADD COLUMN email_canonical TEXT;\n";
    assert_eq!(tables(later)["gifts"], BTreeSet::from(["id", "email_canonical"]));
}

/// The columns of each table that the schema creates.
fn tables(schema: &str) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut tables: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut table = None;
    for line in schema.lines() {
        let mut words = line.split_whitespace();
        if let Some(rest) = line.strip_prefix("ALTER TABLE ") {
            let words: Vec<&str> = rest.split_whitespace().collect();
            if let [name, "ADD", "COLUMN", column, ..] = words[..] {
                tables.entry(name).or_default().insert(column);
            }
        } else if let Some(rest) = line.strip_prefix("CREATE TABLE ") {
            table = rest.split_whitespace().next();
        } else if line.starts_with(')') {
            table = None;
        } else if let (Some(table), Some(column)) = (table, words.next()) {
            tables.entry(table).or_default().insert(column);
        }
    }
    tables
}

#[test]
fn every_table_about_a_person_is_told_or_left_out_for_a_reason() {
    let schema = schema();
    let tables = tables(&schema);
    assert!(tables.len() > 25 && tables["orders"].contains("email_canonical"), "{tables:?}");
    let personal = |columns: &BTreeSet<&str>| PERSONAL.iter().any(|column| columns.contains(column));
    let about: BTreeSet<&str> =
        tables.iter().filter(|(_, columns)| personal(columns)).map(|(table, _)| *table).collect();
    let told = TOLD.iter().map(|(table, _)| *table);
    let known: Vec<&str> = told.chain(LEFT_OUT.iter().map(|(table, _)| *table)).collect();
    let unique: BTreeSet<&str> = known.iter().copied().collect();
    assert_eq!((about, known.len()), (unique.clone(), unique.len()), "decide on a new table in TOLD or LEFT_OUT");
}

/// Adds one row to each table that the purchase itself has left empty.
async fn one_of_each(shop: &Shop) {
    let far = 9_999_999_999_999_i64;
    let address = "'amal@example.com'";
    let rows = [
        format!("account_email_changes (id, email_canonical, old_email, new_email, language, session_id, tries, created_at) VALUES ('aec_1', {address}, {address}, 'b@example.com', 'en', 'ses', 0, {far})"),
        "cancellations (order_id, payment_id, requested_at, round) SELECT order_id, id, 1, 1 FROM payments WHERE state = 'paid'".to_owned(),
        "email_changes (id, order_id, change, old_email, changed_at) SELECT 'emc_1', order_id, 1, 'c@example.com', 1 FROM payments WHERE state = 'paid'".to_owned(),
        "esims (order_id, transaction_id, package_code, volume_bytes, days, daily, state, sealed_code, sealed_key, created_at, ready_at, expires_at, given_back, given_back_at) SELECT order_id, 'txn_1', 'P1', 1073741824, 15, 0, 'ready', 'sealed-code', 'key-name', 1, 2, 3, 'cancelled', 4 FROM payments WHERE state = 'paid'".to_owned(),
        format!("events (id, name, event_id, visitor, order_id, created_at) SELECT 'evt_1', 'purchase', 'e', 'visitor-digest', order_id, {far} FROM payments WHERE state = 'paid'"),
        "late_charges (id, order_id, payment_id, invoice, payment_intent, amount, currency, charged_at, found_at) SELECT 'late_1', order_id, id, 'in_1', 'pi_9', 100, 'AED', 1, 2 FROM payments WHERE state = 'paid'".to_owned(),
        "later_charges (invoice, order_id, payment_intent, amount, currency, agreed, agreed_currency, verdict, charged_at, found_at) SELECT 'in_2', order_id, 'pi_8', 15000, 'AED', 15000, 'AED', 'as_agreed', 1, 2 FROM payments WHERE state = 'paid'".to_owned(),
        "disputes (reference, order_id, payment_id, charge, amount, currency, reason, standing, opened_at, seen_at) SELECT 'dp_1', order_id, id, 'ch_1', 100, 'AED', 'fraudulent', 'open', 1, 2 FROM payments WHERE state = 'paid'".to_owned(),
        "unpaid_invoices (invoice, order_id, amount, currency, unpaid_since, needs_confirmation) SELECT 'in_3', order_id, 15000, 'AED', 1, 0 FROM payments WHERE state = 'paid'".to_owned(),
        format!("leads (address, email, device, reasons, streaming_service, language, consent, joined_at) VALUES ({address}, 'Amal@example.com', 'ios', 'streaming', 'Any', 'en', 'Yes', 1)"),
        "letters (subject, kind, number, order_id, asked_at, sent_at) SELECT order_id, 'receipt', 2, order_id, 1, 2 FROM payments WHERE state = 'paid'".to_owned(),
        "letters (subject, kind, number, order_id, asked_at, refused_at, refusal) SELECT order_id, 'receipt', 3, order_id, 1, 2, 'no such mailbox' FROM payments WHERE state = 'paid'".to_owned(),
        "letters (subject, kind, number, order_id, asked_at, sent_at) SELECT 'emc_1', 'old_address', 1, order_id, 1, 7 FROM payments WHERE state = 'paid'".to_owned(),
        "plan_changes (order_id, round, payment_id, quote, takes_effect_at, requested_at, confirmed_at) SELECT order_id, 1, id, quote, 1, 1, 1 FROM payments WHERE state = 'paid'".to_owned(),
        "refunds (id, payment_id, amount, currency, reason, state, created_at, ended_at) SELECT 'ref_1', id, 100, 'AED', 'order_paid_twice', 'done', 1, 1 FROM payments WHERE state = 'paid'".to_owned(),
        "withdrawals (order_id, name, stated_at, handled_at) SELECT order_id, 'Amal K', 1, 2 FROM payments WHERE state = 'paid'".to_owned(),
    ];
    for row in rows {
        assert_eq!(run(shop, &format!("INSERT INTO {row}")).await, 1, "{row}");
    }
    run(shop, "UPDATE sign_in_failures SET failures = 7").await;
    run(shop, "UPDATE orders SET trial_terms = 'terms-3', trial_accepted_at = 1 WHERE paid_at IS NOT NULL").await;
}

#[tokio::test]
async fn what_every_table_holds_of_a_customer_is_in_the_document() {
    let shop = Shop::start().await;
    customer(&shop, AMAL).await;
    let mut browser = Browser::default();
    let mut unpaid = twelve_months(AMAL, "USD", 4_900);
    unpaid.as_object_mut().unwrap().remove("expected_amount");
    assert_eq!(shop.checkout(&mut browser, unpaid).await.status.as_u16(), 200);
    let mut owner = Visitor::signed_in(&shop, AMAL).await;
    shop.until_idle().await;
    one_of_each(&shop).await;
    let answer = owner.get(&shop, "/api/account/data").await;
    for (table, place) in TOLD {
        let found = answer.body.pointer(place);
        assert!(found.is_some_and(|found| !found.is_null()), "{table} at {place}: {}", answer.text);
    }
    let at = |place: &str| answer.body.pointer(place).cloned().unwrap_or(Value::Null);
    for (place, value) in [
        ("/sign_in/wrong_codes", json!(7)),
        ("/sign_in/codes/0/language", json!("en")),
        ("/sign_in/letters/0/asked_from", json!("127.0.0.1")),
        ("/sign_in/trusted_devices/0/wrong_codes", json!(0)),
        ("/orders/0/esim/state", json!("ready")),
        ("/orders/0/esim/days", json!(15)),
        ("/orders/0/esim/given_back", json!("cancelled")),
        ("/orders/0/trial_terms", json!("terms-3")),
        ("/orders/0/address_corrections/0/from", json!("c@example.com")),
        ("/orders/0/address_corrections/0/told_at", json!("1970-01-01T00:00:00.007Z")),
        ("/orders/0/letters/sent/0/kind", json!("receipt")),
        ("/orders/0/letters/sent/1", Value::Null),
        ("/orders/0/letters/copies/0/kind", json!("receipt")),
        ("/orders/0/letters/copies/1/sent_at", Value::Null),
        ("/orders/0/letters/refused/0/reason", json!("no such mailbox")),
        ("/wizard/reasons", json!("streaming")),
        ("/unpaid_orders/0/email", json!(AMAL)),
        ("/unpaid_orders/0/state", json!("open")),
        ("/unpaid_orders/0/quote/currency", json!("USD")),
    ] {
        assert_eq!(at(place), value, "{place}: {}", answer.text);
    }
    assert_eq!(at("/orders").as_array().unwrap().len(), 1, "what is unpaid is no order of the account");
    for secret in
        ["ord_", "pay_", "cus_", "sub_", "cs_test_", "dev_", "sealed-code", "key-name", "txn_1", "visitor-digest"]
    {
        assert!(!answer.text.contains(secret), "{secret}: {}", answer.text);
    }
    shop.running.stop().await;
}
