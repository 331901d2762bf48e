//! What operators changed by command, and what they were refused: one row an act.

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::row::Record;

/// How an act ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The requested change is stored, in the same transaction as this row.
    Done,
    /// Nothing happened.
    Refused,
}

impl Outcome {
    /// The word in the database.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Refused => "refused",
        }
    }

    fn parse(word: &str) -> Option<Self> {
        [Self::Done, Self::Refused].into_iter().find(|outcome| outcome.word() == word)
    }
}

/// An act as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OperatorAct {
    /// Its id.
    pub id: String,
    /// When it happened.
    pub acted_at: DateTime<Utc>,
    /// The operator who did it.
    pub operator: String,
    /// The command, such as `orders refund`.
    pub command: String,
    /// The order it was about.
    pub order_number: Option<String>,
    /// Keyed digest of the address it was about.
    pub customer: Option<String>,
    /// How it ended.
    pub outcome: Outcome,
    /// What was done, or why it was refused, in a sentence.
    pub what: String,
}

/// Stores an act.
pub async fn insert(conn: &mut AnyConnection, act: &OperatorAct) -> Result<(), StoreError> {
    let sql = "INSERT INTO operator_acts (id, acted_at, operator, command, order_number, customer, outcome, what) \
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    sqlx::query(sql)
        .bind(&act.id)
        .bind(act.acted_at.timestamp_millis())
        .bind(&act.operator)
        .bind(&act.command)
        .bind(&act.order_number)
        .bind(&act.customer)
        .bind(act.outcome.word())
        .bind(&act.what)
        .execute(conn)
        .await?;
    Ok(())
}

/// The acts since an instant, oldest first; only those about one order or one customer, if these are named.
pub async fn since(
    conn: &mut AnyConnection,
    instant: DateTime<Utc>,
    order_number: Option<&str>,
    customer: Option<&str>,
) -> Result<Vec<OperatorAct>, StoreError> {
    let sql = "SELECT id, acted_at, operator, command, order_number, customer, outcome, what FROM operator_acts \
               WHERE acted_at >= $1 AND ($2 = '' OR order_number = $2) AND ($3 = '' OR customer = $3) \
               ORDER BY acted_at, id";
    let query = sqlx::query(sql).bind(instant.timestamp_millis());
    let query = query.bind(order_number.unwrap_or_default()).bind(customer.unwrap_or_default());
    query.fetch_all(conn).await?.iter().map(read).collect()
}

/// Deletes the acts before an instant.
pub async fn forget_before(conn: &mut AnyConnection, oldest: DateTime<Utc>) -> Result<(), StoreError> {
    let sql = "DELETE FROM operator_acts WHERE acted_at < $1";
    sqlx::query(sql).bind(oldest.timestamp_millis()).execute(conn).await?;
    Ok(())
}

fn read(row: &AnyRow) -> Result<OperatorAct, StoreError> {
    let record = Record::new(row, "operator_acts", "id");
    Ok(OperatorAct {
        id: record.text("id")?,
        acted_at: record.instant("acted_at")?,
        operator: record.text("operator")?,
        command: record.text("command")?,
        order_number: record.text_or_none("order_number")?,
        customer: record.text_or_none("customer")?,
        outcome: record.parsed("outcome", Outcome::parse)?,
        what: record.text("what")?,
    })
}
