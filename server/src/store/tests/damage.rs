//! Values that something else has written: each is reported with table, column and row, on either database.

mod rows;
mod subscription_rows;

use std::collections::BTreeSet;
use std::time::Duration;

use sqlx::{AssertSqlSafe, Row as _};

use crate::ids::digest;
use crate::store::jobs::{JobKind, Lane, Maker, enqueue, lease_next};
use crate::store::test_database::{on_each, sqlite_url, start};
use crate::store::{Dialect, Store, Tx};
use rows::{BUYER, one_of_each, read_everything};

async fn run(tx: &mut Tx, sql: String) {
    sqlx::query(AssertSqlSafe(sql)).execute(&mut **tx).await.unwrap();
}

#[tokio::test]
async fn a_damaged_row_is_named_by_table_column_and_row() {
    const FAR: &str = "9223372036854775807";
    on_each(|store, _| async move {
        one_of_each(&store).await;
        let mut tx = store.begin().await.unwrap();
        read_everything(&mut tx).await.unwrap();
        drop(tx);
        let empty = format!("'{{}}', digest = '{}'", digest("{}"));
        let damages = [
            ("price_books", "digest", "1", "'x'"),
            ("price_books", "content", "2", &empty),
            ("discount_codes", "content", "third", "'[1'"),
            ("discount_codes", "content", "third", "REPLACE(content, 'Third', 'Fourth')"),
            ("discount_codes", "used", "third", "-1"),
            ("discount_codes", "used", "third", "4294967296"),
            ("discount_codes", "starts_at", "third", FAR),
            ("discount_codes", "ends_at", "third", FAR),
            ("orders", "email", "ord", "'nobody'"),
            ("orders", "email_canonical", "ord", "'other@example.com'"),
            ("orders", "language", "ord", "'EN'"),
            ("orders", "product_id", "ord", "'vpn-1m'"),
            ("orders", "currency", "ord", "'USD'"),
            ("orders", "due_now", "ord", "due_now - 1"),
            ("orders", "quote", "ord", "'{}'"),
            ("orders", "book", "ord", "2"),
            ("orders", "code", "ord", "'50% off'"),
            ("orders", "state", "ord", "'forgotten'"),
            ("orders", "fb_params", "ord", "'[1'"),
            ("orders", "created_at", "ord", FAR),
            ("orders", "paid_at", "ord", FAR),
            ("orders", "account_deleted_at", "ord", FAR),
            ("payments", "quote", "pay", "'{}'"),
            ("payments", "state", "pay", "'forgotten'"),
            ("payments", "created_at", "pay", FAR),
            ("payments", "expires_at", "pay", FAR),
            ("payments", "settled_at", "pay", FAR),
            ("redemptions", "state", "ord", "'forgotten'"),
            ("refunds", "amount", "ref", FAR),
            ("refunds", "currency", "ref", "'XXX'"),
            ("refunds", "reason", "ref", "'forgotten'"),
            ("refunds", "state", "ref", "'forgotten'"),
            ("refunds", "created_at", "ref", FAR),
            ("refunds", "ended_at", "ref", FAR),
            ("deliveries", "starts_at", "ord", FAR),
            ("deliveries", "ends_at", "ord", FAR),
            ("deliveries", "created_at", "ord", FAR),
            ("letters", "sent_at", "ord", FAR),
            ("letters", "asked_at", "ord", FAR),
            ("letters", "refused_at", "ord", FAR),
            ("letters", "done_at", "ord", FAR),
            ("cancellations", "requested_at", "ord", FAR),
            ("cancellations", "confirmed_at", "ord", FAR),
            ("cancellations", "ends_at", "ord", FAR),
            ("late_charges", "amount", "late", FAR),
            ("late_charges", "currency", "late", "'XXX'"),
            ("late_charges", "charged_at", "late", FAR),
            ("late_charges", "found_at", "late", FAR),
            ("late_charges", "returned_at", "late", FAR),
            ("subscriptions", "standing", "ord", "'forgotten'"),
            ("subscriptions", "renews_at", "ord", FAR),
            ("subscriptions", "ends_at", "ord", FAR),
            ("subscriptions", "seen_at", "ord", FAR),
            ("subscriptions", "look_at", "ord", FAR),
            ("later_charges", "amount", "in_2", FAR),
            ("later_charges", "currency", "in_2", "'XXX'"),
            ("later_charges", "agreed", "in_2", FAR),
            ("later_charges", "agreed_currency", "in_2", "'XXX'"),
            ("later_charges", "verdict", "in_2", "'forgotten'"),
            ("later_charges", "charged_at", "in_2", FAR),
            ("later_charges", "paid_at", "in_2", FAR),
            ("later_charges", "found_at", "in_2", FAR),
            ("later_charges", "resolved_at", "in_2", FAR),
            ("later_charges", "returned", "in_2", FAR),
            ("charge_refunds", "amount", "cref", FAR),
            ("charge_refunds", "currency", "cref", "'XXX'"),
            ("charge_refunds", "decided_at", "cref", FAR),
            ("charge_refunds", "returned_at", "cref", FAR),
            ("charge_refunds", "closed_at", "cref", FAR),
            ("disputes", "amount", "du_1", FAR),
            ("disputes", "currency", "du_1", "'XXX'"),
            ("disputes", "standing", "du_1", "'forgotten'"),
            ("disputes", "opened_at", "du_1", FAR),
            ("disputes", "respond_by", "du_1", FAR),
            ("disputes", "seen_at", "du_1", FAR),
            ("disputes", "decided_at", "du_1", FAR),
            ("disputes", "renewal_stopped_at", "du_1", FAR),
            ("fraud_warnings", "warned_at", "issfr_1", FAR),
            ("fraud_warnings", "resolved_at", "issfr_1", FAR),
            ("entitlement_revisions", "check_begins_at", "1", FAR),
            ("entitlements", "state", "acc", "'forgotten'"),
            ("entitlements", "starts_at", "acc", FAR),
            ("entitlements", "paid_until", "acc", FAR),
            ("entitlements", "ends_at", "acc", FAR),
            ("entitlements", "devices", "acc", "-1"),
            ("entitlements", "at_once", "acc", FAR),
            ("entitlements", "changed_at", "acc", FAR),
            ("entitlements", "waits_since", "acc", FAR),
            ("entitlements", "alarmed_at", "acc", FAR),
            ("unpaid_invoices", "amount", "in_3", FAR),
            ("unpaid_invoices", "currency", "in_3", "'XXX'"),
            ("unpaid_invoices", "unpaid_since", "in_3", FAR),
            ("unpaid_invoices", "next_attempt_at", "in_3", FAR),
            ("unpaid_invoices", "outcome", "in_3", "'forgotten'"),
            ("unpaid_invoices", "settled_at", "in_3", FAR),
            ("plan_changes", "quote", "ord", "'{}'"),
            ("plan_changes", "takes_effect_at", "ord", FAR),
            ("plan_changes", "requested_at", "ord", FAR),
            ("plan_changes", "confirmed_at", "ord", FAR),
            ("withdrawals", "stated_at", "ord", FAR),
            ("withdrawals", "handled_at", "ord", FAR),
            ("email_changes", "old_email", "correction", "'nobody'"),
            ("email_changes", "changed_at", "correction", FAR),
            ("unmatched_withdrawals", "email", "unmatched", "'nobody'"),
            ("unmatched_withdrawals", "stated_at", "unmatched", FAR),
            ("events", "name", "event", "'forgotten'"),
            ("events", "currency", "event", "'XXX'"),
            ("events", "fb_params", "event", "'[1'"),
            ("events", "created_at", "event", FAR),
            ("events", "forwarded_at", "event", FAR),
            ("operator_acts", "acted_at", "act", FAR),
            ("operator_acts", "outcome", "act", "'forgotten'"),
            ("leads", "language", BUYER, "'EN'"),
            ("leads", "joined_at", BUYER, FAR),
            ("sign_in_challenges", "language", "challenge", "'EN'"),
            ("sign_in_challenges", "link_sent_at", "challenge", FAR),
            ("sign_in_challenges", "created_at", "challenge", FAR),
            ("mailed_code_requests", "asked_at", "request", FAR),
            ("trusted_devices", "trusted_at", "device", FAR),
            ("sessions", "created_at", "session", FAR),
            ("sessions", "seen_at", "session", FAR),
            ("account_email_changes", "old_email", "aec", "'nobody'"),
            ("account_email_changes", "new_email", "aec", "'nobody'"),
            ("account_email_changes", "language", "aec", "'EN'"),
            ("account_email_changes", "created_at", "aec", FAR),
            ("account_email_changes", "ended_at", "aec", FAR),
            ("account_email_changes", "moved_at", "aec", FAR),
            ("account_deletions", "requested_at", "deletion", FAR),
            ("account_deletions", "done_at", "deletion", FAR),
            ("esims", "state", "ord", "'forgotten'"),
            ("esims", "days", "ord", "-1"),
            ("esims", "daily", "ord", "2"),
            ("esims", "sealed_code", "ord", "NULL"),
            ("esims", "expires_at", "ord", FAR),
            ("esims", "created_at", "ord", FAR),
            ("esims", "asked_at", "ord", FAR),
            ("esims", "accepted_at", "ord", FAR),
            ("esims", "ready_at", "ord", FAR),
            ("esims", "given_back", "ord", "'forgotten'"),
            ("esims", "given_back_at", "ord", FAR),
        ];
        for (table, column, row, value) in damages {
            let mut tx = store.begin().await.unwrap();
            let only = if table == "price_books" { format!(" WHERE number = {row}") } else { String::new() };
            run(&mut tx, format!("UPDATE {table} SET {column} = {value}{only}")).await;
            let error = read_everything(&mut tx).await.expect_err(column).to_string();
            assert_eq!(error, format!("table {table}, column {column}, row {row}: the stored value cannot be read"));
        }
    })
    .await;
}

/// Only SQLite lets a text into a column of numbers and bytes into a column of texts. So there every column of every
/// table is tried; what is not reported is never read.
#[tokio::test]
async fn a_value_of_another_kind_is_reported_from_every_column_that_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&sqlite_url(folder.path())).await.unwrap();
    one_of_each(&store).await;
    let sql = "SELECT m.name, c.name, c.type FROM sqlite_master m, pragma_table_info(m.name) c \
                   WHERE m.type = 'table' AND m.name NOT LIKE '\\_sqlx%' ESCAPE '\\'";
    let columns = sqlx::query(sql).fetch_all(&mut *store.read().await.unwrap()).await.unwrap();
    assert!(columns.len() > 60, "{}", columns.len());
    let mut silent = BTreeSet::new();
    for column in columns {
        let (table, column, kind): (String, String, String) = (column.get(0), column.get(1), column.get(2));
        let mut tx = store.begin().await.unwrap();
        run(&mut tx, "PRAGMA defer_foreign_keys = ON".to_owned()).await;
        let value = if kind == "TEXT" { "X'FF'" } else { "'yesterday'" };
        // One row: several with the same key would be refused.
        let one = format!("rowid = (SELECT MAX(rowid) FROM {table})");
        run(&mut tx, format!("UPDATE {table} SET {column} = {value} WHERE {one}")).await;
        match read_everything(&mut tx).await {
            Ok(()) => assert!(silent.insert(format!("{table}.{column}"))),
            Err(error) => {
                let told = error.to_string();
                assert!(told.starts_with(&format!("table {table}, column {column}, row ")), "{told}");
            }
        }
    }
    let unread = [
        // Rows are looked up by these: a damaged one is not found.
        "account_deletions.id",
        "account_email_changes.id",
        "accounts.id",
        "attempts.key_digest",
        "cancellations.order_id",
        "charge_refunds.order_id",
        "deliveries.order_id",
        "disputes.order_id",
        "email_changes.order_id",
        "entitlement_revisions.id",
        "entitlements.account_id",
        "esims.order_id",
        "fraud_warnings.order_id",
        "later_charges.order_id",
        "letters.order_id",
        "plan_changes.order_id",
        "sessions.token_digest",
        "sign_in_challenges.id",
        "sign_in_failures.email_canonical",
        "subscriptions.order_id",
        "trusted_devices.token_digest",
        "unmatched_withdrawals.id",
        "unpaid_invoices.order_id",
        "withdrawals.order_id",
        // Compared with others in the database, and with a webhook event.
        "esims.code_digest",
        "esims.iccid_digest",
        "plan_changes.refused_at",
        "redemptions.order_id",
        "refused_access.since",
        "refused_access.system",
        "secret_check.derived",
        "secret_check.id",
        // Only ever compared.
        "email_changes.old_digest",
        "email_changes.trial_digest",
        "events.visitor",
        "leads.address",
        "payments.page_ended_at",
        "provider_ids.id",
        "provider_ids.payment_id",
        "redemptions.changed_at",
        "redemptions.code",
        "sign_in_challenges.browser",
        "mailed_code_requests.email_canonical",
        "mailed_code_requests.id",
        "mailed_code_requests.network",
        // Written for people who look into the database.
        "accounts.created_at",
        "attempts.created_at",
        "discount_codes.changed_at",
        "discount_codes.created_at",
        "price_books.applied_at",
        // Only ever written, to show that it can be.
        "readiness.filling",
        "readiness.id",
        "readiness.proven_at",
        // Counted and read in one statement, and only a limit depends on them.
        "limit_counts.began_at",
        "limit_counts.client",
        "limit_counts.count",
        "limit_counts.rule",
        // Drawn and read in one statement.
        "entitlement_revisions.last",
        // Figures kept of what was deleted, for people.
        "unpaid_orders.amount",
        "unpaid_orders.currency",
        "unpaid_orders.day",
        "unpaid_orders.orders",
        "unpaid_orders.product_id",
        // Only ever written, so that a repeat is recognised.
        "webhook_events.event_id",
        "webhook_events.kind",
        "webhook_events.provider",
        "webhook_events.received_at",
    ];
    let jobs = silent.iter().filter(|name| name.starts_with("jobs.")).count();
    assert_eq!(jobs, 11, "leasing reads them; the next test does");
    let silent: BTreeSet<&str> = silent.iter().map(String::as_str).filter(|it| !it.starts_with("jobs.")).collect();
    assert_eq!(silent, BTreeSet::from(unread));
}

#[tokio::test]
async fn a_damaged_job_is_put_off_and_stops_no_other() {
    on_each(|store, _| async move {
        let now = start();
        let mut damages = vec!["attempts = -9", "due_at = -9223372036854775807", "created_at = 9223372036854775807"];
        if store.dialect() == Dialect::Sqlite {
            damages.extend(["id = X'FF'", "subject = X'FF'", "last_error = X'FF'", "created_at = 'yesterday'"]);
        }
        for damage in damages {
            let mut tx = store.begin().await.unwrap();
            enqueue(&mut tx, JobKind::DeliverOrder(Maker::Shop), "damaged", now, now).await.unwrap();
            run(&mut tx, format!("UPDATE jobs SET {damage}")).await;
            enqueue(&mut tx, JobKind::DeliverOrder(Maker::Shop), "whole", now, now).await.unwrap();
            let lease_for = Duration::from_secs(60);
            let job = lease_next(&mut tx, Lane::Own, now, lease_for).await.unwrap().expect(damage);
            assert_eq!(job.subject, "whole", "{damage}");
            assert_eq!(lease_next(&mut tx, Lane::Own, now, lease_for).await.unwrap(), None, "{damage}");
            let both: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM jobs").fetch_one(&mut *tx).await.unwrap();
            assert_eq!(both, 2, "it is kept for somebody to look at: {damage}");
        }
    })
    .await;
}
