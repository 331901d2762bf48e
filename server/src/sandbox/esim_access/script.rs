//! What tests make the next orders end in. Stored in the database, so that it outlives the process.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::catalogue;
use crate::ids::new_id;
use crate::sandbox::settings::SandboxError;
use crate::sandbox::store::{Selection, Work};

const KIND: &str = "esim.script";

/// The outcome of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "deed", rename_all = "snake_case", deny_unknown_fields)]
pub enum Deed {
    /// It is refused with this code: `200011` sold out, `200005` dearer, `200007` no balance, `900001` busy.
    Refuse { code: String },
    /// It takes this long to complete.
    Slow { making_ms: i64 },
    /// Another package is delivered.
    WrongPlan { package: String },
    /// The right package with another allowance, in bytes.
    WrongVolume { volume: i64 },
    /// The right package for another number of days.
    WrongDays { days: u32 },
    /// The activation code of the newest eSIM made before.
    DuplicateCode,
    /// An activation code that is already installed.
    UsedCode,
    /// A malformed activation code.
    BadCode,
    /// An activation code for which the phone demands a confirmation code.
    ConfirmationCode,
    /// It is cancelled after it was accepted.
    Cancelled,
}

/// An outcome, and for how many orders.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Script {
    #[serde(flatten)]
    deed: Deed,
    #[serde(default = "one")]
    times: i64,
}

const fn one() -> i64 {
    1
}

/// Stores the script of the next orders. An unknown package in it is a mistake of the test.
pub async fn write(work: &mut Work, script: &Script) -> Result<(), SandboxError> {
    if let Deed::WrongPlan { package } = &script.deed
        && catalogue::known(package).is_none()
    {
        return Err(SandboxError::Missing { kind: "package", id: package.clone() });
    }
    for _ in 0..script.times {
        work.put(KIND, &new_id("deed"), &json!(script.deed)).await?;
    }
    Ok(())
}

/// Removes the script.
pub async fn forget(work: &mut Work) -> Result<(), SandboxError> {
    sqlx::query("DELETE FROM objects WHERE kind = ?").bind(KIND).execute(&mut *work.transaction).await?;
    Ok(())
}

/// The outcome for this order, if the script has one; each line counts once, the oldest first.
pub async fn take(work: &mut Work) -> Result<Option<Deed>, SandboxError> {
    let row =
        sqlx::query_as::<_, (String, String)>("SELECT id, body FROM objects WHERE kind = ? ORDER BY sequence LIMIT 1")
            .bind(KIND)
            .fetch_optional(&mut *work.transaction)
            .await?;
    let Some((id, body)) = row else { return Ok(None) };
    work.remove(KIND, &id).await?;
    serde_json::from_str(&body).map(Some).map_err(|source| SandboxError::Unreadable { kind: "deed", source })
}

/// The newest object of a kind, for a profile that repeats it.
pub async fn newest(work: &mut Work, kind: &'static str) -> Result<Option<serde_json::Value>, SandboxError> {
    let (found, _) = work.list(kind, &Selection { limit: 1, ..Selection::default() }).await?;
    Ok(found.into_iter().next())
}
