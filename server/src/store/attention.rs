//! What needs attention, counted and listed from the tables: it stays there until it is resolved, whatever happened to
//! the server that found it.
//!
//! Each kind has one condition, from which both its count and its list are built. Each count reads an index that holds
//! nothing else (`migrations/`), so it costs the same with ten orders and with a million.

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::delivery::ESIM_OVERDUE;
use onefare_core::email::Email;
use onefare_core::order::OrderState;
use onefare_core::order::dispute::DisputeStanding;
use onefare_core::payment::PaymentState;
use onefare_core::subscription::ChargeVerdict;
use sqlx::any::{Any, AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{AnyConnection, Row as _};

use super::StoreError;
use super::row::Record;
use crate::access::System;

/// The states of an order that needs attention.
pub const ORDERS: [OrderState; 5] =
    [OrderState::Held, OrderState::Stalled, OrderState::RefundDue, OrderState::Disputed, OrderState::Suspended];

/// The states of a payment that needs attention.
pub const PAYMENTS: [PaymentState; 2] = [PaymentState::Quarantined, PaymentState::RefundDue];

/// How a dispute stands that the bank has not decided.
pub const UNDECIDED: [DisputeStanding; 2] = [DisputeStanding::Inquiry, DisputeStanding::Open];

/// How a later charge can differ from what was agreed.
pub const DIFFERENCES: [ChargeVerdict; 4] =
    [ChargeVerdict::TooMuch, ChargeVerdict::TooLittle, ChargeVerdict::OtherCurrency, ChargeVerdict::AfterCancellation];

/// Card pages close after 23 hours, those of iDEAL after minutes.
const LONGEST_OPEN: TimeDelta = TimeDelta::days(2);

/// A paid order is delivered within seconds; one of data waits for its supplier.
const DELIVERY_OVERDUE: TimeDelta = TimeDelta::minutes(10);

/// A receiver that is up takes an entitlement within seconds.
const UNTAKEN: TimeDelta = TimeDelta::hours(1);

/// One kind of what needs attention.
struct Kind {
    what: &'static str,
    /// Its states, each with a count of its own.
    states: Vec<&'static str>,
    /// Only what is older needs attention; `$1` of both texts is then the cutoff.
    older_than: Option<TimeDelta>,
    texts: Texts,
}

/// The SQL of one kind.
#[derive(Clone, Copy)]
struct Texts {
    count: &'static str,
    list: &'static str,
}

/// Builds both texts from one condition. `order` joins the order to what the condition reads; `limit` is the number of
/// the list's last parameter. The migration has the same conditions word for word: that is how the databases know which
/// index to read.
macro_rules! texts {
    (from: $from:literal, condition: $condition:literal, state: $state:literal, since: $since:literal,
     order: $order:literal, limit: $limit:literal) => {
        Texts {
            count: concat!(
                "SELECT ",
                $state,
                " AS state, CAST(COUNT(*) AS BIGINT) AS number FROM ",
                $from,
                " WHERE ",
                $condition,
                " GROUP BY 1"
            ),
            list: concat!(
                "SELECT ",
                $state,
                " AS state, ",
                $since,
                " AS since, o.number AS number, o.email AS email FROM ",
                $from,
                " ",
                $order,
                " WHERE ",
                $condition,
                " ORDER BY since, number LIMIT ",
                $limit
            ),
        }
    };
}

/// The instant at which an order entered its state is not stored: it is listed with the latest outcome of a payment.
const OF_ORDERS: Texts = texts!(
    from: "orders o",
    condition: "o.state IN ('held', 'stalled', 'refund_due', 'disputed', 'suspended')",
    state: "o.state",
    since: "COALESCE((SELECT MAX(p.settled_at) FROM payments p WHERE p.order_id = o.id), o.created_at)",
    order: "",
    limit: "$1"
);
/// Whatever keeps it: the supplier, a provider, or the shop itself.
const OF_UNDELIVERED: Texts = texts!(
    from: "orders o",
    condition: "o.state = 'paid' AND o.paid_at < $1",
    state: "'undelivered'",
    since: "o.paid_at",
    order: "",
    limit: "$2"
);
const OF_PAYMENTS: Texts = texts!(
    from: "payments p",
    condition: "p.state IN ('quarantined', 'refund_due')",
    state: "p.state",
    since: "COALESCE(p.settled_at, p.created_at)",
    order: "JOIN orders o ON o.id = p.order_id",
    limit: "$1"
);
/// No page can be paid for as long; the outcome of what a bank began in time is known the next day.
const OF_OPEN: Texts = texts!(
    from: "payments p",
    condition: "p.state = 'open' AND p.created_at < $1",
    state: "'open'",
    since: "p.created_at",
    order: "JOIN orders o ON o.id = p.order_id",
    limit: "$2"
);
/// A later refund of the payment replaces one that had failed before it was decided.
const OF_REFUNDS: Texts = texts!(
    from: "refunds r",
    condition: "r.state = 'failed' AND NOT EXISTS (SELECT 1 FROM refunds later WHERE later.payment_id = r.payment_id \
                AND later.created_at >= r.ended_at \
                AND (later.created_at > r.created_at OR (later.created_at = r.created_at AND later.id > r.id)))",
    state: "'failed'",
    since: "COALESCE(r.ended_at, r.created_at)",
    order: "JOIN payments p ON p.id = r.payment_id JOIN orders o ON o.id = p.order_id",
    limit: "$1"
);
/// Once the money was returned the buyer waits for no eSIM, but it has a price at the supplier until it is returned.
const OF_ESIMS: Texts = texts!(
    from: "esims e JOIN orders o ON o.id = e.order_id",
    condition: "e.state = 'accepted' AND e.accepted_at < $1 \
                AND (o.state IN ('paid', 'stalled') OR (o.state = 'refunded' AND e.given_back IS NULL))",
    state: "'late'",
    since: "e.accepted_at",
    order: "",
    limit: "$2"
);
/// The refund of such a charge is sent at once; one that stays has failed, or its provider does not answer.
const OF_LATE_CHARGES: Texts = texts!(
    from: "late_charges c",
    condition: "c.returned_at IS NULL",
    state: "'charged'",
    since: "c.charged_at",
    order: "JOIN orders o ON o.id = c.order_id",
    limit: "$1"
);
/// What differs from what was agreed, until it was returned or accepted.
const OF_LATER_CHARGES: Texts = texts!(
    from: "later_charges c",
    condition: "c.verdict <> 'as_agreed' AND c.resolved_at IS NULL",
    state: "c.verdict",
    since: "c.charged_at",
    order: "JOIN orders o ON o.id = c.order_id",
    limit: "$1"
);
/// A failed refund that was neither retried nor closed.
const OF_CHARGE_REFUNDS: Texts = texts!(
    from: "charge_refunds r",
    condition: "r.failure IS NOT NULL AND r.closed_at IS NULL",
    state: "'failed'",
    since: "r.decided_at",
    order: "JOIN orders o ON o.id = r.order_id",
    limit: "$1"
);
/// An inquiry, or a dispute that the bank decides; of a charge that is not the shop's there is no order.
const OF_DISPUTES: Texts = texts!(
    from: "disputes d",
    condition: "d.decided_at IS NULL",
    state: "d.standing",
    since: "d.opened_at",
    order: "LEFT JOIN orders o ON o.id = d.order_id",
    limit: "$1"
);
/// A charge that its card's issuer reports as fraud, until it is refunded or disputed.
const OF_FRAUD_WARNINGS: Texts = texts!(
    from: "fraud_warnings f",
    condition: "f.resolved_at IS NULL",
    state: "'open'",
    since: "f.warned_at",
    order: "LEFT JOIN orders o ON o.id = f.order_id",
    limit: "$1"
);
/// Once the money was returned the withdrawal is closed (`flows::effects`).
const OF_WITHDRAWALS: Texts = texts!(
    from: "withdrawals w",
    condition: "w.handled_at IS NULL",
    state: "'requested'",
    since: "w.stated_at",
    order: "JOIN orders o ON o.id = w.order_id",
    limit: "$1"
);
/// What the receiver has not taken for over an hour. It belongs to an account, not to an order.
const OF_ENTITLEMENTS: Texts = texts!(
    from: "entitlements n",
    condition: "n.waits_since < $1",
    state: "'untaken'",
    since: "n.waits_since",
    order: "LEFT JOIN orders o ON o.id = n.account_id",
    limit: "$2"
);
/// No order has the name of a system for its id.
const OF_ACCESS: Texts = texts!(
    from: "refused_access a",
    condition: "a.system > ''",
    state: "a.system",
    since: "a.since",
    order: "LEFT JOIN orders o ON o.id = a.system",
    limit: "$1"
);
/// The table allows a letter without an order.
const OF_LETTERS: Texts = texts!(
    from: "letters l",
    condition: "l.refused_at IS NOT NULL AND l.done_at IS NULL",
    state: "'undeliverable'",
    since: "l.refused_at",
    order: "LEFT JOIN orders o ON o.id = l.order_id",
    limit: "$1"
);

fn kinds() -> [Kind; 15] {
    let kind = |what, states, older_than, texts| Kind { what, states, older_than, texts };
    [
        kind("orders", ORDERS.map(OrderState::code).to_vec(), None, OF_ORDERS),
        kind("orders", vec!["undelivered"], Some(DELIVERY_OVERDUE), OF_UNDELIVERED),
        kind("payments", PAYMENTS.map(PaymentState::code).to_vec(), None, OF_PAYMENTS),
        kind("payments", vec!["open"], Some(LONGEST_OPEN), OF_OPEN),
        kind("refunds", vec!["failed"], None, OF_REFUNDS),
        kind("late_charges", vec!["charged"], None, OF_LATE_CHARGES),
        kind("later_charges", DIFFERENCES.map(ChargeVerdict::code).to_vec(), None, OF_LATER_CHARGES),
        kind("charge_refunds", vec!["failed"], None, OF_CHARGE_REFUNDS),
        kind("disputes", UNDECIDED.map(DisputeStanding::code).to_vec(), None, OF_DISPUTES),
        kind("fraud_warnings", vec!["open"], None, OF_FRAUD_WARNINGS),
        kind("esims", vec!["late"], Some(ESIM_OVERDUE), OF_ESIMS),
        kind("withdrawals", vec!["requested"], None, OF_WITHDRAWALS),
        kind("letters", vec!["undeliverable"], None, OF_LETTERS),
        kind("entitlements", vec!["untaken"], Some(UNTAKEN), OF_ENTITLEMENTS),
        kind("access", System::ALL.map(System::word).to_vec(), None, OF_ACCESS),
    ]
}

impl Kind {
    /// The query of one of its texts, with the instant that it compares with.
    fn query(&self, sql: &'static str, now: DateTime<Utc>) -> Query<'static, Any, AnyArguments> {
        let query = sqlx::query(sql);
        match self.older_than {
            Some(age) => query.bind(now.checked_sub_signed(age).unwrap_or(now).timestamp_millis()),
            None => query,
        }
    }
}

/// How many things of one kind and state there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// What they are: `orders`, `payments`, `refunds`, `late_charges`, `later_charges`, `charge_refunds`,
    /// `disputes`, `fraud_warnings`, `esims`, `withdrawals`, `letters`, `entitlements` or `access`.
    pub what: &'static str,
    /// Their state.
    pub state: &'static str,
    /// How many.
    pub number: i64,
}

/// One thing that needs attention.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What it is, as in [`Count`].
    pub what: &'static str,
    /// Its state.
    pub state: String,
    /// Since when: for a payment its outcome, for an order the latest outcome of a payment of it.
    pub since: DateTime<Utc>,
    /// Number and address of its order. `None` for a letter that belongs to no order, a dispute or a warning about a charge that is not
    /// the shop's, and a system that refuses us.
    pub order: Option<(String, Email)>,
}

/// Everything, kind by kind; an empty kind with 0.
pub async fn counts(conn: &mut AnyConnection, now: DateTime<Utc>) -> Result<Vec<Count>, StoreError> {
    let mut all = Vec::new();
    for kind in kinds() {
        let rows = kind.query(kind.texts.count, now).fetch_all(&mut *conn).await?;
        let start = all.len();
        all.extend(kind.states.iter().map(|state| Count { what: kind.what, state, number: 0 }));
        for row in &rows {
            let state: String = row.try_get("state")?;
            if let Some(count) = all.iter_mut().skip(start).find(|count| count.state == state) {
                count.number = row.try_get("number")?;
            }
        }
    }
    Ok(all)
}

/// The items that [`counts`] counts, the oldest first, at most `limit`.
pub async fn oldest(conn: &mut AnyConnection, now: DateTime<Utc>, limit: u32) -> Result<Vec<Item>, StoreError> {
    let mut all = Vec::new();
    for kind in kinds() {
        let rows = kind.query(kind.texts.list, now).bind(i64::from(limit)).fetch_all(&mut *conn).await?;
        for row in &rows {
            all.push(read(row, kind.what)?);
        }
    }
    all.sort_by_key(|item| item.since);
    all.truncate(limit as usize);
    Ok(all)
}

fn read(row: &AnyRow, what: &'static str) -> Result<Item, StoreError> {
    let record = Record::new(row, what, "number");
    let email = record.parsed_or_none("email", |text| Email::parse(text).ok())?;
    Ok(Item {
        what,
        state: record.text("state")?,
        since: record.instant("since")?,
        order: record.text_or_none("number")?.zip(email),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::test_database::{on_each, plan, start};

    const INDEXES: [(Texts, &str); 15] = [
        (OF_ORDERS, "orders_to_look_at"),
        (OF_UNDELIVERED, "orders_undelivered"),
        (OF_ENTITLEMENTS, "entitlements_waiting"),
        (OF_ACCESS, "refused_access_system"),
        (OF_PAYMENTS, "payments_to_look_at"),
        (OF_OPEN, "payments_open"),
        (OF_REFUNDS, "refunds_failed"),
        (OF_LATE_CHARGES, "late_charges_open"),
        (OF_LATER_CHARGES, "later_charges_open"),
        (OF_CHARGE_REFUNDS, "charge_refunds_failed"),
        (OF_DISPUTES, "disputes_undecided"),
        (OF_FRAUD_WARNINGS, "fraud_warnings_open"),
        (OF_ESIMS, "esims_being_made"),
        (OF_WITHDRAWALS, "withdrawals_open"),
        (OF_LETTERS, "letters_undeliverable"),
    ];

    #[tokio::test]
    async fn every_figure_and_every_list_is_read_from_an_index_that_holds_nothing_else() {
        on_each(|store, _| async move {
            for (texts, index) in INDEXES {
                for sql in [texts.count, texts.list] {
                    let sql = sql.replace("LIMIT $1", "LIMIT 9").replace("LIMIT $2", "LIMIT 9");
                    let sql = sql.replace("$1", &start().timestamp_millis().to_string());
                    let plan = plan(&store, &sql).await;
                    assert!(plan.contains(index), "{index} in\n{plan}");
                    assert!(!plan.contains("Seq Scan"), "{plan}");
                    let whole = plan.lines().filter(|line| line.starts_with("SCAN") && !line.contains(index)).count();
                    assert_eq!(whole, 0, "{plan}");
                }
            }
        })
        .await;
    }

    #[test]
    fn the_sql_knows_every_state() {
        let list = |codes: &[&str]| format!("state IN ('{}')", codes.join("', '"));
        let schema = include_str!("../../../migrations/0001_schema.sql");
        for (texts, states) in
            [(OF_ORDERS, list(&ORDERS.map(OrderState::code))), (OF_PAYMENTS, list(&PAYMENTS.map(PaymentState::code)))]
        {
            assert!(texts.count.contains(&states) && schema.contains(&states), "{states}");
        }
    }
}
