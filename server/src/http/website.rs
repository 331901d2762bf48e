//! `/api/website/onboarding`, and the wizard's form where scripts are off.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use onefare_core::language::Language;
use onefare_core::onboarding::Step;
use onefare_core::problem::Problem;
use onefare_core::wire::problem::ProblemBody;
use onefare_core::wire::subscription::Status;
use onefare_core::wire::website::{OnboardingRequest, OnboardingResponse, OnboardingStart};
use url::form_urlencoded;

use super::body::JsonBody;
use super::described::JsonRefusals;
use super::form::Form;
use crate::app::{App, SharedApp};
use crate::flows;
use crate::limits::Action;
use crate::pages::language::Address;
use crate::pages::onboarding::onboarding_from;
use crate::pages::page_row::PageRow;
use crate::problem::Refusal;

/// Stores the answers of a visitor who joins through the wizard, once per e-mail address, and returns the URL of the plans.
#[utoipa::path(post, path = "/api/website/onboarding", tag = "website", request_body = OnboardingRequest,
    responses((status = 200, body = OnboardingResponse), JsonRefusals,
        (status = 422, description = "device_required, reasons_required, email_required, email_invalid", body = ProblemBody)))]
pub async fn onboarding(
    State(app): State<SharedApp>,
    JsonBody(request): JsonBody<OnboardingRequest>,
) -> Result<Json<OnboardingResponse>, Refusal> {
    let next = flows::onboarding::join(&app, &request).await?;
    Ok(Json(OnboardingResponse { status: Status::Ok, next }))
}

/// Answers the wizard's form with the dashboard, or with the form again and its faults.
pub async fn submit(app: &App, row: &'static PageRow, address: Address<'_>, form: Form) -> Response {
    let answers = answers_of(&form.fields, address.language);
    let joined = match flows::limits::take(app, Action::Onboarding, &form.client).await {
        Ok(()) => flows::onboarding::join(app, &answers).await,
        Err(refusal) => Err(refusal),
    };
    let start = match &joined {
        Ok(next) => OnboardingStart { step: Step::Dashboard, next: Some(next.clone()), ..OnboardingStart::default() },
        Err(refusal) => refused(refusal.problem, answers),
    };
    let content = onboarding_from(address.language, start).ok();
    form.answer(app, (row, address), joined.as_ref().err(), content).await
}

fn refused(problem: Problem, answers: OnboardingRequest) -> OnboardingStart {
    let problem_code = Some(problem.code().to_owned());
    OnboardingStart { step: Step::of_problem(problem), answers, problem: problem_code, next: None }
}

/// The form's fields. The first of each counts, except that there may be several reasons.
fn answers_of(form: &[u8], language: Language) -> OnboardingRequest {
    let mut answers = OnboardingRequest { language: Some(language), ..OnboardingRequest::default() };
    for (name, value) in form_urlencoded::parse(form) {
        let value = value.into_owned();
        match &*name {
            "selected_device" if answers.selected_device.is_empty() => answers.selected_device = value,
            "selected_reasons" => answers.selected_reasons.push(value),
            "streaming_service" if answers.streaming_service.is_none() => answers.streaming_service = Some(value),
            "email" if answers.email.is_empty() => answers.email = value,
            _ => {}
        }
    }
    answers
}
