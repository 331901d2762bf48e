//! The real shop on a throw-away database with its sandbox, and a manual clock.

mod data;
mod database;
pub mod described;
mod log;
mod page_data;
mod statements;
mod waiting;

use std::time::Duration;

use chrono::{DateTime, TimeDelta, TimeZone as _, Utc};
use onefare_core::order::dispute::FraudRefundLimits;
use onefare_core::subscription::GracePeriod;
use onefare_server::catalogue;
use onefare_server::clock::Clock;
use onefare_server::config::{
    Config, Connections, Demo, Entitlements, Environment, EsimImport, Mail, Pace, Sandbox, SignIn, Sold,
    sandbox_esim_access, sandbox_mollie, sandbox_stripe,
};
use onefare_server::limits::{Action, Row};
use onefare_server::serve::{self, Running};
use reqwest::header::{CONTENT_TYPE, COOKIE, HeaderMap, HeaderValue, SET_COOKIE};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

pub use data::Data;
pub use log::Log;
pub use page_data::page_data;
pub use statements::Statements;
pub use waiting::PATIENCE;

/// The start of every story: a Friday in the demo catalogue's time.
pub fn start_of_story() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 20, 12, 0, 0).unwrap()
}

/// The shop's own limits on letters with codes. The others are off: all buyers of a test share this machine's address.
fn limits_of_sign_in() -> Vec<Row> {
    Row::table(None).unwrap().into_iter().filter(|row| row.action == Action::SignInAsk).collect()
}

/// A running shop.
#[derive(Debug)]
pub struct Shop {
    pub running: Running,
    pub clock: Clock,
    pub http: reqwest::Client,
    pub shop: String,
    pub sandbox: String,
    pub data: Data,
}

/// An answer, read completely.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Value,
    pub text: String,
}

/// A browser: it keeps the buyer's cookie.
#[derive(Clone, Debug, Default)]
pub struct Browser {
    pub cookie: Option<String>,
}

impl Shop {
    /// Starts a shop with the demo catalogue.
    pub async fn start() -> Self {
        Self::start_in(Data::new().await, Clock::manual(start_of_story())).await
    }

    /// Starts a shop on data that may be an earlier shop's.
    pub async fn start_in(data: Data, clock: Clock) -> Self {
        Self::start_importing(data, clock, EsimImport::default()).await
    }

    /// Starts a shop with its own settings for the catalogue import. Returns once the import due at the start is done,
    /// so that no test runs beside it.
    pub async fn start_importing(data: Data, clock: Clock, esim_import: EsimImport) -> Self {
        // Each test drives payments by hand and reads the result at once.
        let pace = Pace { status_life: Duration::ZERO, ..Pace::default() };
        Self::start_set(data, clock, |config| (config.esim_import, config.pace) = (esim_import, pace)).await
    }

    /// Starts a shop whose settings that function changes.
    pub async fn start_set(data: Data, clock: Clock, change: impl FnOnce(&mut Config)) -> Self {
        let any = "127.0.0.1:0".parse().unwrap();
        let sandbox_url: url::Url = "http://127.0.0.1/".parse().unwrap();
        let mut config = Config {
            environment: Environment::Development,
            listen: any,
            ops_listen: any,
            ops_hosts: Vec::new(),
            public_url: "http://127.0.0.1/".parse().unwrap(),
            database_url: data.database_url(),
            secret: "a secret of the tests, forty characters!".to_owned().into(),
            data_dir: data.folder.path().to_owned(),
            stripe: sandbox_stripe(any, &sandbox_url),
            mollie: sandbox_mollie(any, &sandbox_url),
            esim_access: sandbox_esim_access(any),
            sold: Sold::ALL,
            esim_import: EsimImport::default(),
            pace: Pace::default(),
            limits: limits_of_sign_in(),
            unpaid_kept: TimeDelta::days(30),
            grace: GracePeriod::default(),
            fraud_refund: FraudRefundLimits::default(),
            connections: Connections::default(),
            mail: Mail { host: "127.0.0.1".into(), port: 0, security: "none".into(), login: None, from: None },
            sandbox: Some(Sandbox {
                listen: any,
                public_url: sandbox_url,
                webhook_url: None,
                mollie_webhook_url: None,
                stripe: true,
                mollie: true,
                esim_access: true,
                mail: true,
            }),
            demo: Demo::Few,
            brand_file: None,
            sign_in: SignIn::default(),
            events: None,
            entitlements: Entitlements::default(),
            dev_assets: None,
        };
        change(&mut config);
        let running = serve::start(config, clock.clone()).await.expect("the shop starts");
        let shop = running.app.config.public_origin();
        let sandbox = running.app.config.stripe.api_base.as_str().trim_end_matches('/').to_owned();
        let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        let shop = Self { running, clock, http, shop, sandbox, data };
        shop.imported().await;
        shop
    }

    /// Sends a request and reads the answer.
    pub async fn send(&self, browser: &mut Browser, method: Method, path: &str, body: Option<Value>) -> Answer {
        let mut request = self.http.request(method, format!("{}{path}", self.shop));
        if let Some(body) = body {
            request = request.header(CONTENT_TYPE, "application/json").body(body.to_string());
        }
        self.finish(browser, request).await
    }

    /// Sends a prepared request with the browser's cookie. A status that the shop does not describe fails the test.
    pub async fn finish(&self, browser: &mut Browser, mut request: reqwest::RequestBuilder) -> Answer {
        if let Some(cookie) = &browser.cookie {
            request = request.header(COOKIE, HeaderValue::from_str(cookie).unwrap());
        }
        let request = request.build().expect("a request");
        let (method, url) = (request.method().clone(), request.url().clone());
        let response = self.http.execute(request).await.expect("the shop answers");
        let (status, headers) = (response.status(), response.headers().clone());
        if url.origin().ascii_serialization() == self.shop
            && let Some(fault) = described::fault(&method, url.path(), status)
        {
            panic!("{fault}");
        }
        for set in headers.get_all(SET_COOKIE) {
            let pair = set.to_str().unwrap().split(';').next().unwrap().to_owned();
            if pair.contains("buyer=") {
                browser.cookie = Some(pair);
            }
        }
        let text = response.text().await.expect("a readable body");
        let body = serde_json::from_str(&text).unwrap_or(Value::Null);
        Answer { status, headers, body, text }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(&mut Browser::default(), Method::GET, path, None).await
    }

    pub async fn post(&self, browser: &mut Browser, path: &str, body: Value) -> Answer {
        self.send(browser, Method::POST, path, Some(body)).await
    }

    /// Requests a hosted page.
    pub async fn checkout(&self, browser: &mut Browser, body: Value) -> Answer {
        self.post(browser, "/api/subscription/get_checkout_link", body).await
    }

    /// Requests a deal's hosted page, by [`CARD`] or [`IDEAL`].
    pub async fn deal(&self, browser: &mut Browser, call: &str, body: Value) -> Answer {
        self.post(browser, call, body).await
    }

    /// The session id, or the payment id, in a hosted page's URL.
    pub fn session_of(answer: &Answer) -> String {
        let said = answer.body.get("data").unwrap_or(&answer.body);
        let url = said["checkout_url"].as_str().unwrap_or_else(|| panic!("no checkout_url in {answer:?}"));
        url.rsplit('/').next().unwrap().split(['?', '#']).next().unwrap().to_owned()
    }

    /// Acts on a hosted page as the person at it would: `pay`, `decline`, `expire`.
    pub async fn at_pay_page(&self, session: &str, deed: &str) {
        let url = format!("{}/control/sessions/{session}/{deed}", self.sandbox);
        let response = self.http.post(url).send().await.unwrap();
        assert!(response.status().is_success(), "{deed}: {}", response.text().await.unwrap());
    }

    /// Ends an iDEAL payment as the buyer at the bank, or the bank, would: `paid`, `pending`, `failed`, `canceled`,
    /// `expired`; or has the bank `keep` it open, so that it cannot be cancelled.
    pub async fn at_bank(&self, payment: &str, status: &str) {
        self.control(&format!("payments/{payment}/{status}"), json!({})).await;
    }

    /// A Stripe object, as its API returns it: `checkout/sessions/…`.
    pub async fn at_stripe(&self, path: &str) -> Value {
        let request = self.http.get(format!("{}/v1/{path}", self.sandbox)).bearer_auth("sk_test_onefare_sandbox");
        self.finish(&mut Browser::default(), request).await.body
    }

    /// A Mollie payment, as its API returns it.
    pub async fn at_mollie(&self, payment: &str) -> Value {
        let request = self.http.get(format!("{}/v2/payments/{payment}", self.sandbox));
        self.finish(&mut Browser::default(), request.bearer_auth("test_onefare_sandbox")).await.body
    }

    /// The hash in the return address of an iDEAL payment.
    pub async fn hash_of(&self, payment: &str) -> String {
        let address = self.at_mollie(payment).await["redirectUrl"].as_str().unwrap().to_owned();
        let url: url::Url = address.parse().unwrap();
        url.query_pairs().find(|(name, _)| name == "hash").unwrap().1.into_owned()
    }

    /// Makes the status call about an iDEAL payment, as its return page does.
    pub async fn payment_status(&self, browser: &mut Browser, hash: &str) -> Answer {
        self.send(browser, Method::GET, &format!("/api/mollie/check-payment-status?hash={hash}"), None).await
    }

    /// One text per row, such as `state || ' ' || failure`.
    pub async fn texts(&self, sql: &'static str) -> Vec<String> {
        let mut conn = self.running.app.store.read().await.unwrap();
        sqlx::query_scalar(sql).fetch_all(&mut *conn).await.unwrap()
    }

    /// Applies the active catalogue with its text changed.
    pub async fn apply_catalogue(&self, change: impl Fn(String) -> String) {
        let app = &self.running.app;
        let text = change(catalogue::export(&app.store).await.unwrap());
        catalogue::apply(&app.store, &catalogue::parse(&text).unwrap(), self.clock.now()).await.unwrap();
        app.refresh_prices().await.unwrap();
    }

    /// The number of the only order.
    pub async fn order_number(&self) -> String {
        self.texts("SELECT number FROM orders").await.remove(0)
    }

    /// Tells the sandbox how to treat webhook events or calls.
    pub async fn control(&self, path: &str, body: Value) -> Value {
        let request = self.http.post(format!("{}/control/{path}", self.sandbox));
        let response = request.header(CONTENT_TYPE, "application/json").body(body.to_string()).send().await.unwrap();
        assert!(response.status().is_success(), "{path}: {}", response.status());
        serde_json::from_str(&response.text().await.unwrap()).unwrap_or(Value::Null)
    }

    /// From now on the sandbox reports this value instead of the true one, in the next `times` answers to the
    /// operation.
    pub async fn lie(&self, operation: &str, field: &str, value: impl Into<Value>, times: u32) {
        let value = value.into();
        let lie = json!({ "operation": operation, "kind": "lie", "field": field, "value": value, "times": times });
        self.control("faults", lie).await;
    }

    /// Disarms every fault that [`Shop::control`] armed.
    pub async fn disarm_faults(&self) {
        let response = self.http.delete(format!("{}/control/faults", self.sandbox)).send().await.unwrap();
        assert!(response.status().is_success());
    }

    /// Replaces all faults by this one in one step: between [`Shop::disarm_faults`] and [`Shop::control`] a job could
    /// call a provider without faults.
    pub async fn replace_faults(&self, fault: Value) {
        let request = self.http.put(format!("{}/control/faults", self.sandbox));
        let body = Value::Array(vec![fault]).to_string();
        let response = request.header(CONTENT_TYPE, "application/json").body(body).send().await.unwrap();
        assert!(response.status().is_success(), "faults: {}", response.status());
    }

    /// Reads something from the sandbox: `ledger`, `events`.
    pub async fn sandbox_has(&self, path: &str) -> Value {
        let text = self.http.get(format!("{}/control/{path}", self.sandbox)).send().await.unwrap();
        serde_json::from_str(&text.text().await.unwrap()).unwrap()
    }

    /// Makes the status call about a session, as the success page does.
    pub async fn verify(&self, browser: &mut Browser, session: &str) -> Answer {
        self.post(browser, "/api/subscription/verify", json!({ "session_id": session })).await
    }

    /// The text of `/metrics`.
    pub async fn figures(&self) -> String {
        let answer = self.http.get(format!("http://{}/metrics", self.running.ops)).send().await.unwrap();
        assert!(answer.status().is_success());
        answer.text().await.unwrap()
    }

    /// How many alarms the server has raised.
    pub async fn alarms_raised(&self) -> u64 {
        let figures = self.figures().await;
        let alarms = figures.lines().filter(|line| line.starts_with("onefare_alarms_total{"));
        alarms.map(|line| line.rsplit(' ').next().unwrap().parse::<u64>().unwrap()).sum()
    }

    /// How many letters about orders are recorded as sent, copies included.
    pub async fn letters_noted(&self) -> i64 {
        self.rows("letters WHERE sent_at IS NOT NULL").await
    }

    /// How many rows a table has.
    pub async fn rows(&self, table: &str) -> i64 {
        let mut conn = self.running.app.store.read().await.unwrap();
        let sql = format!("SELECT CAST(COUNT(*) AS BIGINT) FROM {table}");
        sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_one(&mut *conn).await.unwrap()
    }
}

/// The deal page's call for cards.
pub const CARD: &str = "/api/stripe/create-checkout-session";

/// The deal page's call for iDEAL.
pub const IDEAL: &str = "/api/mollie/create-payment";

/// The deal page's request for a package.
pub fn package(id: u32, email: &str, amount: i64) -> Value {
    json!({ "package": id, "selectedPackage": id, "email": email, "currency": "EUR", "expected_amount": amount })
}

/// The buy page's request for twelve months.
pub fn twelve_months(email: &str, currency: &str, amount: i64) -> Value {
    json!({ "email": email, "selectedPackage": "vpn-12m", "currency": currency, "expected_amount": amount, "language": "en", "return_to": "/buy" })
}
