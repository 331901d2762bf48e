//! `/api/stripe/create-checkout-session` and `/api/mollie/*`: the calls of the deal page.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::{Extension, Json};
use axum_extra::extract::CookieJar;
use onefare_core::language::Area;
use onefare_core::payment::Provider;
use onefare_core::problem::Problem;
use onefare_core::wire::deal::{DealCheckoutRequest, DealCheckoutResponse, PaymentStatusResponse};
use onefare_core::wire::problem::ProblemBody;
use onefare_core::wire::subscription::Status;
use serde::Deserialize;

use super::body::JsonBody;
use super::buyer_cookie;
use super::described::{Failures, JsonRefusals};
use super::query::FirstQuery;
use crate::app::{App, SharedApp};
use crate::flows::order::{checkout, status};
use crate::ids::PaymentHash;
use crate::limits::Client;
use crate::problem::Refusal;

/// What the page shows while it leads to the provider (specification 1, section 4).
const MEANWHILE: &str = "Processing payment...";

type Started = Result<(CookieJar, Json<DealCheckoutResponse>), (CookieJar, Refusal)>;

/// Starts the card payment of a deal. With the code `trial` it starts the trial of the plan with the same number of months
/// instead. A repeated call of one attempt returns the payment that the first one started. A deal paid by card renews.
#[utoipa::path(post, path = "/api/stripe/create-checkout-session", tag = "deals",
    params(("Idempotency-Key" = Option<String>, Header, description = "16 to 64 letters, digits, - or _, one per attempt")),
    request_body = DealCheckoutRequest,
    responses((status = 200, body = DealCheckoutResponse),
        JsonRefusals,
        (status = 404, description = "not_found: the shop sells no deals", body = ProblemBody),
        (status = 409, description = "price_changed, with the new figures; trial_used; choice_replaced", body = ProblemBody),
        (status = 422, description = "email_address_invalid, unknown_package, package_mismatch, unsupported_currency, currency_not_taken, discount_code_invalid, idempotency_key_reused, trial_terms_required", body = ProblemBody),
        (status = 503, description = "payment_failed: the order is kept", body = ProblemBody)))]
pub async fn create_checkout_session(
    State(app): State<SharedApp>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<DealCheckoutRequest>,
) -> Started {
    start(&app, (&headers, client), request, Provider::Stripe).await
}

/// Starts the iDEAL payment of a deal, in euros. A repeated call of one attempt returns the payment that the first one
/// started. Nothing renews.
#[utoipa::path(post, path = "/api/mollie/create-payment", tag = "deals",
    params(("Idempotency-Key" = Option<String>, Header, description = "16 to 64 letters, digits, - or _, one per attempt")),
    request_body = DealCheckoutRequest,
    responses((status = 200, body = DealCheckoutResponse),
        JsonRefusals,
        (status = 404, description = "not_found: the shop sells no deals", body = ProblemBody),
        (status = 409, description = "price_changed, with the new figures; choice_replaced", body = ProblemBody),
        (status = 422, description = "email_address_invalid, unknown_package, package_mismatch, unsupported_currency, currency_not_taken, discount_code_invalid, idempotency_key_reused", body = ProblemBody),
        (status = 503, description = "payment_failed: the order is kept", body = ProblemBody)))]
pub async fn create_payment(
    State(app): State<SharedApp>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<DealCheckoutRequest>,
) -> Started {
    start(&app, (&headers, client), request, Provider::Mollie).await
}

async fn start(
    app: &App,
    (headers, client): (&HeaderMap, Client),
    request: DealCheckoutRequest,
    provider: Provider,
) -> Started {
    let attempt = buyer_cookie::of_attempt(headers, client, &app.config, Area::Deal.bare_language());
    let (jar, buyer) = attempt.map_err(|refusal| (CookieJar::new(), refusal))?;
    match checkout::start_deal(app, request, provider, &buyer).await {
        Ok(checkout_url) => {
            let message = MEANWHILE.to_owned();
            Ok((jar, Json(DealCheckoutResponse { status: Status::Ok, checkout_url, message })))
        }
        Err(refusal) => Err((jar, refusal)),
    }
}

/// Query of `check-payment-status`.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct PaymentStatusQuery {
    /// The payment hash of the return address.
    #[serde(default)]
    pub hash: String,
}

/// Returns the outcome of a deal's iDEAL payment, found by the payment hash of its return URL.
#[utoipa::path(get, path = "/api/mollie/check-payment-status", tag = "deals",
    params(("hash" = String, Query, description = "The payment hash of the return URL")),
    responses((status = 200, body = PaymentStatusResponse),
        Failures,
        (status = 404, description = "not_found: no iDEAL payment of a deal has this hash", body = ProblemBody),
        (status = 422, description = "payment_hash_missing", body = ProblemBody)))]
pub async fn check_payment_status(
    State(app): State<SharedApp>,
    headers: HeaderMap,
    FirstQuery(query): FirstQuery<PaymentStatusQuery>,
) -> Result<Json<PaymentStatusResponse>, Refusal> {
    if query.hash.is_empty() {
        return Err(Problem::PaymentHashMissing.into());
    }
    let cookie = buyer_cookie::value(&headers, app.config.is_https());
    let hash = PaymentHash::parse(&query.hash);
    Ok(Json(status::of_hash(&app, hash.as_ref(), cookie.as_deref()).await?))
}
