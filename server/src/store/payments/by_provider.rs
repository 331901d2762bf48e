//! Payments by the ids under which their provider knows them.

use sqlx::AnyConnection;

use super::{Payment, read, select};
use crate::store::StoreError;
use crate::store::dialect::storable;

/// The payment the provider knows under that id.
pub async fn by_reference(conn: &mut AnyConnection, reference: &str) -> Result<Option<Payment>, StoreError> {
    let row = sqlx::query(select!("WHERE reference = $1")).bind(storable(reference).into_owned());
    row.fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// The payments that the provider's page, dashboard or webhook events know under an id, oldest first.
pub async fn of_provider_id(conn: &mut AnyConnection, id: &str) -> Result<Vec<Payment>, StoreError> {
    let sql = select!("WHERE id IN (SELECT payment_id FROM provider_ids WHERE id = $1) ORDER BY created_at, id");
    sqlx::query(sql).bind(storable(id).into_owned()).fetch_all(conn).await?.iter().map(read).collect()
}

/// The payments with a subscription of the provider, oldest first.
pub async fn of_subscription(conn: &mut AnyConnection, subscription: &str) -> Result<Vec<Payment>, StoreError> {
    let sql = select!("WHERE subscription_ref = $1 ORDER BY created_at, id");
    sqlx::query(sql).bind(storable(subscription).into_owned()).fetch_all(conn).await?.iter().map(read).collect()
}

/// Every payment of a customer that a provider keeps, oldest first.
pub async fn of_customer(conn: &mut AnyConnection, customer: &str) -> Result<Vec<Payment>, StoreError> {
    let sql = select!("WHERE customer_ref = $1 ORDER BY created_at, id");
    sqlx::query(sql).bind(storable(customer).into_owned()).fetch_all(conn).await?.iter().map(read).collect()
}
