//! The built-in sandbox on a port of its own, with a stopped clock.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use onefare_server::clock::Clock;
use onefare_server::sandbox::{EsimAccessAccount, MollieAccount, Sandbox, SandboxSettings, StripeAccount};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use url::Url;

pub const STRIPE_KEY: &str = "sk_test_contract";
pub const MOLLIE_KEY: &str = "test_contract";
pub const ESIM_CODE: &str = "ac_contract";
pub const ESIM_SECRET: &str = "sk_contract";

pub struct Double {
    pub base: Url,
    pub now: DateTime<Utc>,
    pub clock: Clock,
    _sandbox: Arc<Sandbox>,
    _folder: tempfile::TempDir,
}

impl Double {
    pub async fn start() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let base: Url = format!("http://{}/", listener.local_addr().expect("an address")).parse().expect("an address");
        let now = DateTime::from_timestamp(1_793_000_000, 0).expect("an instant");
        let clock = Clock::manual(now);
        let nowhere = base.join("nowhere").expect("an address");
        let sandbox = Sandbox::open(SandboxSettings {
            database: folder.path().join("sandbox.sqlite"),
            public_url: base.clone(),
            stripe: StripeAccount {
                secret_key: STRIPE_KEY.to_owned(),
                webhook_secret: "whsec_contract".to_owned(),
                webhook_url: nowhere.clone(),
            },
            mollie: MollieAccount { api_key: MOLLIE_KEY.to_owned(), webhook_url: nowhere },
            esim_access: EsimAccessAccount {
                access_code: ESIM_CODE.to_owned(),
                secret: ESIM_SECRET.to_owned(),
                few_places: false,
            },
            clock: clock.clone(),
            brand: "Lantern".to_owned(),
        })
        .await
        .expect("a sandbox");
        let router = sandbox.provider_router();
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { base, now, clock, _sandbox: sandbox, _folder: folder }
    }

    /// Triggers something at the sandbox, such as `payments/tr_1/paid`.
    pub async fn control(&self, path: &str) {
        let address = self.base.join(&format!("control/{path}")).expect("an address");
        let answer = reqwest::Client::new().post(address).send().await.expect("an answer");
        assert!(answer.status().is_success(), "{path}: {}", answer.status());
    }

    /// The same with a JSON body; returns the answer.
    pub async fn tell(&self, path: &str, body: &Value) -> Value {
        let address = self.base.join(&format!("control/{path}")).expect("an address");
        let answer = reqwest::Client::new().post(address).json(body).send().await.expect("an answer");
        assert!(answer.status().is_success(), "{path}: {}", answer.status());
        answer.json().await.expect("JSON")
    }

    /// Reads what the sandbox reports about itself, such as `ledger`.
    pub async fn has(&self, path: &str) -> Value {
        let address = self.base.join(&format!("control/{path}")).expect("an address");
        reqwest::Client::new().get(address).send().await.expect("an answer").json().await.expect("JSON")
    }

    /// Makes the next answer of an operation carry a false value.
    pub async fn lie(&self, operation: &str, field: &str, value: &Value) {
        let address = self.base.join("control/faults").expect("an address");
        let fault = json!({ "operation": operation, "kind": "lie", "field": field, "value": value });
        let answer = reqwest::Client::new().post(address).json(&fault).send().await.expect("an answer");
        assert!(answer.status().is_success(), "{}", answer.status());
    }
}
