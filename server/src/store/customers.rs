//! People who have paid for an order: the accounts of the panel. An account is its e-mail address in canonical form.
//! Orders of a deleted account belong to none; a later purchase with the same address begins another account.

use onefare_core::email::Email;
use onefare_core::language::Language;
use sqlx::AnyConnection;

use super::StoreError;
use super::orders::{self, Order};
use super::row::Record;

/// The address as the customer last wrote it; `None` without a paid order, or when the account was deleted.
pub async fn address(conn: &mut AnyConnection, email_canonical: &str) -> Result<Option<Email>, StoreError> {
    let sql = "SELECT id, email FROM orders WHERE email_canonical = $1 AND paid_at IS NOT NULL \
               AND account_deleted_at IS NULL ORDER BY paid_at DESC, id DESC LIMIT 1";
    let row = sqlx::query(sql).bind(email_canonical).fetch_optional(conn).await?;
    let read = |row| Record::new(&row, "orders", "id").parsed("email", |text| Email::parse(text).ok());
    row.map(read).transpose()
}

/// The customer's paid orders, newest first.
pub async fn paid_orders(conn: &mut AnyConnection, email_canonical: &str) -> Result<Vec<Order>, StoreError> {
    let sql = orders::select!(
        "WHERE email_canonical = $1 AND paid_at IS NOT NULL AND account_deleted_at IS NULL \
         ORDER BY paid_at DESC, id DESC"
    );
    sqlx::query(sql).bind(email_canonical).fetch_all(conn).await?.iter().map(orders::read).collect()
}

/// Sets the language of the customer's paid orders and returns their number.
pub async fn set_language(
    conn: &mut AnyConnection,
    email_canonical: &str,
    language: Language,
) -> Result<u64, StoreError> {
    let sql = "UPDATE orders SET language = $1 WHERE email_canonical = $2 AND paid_at IS NOT NULL \
               AND account_deleted_at IS NULL";
    Ok(sqlx::query(sql).bind(language.code()).bind(email_canonical).execute(conn).await?.rows_affected())
}
