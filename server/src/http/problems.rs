//! How a refusal leaves the server: with its status, and in the one body that every refusal has.
//!
//! Handlers return a [`Refusal`]; [`write_refusals`] writes the body, in one place, because only the outermost layer knows
//! the request id.

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use onefare_core::problem::Problem;
use onefare_core::wire::problem::ProblemBody;
use onefare_core::wire::subscription::Status;

use super::headers::RequestId;
use crate::metrics::Metrics;
use crate::problem::Refusal;

/// Seconds after which a caller may retry when a provider or the database is unavailable.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("5");

/// Whether a path belongs to a call, even when no route answers it.
fn is_call(path: &str) -> bool {
    path.starts_with("/api/") || matches!(path, "/panel/verify-otp" | "/panel/manage-subscription")
}

/// Turns the [`Refusal`] that a handler left in its answer into the body that callers read. An unknown method, or a
/// body that broke a limit below the handlers, gets the same body.
pub async fn write_refusals(State(metrics): State<Metrics>, request: Request, next: Next) -> Response {
    let is_call = is_call(request.uri().path());
    let request_id = request.extensions().get::<RequestId>().cloned().unwrap_or_default();
    let mut response = next.run(request).await;
    let refusal = response.extensions_mut().remove::<Refusal>().or_else(|| {
        let problem = match response.status() {
            StatusCode::METHOD_NOT_ALLOWED => Problem::MethodNotAllowed,
            StatusCode::PAYLOAD_TOO_LARGE => Problem::BodyTooLarge,
            StatusCode::INTERNAL_SERVER_ERROR => Problem::SomethingWrong,
            StatusCode::SERVICE_UNAVAILABLE => Problem::ProviderUnavailable,
            _ => return None,
        };
        is_call.then(|| problem.into())
    });
    let Some(refusal) = refusal else { return response };
    if let Some(alarm) = refusal.alarm {
        metrics.alarm(alarm);
    }
    let status = status_of(refusal.problem);
    let body = ProblemBody {
        status: Status::Error,
        code: refusal.problem.code().to_owned(),
        message: refusal.problem.message().to_owned(),
        field: refusal.problem.field().map(str::to_owned),
        request_id: request_id.as_str().to_owned(),
        quote: refusal.quote.map(|quote| *quote),
        due: refusal.due.map(|due| *due),
        bought: refusal.bought.map(|bought| *bought),
    };
    let mut written = (status, Json(body)).into_response();
    // Cookies, `Allow` and other headers of the handler stay.
    for (name, value) in response.headers() {
        if name != header::CONTENT_TYPE && name != header::CONTENT_LENGTH {
            written.headers_mut().append(name.clone(), value.clone());
        }
    }
    if let Some(seconds) = refusal.retry_after {
        written.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    if status == StatusCode::SERVICE_UNAVAILABLE {
        written.headers_mut().insert(header::RETRY_AFTER, RETRY_AFTER);
    }
    written
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = status_of(self.problem).into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// The HTTP status of a refusal.
pub(super) const fn status_of(problem: Problem) -> StatusCode {
    match problem {
        Problem::EmailRequired
        | Problem::EmailInvalid
        | Problem::EmailAddressRequired
        | Problem::EmailAddressInvalid
        | Problem::EmailUnchanged
        | Problem::EmailOfAnother
        | Problem::TrialTermsRequired
        | Problem::DiscountCodeRequired
        | Problem::DiscountCodeInvalid
        | Problem::DeviceRequired
        | Problem::ReasonsRequired
        | Problem::OrderNumberInvalid
        | Problem::PlanRequired
        | Problem::UnknownPackage
        | Problem::UnsupportedCurrency
        | Problem::CurrencyNotTaken
        | Problem::PackageMismatch
        | Problem::IdempotencyKeyReused
        | Problem::OtpInvalid
        | Problem::PaymentHashMissing
        | Problem::VerificationFailed
        | Problem::BundleIdRequired
        | Problem::CheckoutDataMissing
        | Problem::CheckoutDataInvalid => StatusCode::UNPROCESSABLE_ENTITY,
        Problem::PriceChanged
        | Problem::TrialUsed
        | Problem::ChoiceReplaced
        | Problem::BoughtJustNow
        | Problem::EmailCorrectionOver
        | Problem::SubscriptionOver
        | Problem::ResumeRefused
        | Problem::RenewalChanging
        | Problem::PlanChangeRefused
        | Problem::EmailChangeOver
        | Problem::PortalUnavailable => StatusCode::CONFLICT,
        Problem::BadRequest => StatusCode::BAD_REQUEST,
        Problem::BodyTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Problem::BodyTooSlow => StatusCode::REQUEST_TIMEOUT,
        Problem::WrongContentType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        Problem::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        Problem::ForbiddenOrigin => StatusCode::FORBIDDEN,
        Problem::SignInRequired => StatusCode::UNAUTHORIZED,
        Problem::NotFound
        | Problem::EmailNotFound
        | Problem::NoCountriesFound
        | Problem::BundleNotFound
        | Problem::RequestedBundleNotFound
        | Problem::CountryNotFound
        | Problem::NoPlans
        | Problem::OrderInvalid
        | Problem::OrderMissing => StatusCode::NOT_FOUND,
        Problem::RateLimited => StatusCode::TOO_MANY_REQUESTS,
        Problem::ProviderUnavailable | Problem::CreatePaymentFailed | Problem::PaymentFailed => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        // The shop's own faults, or problems that a page raises when no answer came.
        Problem::FetchFailed
        | Problem::Network
        | Problem::SomethingWrong
        | Problem::DiscountApplyFailed
        | Problem::DiscountServerError
        | Problem::OtpRequestFailed
        | Problem::OtpSendFailed
        | Problem::OtpResendFailed
        | Problem::OtpVerifyFailed
        | Problem::SignInFailed
        | Problem::PaymentStatusFailed
        | Problem::ResultFailed
        | Problem::CreatePaymentBroken
        | Problem::PaymentNotProcessed
        | Problem::LocationsFailed
        | Problem::BundleDataInvalid
        | Problem::BundleFailed
        | Problem::CheckoutDataFailed
        | Problem::EsimGenerationFailed
        | Problem::EsimDataFailed
        | Problem::ActivationLinkMissing
        | Problem::InstallFailed
        | Problem::UnexpectedResponse
        | Problem::ProcessFailed => StatusCode::INTERNAL_SERVER_ERROR,
    }
}
