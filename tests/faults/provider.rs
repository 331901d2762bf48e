//! What the run does at the provider: it plays the people at its hosted pages, and causes the outages.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::machine::Trouble;
use crate::plan::{ProviderFault, Supply, WebhookMode};

/// Longer than the shop waits for a payment provider's answer.
const SILENCE_MS: u32 = 9_000;

/// Longer than it waits for the supplier's.
const SUPPLIER_SILENCE_MS: u32 = 16_000;

/// How long the mail server stays silent before it disconnects, and the delay of a slow one.
const MAIL_SILENCE_MS: u32 = 1_500;

/// How long the supplier takes to make an eSIM, and how long when it is slow.
const MAKING_MS: u32 = 300;
const SLOW_MAKING_MS: u32 = 6_000;

/// The delay of a late webhook event.
const LATE_MS: u32 = 800;

/// The sandbox's control.
#[derive(Clone, Debug)]
pub struct Provider {
    pub url: String,
    pub http: reqwest::Client,
}

impl Provider {
    /// Sets how webhook events are delivered from now on.
    pub async fn set_webhooks(&self, webhooks: WebhookMode) -> Result<(), Trouble> {
        self.command("webhooks", json!({ "mode": webhooks.mode(), "delay_ms": LATE_MS })).await
    }

    /// Makes the next calls of that kind fail.
    pub async fn arm(&self, fault: ProviderFault) -> Result<(), Trouble> {
        let ProviderFault { operation, kind, times, kept } = fault;
        let delay_ms = match operation.split('.').next() {
            Some("esim_access") => SUPPLIER_SILENCE_MS,
            Some("mail") => MAIL_SILENCE_MS,
            _ => SILENCE_MS,
        };
        let fault = json!({ "operation": operation, "kind": kind, "kept": kept, "delay_ms": delay_ms, "times": times });
        self.command("faults", fault).await
    }

    /// Opens an account at the supplier that never runs dry, and makes the supplier quicker than in reality.
    pub async fn open_account(&self) -> Result<(), Trouble> {
        self.command("esims/account", json!({ "balance": 1_000_000_000_000_i64, "making_ms": MAKING_MS })).await
    }

    /// Sets the supplier's outcome for the next order.
    pub async fn script(&self, supply: Supply) -> Result<(), Trouble> {
        let script = match supply {
            Supply::SoldOut => json!({ "deed": "refuse", "code": "200011" }),
            Supply::Slow => json!({ "deed": "slow", "making_ms": SLOW_MAKING_MS }),
            Supply::WrongPlan => json!({ "deed": "wrong_plan", "package": "GB_20_30" }),
            Supply::WrongVolume => json!({ "deed": "wrong_volume", "volume": 12_345_678 }),
            Supply::WrongDays => json!({ "deed": "wrong_days", "days": 99 }),
            Supply::DuplicateCode => json!({ "deed": "duplicate_code" }),
            Supply::UsedCode => json!({ "deed": "used_code" }),
            Supply::GivenUp => json!({ "deed": "cancelled" }),
        };
        self.command("esims/script", script).await
    }

    /// Clears all faults.
    pub async fn disarm(&self) -> Result<(), Trouble> {
        for what in ["faults", "esims/script"] {
            let answer = self.http.delete(format!("{}/control/{what}", self.url)).send().await?;
            answer.error_for_status()?;
        }
        Ok(())
    }

    /// A buyer's action at a hosted page: pays, is declined, cancels, begins, looks, lets it expire, or has the bank
    /// keep it open. Returns the page's object afterwards, or the status of the provider's refusal.
    pub async fn at_page(&self, page: &str, action: &str) -> Result<Result<Value, StatusCode>, Trouble> {
        let (kind, act) = match (page.starts_with("tr_"), action) {
            (true, "pay") => ("payments", "paid"),
            (true, "decline") => ("payments", "failed"),
            (true, "cancel") => ("payments", "canceled"),
            (true, "expire") => ("payments", "expired"),
            (true, "begin") => ("payments", "pending"),
            (true, "keep") => ("payments", "keep"),
            (true, _) => ("payments", "open"),
            // A buyer who only looks at a card page counts as one whose card was declined: the page stays open.
            (false, "look") => ("sessions", "decline"),
            (false, act) => ("sessions", act),
        };
        let answer = self.http.post(format!("{}/control/{kind}/{page}/{act}", self.url)).send().await?;
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
