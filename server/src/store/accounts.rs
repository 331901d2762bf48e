//! Accounts: an opaque id for each customer that outlives every address. An order belongs to one from its payment on.

use chrono::{DateTime, Utc};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};

use super::StoreError;
use super::dialect::storable;
use super::orders::{self, Order};
use super::row::Record;
use crate::ids::new_id;

/// An account as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Opaque id, `acc_…`.
    pub id: String,
    /// Its address, in canonical form; `None` once it was deleted or joined.
    pub email_canonical: Option<String>,
    /// The account that it was joined into: its owner moved to an address that had one.
    pub joined_into: Option<String>,
}

/// The id of the account with an address; a new one if there is none.
pub async fn of_address(
    conn: &mut AnyConnection,
    email_canonical: &str,
    now: DateTime<Utc>,
) -> Result<String, StoreError> {
    let sql = "INSERT INTO accounts (id, email_canonical, created_at) VALUES ($1, $2, $3) \
               ON CONFLICT (email_canonical) DO UPDATE SET email_canonical = excluded.email_canonical RETURNING id";
    let query = sqlx::query(sql).bind(new_id("acc")).bind(email_canonical).bind(now.timestamp_millis());
    Record::new(&query.fetch_one(conn).await?, "accounts", "id").text("id")
}

/// A new account of a customer who has deleted the one that the order was shown in.
pub async fn insert_without_address(conn: &mut AnyConnection, now: DateTime<Utc>) -> Result<String, StoreError> {
    let id = new_id("acc");
    let sql = "INSERT INTO accounts (id, created_at) VALUES ($1, $2)";
    sqlx::query(sql).bind(&id).bind(now.timestamp_millis()).execute(conn).await?;
    Ok(id)
}

/// The account with an id.
pub async fn by_id(conn: &mut AnyConnection, id: &str) -> Result<Option<Account>, StoreError> {
    let row = sqlx::query("SELECT id, email_canonical, joined_into FROM accounts WHERE id = $1").bind(id);
    row.fetch_optional(conn).await?.as_ref().map(read).transpose()
}

/// Some accounts after an id, in ascending order.
pub async fn after(conn: &mut AnyConnection, id: &str, limit: u32) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT id FROM accounts WHERE id > $1 ORDER BY id LIMIT $2";
    Ok(sqlx::query_scalar(sql).bind(id).bind(i64::from(limit)).fetch_all(conn).await?)
}

/// The id of the account with an address, if there is one.
pub async fn by_address(conn: &mut AnyConnection, email_canonical: &str) -> Result<Option<String>, StoreError> {
    let sql = "SELECT id FROM accounts WHERE email_canonical = $1";
    Ok(sqlx::query_scalar(sql).bind(storable(email_canonical).into_owned()).fetch_optional(conn).await?)
}

/// Reads and locks an account until the transaction ends.
pub async fn lock(conn: &mut AnyConnection, id: &str) -> Result<Option<Account>, StoreError> {
    let sql = "UPDATE accounts SET created_at = created_at WHERE id = $1 RETURNING id, email_canonical, joined_into";
    let row = sqlx::query(sql).bind(storable(id).into_owned()).fetch_optional(conn).await?;
    row.as_ref().map(read).transpose()
}

/// The id of the account of an order; `None` for one that was never paid.
pub async fn of_order(conn: &mut AnyConnection, order_id: &str) -> Result<Option<String>, StoreError> {
    let row =
        sqlx::query("SELECT id, account_id FROM orders WHERE id = $1").bind(order_id).fetch_optional(conn).await?;
    row.map_or(Ok(None), |row| Record::new(&row, "orders", "id").text_or_none("account_id"))
}

/// Gives an order to an account.
pub async fn set_of_order(conn: &mut AnyConnection, order_id: &str, id: &str) -> Result<(), StoreError> {
    sqlx::query("UPDATE orders SET account_id = $1 WHERE id = $2").bind(id).bind(order_id).execute(conn).await?;
    Ok(())
}

/// The orders of an account, whether or not it was deleted, the oldest first.
pub async fn orders(conn: &mut AnyConnection, id: &str) -> Result<Vec<Order>, StoreError> {
    let sql = orders::select!("WHERE account_id = $1 ORDER BY created_at, id");
    sqlx::query(sql).bind(id).fetch_all(conn).await?.iter().map(orders::read).collect()
}

/// How many orders an account has.
pub async fn count_orders(conn: &mut AnyConnection, id: &str) -> Result<i64, StoreError> {
    let sql = "SELECT CAST(COUNT(*) AS BIGINT) AS orders FROM orders WHERE account_id = $1";
    Ok(sqlx::query(sql).bind(id).fetch_one(conn).await?.try_get("orders")?)
}

/// Gives an account another address. No account has it.
pub async fn set_address(conn: &mut AnyConnection, id: &str, email_canonical: &str) -> Result<(), StoreError> {
    let sql = "UPDATE accounts SET email_canonical = $1 WHERE id = $2";
    sqlx::query(sql).bind(email_canonical).bind(id).execute(conn).await?;
    Ok(())
}

/// Joins an account without orders into another.
pub async fn join(conn: &mut AnyConnection, id: &str, into: &str) -> Result<(), StoreError> {
    let sql = "UPDATE accounts SET joined_into = $1, email_canonical = NULL WHERE id = $2";
    sqlx::query(sql).bind(into).bind(id).execute(conn).await?;
    Ok(())
}

/// Forgets the address of a deleted account. Its id stays for as long as its orders.
pub async fn forget_address(conn: &mut AnyConnection, email_canonical: &str) -> Result<(), StoreError> {
    let sql = "UPDATE accounts SET email_canonical = NULL WHERE email_canonical = $1";
    sqlx::query(sql).bind(email_canonical).execute(conn).await?;
    Ok(())
}

/// Some paid orders without an account: a server of an older version settled them.
pub async fn orders_without(conn: &mut AnyConnection, limit: u32) -> Result<Vec<String>, StoreError> {
    let sql = "SELECT id FROM orders WHERE paid_at IS NOT NULL AND account_id IS NULL ORDER BY paid_at LIMIT $1";
    Ok(sqlx::query_scalar(sql).bind(i64::from(limit)).fetch_all(conn).await?)
}

fn read(row: &AnyRow) -> Result<Account, StoreError> {
    let record = Record::new(row, "accounts", "id");
    Ok(Account {
        id: record.text("id")?,
        email_canonical: record.text_or_none("email_canonical")?,
        joined_into: record.text_or_none("joined_into")?,
    })
}
