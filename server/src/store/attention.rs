//! What needs attention, counted from the tables: it stands there until it is done with, whatever became of the server
//! that said so first.
//!
//! Each query reads an index of its own that holds nothing else (`migrations/0001_schema.sql`), so that a
//! look costs the same with ten orders and with a million.

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::delivery::ESIM_LATE;
use onefare_core::order::OrderState;
use onefare_core::payment::PaymentState;
use sqlx::{AnyConnection, Row as _};

use super::StoreError;

/// The states of an order that needs attention.
pub const ORDERS: [OrderState; 5] =
    [OrderState::Held, OrderState::Stalled, OrderState::RefundDue, OrderState::Disputed, OrderState::Suspended];

/// The states of a payment that needs attention.
pub const PAYMENTS: [PaymentState; 2] = [PaymentState::Quarantined, PaymentState::RefundDue];

/// Card pages close after 23 hours, those of iDEAL after minutes.
const LONGEST_OPEN: TimeDelta = TimeDelta::days(2);

/// The conditions stand word for word in the migration: that is how the databases know which index to read.
const OF_ORDERS: &str = "SELECT state, CAST(COUNT(*) AS BIGINT) AS number FROM orders \
     WHERE state IN ('held', 'stalled', 'refund_due', 'disputed', 'suspended') GROUP BY state";
const OF_PAYMENTS: &str = "SELECT state, CAST(COUNT(*) AS BIGINT) AS number FROM payments \
     WHERE state IN ('quarantined', 'refund_due') GROUP BY state";
/// A later refund of the payment replaces one that had failed before it was decided.
const OF_REFUNDS: &str = "SELECT CAST(COUNT(*) AS BIGINT) AS number FROM refunds r \
     WHERE r.state = 'failed' AND NOT EXISTS (SELECT 1 FROM refunds later WHERE later.payment_id = r.payment_id \
     AND later.created_at >= r.ended_at AND (later.created_at > r.created_at OR (later.created_at = r.created_at AND later.id > r.id)))";
/// Once the money was returned the buyer waits for no eSIM, but it has a price at the supplier until it is returned.
const OF_ESIMS: &str = "SELECT CAST(COUNT(*) AS BIGINT) AS number FROM esims e JOIN orders o ON o.id = e.order_id \
     WHERE e.state = 'accepted' AND e.accepted_at < $1 \
     AND (o.state IN ('paid', 'stalled') OR (o.state = 'refunded' AND e.given_back IS NULL))";
/// No page can be paid for as long; what a bank began in time is known the next day.
const OF_OPEN: &str =
    "SELECT CAST(COUNT(*) AS BIGINT) AS number FROM payments WHERE state = 'open' AND created_at < $1";
/// Once the money was returned the withdrawal is closed (`flows::effects`).
const OF_WITHDRAWALS: &str = "SELECT CAST(COUNT(*) AS BIGINT) AS number FROM withdrawals WHERE handled_at IS NULL";
const OF_LETTERS: &str = "SELECT CAST(COUNT(*) AS BIGINT) AS number FROM letters \
     WHERE refused_at IS NOT NULL AND done_at IS NULL";

/// How many things of one kind there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToLookAt {
    /// What they are: `orders`, `payments`, `refunds`, `esims`, `withdrawals` or `letters`.
    pub what: &'static str,
    /// Their state.
    pub state: &'static str,
    /// How many.
    pub number: i64,
}

/// Everything, kind by kind; an empty kind with 0.
pub async fn counts(conn: &mut AnyConnection, now: DateTime<Utc>) -> Result<Vec<ToLookAt>, StoreError> {
    let mut all = by_state(conn, "orders", &ORDERS.map(OrderState::code), OF_ORDERS).await?;
    all.extend(by_state(conn, "payments", &PAYMENTS.map(PaymentState::code), OF_PAYMENTS).await?);
    let before = |age| now.checked_sub_signed(age).unwrap_or(now).timestamp_millis();
    let open = sqlx::query(OF_OPEN).bind(before(LONGEST_OPEN));
    let esims = sqlx::query(OF_ESIMS).bind(before(ESIM_LATE));
    for (what, state, query) in [
        ("payments", "open", open),
        ("refunds", "failed", sqlx::query(OF_REFUNDS)),
        ("esims", "late", esims),
        ("withdrawals", "requested", sqlx::query(OF_WITHDRAWALS)),
        ("letters", "undeliverable", sqlx::query(OF_LETTERS)),
    ] {
        let number = query.fetch_one(&mut *conn).await?.try_get("number")?;
        all.push(ToLookAt { what, state, number });
    }
    Ok(all)
}

async fn by_state(
    conn: &mut AnyConnection,
    what: &'static str,
    states: &[&'static str],
    sql: &'static str,
) -> Result<Vec<ToLookAt>, StoreError> {
    let rows = sqlx::query(sql).fetch_all(conn).await?;
    let mut all: Vec<ToLookAt> = states.iter().map(|state| ToLookAt { what, state, number: 0 }).collect();
    for row in &rows {
        let state: String = row.try_get("state")?;
        if let Some(one) = all.iter_mut().find(|one| one.state == state) {
            one.number = row.try_get("number")?;
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::{OF_ESIMS, OF_LETTERS, OF_OPEN, OF_ORDERS, OF_PAYMENTS, OF_REFUNDS, OF_WITHDRAWALS, ORDERS, PAYMENTS};
    use crate::store::test_database::{on_each, plan, start};

    #[tokio::test]
    async fn every_figure_is_read_from_an_index_that_holds_nothing_else() {
        on_each(|store, _| async move {
            for (sql, index) in [
                (OF_ORDERS, "orders_to_look_at"),
                (OF_PAYMENTS, "payments_to_look_at"),
                (OF_OPEN, "payments_open"),
                (OF_REFUNDS, "refunds_failed"),
                (OF_ESIMS, "esims_being_made"),
                (OF_WITHDRAWALS, "withdrawals_open"),
                (OF_LETTERS, "letters_undeliverable"),
            ] {
                let sql = sql.replace("$1", &start().timestamp_millis().to_string());
                let plan = plan(&store, &sql).await;
                assert!(plan.contains(index), "{index} in\n{plan}");
                assert!(!plan.contains("Seq Scan"), "{plan}");
                let whole = plan.lines().filter(|line| line.starts_with("SCAN") && !line.contains(index)).count();
                assert_eq!(whole, 0, "{plan}");
            }
        })
        .await;
    }

    #[test]
    fn the_sql_knows_every_state() {
        let list = |codes: &[&str]| format!("state IN ('{}')", codes.join("', '"));
        let schema = include_str!("../../../migrations/0001_schema.sql");
        for (sql, states) in [
            (OF_ORDERS, list(&ORDERS.map(onefare_core::order::OrderState::code))),
            (OF_PAYMENTS, list(&PAYMENTS.map(onefare_core::payment::PaymentState::code))),
        ] {
            assert!(sql.contains(&states) && schema.contains(&states), "{states}");
        }
    }
}
