//! A payment together with the order that it settles, in one read.

use sqlx::AnyConnection;

use super::StoreError;
use super::dialect::storable;
use super::orders::{self, Order};
use super::payments::{self, Payment};
use crate::ids::PaymentHash;

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT o.*, ",
            payments::columns!(),
            " FROM payments JOIN ",
            orders::joined!(),
            " ON o_id = order_id ",
            $rest
        )
    };
}

/// The payment with that hash.
pub async fn by_hash(conn: &mut AnyConnection, hash: &PaymentHash) -> Result<Option<(Payment, Order)>, StoreError> {
    read(conn, select!("WHERE hash_digest = $1"), hash.digest()).await
}

/// The payment the provider knows under that id.
pub async fn by_reference(conn: &mut AnyConnection, reference: &str) -> Result<Option<(Payment, Order)>, StoreError> {
    read(conn, select!("WHERE reference = $1"), storable(reference).into_owned()).await
}

async fn read(
    conn: &mut AnyConnection,
    sql: &'static str,
    named: String,
) -> Result<Option<(Payment, Order)>, StoreError> {
    let Some(row) = sqlx::query(sql).bind(named).fetch_optional(conn).await? else { return Ok(None) };
    Ok(Some((payments::read(&row)?, orders::read_joined(&row)?)))
}
