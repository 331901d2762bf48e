//! Early fraud warnings about charges by card.

use chrono::{DateTime, Utc};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::StoreError;
use super::dialect::storable;
use super::row::Record;

/// A warning as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FraudWarning {
    /// The provider's id, `issfr_…`.
    pub reference: String,
    /// The order of the charge; `None` for a charge that is not the shop's.
    pub order_id: Option<String>,
    /// The provider's id of the charge, `ch_…`.
    pub charge: String,
    /// The issuer's kind of fraud, in the provider's word.
    pub kind: String,
    /// When the issuer warned.
    pub warned_at: DateTime<Utc>,
    /// When the charge was refunded or disputed, or is too old for a dispute.
    pub resolved_at: Option<DateTime<Utc>>,
}

macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT reference, order_id, charge, kind, warned_at, resolved_at FROM fraud_warnings ", $rest)
    };
}

/// Stores a warning, or that it is resolved.
pub async fn insert_or_update(conn: &mut AnyConnection, warning: &FraudWarning) -> Result<(), StoreError> {
    let sql = "INSERT INTO fraud_warnings (reference, order_id, charge, kind, warned_at, resolved_at) \
               VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (reference) DO UPDATE SET order_id = excluded.order_id, \
               resolved_at = COALESCE(fraud_warnings.resolved_at, excluded.resolved_at)";
    let query = sqlx::query(sql).bind(storable(&warning.reference).into_owned()).bind(&warning.order_id);
    let query = query.bind(storable(&warning.charge).into_owned()).bind(storable(&warning.kind).into_owned());
    let query = query.bind(warning.warned_at.timestamp_millis());
    query.bind(warning.resolved_at.map(|at| at.timestamp_millis())).execute(conn).await?;
    Ok(())
}

/// The warning with that id of the provider.
pub async fn by_reference(conn: &mut AnyConnection, reference: &str) -> Result<Option<FraudWarning>, StoreError> {
    let row = sqlx::query(select!("WHERE reference = $1")).bind(storable(reference).into_owned());
    row.fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The warnings about charges of an order, the oldest first.
pub async fn of_order(conn: &mut AnyConnection, order_id: &str) -> Result<Vec<FraudWarning>, StoreError> {
    let sql = select!("WHERE order_id = $1 ORDER BY warned_at, reference");
    sqlx::query(sql).bind(order_id).fetch_all(conn).await?.iter().map(read).collect()
}

fn read(row: &AnyRow) -> Result<FraudWarning, StoreError> {
    let record = Record::new(row, "fraud_warnings", "reference");
    Ok(FraudWarning {
        reference: record.text("reference")?,
        order_id: record.text_or_none("order_id")?,
        charge: record.text("charge")?,
        kind: record.text("kind")?,
        warned_at: record.instant("warned_at")?,
        resolved_at: record.instant_or_none("resolved_at")?,
    })
}
