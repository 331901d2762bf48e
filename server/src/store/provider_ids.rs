//! Ids under which a provider's letters, dashboard and webhook events know a payment: a customer quotes them to
//! support.

use sqlx::{AnyConnection, AssertSqlSafe};

use super::StoreError;
use super::dialect::storable;

/// Stores ids of a payment; known ones stay.
pub async fn note(
    conn: &mut AnyConnection,
    payment_id: &str,
    ids: impl IntoIterator<Item = &str>,
) -> Result<(), StoreError> {
    let ids: Vec<String> = ids.into_iter().map(|id| storable(id).into_owned()).collect();
    if ids.is_empty() {
        return Ok(());
    }
    // Only the numbers of parameters are formatted into the SQL.
    let rows: Vec<String> = (2..ids.len() + 2).map(|number| format!("(${number}, $1)")).collect();
    let sql = format!(
        "INSERT INTO provider_ids (id, payment_id) VALUES {} ON CONFLICT (id, payment_id) DO NOTHING",
        rows.join(", ")
    );
    let query = sqlx::query(AssertSqlSafe(sql)).bind(payment_id);
    ids.into_iter().fold(query, |query, id| query.bind(id)).execute(conn).await?;
    Ok(())
}
