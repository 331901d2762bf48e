//! The calls of the VPN's systems, on the operations port: what accounts may use. Each needs a bearer key of the settings; an answer
//! to a call without one says nothing.

use std::convert::Infallible;

use axum::body::{Body, Bytes};
use axum::extract::{Path, Request, State};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use http_body_util::channel::{Channel, Sender};
use secrecy::ExposeSecret as _;
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq as _;
use utoipa::openapi::OpenApi;
use utoipa::{OpenApi as _, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::query::FirstQuery;
use crate::app::SharedApp;
use crate::flows::entitlements::document::EntitlementDocument;
use crate::flows::entitlements::lookup::{self, LARGEST_PAGE};
use crate::ids::digest;
use crate::problem::Refusal;

/// Entitlements of a page without `limit`.
const USUAL_PAGE: u32 = 500;

/// Parts of a snapshot that wait for a slow reader.
const BUFFER: usize = 2;

#[derive(Debug, utoipa::OpenApi)]
#[openapi(info(
    title = "Onefare: entitlements",
    description = "What the accounts of the shop may use, for the systems of the VPN. Each call needs `Authorization: Bearer` and a key of \
                   ONEFARE_ENTITLEMENTS_KEY; without it the answer is 401 and empty. Instants are RFC 3339 in UTC."
))]
struct Heading;

/// The calls, behind their key.
pub fn router(app: &SharedApp) -> Router<SharedApp> {
    let (calls, description) = calls().split_for_parts();
    let described = move || async move { Json(description.clone()) };
    calls
        .route("/entitlements/openapi.json", axum::routing::get(described))
        .route_layer(from_fn_with_state(app.clone(), must_have_key))
}

/// The description of the calls.
#[must_use]
pub fn description() -> OpenApi {
    calls().into_openapi()
}

fn calls() -> OpenApiRouter<SharedApp> {
    OpenApiRouter::with_openapi(Heading::openapi())
        .routes(routes!(of_address))
        .routes(routes!(of_account))
        .routes(routes!(changes))
        .routes(routes!(snapshot))
}

/// Refuses a call without a key of the settings, in a time that does not depend on how much of it is right.
async fn must_have_key(State(app): State<SharedApp>, headers: HeaderMap, request: Request, next: Next) -> Response {
    let given = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let given = digest(given.strip_prefix("Bearer ").unwrap_or_default());
    let is_known =
        app.config.entitlements.keys.iter().fold(false, |known, key| {
            known | bool::from(digest(key.expose_secret()).as_bytes().ct_eq(given.as_bytes()))
        });
    if is_known { next.run(request).await } else { StatusCode::UNAUTHORIZED.into_response() }
}

/// Why a call has no answer.
#[derive(Debug, Serialize, ToSchema)]
struct CallError {
    /// One sentence.
    error: &'static str,
}

fn refused(status: StatusCode, error: &'static str) -> Response {
    (status, Json(CallError { error })).into_response()
}

fn failed(error: impl std::fmt::Display) -> Response {
    tracing::error!(%error, "entitlements could not be read");
    refused(StatusCode::SERVICE_UNAVAILABLE, "The shop cannot read its database now. Try again.")
}

fn found(document: Option<EntitlementDocument>) -> Response {
    match document {
        Some(document) => Json(document).into_response(),
        None => refused(StatusCode::NOT_FOUND, "No account with an entitlement is known by that."),
    }
}

#[derive(Debug, Deserialize)]
struct Address {
    email: String,
}

/// The entitlement of the account with an e-mail address.
#[utoipa::path(get, path = "/entitlements", tag = "entitlements",
    params(("email" = String, Query, description = "The address, in any case")),
    responses((status = 200, body = EntitlementDocument), (status = 400, description = "no email", body = CallError),
        (status = 401, description = "no key"), (status = 404, description = "no such account", body = CallError)))]
async fn of_address(State(app): State<SharedApp>, query: Result<FirstQuery<Address>, Refusal>) -> Response {
    let Ok(FirstQuery(Address { email })) = query else {
        return refused(StatusCode::BAD_REQUEST, "The query names no email.");
    };
    let known = async { lookup::by_address(&mut *app.store.read().await?, &email).await };
    known.await.map_or_else(failed, found)
}

/// The entitlement of an account.
#[utoipa::path(get, path = "/entitlements/{account}", tag = "entitlements",
    params(("account" = String, Path, description = "The account's id, `acc_…`")),
    responses((status = 200, body = EntitlementDocument), (status = 401, description = "no key"),
        (status = 404, description = "no such account, or it never had a VPN plan", body = CallError)))]
async fn of_account(State(app): State<SharedApp>, Path(account): Path<String>) -> Response {
    let known = async { lookup::by_account(&mut *app.store.read().await?, &account).await };
    known.await.map_or_else(failed, found)
}

#[derive(Debug, Deserialize)]
struct After {
    #[serde(default)]
    after: i64,
    limit: Option<u32>,
}

/// Some changes, and how to go on.
#[derive(Debug, Serialize, ToSchema)]
struct Changes {
    /// The newest revision of each account that changed after the revision of the query, in ascending order of revisions.
    entitlements: Vec<EntitlementDocument>,
    /// What the next query has as `after`.
    next: i64,
    /// Whether there are more by now.
    more: bool,
}

/// What changed after a revision: each account once, as it is now. A receiver that keeps `next` misses nothing.
#[utoipa::path(get, path = "/entitlements/changes", tag = "entitlements",
    params(("after" = Option<i64>, Query, description = "The revision after which; 0 by default: from the beginning"),
        ("limit" = Option<u32>, Query, description = "1 to 1000; 500 by default")),
    responses((status = 200, body = Changes), (status = 400, description = "after or limit is no number, or out of range", body = CallError),
        (status = 401, description = "no key")))]
async fn changes(State(app): State<SharedApp>, query: Result<FirstQuery<After>, Refusal>) -> Response {
    let Ok(FirstQuery(After { after, limit })) = query else {
        return refused(StatusCode::BAD_REQUEST, "after and limit are whole numbers.");
    };
    let limit = limit.unwrap_or(USUAL_PAGE);
    if after < 0 || !(1..=LARGEST_PAGE).contains(&limit) {
        return refused(StatusCode::BAD_REQUEST, "after is 0 or more, limit is 1 to 1000.");
    }
    let page = async { lookup::page_after(&mut *app.store.read().await?, after, limit).await };
    match page.await {
        Ok(page) => Json(Changes { entitlements: page.entitlements, next: page.next, more: page.more }).into_response(),
        Err(error) => failed(error),
    }
}

/// The last line of a snapshot.
#[derive(Debug, Serialize, ToSchema)]
struct SnapshotEnd {
    /// Always true.
    end: bool,
    /// How many entitlements came before.
    count: u64,
    /// The last revision among them: the changes after it are not in the snapshot.
    revision: i64,
}

/// Every entitlement, one JSON document a line, in ascending order of revisions, and a last line with `end`: without it the answer
/// was cut off. An account that changes meanwhile may come twice; the higher revision counts.
#[utoipa::path(get, path = "/entitlements/snapshot", tag = "entitlements",
    responses((status = 200, content_type = "application/x-ndjson", body = SnapshotEnd), (status = 401, description = "no key")))]
async fn snapshot(State(app): State<SharedApp>) -> Response {
    let (lines, body) = Channel::<Bytes, Infallible>::new(BUFFER);
    tokio::spawn(async move {
        if let Err(error) = write_snapshot(&app, lines).await {
            tracing::warn!(%error, "a snapshot of the entitlements was cut off");
        }
    });
    ([(CONTENT_TYPE, "application/x-ndjson")], Body::new(body)).into_response()
}

/// Writes all lines. A reader that is gone, or a database that fails, leaves the end out.
async fn write_snapshot(
    app: &SharedApp,
    mut lines: Sender<Bytes, Infallible>,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let (mut after, mut count) = (0, 0);
    loop {
        let page = lookup::page_after(&mut *app.store.read().await?, after, LARGEST_PAGE).await?;
        let mut text = String::new();
        for document in &page.entitlements {
            text.push_str(&serde_json::to_string(document)?);
            text.push('\n');
            count += 1;
        }
        after = page.next;
        if !page.more {
            text.push_str(&serde_json::to_string(&SnapshotEnd { end: true, count, revision: after })?);
            text.push('\n');
        }
        lines.send_data(text.into()).await?;
        if !page.more {
            return Ok(());
        }
    }
}
