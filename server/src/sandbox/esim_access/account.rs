//! The account: its balance, its webhook URL, and a record of every dollar that moved.

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::Row as _;

use super::errors::{Answered, Refusal, obj, read};
use super::webhook_events::Address;
use crate::sandbox::settings::SandboxError;
use crate::sandbox::store::Work;

const KIND: &str = "esim.account";
/// The id of the only account.
const ONLY: &str = "account";

/// The balance of a new account, in US dollars times 10000: 1000 dollars.
const OPENING: i64 = 10_000_000;

/// Milliseconds until an order is complete. The supplier's own orders take up to half a minute.
const MAKING_MS: i64 = 1_000;

/// The account as stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Account {
    /// US dollars times 10000.
    pub balance: i64,
    pub webhook: Option<String>,
    /// Milliseconds until an order is complete.
    pub making_ms: i64,
}

/// The fields that a test may change.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    balance: Option<i64>,
    making_ms: Option<i64>,
}

/// Why money moved.
#[derive(Clone, Copy, Debug)]
pub enum Reason {
    Order,
    Cancel,
}

/// The account.
pub async fn load(work: &mut Work) -> Result<Account, SandboxError> {
    let kept = work.find(KIND, ONLY).await?;
    let opening = Account { balance: OPENING, webhook: None, making_ms: MAKING_MS };
    match kept {
        Some(kept) => {
            serde_json::from_value(kept).map_err(|source| SandboxError::Unreadable { kind: "account", source })
        }
        None => Ok(opening),
    }
}

async fn save(work: &mut Work, account: &Account) -> Result<(), SandboxError> {
    work.put(KIND, ONLY, &json!(account)).await
}

/// Changes what a test may change; returns the account.
pub async fn change(work: &mut Work, wanted: &Change) -> Result<Value, SandboxError> {
    let mut account = load(work).await?;
    account.balance = wanted.balance.unwrap_or(account.balance);
    account.making_ms = wanted.making_ms.unwrap_or(account.making_ms);
    save(work, &account).await?;
    Ok(json!(account))
}

/// Moves money and records the movement: out of the account for an order, back for a returned eSIM. Money moves once
/// per `reference`.
pub async fn move_money(
    work: &mut Work,
    reason: Reason,
    amount: i64,
    order_no: &str,
    reference: &str,
) -> Result<(), SandboxError> {
    let mut account = load(work).await?;
    let (word, signed) = match reason {
        Reason::Order => ("order", -amount),
        Reason::Cancel => ("cancel", amount),
    };
    account.balance += signed;
    save(work, &account).await?;
    sqlx::query(
        "INSERT INTO esim_ledger (moved_at, movement, amount, balance, order_no, reference) VALUES (?, ?, ?, ?, ?, ?)",
    )
    .bind(work.now.timestamp_millis())
    .bind(word)
    .bind(amount)
    .bind(account.balance)
    .bind(order_no)
    .bind(reference)
    .execute(&mut *work.transaction)
    .await?;
    Ok(())
}

/// Every movement, oldest first.
pub async fn books(work: &mut Work) -> Result<Vec<Value>, SandboxError> {
    let rows = sqlx::query("SELECT * FROM esim_ledger ORDER BY sequence").fetch_all(&mut *work.transaction).await?;
    rows.iter()
        .map(|row| {
            Ok(json!({
                "sequence": row.try_get::<i64, _>("sequence")?,
                "moved_at": row.try_get::<i64, _>("moved_at")?,
                "movement": row.try_get::<String, _>("movement")?,
                "amount": row.try_get::<i64, _>("amount")?,
                "balance": row.try_get::<i64, _>("balance")?,
                "order_no": row.try_get::<String, _>("order_no")?,
                "reference": row.try_get::<String, _>("reference")?,
            }))
        })
        .collect()
}

/// `/balance/query`
pub async fn balance(work: &mut Work, body: &[u8]) -> Result<Answered, Refusal> {
    let _: Nothing = read(body)?;
    Ok((StatusCode::OK, obj(&json!({ "balance": load(work).await?.balance }))))
}

/// `/webhook/save`, once the address has answered.
pub async fn save_webhook(work: &mut Work, body: &[u8]) -> Result<Answered, Refusal> {
    let address: Address = read(body)?;
    let mut account = load(work).await?;
    account.webhook = Some(address.webhook);
    save(work, &account).await?;
    Ok((StatusCode::OK, obj(&json!({}))))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}
