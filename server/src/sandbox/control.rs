//! The controls with which tests steer and read the sandbox: plain JSON under `/control`.
//!
//! No key guards them: the listener is bound to the loopback address, and the sandbox refuses to run in production.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};
use sqlx::Row as _;

use super::esim_access::{self, Change, Script};
use super::faults::{self, Fault};
use super::mollie::{self, Act};
use super::settings::SandboxError;
use super::store::{Selection, Work};
use super::stripe::{self, BankAct, BuyerAct, Card};
use super::webhooks::Mode;
use super::{Sandbox, mailbox};

/// Every control in one table.
pub(super) fn router() -> Router<Arc<Sandbox>> {
    Router::new()
        .route("/sessions/{id}/pay", post(|sandbox, id| act(sandbox, id, BuyerAct::Pay)))
        .route("/sessions/{id}/decline", post(|sandbox, id| act(sandbox, id, BuyerAct::Decline)))
        .route("/sessions/{id}/expire", post(|sandbox, id| act(sandbox, id, BuyerAct::Expire)))
        .route("/sessions/{id}/refund", post(|sandbox, id| act(sandbox, id, BuyerAct::Refund)))
        .route("/sessions/{id}/dispute", post(|sandbox, id| act(sandbox, id, BuyerAct::Dispute)))
        .route("/intents/{id}/dispute", post(|sandbox, id| by_bank(sandbox, id, BankAct::Open)))
        .route("/intents/{id}/inquiry", post(|sandbox, id| by_bank(sandbox, id, BankAct::Inquire)))
        .route("/intents/{id}/fraud-warning", post(|sandbox, id| by_bank(sandbox, id, BankAct::Warn)))
        .route("/disputes/{id}/{status}", post(proceed_with_dispute))
        .route("/customers/{id}/card", post(replace_card))
        .route("/retries", post(set_retries))
        .route("/payments/{id}/refund", post(|sandbox, id| at_mollie(sandbox, id, Act::Refund)))
        .route("/payments/{id}/chargeback", post(|sandbox, id| at_mollie(sandbox, id, Act::Chargeback)))
        .route("/payments/{id}/reverse-chargeback", post(|sandbox, id| at_mollie(sandbox, id, Act::ReverseChargeback)))
        .route("/payments/{id}/keep", post(|sandbox, id| at_mollie(sandbox, id, Act::Keep)))
        .route("/payments/{id}/{status}", post(|sandbox, path| conclude(sandbox, path, Act::Payment)))
        .route("/refunds/{id}/{status}", post(|sandbox, path| conclude(sandbox, path, Act::RefundStatus)))
        .route("/portal", post(set_portal))
        .route("/webhooks", post(set_webhooks))
        .route("/faults", post(arm_fault).put(replace_faults).get(armed_faults).delete(disarm_faults))
        .route("/ledger", get(ledger))
        .route("/events", get(|sandbox| told(sandbox, "event")))
        .route("/mollie/events", get(|sandbox| told(sandbox, mollie::WEBHOOK_EVENT)))
        .route("/mails", get(mails))
        .route("/esims/account", post(change_esim_account))
        .route("/esims/script", post(write_esim_script).delete(forget_esim_script))
        .route("/esims/prices", post(change_esim_price))
        .route("/esims/packages", post(change_esim_package))
        .route("/esims/orders", get(esim_orders))
        .route("/esims/orders/{number}/make", post(make_esims))
        .route("/esims/usage", post(use_esim_data))
        .route("/esims/ledger", get(esim_ledger))
        .route("/esims/events", get(|sandbox| told(sandbox, esim_access::WEBHOOK_EVENT)))
}

type Told = Result<Json<Value>, Trouble>;

/// The sandbox itself failed.
struct Trouble(SandboxError);

impl From<SandboxError> for Trouble {
    fn from(error: SandboxError) -> Self {
        Self(error)
    }
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        (StatusCode::INTERNAL_SERVER_ERROR, Json(json!({ "error": self.0.to_string() }))).into_response()
    }
}

async fn act(State(sandbox): State<Arc<Sandbox>>, Path(id): Path<String>, act: BuyerAct) -> Result<Response, Trouble> {
    let mut work = sandbox.store.begin().await?;
    let done = stripe::act(&mut work, &id, act).await;
    answer(&sandbox, work, done).await
}

async fn proceed_with_dispute(
    sandbox: State<Arc<Sandbox>>,
    Path((id, status)): Path<(String, String)>,
) -> Result<Response, Trouble> {
    by_bank(sandbox, Path(id), BankAct::Proceed(status)).await
}

/// What the bank does about the charge of a payment intent, or to a dispute.
async fn by_bank(
    State(sandbox): State<Arc<Sandbox>>,
    Path(id): Path<String>,
    act: BankAct,
) -> Result<Response, Trouble> {
    let mut work = sandbox.store.begin().await?;
    let done = stripe::act_of_bank(&mut work, &id, &act).await;
    answer(&sandbox, work, done).await
}

/// Commits what was done and returns the object; a refusal changes nothing.
async fn answer(sandbox: &Sandbox, work: Work, done: Result<Value, (StatusCode, Value)>) -> Result<Response, Trouble> {
    match done {
        Ok(object) => {
            work.commit().await?;
            sandbox.wake.notify_one();
            Ok(Json(object).into_response())
        }
        Err((status, body)) => Ok((status, Json(body)).into_response()),
    }
}

async fn conclude(
    sandbox: State<Arc<Sandbox>>,
    Path((id, status)): Path<(String, String)>,
    act: fn(String) -> Act,
) -> Result<Response, Trouble> {
    at_mollie(sandbox, Path(id), act(status)).await
}

async fn at_mollie(State(sandbox): State<Arc<Sandbox>>, Path(id): Path<String>, act: Act) -> Result<Response, Trouble> {
    let mut work = sandbox.store.begin().await?;
    match mollie::act(&mut work, &sandbox.settings, &id, &act).await {
        Ok(document) => {
            work.commit().await?;
            sandbox.wake.notify_one();
            Ok(Json(document).into_response())
        }
        Err((status, body)) => Ok((status, [(header::CONTENT_TYPE, "application/hal+json")], body).into_response()),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Webhooks {
    mode: Mode,
    #[serde(default)]
    delay_ms: u32,
}

async fn set_webhooks(State(sandbox): State<Arc<Sandbox>>, Json(wanted): Json<Webhooks>) -> Told {
    let mut work = sandbox.store.begin().await?;
    work.set_webhook_mode(wanted.mode, i64::from(wanted.delay_ms)).await?;
    work.commit().await?;
    sandbox.wake.notify_one();
    Ok(Json(json!({ "mode": wanted.mode, "delay_ms": wanted.delay_ms })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Portal {
    saved: bool,
}

/// Sets whether the merchant has saved a configuration of the customer portal.
async fn set_portal(State(sandbox): State<Arc<Sandbox>>, Json(wanted): Json<Portal>) -> Told {
    let mut work = sandbox.store.begin().await?;
    stripe::save_portal_configuration(&mut work, wanted.saved).await?;
    work.commit().await?;
    Ok(Json(json!({ "saved": wanted.saved })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewCard {
    card: Card,
}

/// Sets the outcome of charging a customer's card.
async fn replace_card(
    State(sandbox): State<Arc<Sandbox>>,
    Path(customer): Path<String>,
    Json(NewCard { card }): Json<NewCard>,
) -> Told {
    let mut work = sandbox.store.begin().await?;
    stripe::replace_card(&mut work, &customer, card).await?;
    work.commit().await?;
    Ok(Json(json!({ "customer": customer, "card": card })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Retries {
    keep: bool,
}

/// Sets whether subscriptions stay past due after their last retry.
async fn set_retries(State(sandbox): State<Arc<Sandbox>>, Json(Retries { keep }): Json<Retries>) -> Told {
    let mut work = sandbox.store.begin().await?;
    stripe::keep_after_retries(&mut work, keep).await?;
    work.commit().await?;
    Ok(Json(json!({ "keep": keep })))
}

async fn arm_fault(State(sandbox): State<Arc<Sandbox>>, Json(fault): Json<Fault>) -> Told {
    let mut work = sandbox.store.begin().await?;
    faults::arm(&mut work, &fault).await?;
    work.commit().await?;
    Ok(Json(json!(fault)))
}

/// One transaction, so that no call meets a provider without faults between the old faults and the new ones.
async fn replace_faults(State(sandbox): State<Arc<Sandbox>>, Json(wanted): Json<Vec<Fault>>) -> Told {
    let mut work = sandbox.store.begin().await?;
    faults::disarm(&mut work).await?;
    for fault in &wanted {
        faults::arm(&mut work, fault).await?;
    }
    work.commit().await?;
    Ok(Json(json!({ "faults": wanted })))
}

async fn armed_faults(State(sandbox): State<Arc<Sandbox>>) -> Told {
    let mut work = sandbox.store.begin().await?;
    Ok(Json(json!({ "faults": faults::armed(&mut work).await? })))
}

async fn disarm_faults(State(sandbox): State<Arc<Sandbox>>) -> Told {
    let mut work = sandbox.store.begin().await?;
    faults::disarm(&mut work).await?;
    work.commit().await?;
    Ok(Json(json!({})))
}

async fn ledger(State(sandbox): State<Arc<Sandbox>>) -> Told {
    let mut work = sandbox.store.begin().await?;
    Ok(Json(json!({ "rows": work.ledger().await? })))
}

/// The newest events of Stripe, or webhook events of another provider, each with its attempts.
async fn told(State(sandbox): State<Arc<Sandbox>>, kind: &'static str) -> Told {
    let mut work = sandbox.store.begin().await?;
    let (newest, _) = work.list(kind, &Selection { limit: 1_000, ..Selection::default() }).await?;
    let mut events = Vec::new();
    for event in newest {
        let id = event["id"].as_str().unwrap_or_default();
        let attempts = attempts(&mut work, id).await?;
        events.push(json!({ "event": event, "attempts": attempts }));
    }
    Ok(Json(json!({ "events": events })))
}

async fn attempts(work: &mut Work, event: &str) -> Result<Vec<Value>, SandboxError> {
    let rows =
        sqlx::query("SELECT attempted_at, status, error FROM delivery_attempts WHERE event = ? ORDER BY sequence")
            .bind(event)
            .fetch_all(&mut *work.transaction)
            .await?;
    rows.iter()
        .map(|row| {
            Ok(json!({
                "attempted_at": row.try_get::<i64, _>("attempted_at")?,
                "status": row.try_get::<Option<i64>, _>("status")?,
                "error": row.try_get::<Option<String>, _>("error")?,
            }))
        })
        .collect()
}

async fn mails(State(sandbox): State<Arc<Sandbox>>) -> Told {
    let mut work = sandbox.store.begin().await?;
    Ok(Json(json!({ "mails": mailbox::letters(&mut work, "").await? })))
}

/// Changes the balance at eSIM Access, and how long profiles take to make.
async fn change_esim_account(State(sandbox): State<Arc<Sandbox>>, Json(wanted): Json<Change>) -> Told {
    let mut work = sandbox.store.begin().await?;
    let account = esim_access::change(&mut work, &wanted).await?;
    work.commit().await?;
    Ok(Json(account))
}

async fn write_esim_script(State(sandbox): State<Arc<Sandbox>>, Json(script): Json<Script>) -> Told {
    let mut work = sandbox.store.begin().await?;
    esim_access::write(&mut work, &script).await?;
    work.commit().await?;
    Ok(Json(json!(script)))
}

async fn forget_esim_script(State(sandbox): State<Arc<Sandbox>>) -> Told {
    let mut work = sandbox.store.begin().await?;
    esim_access::forget(&mut work).await?;
    work.commit().await?;
    Ok(Json(json!({})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Price {
    package: String,
    /// US dollars times 10000; `null` restores the usual price.
    price: Option<i64>,
}

async fn change_esim_price(
    State(sandbox): State<Arc<Sandbox>>,
    Json(wanted): Json<Price>,
) -> Result<Response, Trouble> {
    let mut work = sandbox.store.begin().await?;
    let changed = esim_access::reprice(&mut work, &wanted.package, wanted.price).await?;
    work.commit().await?;
    Ok(changed.map_or_else(missing, |changed| Json(changed).into_response()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OnSale {
    package: String,
    /// Whether it is listed and can be ordered; `null` restores the usual state.
    on_sale: Option<bool>,
}

/// Takes a package off sale or puts one on sale: some sizes and Finland exist but are not on sale at first.
async fn change_esim_package(
    State(sandbox): State<Arc<Sandbox>>,
    Json(wanted): Json<OnSale>,
) -> Result<Response, Trouble> {
    let mut work = sandbox.store.begin().await?;
    let changed = esim_access::put_on_sale(&mut work, &wanted.package, wanted.on_sale).await?;
    work.commit().await?;
    Ok(changed.map_or_else(missing, |changed| Json(changed).into_response()))
}

async fn esim_orders(State(sandbox): State<Arc<Sandbox>>) -> Told {
    let mut work = sandbox.store.begin().await?;
    Ok(Json(json!({ "orders": esim_access::listed(&mut work).await? })))
}

/// Completes an order now, whatever time it was to take.
async fn make_esims(State(sandbox): State<Arc<Sandbox>>, Path(number): Path<String>) -> Result<Response, Trouble> {
    let mut work = sandbox.store.begin().await?;
    let made = esim_access::finish_now(&mut work, &number).await?;
    work.commit().await?;
    sandbox.wake.notify_one();
    Ok(made.map_or_else(missing, |made| Json(made).into_response()))
}

/// Makes an eSIM use data, as its owner would abroad.
async fn use_esim_data(
    State(sandbox): State<Arc<Sandbox>>,
    Json(usage): Json<esim_access::Use>,
) -> Result<Response, Trouble> {
    let mut work = sandbox.store.begin().await?;
    let used = esim_access::use_data(&mut work, &usage).await?;
    work.commit().await?;
    Ok(used.map_or_else(missing, |used| Json(used).into_response()))
}

async fn esim_ledger(State(sandbox): State<Arc<Sandbox>>) -> Told {
    let mut work = sandbox.store.begin().await?;
    Ok(Json(json!({ "rows": esim_access::books(&mut work).await? })))
}

fn missing() -> Response {
    (StatusCode::NOT_FOUND, Json(json!({ "error": "there is none" }))).into_response()
}
