//! Faults that tests inject into calls. Stored in the database, so that a fault outlives the process it kills.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::Row as _;

use super::settings::SandboxError;
use super::store::Work;

/// The kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// Answers 500; the call is not executed.
    #[serde(rename = "error_500")]
    Error500,
    /// Refuses our key, as the provider would refuse a wrong one; the call is not executed.
    Unauthorized,
    /// Does not answer; the call is not executed.
    TimeoutBefore,
    /// Executes the call, then does not answer.
    TimeoutAfter,
    /// Executes the call, and one field of the answer is false.
    Lie,
    /// Executes the call, late.
    Slow,
    /// The mail server replies with the line in `value` and executes nothing. Elsewhere, answers 500.
    Refuse,
}

/// A fault that a test injects.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// The operation's name, such as `checkout.sessions.create`; `mollie.*` means any of Mollie's, `*` any at all. The
    /// mail server's operations are `mail.greeting`, `mail.sender`, `mail.recipient` and `mail.letter`.
    pub operation: String,
    /// The kind of fault.
    pub kind: FaultKind,
    /// For a false answer: the field, such as `amount_total` or `metadata.order_id`.
    pub field: Option<String>,
    /// For a false answer or a refusal: the value or line in its place.
    #[serde(default)]
    pub value: Value,
    /// How many calls it affects.
    #[serde(default = "one")]
    pub times: i64,
    /// How long a silence or a delay lasts.
    #[serde(default = "minute")]
    pub delay_ms: u64,
    /// Whether an error 500 is stored for its idempotency key, as it is once execution has begun.
    #[serde(default)]
    pub kept: bool,
}

const fn one() -> i64 {
    1
}

const fn minute() -> u64 {
    60_000
}

impl Fault {
    /// Waits, where the delay comes before the execution.
    pub async fn before(&self) {
        if matches!(self.kind, FaultKind::TimeoutBefore | FaultKind::Slow) {
            tokio::time::sleep(Duration::from_millis(self.delay_ms)).await;
        }
    }

    /// Waits, where the delay comes after the execution.
    pub async fn after(&self) {
        if self.kind == FaultKind::TimeoutAfter {
            tokio::time::sleep(Duration::from_millis(self.delay_ms)).await;
        }
    }

    /// `Some` when the call is not executed: whether the failure is stored for the key.
    pub fn fails(&self) -> Option<bool> {
        match self.kind {
            FaultKind::Error500 => Some(self.kept),
            FaultKind::Unauthorized | FaultKind::TimeoutBefore | FaultKind::Refuse => Some(false),
            FaultKind::TimeoutAfter | FaultKind::Lie | FaultKind::Slow => None,
        }
    }

    /// The reply of a mail server that refuses: the line in `value`, or else the usual one.
    pub fn refusal(&self, usual: &str) -> String {
        self.value.as_str().unwrap_or(usual).to_owned()
    }

    /// Falsifies a field of an answer.
    pub fn bend(&self, body: String) -> String {
        let (FaultKind::Lie, Some(field)) = (self.kind, &self.field) else { return body };
        let Ok(mut answer) = serde_json::from_str::<Value>(&body) else { return body };
        let (parent, name) = field.rsplit_once('.').unwrap_or(("", field));
        let pointer = if parent.is_empty() { String::new() } else { format!("/{}", parent.replace('.', "/")) };
        match answer.pointer_mut(&pointer) {
            Some(Value::Object(fields)) => {
                fields.insert(name.to_owned(), self.value.clone());
                answer.to_string()
            }
            _ => body,
        }
    }
}

/// Injects a fault.
pub async fn arm(work: &mut Work, fault: &Fault) -> Result<(), SandboxError> {
    let text = serde_json::to_string(fault).map_err(|source| SandboxError::Unreadable { kind: "fault", source })?;
    sqlx::query("INSERT INTO faults (operation, fault, times_left) VALUES (?, ?, ?)")
        .bind(&fault.operation)
        .bind(text)
        .bind(fault.times)
        .execute(&mut *work.transaction)
        .await?;
    Ok(())
}

/// The injected faults, oldest first, with the calls left for each.
pub async fn armed(work: &mut Work) -> Result<Vec<Value>, SandboxError> {
    let sql = "SELECT operation, times_left FROM faults ORDER BY sequence";
    let rows = sqlx::query(sql).fetch_all(&mut *work.transaction).await?;
    rows.iter()
        .map(|row| {
            let operation: String = row.try_get("operation")?;
            Ok(json!({ "operation": operation, "times_left": row.try_get::<i64, _>("times_left")? }))
        })
        .collect()
}

/// Removes all faults.
pub async fn disarm(work: &mut Work) -> Result<(), SandboxError> {
    sqlx::query("DELETE FROM faults").execute(&mut *work.transaction).await?;
    Ok(())
}

/// The fault for this call, if there is one; uses it once.
pub async fn take(work: &mut Work, operation: &str) -> Result<Option<Fault>, SandboxError> {
    let row = sqlx::query(
        "SELECT sequence, fault FROM faults WHERE times_left > 0 AND ? GLOB operation ORDER BY sequence LIMIT 1",
    )
    .bind(operation)
    .fetch_optional(&mut *work.transaction)
    .await?;
    let Some(row) = row else { return Ok(None) };
    sqlx::query("UPDATE faults SET times_left = times_left - 1 WHERE sequence = ?")
        .bind(row.try_get::<i64, _>("sequence")?)
        .execute(&mut *work.transaction)
        .await?;
    let text: String = row.try_get("fault")?;
    serde_json::from_str(&text).map(Some).map_err(|source| SandboxError::Unreadable { kind: "fault", source })
}
