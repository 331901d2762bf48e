//! A sandbox in a temporary folder, and the calls that tests make to it.

use std::path::Path;
use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::Value;
use sha2::Sha256;
use tempfile::TempDir;
use tower::ServiceExt as _;
use url::Url;

use super::{EsimAccessAccount, MollieAccount, Sandbox, SandboxSettings, StripeAccount};
use crate::clock::Clock;

pub const KEY: &str = "sk_test_trial_run";
pub const MOLLIE_KEY: &str = "test_trial_run";
pub const ESIM_CODE: &str = "ac_trial_run";
pub const ESIM_SECRET: &str = "sk_trial_run";
pub const SECRET: &str = "whsec_trial_run";

/// A plain plan: 12 months for 149.99 AED.
pub const PLAN: &str = "mode=subscription&success_url=http://localhost:8080/ok?session_id={CHECKOUT_SESSION_ID}\
    &cancel_url=http://localhost:8080/no&client_reference_id=pay_1&customer_email=a@example.com\
    &line_items[0][quantity]=1&line_items[0][price_data][currency]=aed&line_items[0][price_data][unit_amount]=14999\
    &line_items[0][price_data][product_data][name]=12 months&line_items[0][price_data][recurring][interval]=month\
    &line_items[0][price_data][recurring][interval_count]=12&metadata[order_id]=ord_1\
    &subscription_data[metadata][order_id]=ord_1&adaptive_pricing[enabled]=false&allowed_payment_method_types[0]=card";

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {}", self.text))
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|value| value.to_str().expect("text")).unwrap_or_default()
    }

    /// `(status, code or type, param)` of a refusal.
    pub fn refusal(&self) -> (u16, String, String) {
        let error = &self.json()["error"];
        let word = error["code"].as_str().or(error["type"].as_str()).unwrap_or_default().to_owned();
        (self.status.as_u16(), word, error["param"].as_str().unwrap_or_default().to_owned())
    }
}

/// The sandbox and its folder.
pub struct TrialRun {
    pub sandbox: Arc<Sandbox>,
    pub clock: Clock,
    pub folder: TempDir,
}

impl TrialRun {
    pub async fn new() -> Self {
        Self::delivering_to("http://127.0.0.1:9/webhooks/stripe").await
    }

    pub async fn delivering_to(webhook_url: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let noon: DateTime<Utc> = "2026-11-20T12:00:00Z".parse().expect("an instant");
        let clock = Clock::manual(noon);
        let sandbox = open(folder.path(), &clock, webhook_url).await;
        Self { sandbox, clock, folder }
    }

    /// Closes the file and opens it again, as a restart does.
    pub async fn restart(&mut self) {
        self.sandbox.close().await;
        let webhook_url = self.sandbox.settings.stripe.webhook_url.to_string();
        self.sandbox = open(self.folder.path(), &self.clock, &webhook_url).await;
    }

    pub async fn send(&self, method: &str, path: &str, body: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::from(body.to_owned())).expect("a request");
        let router = if path.starts_with("/mailbox") || path.starts_with("/esims") {
            self.sandbox.pages_router()
        } else {
            self.sandbox.provider_router()
        };
        let response = router.oneshot(request).await.expect("an answer");
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, usize::MAX).await.expect("a body");
        Answer { status: parts.status, headers: parts.headers, text: String::from_utf8(bytes.to_vec()).expect("text") }
    }

    /// A call with the right key.
    pub async fn api(&self, method: &str, path: &str, form: &str) -> Answer {
        self.keyed(method, path, form, None).await
    }

    /// The same with an idempotency key.
    pub async fn keyed(&self, method: &str, path: &str, form: &str, key: Option<&str>) -> Answer {
        let authorization = format!("Bearer {KEY}");
        let mut headers = vec![
            ("authorization", authorization.as_str()),
            ("stripe-version", super::STRIPE_API_VERSION),
            ("content-type", "application/x-www-form-urlencoded"),
        ];
        headers.extend(key.map(|key| ("idempotency-key", key)));
        self.send(method, path, form, &headers).await
    }

    /// A call of Mollie's API with the right key.
    pub async fn mollie(&self, method: &str, path: &str, body: &Value) -> Answer {
        self.mollie_keyed(method, path, body, None).await
    }

    /// The same with an idempotency key.
    pub async fn mollie_keyed(&self, method: &str, path: &str, body: &Value, key: Option<&str>) -> Answer {
        let authorization = format!("Bearer {MOLLIE_KEY}");
        let mut headers = vec![("authorization", authorization.as_str()), ("content-type", "application/json")];
        headers.extend(key.map(|key| ("idempotency-key", key)));
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.send(method, path, &body, &headers).await
    }

    /// A signed call of eSIM Access's API.
    pub async fn esims(&self, path: &str, body: &Value) -> Answer {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let (timestamp, request_id) = (self.clock.now_millis().to_string(), "5f0c8a1e-3b0e-4f5c-9a77-1d2e3f405162");
        let signature = signature(ESIM_SECRET, &format!("{timestamp}{request_id}{ESIM_CODE}{body}"));
        let headers = [
            ("rt-accesscode", ESIM_CODE),
            ("rt-timestamp", timestamp.as_str()),
            ("rt-requestid", request_id),
            ("rt-signature", signature.as_str()),
        ];
        self.send("POST", &format!("/api/v1/open/{path}"), &body, &headers).await
    }

    /// Creates a session; returns its id.
    pub async fn session(&self, form: &str) -> String {
        let answer = self.api("POST", "/v1/checkout/sessions", form).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        answer.json()["id"].as_str().expect("an id").to_owned()
    }

    pub async fn read(&self, path: &str) -> Value {
        let answer = self.api("GET", path, "").await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        answer.json()
    }

    /// A control call with a JSON body.
    pub async fn control(&self, method: &str, path: &str, body: &str) -> Answer {
        self.send(method, &format!("/control{path}"), body, &[("content-type", "application/json")]).await
    }

    /// Makes every waiting delivery due now, as if its pause were over.
    pub async fn hurry(&self) {
        let mut work = self.sandbox.store.begin().await.expect("a unit of work");
        sqlx::query("UPDATE deliveries SET next_attempt_at = 0 WHERE next_attempt_at IS NOT NULL")
            .execute(&mut *work.transaction)
            .await
            .expect("an update");
        work.commit().await.expect("a commit");
    }

    /// The types of all events, oldest first.
    pub async fn events(&self) -> Vec<String> {
        let told = self.control("GET", "/events", "").await.json();
        let events = told["events"].as_array().expect("a list");
        events.iter().rev().map(|it| it["event"]["type"].as_str().unwrap_or_default().to_owned()).collect()
    }

    pub async fn ledger(&self) -> Vec<Value> {
        self.control("GET", "/ledger", "").await.json()["rows"].as_array().expect("rows").clone()
    }
}

/// Lower-case hex HMAC-SHA256.
pub fn signature(secret: &str, signed: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("any key");
    mac.update(signed.as_bytes());
    hex::encode(mac.finalize().into_bytes())
}

async fn open(folder: &Path, clock: &Clock, webhook_url: &str) -> Arc<Sandbox> {
    let url = |text: &str| Url::parse(text).expect("an address");
    Sandbox::open(SandboxSettings {
        database: folder.join("sandbox.db"),
        public_url: url("http://localhost:8090"),
        stripe: StripeAccount {
            secret_key: KEY.to_owned(),
            webhook_secret: SECRET.to_owned(),
            webhook_url: url(webhook_url),
        },
        mollie: MollieAccount { api_key: MOLLIE_KEY.to_owned(), webhook_url: url(webhook_url) },
        esim_access: EsimAccessAccount {
            access_code: ESIM_CODE.to_owned(),
            secret: ESIM_SECRET.to_owned(),
            few_places: true,
        },
        clock: clock.clone(),
        brand: "Northquay".to_owned(),
    })
    .await
    .expect("an open sandbox")
}
