//! The records of both sides: the shop's database and the provider's file, read with SQL of this file's own. It shares
//! nothing with the shop, so that a mistake there cannot hide itself.

use std::path::Path;

use serde_json::{Value, json};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Connection as _, Row as _};

use crate::machine::Trouble;

mod supply;

#[cfg(test)]
pub use supply::SupplierOrder;
pub use supply::{Profile, Supplied};

/// All records of a run.
#[derive(Clone, Debug, Default)]
pub struct Ledgers {
    pub orders: Vec<Order>,
    pub payments: Vec<Payment>,
    /// One entry per delivery: an order id that occurs twice was delivered twice.
    pub deliveries: Vec<Delivery>,
    pub esims: Vec<Esim>,
    /// Order or refund, and kind, of each letter recorded as sent.
    pub letters_noted: Vec<String>,
    /// Ids of webhook events that the shop has recorded.
    pub webhook_events_noted: Vec<String>,
    /// Kind and subject.
    pub jobs: Vec<(String, String)>,
    pub codes: Vec<Code>,
    /// Order, code and state of each use of a code with a limit.
    pub redemptions: Vec<Redemption>,
    pub moves: Vec<Move>,
    pub charges: Vec<Charge>,
    /// Hosted pages whose payment was refunded.
    pub refunds: Vec<String>,
    pub sessions: Vec<Session>,
    /// Id and order of each subscription at the provider.
    pub subscriptions: Vec<(String, String)>,
    /// Ids of webhook events that the shop answered with 2xx.
    pub webhook_events_taken: Vec<String>,
    pub letters: Vec<Letter>,
    pub supplied: Supplied,
}

#[derive(Clone, Debug)]
pub struct Order {
    pub id: String,
    pub number: String,
    pub product: String,
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

/// A discount code, the number of uses that the shop counts, and its limit.
#[derive(Clone, Debug)]
pub struct Code {
    pub code: String,
    pub used: i64,
    pub limit: Option<i64>,
}

/// An order's use of a limited code.
#[derive(Clone, Debug)]
pub struct Redemption {
    pub order_id: String,
    pub code: String,
    pub state: String,
}

/// The shop's record of a data order.
#[derive(Clone, Debug)]
pub struct Esim {
    pub order_id: String,
    /// The reference of the order at the supplier.
    pub reference: String,
    pub state: String,
    /// The supplier's number of the order.
    pub number: Option<String>,
    /// The activation code as stored in the database.
    pub sealed: String,
}

/// A state change; the list is in commit order.
#[derive(Clone, Debug)]
pub struct Move {
    pub table: String,
    pub id: String,
    pub from: String,
    pub to: String,
    /// When it was recorded, shortly before its commit; milliseconds since 1970.
    pub at: i64,
}

/// A charge that a buyer paid.
#[derive(Clone, Debug)]
pub struct Charge {
    /// The hosted page on which it was paid.
    pub session: String,
    pub amount: i64,
    pub currency: String,
}

/// A hosted page at the provider.
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

impl Letter {
    /// The letter's text, without its encoding.
    pub fn text(&self) -> String {
        let message = mail_parser::MessageParser::default().parse(self.raw.as_bytes());
        let text = message.as_ref().and_then(|message| message.body_text(0));
        text.map(|text| text.into_owned()).unwrap_or_default()
    }
}

/// Makes the database itself record every state change of orders and payments.
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

/// Puts a limited code on sale, as the shop's own list would: ten percent off every term.
pub async fn add_limited_code(database_url: &str, code: &str, scope: &str, uses: usize) -> Result<(), Trouble> {
    let term = if scope == "plans" { "every" } else { "once" };
    let content =
        json!({ "code": code, "effect": { "percent": 1000 }, "term": term, "scope": scope, "usage_limit": uses });
    let sql = "INSERT INTO discount_codes (code, content, used, created_at, changed_at) VALUES ($1, $2, 0, 0, 0)";
    let mut conn = AnyConnection::connect(database_url).await?;
    sqlx::query(sql).bind(code.to_ascii_lowercase()).bind(content.to_string()).execute(&mut conn).await?;
    conn.close().await?;
    Ok(())
}

/// Reads both sides.
pub async fn read(database_url: &str, sandbox_file: &Path) -> Result<Ledgers, Trouble> {
    let mut shop = AnyConnection::connect(database_url).await?;
    let mut provider = AnyConnection::connect(&format!("sqlite://{}?mode=ro", sandbox_file.display())).await?;
    let mut ledgers = Ledgers::default();
    read_shop(&mut ledgers, &mut shop).await?;
    read_provider(&mut ledgers, &mut provider).await?;
    shop.close().await?;
    provider.close().await?;
    Ok(ledgers)
}

/// Whether an SQLite file is intact.
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

async fn read_shop(ledgers: &mut Ledgers, conn: &mut AnyConnection) -> Result<(), Trouble> {
    let sql = "SELECT id, number, product_id, email, currency, due_now, state, code FROM orders";
    ledgers.orders = rows(conn, sql, |row| {
        Ok(Order {
            id: row.try_get("id")?,
            number: row.try_get("number")?,
            product: row.try_get("product_id")?,
            email: row.try_get("email")?,
            currency: row.try_get("currency")?,
            due_now: row.try_get("due_now")?,
            state: row.try_get("state")?,
            code: row.try_get("code")?,
        })
    })
    .await?;
    ledgers.payments = rows(conn, "SELECT id, order_id, reference, state FROM payments", |row| {
        Ok(Payment {
            id: row.try_get("id")?,
            order_id: row.try_get("order_id")?,
            reference: row.try_get("reference")?,
            state: row.try_get("state")?,
        })
    })
    .await?;
    ledgers.deliveries = rows(conn, "SELECT order_id, ends_at FROM deliveries", |row| {
        Ok(Delivery { order_id: row.try_get("order_id")?, ends_at: row.try_get("ends_at")? })
    })
    .await?;
    let sql = "SELECT order_id, transaction_id, state, order_no, sealed_code FROM esims";
    ledgers.esims = rows(conn, sql, |row| {
        Ok(Esim {
            order_id: row.try_get(0)?,
            reference: row.try_get(1)?,
            state: row.try_get(2)?,
            number: row.try_get(3)?,
            sealed: row.try_get::<Option<String>, _>(4)?.unwrap_or_default(),
        })
    })
    .await?;
    let sql = "SELECT subject || ' ' || kind FROM letters WHERE sent_at IS NOT NULL";
    ledgers.letters_noted = rows(conn, sql, |row| row.try_get(0)).await?;
    ledgers.webhook_events_noted = rows(conn, "SELECT event_id FROM webhook_events", |row| row.try_get(0)).await?;
    // A job rechecks a refund in flight only now and then, until it is done.
    let sql = "SELECT kind, subject FROM jobs WHERE kind <> 'refund_payment' \
               OR subject NOT IN (SELECT id FROM refunds WHERE state = 'pending')";
    ledgers.jobs = rows(conn, sql, |row| Ok((row.try_get(0)?, row.try_get(1)?))).await?;
    let read_code = |row: &AnyRow| {
        let (code, content): (String, String) = (row.try_get("code")?, row.try_get("content")?);
        Ok((code, row.try_get("used")?, content))
    };
    for (code, used, content) in rows(conn, "SELECT code, used, content FROM discount_codes", read_code).await? {
        let content: Value = serde_json::from_str(&content)?;
        ledgers.codes.push(Code { code, used, limit: content["usage_limit"].as_i64() });
    }
    ledgers.redemptions = rows(conn, "SELECT order_id, code, state FROM redemptions", |row| {
        Ok(Redemption { order_id: row.try_get(0)?, code: row.try_get(1)?, state: row.try_get(2)? })
    })
    .await?;
    let sql = "SELECT place, id, was, becomes, moved_at FROM faults_journal ORDER BY sequence";
    ledgers.moves = rows(conn, sql, |row| {
        Ok(Move {
            table: row.try_get("place")?,
            id: row.try_get("id")?,
            from: row.try_get("was")?,
            to: row.try_get("becomes")?,
            at: row.try_get("moved_at")?,
        })
    })
    .await?;
    Ok(())
}

async fn read_provider(ledgers: &mut Ledgers, conn: &mut AnyConnection) -> Result<(), Trouble> {
    let sql = "SELECT session, amount, currency FROM ledger WHERE movement = 'charge' ORDER BY sequence";
    ledgers.charges = rows(conn, sql, |row| {
        let session: Option<String> = row.try_get("session")?;
        Ok(Charge {
            session: session.unwrap_or_default(),
            amount: row.try_get("amount")?,
            currency: row.try_get("currency")?,
        })
    })
    .await?;
    let sql = "SELECT session FROM ledger WHERE movement = 'refund' AND session IS NOT NULL";
    ledgers.refunds = rows(conn, sql, |row| row.try_get(0)).await?;
    for body in rows(conn, "SELECT body FROM objects WHERE kind = 'checkout.session'", object).await? {
        let session: Value = serde_json::from_str(&body)?;
        ledgers.sessions.push(Session {
            id: word(&session["id"]),
            status: word(&session["status"]),
            payment_id: word(&session["metadata"]["payment_id"]),
            email: word(&session["customer_email"]),
        });
    }
    for body in rows(conn, "SELECT body FROM objects WHERE kind = 'mollie.payment'", object).await? {
        let payment: Value = serde_json::from_str(&body)?;
        ledgers.sessions.push(Session {
            id: word(&payment["id"]),
            status: word(&payment["status"]),
            payment_id: word(&payment["metadata"]["payment_id"]),
            // Mollie does not learn the buyer's address.
            email: String::new(),
        });
    }
    for body in rows(conn, "SELECT body FROM objects WHERE kind = 'subscription'", object).await? {
        let subscription: Value = serde_json::from_str(&body)?;
        ledgers.subscriptions.push((word(&subscription["id"]), word(&subscription["metadata"]["order_id"])));
    }
    ledgers.webhook_events_taken = webhook_events_taken(conn).await?;
    ledgers.supplied = supply::read(conn).await?;
    ledgers.letters = rows(conn, "SELECT recipients, raw FROM mails", |row| {
        let (to, raw): (String, Vec<u8>) = (row.try_get("recipients")?, row.try_get("raw")?);
        Ok(Letter { to, raw: String::from_utf8_lossy(&raw).into_owned() })
    })
    .await?;
    Ok(())
}

/// The webhook events answered with 2xx, by the ids under which the shop must record them: Stripe's by their own,
/// Mollie's by their payment's, the supplier's by the id they carry.
async fn webhook_events_taken(conn: &mut AnyConnection) -> Result<Vec<String>, Trouble> {
    let sql = "SELECT DISTINCT attempt.event, told.kind, told.body FROM delivery_attempts AS attempt \
               JOIN objects AS told ON told.id = attempt.event \
               WHERE attempt.status >= 200 AND attempt.status < 300";
    let read = |row: &AnyRow| Ok((row.try_get::<String, _>(0)?, row.try_get::<String, _>(1)?, object_at(row, 2)?));
    let mut taken = Vec::new();
    for (event, kind, body) in rows(conn, sql, read).await? {
        let told: Value = serde_json::from_str(&body)?;
        taken.push(match kind.as_str() {
            "mollie.event" => word(&told["payment"]),
            "esim.event" => word(&told["body"]["notifyId"]),
            _ => event,
        });
    }
    taken.sort_unstable();
    taken.dedup();
    Ok(taken)
}

fn object(row: &AnyRow) -> Result<String, sqlx::Error> {
    object_at(row, 0)
}

fn object_at(row: &AnyRow, place: usize) -> Result<String, sqlx::Error> {
    row.try_get(place)
}

fn word(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
