//! Fills a shop's database with many orders, in bulk: copies of orders really bought there, each with its own buyer,
//! ids and timestamps. One SQL text for both databases.

use serde::Serialize;
use sha2::{Digest as _, Sha256};
use sqlx::{AnyConnection, Connection as _, Executor as _, Row as _};

use crate::Trouble;

/// A stored order whose buyer can make a status call.
#[derive(Debug, Serialize)]
pub struct Known {
    /// The provider's id of its payment.
    pub session: String,
    /// Value of its buyer's cookie.
    pub cookie: String,
    /// Its number.
    pub number: String,
    /// Its buyer's e-mail address.
    pub email: String,
}

/// Bulk loading into SQLite: no other process has the file open, and a file that a crash damages is thrown away.
const SQLITE_BULK: &str = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000; \
     PRAGMA temp_store = MEMORY; PRAGMA foreign_keys = OFF";

/// Bulk loading into PostgreSQL: rows that reference each other are written together, so skip the foreign key checks.
const POSTGRES_BULK: &str = "SET session_replication_role = replica";

/// The bought orders to copy, each with its position.
const PATTERNS: &str = "CREATE TEMPORARY TABLE patterns AS \
     SELECT id, ROW_NUMBER() OVER (ORDER BY id) - 1 AS place FROM orders WHERE state = 'delivered'";

/// One row per order to come. `mark` is eight digits derived from the number that never repeat (the modulus is a
/// prime), in an order that looks random, as ids do. Every buyer buys twice; every fourth order was abandoned. $1
/// orders, $2 patterns, $3 the time of the first real order, $4 milliseconds between two orders.
const SEEDS: &str = "CREATE TEMPORARY TABLE seeds AS \
     WITH RECURSIVE numbers (n) AS \
       (SELECT CAST(1 AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n < CAST($1 AS BIGINT)) \
     SELECT n, CAST(10000000 + n * 6180339 % 9999991 AS TEXT) AS mark, \
       CAST(10000000 + n / 2 * 6180339 % 9999991 AS TEXT) AS buyer, \
       CASE WHEN n % 4 = 0 THEN 0 ELSE 1 END AS paid, n % CAST($2 AS BIGINT) AS place, \
       CAST($3 AS BIGINT) - (CAST($1 AS BIGINT) - n + 1) * CAST($4 AS BIGINT) AS made FROM numbers";

/// Padding after a mark, so that ids and digests are as long as real ones.
macro_rules! pad {
    (18) => {
        "'load0load0load0load'"
    };
    (56) => {
        "'load0000load0000load0000load0000load0000load0000load0000'"
    };
}

macro_rules! order_id {
    () => {
        concat!("'ord_' || s.mark || ", pad!(18))
    };
}

macro_rules! payment_id {
    () => {
        concat!("'pay_' || s.mark || ", pad!(18))
    };
}

const ORDERS: &str = concat!(
    "INSERT INTO orders (id, number, buyer, email, email_canonical, language, return_to, product_id, currency, \
     due_now, quote, quote_fingerprint, book, code, state, im_ref, fb_params, created_at, paid_at) SELECT ",
    order_id!(),
    ", substr(s.mark, 1, 4) || '-' || substr(s.mark, 5, 4), s.buyer || ",
    pad!(56),
    ", 'buyer' || s.buyer || '@example.com', 'buyer' || s.buyer || '@example.com', o.language, o.return_to, \
     o.product_id, o.currency, o.due_now, o.quote, s.mark || ",
    pad!(56),
    ", o.book, o.code, CASE WHEN s.paid = 1 THEN 'delivered' ELSE 'closed' END, o.im_ref, o.fb_params, s.made, \
     CASE WHEN s.paid = 1 THEN s.made + 45000 END \
     FROM seeds s JOIN patterns p ON p.place = s.place JOIN orders o ON o.id = p.id"
);

const PAYMENTS: &str = concat!(
    "INSERT INTO payments (id, order_id, provider, quote, hash_digest, reference, checkout_url, state, failure, \
     customer_ref, subscription_ref, created_at, expires_at, settled_at) SELECT ",
    payment_id!(),
    ", ",
    order_id!(),
    ", 'stripe', o.quote, s.mark || ",
    pad!(56),
    ", 'cs_test_' || s.mark || ",
    pad!(56),
    ", 'https://checkout.example.com/c/pay/cs_test_' || s.mark || ",
    pad!(56),
    ", CASE WHEN s.paid = 1 THEN 'paid' ELSE 'failed' END, CASE WHEN s.paid = 1 THEN NULL ELSE 'expired' END, \
     CASE WHEN s.paid = 1 THEN 'cus_' || s.mark END, CASE WHEN s.paid = 1 THEN 'sub_' || s.mark END, \
     s.made, s.made + 82800000, s.made + 45000 \
     FROM seeds s JOIN patterns p ON p.place = s.place JOIN orders o ON o.id = p.id"
);

const ATTEMPTS: &str = concat!(
    "INSERT INTO attempts (key_digest, payment_id, created_at) SELECT s.mark || ",
    pad!(56),
    ", ",
    payment_id!(),
    ", s.made FROM seeds s"
);

const DELIVERIES: &str = concat!(
    "INSERT INTO deliveries (order_id, kind, starts_at, ends_at, created_at) SELECT ",
    order_id!(),
    ", d.kind, s.made + 45000, s.made + 45000 + d.ends_at - d.starts_at, s.made + 46000 FROM seeds s \
     JOIN patterns p ON p.place = s.place JOIN deliveries d ON d.order_id = p.id WHERE s.paid = 1"
);

/// Delivered orders spread over the whole time: one of every $1, a multiple of four as [`SEEDS`] counts; $2 at most.
const ASKED: &str = concat!(
    "SELECT 'cs_test_' || s.mark || ",
    pad!(56),
    " AS session, ",
    order_id!(),
    " AS order_id, substr(s.mark, 1, 4) || '-' || substr(s.mark, 5, 4) AS number, \
     'buyer' || s.buyer || '@example.com' AS email FROM seeds s \
     WHERE s.paid = 1 AND s.n % CAST($1 AS BIGINT) = 1 ORDER BY s.n LIMIT CAST($2 AS BIGINT)"
);

/// Adds `orders` orders and returns `asked` of the delivered ones, spread evenly over all.
pub async fn seed(database_url: &str, orders: i64, asked: i64) -> Result<Vec<Known>, Trouble> {
    let mut conn = AnyConnection::connect(database_url).await?;
    let is_sqlite = database_url.starts_with("sqlite:");
    // Without superuser rights PostgreSQL checks every foreign key, and takes longer.
    let prepared = conn.execute(if is_sqlite { SQLITE_BULK } else { POSTGRES_BULK }).await;
    if is_sqlite {
        prepared?;
    }
    let mut tx = conn.begin().await?;
    tx.execute(PATTERNS).await?;
    let patterns: i64 = tx.fetch_one("SELECT COUNT(*) FROM patterns").await?.try_get(0)?;
    if patterns == 0 {
        return Err("nothing was bought here that could be copied".into());
    }
    let first: i64 = tx.fetch_one("SELECT MIN(created_at) FROM orders").await?.try_get(0)?;
    let apart = TWO_YEARS / orders.max(1);
    sqlx::query(SEEDS).bind(orders).bind(patterns).bind(first).bind(apart).execute(&mut *tx).await?;
    for sql in [ORDERS, PAYMENTS, ATTEMPTS, DELIVERIES] {
        tx.execute(sql).await?;
    }
    let known = make_known(&mut tx, orders, asked).await?;
    tx.commit().await?;
    if !is_sqlite {
        // The database would do this itself some minutes later.
        conn.execute("VACUUM ANALYZE").await?;
    }
    conn.close().await?;
    Ok(known)
}

/// Two years in milliseconds: the age of the oldest order.
const TWO_YEARS: i64 = 2 * 365 * 86_400_000;

/// Gives some orders a buyer with a known cookie.
async fn make_known(conn: &mut AnyConnection, orders: i64, asked: i64) -> Result<Vec<Known>, Trouble> {
    let step = (orders / asked.max(1) / 4 * 4).max(4);
    let rows = sqlx::query(ASKED).bind(step).bind(asked).fetch_all(&mut *conn).await?;
    let mut known = Vec::new();
    for row in rows {
        let order_id: String = row.try_get("order_id")?;
        let digest = hex::encode(Sha256::digest(&order_id));
        let cookie = digest[..COOKIE_LENGTH].to_owned();
        sqlx::query("UPDATE orders SET buyer = $1 WHERE id = $2")
            .bind(hex::encode(Sha256::digest(&cookie)))
            .bind(&order_id)
            .execute(&mut *conn)
            .await?;
        let (session, number, email) = (row.try_get("session")?, row.try_get("number")?, row.try_get("email")?);
        known.push(Known { session, cookie, number, email });
    }
    Ok(known)
}

/// Characters of a buyer's cookie.
const COOKIE_LENGTH: usize = 26;
