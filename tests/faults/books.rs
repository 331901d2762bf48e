//! What the two sides wrote down: the shop's database and the provider's file, read with plain SQL of this file.
//! Nothing here is shared with the shop, so that a mistake there cannot hide itself.

use std::path::Path;

use serde_json::{Value, json};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Connection as _, Row as _};

use crate::machine::Trouble;

/// Everything that was written down.
#[derive(Clone, Debug, Default)]
pub struct Books {
    pub orders: Vec<Order>,
    pub payments: Vec<Payment>,
    /// Ids of orders, one for each delivery: an order that stands here twice was delivered twice.
    pub deliveries: Vec<Delivery>,
    /// Ids of orders whose letter is noted.
    pub letters_noted: Vec<String>,
    /// Ids of notices the shop remembers.
    pub notices_noted: Vec<String>,
    /// Kind and subject.
    pub jobs: Vec<(String, String)>,
    pub codes: Vec<Code>,
    /// Order, code and state of each use of a code with a limit.
    pub redemptions: Vec<Redemption>,
    pub moves: Vec<Move>,
    pub charges: Vec<Charge>,
    pub sessions: Vec<Session>,
    /// Id and order of each subscription at the provider.
    pub subscriptions: Vec<(String, String)>,
    /// Ids of notices the shop answered with 2xx.
    pub notices_taken: Vec<String>,
    pub letters: Vec<Letter>,
}

#[derive(Clone, Debug)]
pub struct Order {
    pub id: String,
    pub number: String,
    pub email: String,
    pub currency: String,
    pub due_now: i64,
    pub state: String,
    pub code: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Payment {
    pub id: String,
    pub order_id: String,
    pub reference: Option<String>,
    pub state: String,
}

#[derive(Clone, Debug)]
pub struct Delivery {
    pub order_id: String,
    pub ends_at: i64,
}

/// A discount code, how many uses are taken as the shop counts them, and how many there may be.
#[derive(Clone, Debug)]
pub struct Code {
    pub code: String,
    pub used: i64,
    pub limit: Option<i64>,
}

/// What an order has of a limited code.
#[derive(Clone, Debug)]
pub struct Redemption {
    pub order_id: String,
    pub code: String,
    pub state: String,
}

/// A change of state, in the order they were committed.
#[derive(Clone, Debug)]
pub struct Move {
    pub table: String,
    pub id: String,
    pub from: String,
    pub to: String,
}

/// Money that left a buyer.
#[derive(Clone, Debug)]
pub struct Charge {
    pub session: String,
    pub amount: i64,
    pub currency: String,
}

/// A payment page at the provider.
#[derive(Clone, Debug)]
pub struct Session {
    pub id: String,
    pub status: String,
    pub payment_id: String,
    pub email: String,
}

/// A letter in the mailbox.
#[derive(Clone, Debug)]
pub struct Letter {
    pub to: String,
    pub raw: String,
}

/// Has the database write down every change of an order's or a payment's state, by itself.
pub async fn keep_journal(database_url: &str) -> Result<(), Trouble> {
    let sql = if database_url.starts_with("sqlite:") {
        include_str!("journal-sqlite.sql")
    } else {
        include_str!("journal-postgres.sql")
    };
    let mut conn = AnyConnection::connect(database_url).await?;
    sqlx::raw_sql(sql).execute(&mut conn).await?;
    conn.close().await?;
    Ok(())
}

/// Puts a code with so many uses on sale, as the shop's own list would: ten percent off every term.
pub async fn add_limited_code(database_url: &str, code: &str, uses: usize) -> Result<(), Trouble> {
    let content = json!({ "code": code, "effect": { "percent": 1000 }, "term": "every", "usage_limit": uses });
    let sql = "INSERT INTO discount_codes (code, content, used, created_at, changed_at) VALUES ($1, $2, 0, 0, 0)";
    let mut conn = AnyConnection::connect(database_url).await?;
    sqlx::query(sql).bind(code.to_ascii_lowercase()).bind(content.to_string()).execute(&mut conn).await?;
    conn.close().await?;
    Ok(())
}

/// Reads both sides.
pub async fn read(database_url: &str, sandbox_file: &Path) -> Result<Books, Trouble> {
    let mut shop = AnyConnection::connect(database_url).await?;
    let mut provider = AnyConnection::connect(&format!("sqlite://{}?mode=ro", sandbox_file.display())).await?;
    let mut books = Books::default();
    read_shop(&mut books, &mut shop).await?;
    read_provider(&mut books, &mut provider).await?;
    shop.close().await?;
    provider.close().await?;
    Ok(books)
}

/// Whether an SQLite file is whole.
pub async fn is_whole(database_url: &str) -> Result<bool, Trouble> {
    if !database_url.starts_with("sqlite:") {
        return Ok(true);
    }
    let mut conn = AnyConnection::connect(database_url).await?;
    let verdict: String = sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut conn).await?;
    conn.close().await?;
    Ok(verdict == "ok")
}

async fn rows<T>(
    conn: &mut AnyConnection,
    sql: &'static str,
    read: impl Fn(&AnyRow) -> Result<T, sqlx::Error>,
) -> Result<Vec<T>, Trouble> {
    let rows = sqlx::query(sql).fetch_all(conn).await?;
    Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
}

async fn read_shop(books: &mut Books, conn: &mut AnyConnection) -> Result<(), Trouble> {
    let sql = "SELECT id, number, email, currency, due_now, state, code FROM orders";
    books.orders = rows(conn, sql, |row| {
        Ok(Order {
            id: row.try_get("id")?,
            number: row.try_get("number")?,
            email: row.try_get("email")?,
            currency: row.try_get("currency")?,
            due_now: row.try_get("due_now")?,
            state: row.try_get("state")?,
            code: row.try_get("code")?,
        })
    })
    .await?;
    books.payments = rows(conn, "SELECT id, order_id, reference, state FROM payments", |row| {
        Ok(Payment {
            id: row.try_get("id")?,
            order_id: row.try_get("order_id")?,
            reference: row.try_get("reference")?,
            state: row.try_get("state")?,
        })
    })
    .await?;
    books.deliveries = rows(conn, "SELECT order_id, ends_at FROM deliveries", |row| {
        Ok(Delivery { order_id: row.try_get("order_id")?, ends_at: row.try_get("ends_at")? })
    })
    .await?;
    books.letters_noted = rows(conn, "SELECT order_id FROM letters", |row| row.try_get(0)).await?;
    books.notices_noted = rows(conn, "SELECT event_id FROM webhook_events", |row| row.try_get(0)).await?;
    books.jobs = rows(conn, "SELECT kind, subject FROM jobs", |row| Ok((row.try_get(0)?, row.try_get(1)?))).await?;
    let read_code = |row: &AnyRow| {
        let (code, content): (String, String) = (row.try_get("code")?, row.try_get("content")?);
        Ok((code, row.try_get("used")?, content))
    };
    for (code, used, content) in rows(conn, "SELECT code, used, content FROM discount_codes", read_code).await? {
        let content: Value = serde_json::from_str(&content)?;
        books.codes.push(Code { code, used, limit: content["usage_limit"].as_i64() });
    }
    books.redemptions = rows(conn, "SELECT order_id, code, state FROM redemptions", |row| {
        Ok(Redemption { order_id: row.try_get(0)?, code: row.try_get(1)?, state: row.try_get(2)? })
    })
    .await?;
    let sql = "SELECT place, id, was, becomes FROM faults_journal ORDER BY sequence";
    books.moves = rows(conn, sql, |row| {
        Ok(Move {
            table: row.try_get("place")?,
            id: row.try_get("id")?,
            from: row.try_get("was")?,
            to: row.try_get("becomes")?,
        })
    })
    .await?;
    Ok(())
}

async fn read_provider(books: &mut Books, conn: &mut AnyConnection) -> Result<(), Trouble> {
    let sql = "SELECT session, amount, currency FROM ledger WHERE movement = 'charge' ORDER BY sequence";
    books.charges = rows(conn, sql, |row| {
        let session: Option<String> = row.try_get("session")?;
        Ok(Charge {
            session: session.unwrap_or_default(),
            amount: row.try_get("amount")?,
            currency: row.try_get("currency")?,
        })
    })
    .await?;
    let object = |row: &AnyRow| row.try_get::<String, _>("body");
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    for body in rows(conn, "SELECT body FROM objects WHERE kind = 'checkout.session'", object).await? {
        let session: Value = serde_json::from_str(&body)?;
        books.sessions.push(Session {
            id: word(&session["id"]),
            status: word(&session["status"]),
            payment_id: word(&session["metadata"]["payment_id"]),
            email: word(&session["customer_email"]),
        });
    }
    for body in rows(conn, "SELECT body FROM objects WHERE kind = 'subscription'", object).await? {
        let subscription: Value = serde_json::from_str(&body)?;
        books.subscriptions.push((word(&subscription["id"]), word(&subscription["metadata"]["order_id"])));
    }
    let sql = "SELECT DISTINCT event FROM delivery_attempts WHERE status >= 200 AND status < 300";
    books.notices_taken = rows(conn, sql, |row| row.try_get(0)).await?;
    books.letters = rows(conn, "SELECT recipients, raw FROM mails", |row| {
        let (to, raw): (String, Vec<u8>) = (row.try_get("recipients")?, row.try_get("raw")?);
        Ok(Letter { to, raw: String::from_utf8_lossy(&raw).into_owned() })
    })
    .await?;
    Ok(())
}
