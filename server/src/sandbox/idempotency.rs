//! Idempotency keys: the first answer is kept for a day and given again.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use axum::http::StatusCode;
use sha2::{Digest as _, Sha256};
use sqlx::Row as _;

use super::errors::Refusal;
use super::form;
use crate::sandbox::settings::SandboxError;
use crate::sandbox::store::Work;

const PROVIDER: &str = "stripe";
const LIFE_MILLIS: i64 = 24 * 3_600 * 1_000;
const LONGEST: usize = 255;

/// A request that carries a key.
#[derive(Clone, Debug)]
pub struct Keyed {
    /// The key as sent.
    pub key: String,
    fingerprint: String,
}

impl Keyed {
    /// Takes the key and remembers what it was sent with.
    pub fn new(key: &str, method: &str, path: &str, body: &[u8]) -> Result<Self, Refusal> {
        if key.is_empty() || key.chars().count() > LONGEST {
            return Err(Refusal::invalid("Idempotency-Key must have 1 to 255 characters."));
        }
        let digest = Sha256::digest(format!("{method} {path}\n{}", form::canonical(body)));
        Ok(Self { key: key.to_owned(), fingerprint: hex::encode(digest) })
    }
}

/// An answer given before.
#[derive(Debug)]
pub struct Kept {
    pub status: StatusCode,
    pub body: String,
    pub request_id: String,
}

/// The answer kept for this key, if any.
pub async fn find(work: &mut Work, keyed: &Keyed) -> Result<Option<Kept>, Refusal> {
    let oldest = work.now.timestamp_millis() - LIFE_MILLIS;
    let row = sqlx::query(
        "SELECT fingerprint, status, body, request_id FROM idempotency_keys \
         WHERE provider = ? AND key = ? AND created_at > ?",
    )
    .bind(PROVIDER)
    .bind(&keyed.key)
    .bind(oldest)
    .fetch_optional(&mut *work.transaction)
    .await
    .map_err(SandboxError::from)?;
    let Some(row) = row else { return Ok(None) };
    let read = |name| row.try_get::<String, _>(name).map_err(SandboxError::from);
    if read("fingerprint")? != keyed.fingerprint {
        return Err(Refusal::invalid(format!(
            "Keys for idempotent requests can only be used with the same parameters they were first used with. \
             Try using a key other than '{}' if you meant to execute a different request.",
            keyed.key
        ))
        .kind("idempotency_error"));
    }
    let status: i64 = row.try_get("status").map_err(SandboxError::from)?;
    let status = u16::try_from(status).ok().and_then(|status| StatusCode::from_u16(status).ok());
    Ok(Some(Kept { status: status.unwrap_or(StatusCode::OK), body: read("body")?, request_id: read("request_id")? }))
}

/// Keeps an answer, in the same unit of work as what it tells.
pub async fn keep(
    work: &mut Work,
    keyed: &Keyed,
    status: StatusCode,
    body: &str,
    request_id: &str,
) -> Result<(), SandboxError> {
    sqlx::query("INSERT OR REPLACE INTO idempotency_keys VALUES (?, ?, ?, ?, ?, ?, ?)")
        .bind(PROVIDER)
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

/// The keys whose first request is still running. In memory: after a restart nothing runs.
#[derive(Debug, Default)]
pub struct InFlight(Mutex<HashSet<String>>);

impl InFlight {
    /// Takes the key, or says that somebody has it.
    pub fn enter<'a>(&'a self, key: &str) -> Result<Turn<'a>, Refusal> {
        let mut keys = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !keys.insert(key.to_owned()) {
            return Err(Refusal::invalid(format!(
                "There is currently another in-progress request using this Idempotency Key ({key}). Please try again later."
            ))
            .kind("idempotency_error")
            .code("idempotency_key_in_use")
            .status(StatusCode::CONFLICT));
        }
        Ok(Turn { keys: &self.0, key: key.to_owned() })
    }
}

/// Gives the key back when dropped, also when the caller hung up.
#[derive(Debug)]
pub struct Turn<'a> {
    keys: &'a Mutex<HashSet<String>>,
    key: String,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.key);
    }
}
