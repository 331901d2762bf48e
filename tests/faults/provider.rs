//! What the run does at the provider: as the people at its pay pages, and as the weather.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::machine::Trouble;
use crate::plan::{Notices, ProviderFault};

/// Longer than the shop waits for an answer.
const SILENCE_MS: u32 = 9_000;

/// How late a late notice is.
const LATE_MS: u32 = 800;

/// The sandbox's control.
#[derive(Clone, Debug)]
pub struct Provider {
    pub url: String,
    pub http: reqwest::Client,
}

impl Provider {
    /// What becomes of notices from now on.
    pub async fn set_notices(&self, notices: Notices) -> Result<(), Trouble> {
        self.command("webhooks", json!({ "mode": notices.mode(), "delay_ms": LATE_MS })).await
    }

    /// The next call of that kind goes wrong.
    pub async fn arm(&self, fault: ProviderFault) -> Result<(), Trouble> {
        let ProviderFault { operation, kind, times, kept } = fault;
        let delay_ms = SILENCE_MS;
        let fault = json!({ "operation": operation, "kind": kind, "kept": kept, "delay_ms": delay_ms, "times": times });
        self.command("faults", fault).await
    }

    /// Everything goes right from now on.
    pub async fn disarm(&self) -> Result<(), Trouble> {
        let answer = self.http.delete(format!("{}/control/faults", self.url)).send().await?;
        Ok(answer.error_for_status().map(drop)?)
    }

    /// Pays, declines or lets expire; the session afterwards, or what the provider says against it.
    pub async fn at_page(&self, session: &str, deed: &str) -> Result<Result<Value, StatusCode>, Trouble> {
        let answer = self.http.post(format!("{}/control/sessions/{session}/{deed}", self.url)).send().await?;
        let status = answer.status();
        if !status.is_success() {
            return Ok(Err(status));
        }
        Ok(Ok(serde_json::from_str(&answer.text().await?)?))
    }

    async fn command(&self, path: &str, body: Value) -> Result<(), Trouble> {
        let request = self.http.post(format!("{}/control/{path}", self.url));
        let answer = request.header("content-type", "application/json").body(body.to_string()).send().await?;
        Ok(answer.error_for_status().map(drop)?)
    }
}
