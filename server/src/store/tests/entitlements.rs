//! Accounts and entitlements: one account for each address, revisions that only grow, and what a database of an older version is given.

use chrono::TimeDelta;
use onefare_core::entitlement::{Entitlement, EntitlementState};
use onefare_core::plan::DeviceAllowance;
use sqlx::AssertSqlSafe;

use super::{add_order, applied};
use crate::store::jobs::{self, JobKind};
use crate::store::test_database::{on_each, start};
use crate::store::{Store, Tx, accounts, entitlements};

const STEP: &str = include_str!("../../../../migrations/0011_entitlements.sql");

async fn run(tx: &mut Tx, sql: &str) {
    sqlx::query(AssertSqlSafe(sql.to_owned())).execute(&mut **tx).await.unwrap();
}

fn entitlement(state: EntitlementState) -> Entitlement {
    let (from, until) = (start(), start() + TimeDelta::days(30));
    Entitlement { state, from, paid_until: until, until, devices: DeviceAllowance::USUAL }
}

async fn account(store: &Store) -> (Tx, String) {
    applied(store, start()).await;
    let mut tx = store.begin().await.unwrap();
    let account = accounts::of_address(&mut tx, "amal@example.com", start()).await.unwrap();
    (tx, account)
}

#[tokio::test]
async fn an_address_has_one_account_until_it_is_given_up() {
    on_each(|store, _| async move {
        let (mut tx, amal) = account(&store).await;
        assert_eq!(accounts::of_address(&mut tx, "amal@example.com", start()).await.unwrap(), amal);
        assert_eq!(accounts::by_address(&mut tx, "amal@example.com").await.unwrap(), Some(amal.clone()));
        let zahra = accounts::of_address(&mut tx, "zahra@example.com", start()).await.unwrap();
        assert_ne!(zahra, amal);
        accounts::join(&mut tx, &amal, &zahra).await.unwrap();
        assert_eq!(accounts::lock(&mut tx, &amal).await.unwrap().unwrap().joined_into, Some(zahra.clone()));
        assert_eq!(accounts::by_address(&mut tx, "amal@example.com").await.unwrap(), None);
        accounts::forget_address(&mut tx, "zahra@example.com").await.unwrap();
        assert_ne!(accounts::of_address(&mut tx, "zahra@example.com", start()).await.unwrap(), zahra);
        assert!(accounts::lock(&mut tx, &zahra).await.unwrap().is_some(), "the id stays");
    })
    .await;
}

#[tokio::test]
async fn revisions_grow_and_only_the_newest_waits_for_the_receiver() {
    on_each(|store, _| async move {
        let (mut tx, amal) = account(&store).await;
        let mut revisions = Vec::new();
        for state in EntitlementState::ALL {
            let revision = entitlements::next_revision(&mut tx).await.unwrap();
            let now = start() + TimeDelta::minutes(revision);
            let found = entitlement(state);
            entitlements::insert_or_update(&mut tx, &amal, revision, &found, None, true, now).await.unwrap();
            let stored = entitlements::of_account(&mut tx, &amal).await.unwrap().unwrap();
            assert_eq!((stored.revision, stored.entitlement, stored.changed_at), (revision, found, now));
            assert_eq!(stored.waits_since, Some(start() + TimeDelta::minutes(1)), "since the first");
            revisions.push(revision);
        }
        assert_eq!(revisions, [1, 2, 3, 4]);
        assert!(entitlements::set_alarmed(&mut tx, &amal, start()).await.unwrap());
        assert!(!entitlements::set_alarmed(&mut tx, &amal, start()).await.unwrap(), "once");
        // The receiver took one while the next was made.
        entitlements::set_taken(&mut tx, &amal, 3).await.unwrap();
        let stored = entitlements::of_account(&mut tx, &amal).await.unwrap().unwrap();
        assert!(stored.waits_since.is_some() && stored.taken_revision == Some(3) && stored.alarmed_at.is_none());
        entitlements::set_taken(&mut tx, &amal, 4).await.unwrap();
        let stored = entitlements::of_account(&mut tx, &amal).await.unwrap().unwrap();
        assert_eq!((stored.waits_since, stored.taken_revision), (None, Some(4)));
        assert!(entitlements::never_pushed(&mut tx, 9).await.unwrap().is_empty());
        assert!(entitlements::set_waiting(&mut tx, &amal, start()).await.unwrap());
        entitlements::forget_waiting(&mut tx).await.unwrap();
        assert_eq!(entitlements::of_account(&mut tx, &amal).await.unwrap().unwrap().waits_since, None);
        assert!(!entitlements::set_waiting(&mut tx, "acc_unknown", start()).await.unwrap());
        assert!(entitlements::without_push(&mut tx, 9).await.unwrap().is_empty(), "nothing waits");
        assert!(entitlements::set_waiting(&mut tx, &amal, start()).await.unwrap());
        assert_eq!(entitlements::without_push(&mut tx, 9).await.unwrap(), std::slice::from_ref(&amal));
        jobs::enqueue(&mut tx, JobKind::PushEntitlement, &amal, start(), start()).await.unwrap();
        assert!(entitlements::without_push(&mut tx, 9).await.unwrap().is_empty(), "a job pushes it");
        assert_eq!(entitlements::after(&mut tx, 3, 9).await.unwrap().len(), 1);
        assert!(entitlements::after(&mut tx, 4, 9).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_database_of_an_older_version_gets_an_account_for_each_address_and_each_deletion() {
    on_each(|store, _| async move {
        applied(&store, start()).await;
        let mut tx = store.begin().await.unwrap();
        for (id, email, paid, deleted) in [
            ("ord_b", "amal", "1", "NULL"),
            ("ord_a", "amal", "2", "NULL"),
            ("ord_c", "amal", "1", "5"),
            ("ord_d", "amal", "1", "5"),
            ("ord_e", "amal", "1", "6"),
            ("ord_f", "zahra", "1", "NULL"),
            ("ord_g", "noor", "NULL", "NULL"),
        ] {
            add_order(&mut tx, id, start()).await;
            run(
                &mut tx,
                &format!(
                    "UPDATE orders SET email = '{email}@example.com', email_canonical = '{email}@example.com', \
                     paid_at = {paid}, account_deleted_at = {deleted} WHERE id = '{id}'"
                ),
            )
            .await;
        }
        // The step's statements that fill the tables.
        let fills = STEP.split(';').map(str::trim).filter(|statement| {
            let code: Vec<&str> = statement.lines().filter(|line| !line.starts_with("--")).collect();
            let code = code.join("\n");
            code.starts_with("INSERT INTO accounts")
                || code.starts_with("UPDATE orders")
                || code.starts_with("INSERT INTO jobs")
        });
        let fills: Vec<&str> = fills.collect();
        assert_eq!(fills.len(), 5, "{fills:?}");
        for statement in fills {
            run(&mut tx, statement).await;
        }
        let account = async |tx: &mut Tx, id: &str| accounts::of_order(tx, id).await.unwrap();
        assert_eq!(account(&mut tx, "ord_a").await.as_deref(), Some("acc_a"));
        assert_eq!(account(&mut tx, "ord_b").await.as_deref(), Some("acc_a"));
        assert_eq!(account(&mut tx, "ord_c").await.as_deref(), Some("acc_c"));
        assert_eq!(account(&mut tx, "ord_d").await.as_deref(), Some("acc_c"));
        assert_eq!(account(&mut tx, "ord_e").await.as_deref(), Some("acc_e"));
        assert_eq!(account(&mut tx, "ord_f").await.as_deref(), Some("acc_f"));
        assert_eq!(account(&mut tx, "ord_g").await, None, "nothing was paid");
        assert_eq!(accounts::by_address(&mut tx, "amal@example.com").await.unwrap().as_deref(), Some("acc_a"));
        assert!(accounts::orders_without(&mut tx, 9).await.unwrap().is_empty());
        assert_eq!(accounts::count_orders(&mut tx, "acc_c").await.unwrap(), 2);
        let jobs: Vec<String> =
            sqlx::query_scalar("SELECT subject FROM jobs WHERE kind = 'update_entitlement' ORDER BY subject")
                .fetch_all(&mut *tx)
                .await
                .unwrap();
        assert_eq!(jobs, ["acc_a", "acc_c", "acc_e", "acc_f"]);
    })
    .await;
}
