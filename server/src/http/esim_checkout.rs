//! `/api/esim/*`: paying for a data plan, what has become of that, and the eSIM.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::{Extension, Json};
use axum_extra::extract::CookieJar;
use onefare_core::checkout::PaymentMethod;
use onefare_core::language::Area;
use onefare_core::payment::Provider;
use onefare_core::problem::Problem;
use onefare_core::wire::esim::{
    EsimPaymentPage, EsimPaymentRequest, EsimPaymentResponse, EsimStatusRequest, EsimStatusResponse,
    GenerateEsimRequest, GenerateEsimResponse,
};
use onefare_core::wire::problem::ProblemBody;
use onefare_core::wire::subscription::Status;
use validator::Validate as _;

use super::account::signed_in;
use super::body::JsonBody;
use super::buyer_cookie;
use super::described::{Failures, JsonRefusals};
use super::query::FirstQuery;
use crate::app::{App, SharedApp};
use crate::flows::order::payment_hash_access::Caller;
use crate::flows::order::{checkout, esim_status};
use crate::ids::PaymentHash;
use crate::limits::Client;
use crate::problem::Refusal;

type Started = Result<(CookieJar, Json<EsimPaymentResponse>), (CookieJar, Refusal)>;

/// Starts the card payment of a data plan, in US dollars or euros. A repeated call of one attempt returns the payment that
/// the first one started.
#[utoipa::path(post, path = "/api/esim/stripe/create-payment", tag = "esim",
    params(("Idempotency-Key" = Option<String>, Header, description = "16 to 64 letters, digits, - or _, one per attempt")),
    request_body = EsimPaymentRequest,
    responses((status = 200, body = EsimPaymentResponse),
        JsonRefusals,
        (status = 404, description = "bundle_not_found; not_found: the shop sells no eSIMs", body = ProblemBody),
        (status = 409, description = "price_changed, with the new figures; choice_replaced; bought_just_now, with the earlier purchase", body = ProblemBody),
        (status = 422, description = "email_required, email_invalid, bundle_id_required, checkout_data_missing, checkout_data_invalid, unsupported_currency, currency_not_taken, discount_code_invalid, idempotency_key_reused", body = ProblemBody),
        (status = 503, description = "create_payment_failed: the order is kept", body = ProblemBody)))]
pub async fn pay_by_card(
    State(app): State<SharedApp>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<EsimPaymentRequest>,
) -> Started {
    start(&app, (&headers, client), request, PaymentMethod::Card).await
}

/// Starts the iDEAL payment of a data plan, in euros. A repeated call of one attempt returns the payment that the first one
/// started.
#[utoipa::path(post, path = "/api/esim/mollie/create-payment", tag = "esim",
    params(("Idempotency-Key" = Option<String>, Header, description = "16 to 64 letters, digits, - or _, one per attempt")),
    request_body = EsimPaymentRequest,
    responses((status = 200, body = EsimPaymentResponse),
        JsonRefusals,
        (status = 404, description = "bundle_not_found; not_found: the shop sells no eSIMs, or takes no iDEAL", body = ProblemBody),
        (status = 409, description = "price_changed, with the new figures; choice_replaced; bought_just_now, with the earlier purchase", body = ProblemBody),
        (status = 422, description = "email_required, email_invalid, bundle_id_required, checkout_data_missing, checkout_data_invalid, unsupported_currency, currency_not_taken, discount_code_invalid, idempotency_key_reused", body = ProblemBody),
        (status = 503, description = "create_payment_failed: the order is kept", body = ProblemBody)))]
pub async fn pay_by_ideal(
    State(app): State<SharedApp>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<EsimPaymentRequest>,
) -> Started {
    start(&app, (&headers, client), request, PaymentMethod::Ideal).await
}

async fn start(
    app: &App,
    (headers, client): (&HeaderMap, Client),
    request: EsimPaymentRequest,
    method: PaymentMethod,
) -> Started {
    let attempt = buyer_cookie::of_attempt(headers, client, &app.config, Area::Esim.bare_language());
    let (jar, buyer) = attempt.map_err(|refusal| (CookieJar::new(), refusal))?;
    match checkout::start_refill(app, request, method, &buyer).await {
        Ok(checkout_url) => {
            Ok((jar, Json(EsimPaymentResponse { status: Status::Ok, data: EsimPaymentPage { checkout_url } })))
        }
        Err(refusal) => Err((jar, refusal)),
    }
}

/// Returns the outcome of a data plan's card payment, found by the payment hash of its return URL.
#[utoipa::path(get, path = "/api/esim/stripe/check-payment-status", tag = "esim",
    params(("hash" = String, Query, description = "The payment hash of the return URL"),
        ("payment_method" = Option<String>, Query, description = "card; has no effect")),
    responses((status = 200, body = EsimStatusResponse),
        Failures,
        (status = 400, description = "bad_request: hash or payment_method is too long", body = ProblemBody),
        (status = 404, description = "not_found: no payment of this method in the eSIM shop has this hash", body = ProblemBody),
        (status = 422, description = "verification_failed: the hash is missing", body = ProblemBody)))]
pub async fn status_of_card(
    State(app): State<SharedApp>,
    headers: HeaderMap,
    FirstQuery(query): FirstQuery<EsimStatusRequest>,
) -> Result<Json<EsimStatusResponse>, Refusal> {
    status(&app, &headers, &query, Provider::Stripe).await
}

/// Returns the outcome of a data plan's iDEAL payment, found by the payment hash of its return URL.
#[utoipa::path(get, path = "/api/esim/mollie/check-payment-status", tag = "esim",
    params(("hash" = String, Query, description = "The payment hash of the return URL"),
        ("payment_method" = Option<String>, Query, description = "ideal or mollie; has no effect")),
    responses((status = 200, body = EsimStatusResponse),
        Failures,
        (status = 400, description = "bad_request: hash or payment_method is too long", body = ProblemBody),
        (status = 404, description = "not_found: no payment of this method in the eSIM shop has this hash", body = ProblemBody),
        (status = 422, description = "verification_failed: the hash is missing", body = ProblemBody)))]
pub async fn status_of_ideal(
    State(app): State<SharedApp>,
    headers: HeaderMap,
    FirstQuery(query): FirstQuery<EsimStatusRequest>,
) -> Result<Json<EsimStatusResponse>, Refusal> {
    status(&app, &headers, &query, Provider::Mollie).await
}

async fn status(
    app: &App,
    headers: &HeaderMap,
    query: &EsimStatusRequest,
    provider: Provider,
) -> Result<Json<EsimStatusResponse>, Refusal> {
    query.validate().map_err(|_| Problem::BadRequest)?;
    if query.hash.is_empty() {
        return Err(Problem::VerificationFailed.into());
    }
    let cookie = buyer_cookie::value(headers, app.config.is_https());
    let hash = PaymentHash::parse(&query.hash);
    Ok(Json(esim_status::status(app, hash.as_ref(), provider, cookie.as_deref()).await?))
}

/// Returns the eSIM of a paid order to its buyer: to the browser that ordered, to a caller who is signed in to the account of
/// the order, or for 30 days to a caller with its payment hash. The shop makes the eSIM without this call; a repeated call
/// returns the same one.
#[utoipa::path(post, path = "/api/esim/generate-esim-order", tag = "esim",
    request_body = GenerateEsimRequest,
    responses((status = 200, body = GenerateEsimResponse),
        JsonRefusals,
        (status = 404, description = "order_missing: the order id is missing; not_found: this buyer has no such eSIM order", body = ProblemBody)))]
pub async fn generate(
    State(app): State<SharedApp>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<GenerateEsimRequest>,
) -> Result<Json<GenerateEsimResponse>, Refusal> {
    if request.structure_data.is_empty() {
        return Err(Problem::OrderMissing.into());
    }
    request.validate().map_err(|_| Problem::BadRequest)?;
    let cookie = buyer_cookie::value(&headers, app.config.is_https());
    let session = signed_in::of_headers(&app, &headers).await?;
    let caller = Caller {
        buyer_cookie: cookie.as_deref(),
        account: session.as_ref().map(|session| session.email_canonical.as_str()),
    };
    Ok(Json(esim_status::generated(&app, &request, caller).await?))
}
