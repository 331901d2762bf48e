//! `/api/subscription/*`.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::{Extension, Json};
use axum_extra::extract::CookieJar;
use onefare_core::campaign::Campaign;
use onefare_core::discount::CodeState;
use onefare_core::language::Language;
use onefare_core::problem::Problem;
use onefare_core::wire::problem::ProblemBody;
use onefare_core::wire::subscription::{
    CheckoutLinkRequest, CheckoutLinkResponse, InitialData, SessionRedirectRequest, SessionRedirectResponse, Status,
    VerifyRequest, VerifyResponse,
};
use serde::Deserialize;
use validator::Validate as _;

use super::body::JsonBody;
use super::buyer_cookie;
use super::described::{Failures, JsonRefusals};
use super::pages::priced;
use super::query::FirstQuery;
use crate::app::SharedApp;
use crate::flows::limits;
use crate::flows::order::status::PaymentName;
use crate::flows::order::{checkout, purchase_event, status};
use crate::limits::{Action, Client};
use crate::pages::cache::Made;
use crate::pages::consent::visitor;
use crate::pages::encoded::Encoded;
use crate::problem::Refusal;
use crate::quotes::prices::{self, Prices, Verdict};

/// Query of `get_initial_data`.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct InitialDataQuery {
    /// The discount code; absent or blank means none.
    #[serde(default)]
    pub discount_code: String,
}

/// Lists the plans with their prices; a discount code is applied.
#[utoipa::path(get, path = "/api/subscription/get_initial_data", tag = "subscription",
    params(("discount_code" = Option<String>, Query, description = "Discount code; blank means none")),
    responses((status = 200, body = InitialData),
        Failures))]
pub async fn get_initial_data(
    State(app): State<SharedApp>,
    headers: HeaderMap,
    Extension(client): Extension<Client>,
    FirstQuery(query): FirstQuery<InitialDataQuery>,
) -> Result<Response, Refusal> {
    let campaign = Campaign::parse(&query.discount_code);
    if campaign != Campaign::None {
        limits::check(&app, Action::WrongCode, &client)?;
    }
    let (prices, now) = (app.prices.load_full(), app.clock.now());
    let verdict = prices.verdict(&campaign, now);
    let make = || async {
        let expires = prices.next_change(now);
        Made { value: written(&prices, &verdict).map_err(|error| error.to_string()), expires }
    };
    let variant = priced("initial_data", &prices, &verdict);
    if variant.verdict == Some(CodeState::Unknown) {
        limits::count(&app, Action::WrongCode, &client).await;
    }
    let made = app.initial_data.get_or_make(&variant, now, make).await;
    let json = made.value.as_ref().map_err(|error| Refusal::internal(error.as_str()))?;
    Ok(json.answer_typed("application/json", "Accept-Encoding", &headers).await)
}

/// The serialized answer.
fn written<'a>(prices: &'a Prices, verdict: &Verdict<'a>) -> Result<Encoded, Box<dyn std::error::Error>> {
    let is_trial = *verdict.campaign == Campaign::Trial;
    let offers = if is_trial { prices.trials_by(verdict)? } else { prices.offers(verdict)? };
    Ok(Encoded::new(serde_json::to_vec(&prices::initial_data(prices, &offers)?)?.into()))
}

/// Starts the payment of a plan, or with the code `trial` its trial. A repeated call of one attempt returns the payment that
/// the first one started.
#[utoipa::path(post, path = "/api/subscription/get_checkout_link", tag = "subscription",
    params(("Idempotency-Key" = Option<String>, Header, description = "16 to 64 letters, digits, - or _, one per attempt")),
    request_body = CheckoutLinkRequest,
    responses((status = 200, body = CheckoutLinkResponse),
        JsonRefusals,
        (status = 409, description = "price_changed, with the new quote; trial_used; choice_replaced", body = ProblemBody),
        (status = 422, description = "email_required, email_invalid, unknown_package, unsupported_currency, discount_code_invalid, trial_terms_required, idempotency_key_reused", body = ProblemBody),
        (status = 503, description = "provider_unavailable: the order is kept", body = ProblemBody)))]
pub async fn get_checkout_link(
    State(app): State<SharedApp>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<CheckoutLinkRequest>,
) -> Result<(CookieJar, Json<CheckoutLinkResponse>), (CookieJar, Refusal)> {
    let attempt = buyer_cookie::of_attempt(&headers, client, &app.config, Language::default());
    let (jar, buyer) = attempt.map_err(|refusal| (CookieJar::new(), refusal))?;
    match checkout::start(&app, request, &buyer).await {
        Ok(checkout_url) => Ok((jar, Json(CheckoutLinkResponse { status: Status::Ok, checkout_url }))),
        Err(refusal) => Err((jar, refusal)),
    }
}

/// Returns the outcome of a payment.
#[utoipa::path(post, path = "/api/subscription/verify", tag = "subscription", request_body = VerifyRequest,
    responses((status = 200, body = VerifyResponse),
        JsonRefusals,
        (status = 404, description = "not_found: no payment has this id", body = ProblemBody)))]
pub async fn verify(
    State(app): State<SharedApp>,
    headers: HeaderMap,
    JsonBody(request): JsonBody<VerifyRequest>,
) -> Result<Json<VerifyResponse>, Refusal> {
    request.validate().map_err(|_| Problem::BadRequest)?;
    let cookie = buyer_cookie::value(&headers, app.config.is_https());
    let payment = PaymentName::parse(&request.session_id);
    if let (Some(visitor), Some(params)) = (visitor(&headers), request.fb_params) {
        let named = purchase_event::name(&app, &payment, &visitor, params).await;
        // The payment's outcome is answered all the same.
        named.unwrap_or_else(|refusal| tracing::debug!(?refusal, "the purchase event has no name"));
    }
    Ok(Json(status::verify(&app, &payment, cookie.as_deref()).await?))
}

/// Returns the page that sold what a payment is for.
#[utoipa::path(post, path = "/api/subscription/get-session-redirect", tag = "subscription",
    request_body = SessionRedirectRequest,
    responses((status = 200, body = SessionRedirectResponse),
        JsonRefusals,
        (status = 404, description = "not_found: no payment has this id", body = ProblemBody)))]
pub async fn get_session_redirect(
    State(app): State<SharedApp>,
    JsonBody(request): JsonBody<SessionRedirectRequest>,
) -> Result<Json<SessionRedirectResponse>, Refusal> {
    request.validate().map_err(|_| Problem::BadRequest)?;
    let redirect_from = status::redirect_from(&app, &PaymentName::parse(&request.session_id)).await?;
    Ok(Json(SessionRedirectResponse { redirect_from }))
}
