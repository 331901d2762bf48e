//! Idempotency keys: stores the first answer for a while and repeats it.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use axum::http::StatusCode;
use sha2::{Digest as _, Sha256};
use sqlx::Row as _;

use super::provider::Provider;
use super::settings::SandboxError;
use super::store::Work;

/// Longest accepted key, in characters.
const LONGEST: usize = 255;

/// A request that carries a key.
#[derive(Clone, Debug)]
pub struct Keyed {
    /// The key as sent.
    pub key: String,
    provider: Provider,
    fingerprint: String,
    life_millis: i64,
}

/// A stored answer.
#[derive(Debug)]
pub struct Kept {
    pub status: StatusCode,
    pub body: String,
    pub request_id: String,
}

/// What the sandbox knows of a key.
#[derive(Debug)]
pub enum Memory {
    /// Unused, or expired.
    New,
    /// Used for this very request.
    Answered(Kept),
    /// Used for another request.
    Taken,
}

impl Keyed {
    /// Reads a key and the canonical form of its request; `None` when the key is empty or too long.
    pub fn new(provider: Provider, life_seconds: i64, key: &str, request: &str) -> Option<Self> {
        if key.is_empty() || key.chars().count() > LONGEST {
            return None;
        }
        let fingerprint = hex::encode(Sha256::digest(request));
        Some(Self { key: key.to_owned(), provider, fingerprint, life_millis: life_seconds * 1_000 })
    }
}

/// Looks a key up.
pub async fn recall(work: &mut Work, keyed: &Keyed) -> Result<Memory, SandboxError> {
    let oldest = work.now.timestamp_millis() - keyed.life_millis;
    let row = sqlx::query(
        "SELECT fingerprint, status, body, request_id FROM idempotency_keys \
         WHERE provider = ? AND key = ? AND created_at > ?",
    )
    .bind(keyed.provider.code())
    .bind(&keyed.key)
    .bind(oldest)
    .fetch_optional(&mut *work.transaction)
    .await?;
    let Some(row) = row else { return Ok(Memory::New) };
    if row.try_get::<String, _>("fingerprint")? != keyed.fingerprint {
        return Ok(Memory::Taken);
    }
    let status: i64 = row.try_get("status")?;
    let status = u16::try_from(status).ok().and_then(|status| StatusCode::from_u16(status).ok());
    Ok(Memory::Answered(Kept {
        status: status.unwrap_or(StatusCode::OK),
        body: row.try_get("body")?,
        request_id: row.try_get("request_id")?,
    }))
}

/// Stores an answer, in the same transaction as what it reports.
pub async fn keep(
    work: &mut Work,
    keyed: &Keyed,
    status: StatusCode,
    body: &str,
    request_id: &str,
) -> Result<(), SandboxError> {
    sqlx::query("INSERT OR REPLACE INTO idempotency_keys VALUES (?, ?, ?, ?, ?, ?, ?)")
        .bind(keyed.provider.code())
        .bind(&keyed.key)
        .bind(&keyed.fingerprint)
        .bind(i64::from(status.as_u16()))
        .bind(body)
        .bind(request_id)
        .bind(work.now.timestamp_millis())
        .execute(&mut *work.transaction)
        .await?;
    Ok(())
}

/// The keys whose first request is in flight. In memory: after a restart nothing is in flight.
#[derive(Debug, Default)]
pub struct InFlight(Mutex<HashSet<(&'static str, String)>>);

impl InFlight {
    /// Takes the key; `None` while another request holds it.
    pub fn enter<'a>(&'a self, keyed: &Keyed) -> Option<Turn<'a>> {
        let key = (keyed.provider.code(), keyed.key.clone());
        let mut keys = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        keys.insert(key.clone()).then(|| Turn { keys: &self.0, key })
    }
}

/// Releases the key when dropped, also when the caller has disconnected.
#[derive(Debug)]
pub struct Turn<'a> {
    keys: &'a Mutex<HashSet<(&'static str, String)>>,
    key: (&'static str, String),
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.key);
    }
}
