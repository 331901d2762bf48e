//! How a call can be made to go wrong. Kept in the database, so that a fault outlives the process it kills.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::Row as _;

use super::settings::SandboxError;
use super::store::Work;

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// An answer 500, and nothing was done.
    #[serde(rename = "error_500")]
    Error500,
    /// Silence, and nothing was done.
    TimeoutBefore,
    /// It was done, then silence.
    TimeoutAfter,
    /// It was done, and one field of the answer is not true.
    Lie,
    /// It is done, late.
    Slow,
    /// The mail server answers with the line in `value`, and nothing was done. Anywhere else an answer 500.
    Refuse,
}

/// A fault as a test arms it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    /// The operation's name, such as `checkout.sessions.create`; `mollie.*` means any of Mollie's, `*` any at all. The
    /// mail server's are `mail.greeting`, `mail.sender`, `mail.recipient` and `mail.letter`.
    pub operation: String,
    /// What goes wrong.
    pub kind: FaultKind,
    /// For a lie: the field, such as `amount_total` or `metadata.order_id`.
    pub field: Option<String>,
    /// For a lie and for a refusal: what it says instead.
    #[serde(default)]
    pub value: Value,
    /// How many calls.
    #[serde(default = "one")]
    pub times: i64,
    /// How long a silence lasts, or how late it is.
    #[serde(default = "minute")]
    pub delay_ms: u64,
    /// Whether an error 500 is kept for its idempotency key, as it is once execution began.
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
    /// Waits, where the silence comes first.
    pub async fn before(&self) {
        if matches!(self.kind, FaultKind::TimeoutBefore | FaultKind::Slow) {
            tokio::time::sleep(Duration::from_millis(self.delay_ms)).await;
        }
    }

    /// Waits, where the silence comes last.
    pub async fn after(&self) {
        if self.kind == FaultKind::TimeoutAfter {
            tokio::time::sleep(Duration::from_millis(self.delay_ms)).await;
        }
    }

    /// Whether nothing is done; and if so, whether the failure is kept for the key.
    pub fn fails(&self) -> Option<bool> {
        match self.kind {
            FaultKind::Error500 => Some(self.kept),
            FaultKind::TimeoutBefore | FaultKind::Refuse => Some(false),
            FaultKind::TimeoutAfter | FaultKind::Lie | FaultKind::Slow => None,
        }
    }

    /// What a mail server says that does not do a thing: the line in `value`, or else the usual one.
    pub fn refusal(&self, usual: &str) -> String {
        self.value.as_str().unwrap_or(usual).to_owned()
    }

    /// Bends the truth of an answer.
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

/// Arms a fault.
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

/// What was armed, the oldest first, with how many calls of each are left.
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

/// Disarms everything.
pub async fn disarm(work: &mut Work) -> Result<(), SandboxError> {
    sqlx::query("DELETE FROM faults").execute(&mut *work.transaction).await?;
    Ok(())
}

/// The fault for this call, if one is armed; it is used up by one.
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
