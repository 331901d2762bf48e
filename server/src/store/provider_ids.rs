//! Ids under which a provider's letters, dashboard and notices know a payment: what support is asked about.

use sqlx::AnyConnection;

use super::StoreError;
use super::dialect::storable;

/// Notes ids of a payment; those that are known stay.
pub async fn note(
    conn: &mut AnyConnection,
    payment_id: &str,
    ids: impl IntoIterator<Item = &str>,
) -> Result<(), StoreError> {
    for id in ids {
        let sql = "INSERT INTO provider_ids (id, payment_id) VALUES ($1, $2) ON CONFLICT (id, payment_id) DO NOTHING";
        sqlx::query(sql).bind(storable(id).into_owned()).bind(payment_id).execute(&mut *conn).await?;
    }
    Ok(())
}
