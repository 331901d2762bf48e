//! `/api/account`, and the calls about orders below it.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_DISPOSITION;
use axum::response::{IntoResponse as _, Response};
use onefare_core::language::Language;
use onefare_core::problem::Problem;
use onefare_core::wire::account::{
    AccountEsim, AccountView, BillingPage, ChangePlanRequest, EsimUsage, LettersRequested, ResumeRenewalRequest,
};
use onefare_core::wire::problem::ProblemBody;
use onefare_core::wire::receipt::AccountReceipt;
use serde::Deserialize;
use validator::Validate as _;

use super::signed_in::SignedIn;
use crate::app::{App, SharedApp};
use crate::flows::account::session::Session;
use crate::flows::account::{billing, data, esim_usage, letters, overview, receipt};
use crate::flows::support::change_plan::{self, Agreed, ChangeError};
use crate::flows::support::renewal::{self, CancelError};
use crate::flows::support::resume::{self, AgreedCharge, ResumeError};
use crate::http::body::JsonBody;
use crate::http::described::{ActRefusals, Failures, JsonRefusals};
use crate::http::query::FirstQuery;
use crate::problem::Refusal;

/// Query of `/api/account`.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct LanguageQuery {
    /// Language of every text; the default is English.
    #[serde(default)]
    pub language: Option<Language>,
}

/// Returns the account with its orders and their renewals.
#[utoipa::path(get, path = "/api/account", tag = "account",
    params(("language" = Option<String>, Query, description = "Language of the texts")),
    responses((status = 200, body = AccountView),
        (status = 400, description = "bad_request: the shop does not have this language", body = ProblemBody),
        (status = 401, description = "sign_in_required", body = ProblemBody),
        Failures))]
pub async fn view(
    State(app): State<SharedApp>,
    SignedIn(session): SignedIn,
    FirstQuery(query): FirstQuery<LanguageQuery>,
) -> Result<Json<AccountView>, Refusal> {
    account(&app, &session, query).await
}

/// The account's present state.
async fn account(app: &App, session: &Session, query: LanguageQuery) -> Result<Json<AccountView>, Refusal> {
    let view = overview::overview(app, session, query.language.unwrap_or_default()).await;
    view.map(Json).map_err(Refusal::internal)
}

/// Returns everything that the shop stores about the account, as a file to keep.
#[utoipa::path(get, path = "/api/account/data", tag = "account",
    responses((status = 200, description = "A JSON document"),
        (status = 401, description = "sign_in_required", body = ProblemBody),
        Failures))]
pub async fn download(State(app): State<SharedApp>, SignedIn(session): SignedIn) -> Result<Response, Refusal> {
    let data = data::of_account(&app, &session).await.map_err(Refusal::internal)?;
    Ok(([(CONTENT_DISPOSITION, "attachment; filename=\"my-data.json\"")], Json(data)).into_response())
}

/// Returns the eSIM of an order.
#[utoipa::path(get, path = "/api/account/orders/{number}/esim", tag = "account",
    params(("number" = String, Path, description = "Number of the order")),
    responses((status = 200, body = AccountEsim),
        (status = 401, description = "sign_in_required", body = ProblemBody),
        (status = 404, description = "not_found: no such order of this account, or no eSIM", body = ProblemBody),
        Failures))]
pub async fn esim(
    State(app): State<SharedApp>,
    SignedIn(session): SignedIn,
    Path(number): Path<String>,
) -> Result<Json<AccountEsim>, Refusal> {
    let order = overview::own_order(&app, &session, &number).await?;
    overview::esim(&app, &order).await.map(Json)
}

/// Returns how much data and time is left of an order's eSIM.
#[utoipa::path(get, path = "/api/account/orders/{number}/esim/usage", tag = "account",
    params(("number" = String, Path, description = "Number of the order"),
        ("language" = Option<String>, Query, description = "Language of the texts")),
    responses((status = 200, body = EsimUsage),
        (status = 401, description = "sign_in_required", body = ProblemBody),
        (status = 404, description = "not_found: no such order of this account, or no eSIM", body = ProblemBody),
        (status = 503, description = "provider_unavailable: the supplier does not answer", body = ProblemBody),
        Failures))]
pub async fn esim_usage(
    State(app): State<SharedApp>,
    SignedIn(session): SignedIn,
    Path(number): Path<String>,
    FirstQuery(query): FirstQuery<LanguageQuery>,
) -> Result<Json<EsimUsage>, Refusal> {
    let order = overview::own_order(&app, &session, &number).await?;
    esim_usage::usage(&app, &order, query.language.unwrap_or_default()).await.map(Json)
}

/// Returns what an order cost and what of it was refunded.
#[utoipa::path(get, path = "/api/account/orders/{number}/receipt", tag = "account",
    params(("number" = String, Path, description = "Number of the order"),
        ("language" = Option<String>, Query, description = "Language of the texts")),
    responses((status = 200, body = AccountReceipt),
        (status = 401, description = "sign_in_required", body = ProblemBody),
        (status = 404, description = "not_found: no such order of this account", body = ProblemBody),
        Failures))]
pub async fn receipt(
    State(app): State<SharedApp>,
    SignedIn(session): SignedIn,
    Path(number): Path<String>,
    FirstQuery(query): FirstQuery<LanguageQuery>,
) -> Result<Json<AccountReceipt>, Refusal> {
    let order = overview::own_order(&app, &session, &number).await?;
    let receipt = receipt::of_order(&app, &order, query.language.unwrap_or_default()).await;
    receipt.map(Json).map_err(Refusal::internal)
}

/// Sends the letters of an order again, to its present address.
#[utoipa::path(post, path = "/api/account/orders/{number}/letters", tag = "account",
    params(("number" = String, Path, description = "Number of the order")),
    responses((status = 200, body = LettersRequested),
        (status = 404, description = "not_found: no such order of this account, or it is not delivered", body = ProblemBody),
        ActRefusals))]
pub async fn send_letters(
    State(app): State<SharedApp>,
    SignedIn(session): SignedIn,
    Path(number): Path<String>,
) -> Result<Json<LettersRequested>, Refusal> {
    let order = overview::own_order(&app, &session, &number).await?;
    letters::send_again(&app, &order, &session.email_canonical).await?;
    Ok(Json(LettersRequested { success: true }))
}

/// Opens the provider's page with the card and the invoices of a subscription, for one visit.
#[utoipa::path(post, path = "/api/account/orders/{number}/billing", tag = "account",
    params(("number" = String, Path, description = "Number of the order"),
        ("language" = Option<String>, Query, description = "Language of the page to which the provider's page returns")),
    responses((status = 200, body = BillingPage),
        (status = 404, description = "not_found: no such order of this account", body = ProblemBody),
        (status = 409, description = "portal_unavailable: no card renews the order, or an operator must look at it", body = ProblemBody),
        (status = 503, description = "provider_unavailable", body = ProblemBody),
        ActRefusals))]
pub async fn open_billing(
    State(app): State<SharedApp>,
    SignedIn(session): SignedIn,
    Path(number): Path<String>,
    FirstQuery(query): FirstQuery<LanguageQuery>,
) -> Result<Json<BillingPage>, Refusal> {
    let order = overview::own_order(&app, &session, &number).await?;
    billing::open(&app, &order, query.language.unwrap_or_default()).await.map(Json)
}

/// Cancels the renewal of a subscription: nothing more is charged, and what is paid for stays usable to its end.
#[utoipa::path(post, path = "/api/account/orders/{number}/cancel-renewal", tag = "account",
    params(("number" = String, Path, description = "Number of the order")),
    responses((status = 200, body = AccountView),
        (status = 404, description = "not_found: no such order of this account, or it never renews", body = ProblemBody),
        (status = 409, description = "renewal_changing: a resumption is in flight", body = ProblemBody),
        ActRefusals))]
pub async fn cancel_renewal(
    State(app): State<SharedApp>,
    SignedIn(session): SignedIn,
    Path(number): Path<String>,
    FirstQuery(query): FirstQuery<LanguageQuery>,
) -> Result<Json<AccountView>, Refusal> {
    let order = overview::own_order(&app, &session, &number).await?;
    let now = app.clock.now();
    match renewal::cancel_own(&app.store, &order.id, &session.email_canonical, now).await {
        Ok(()) => app.wake.notify_one(),
        // The button was pressed twice, or support cancelled meanwhile: the customer has what they asked for.
        Err(CancelError::Already(..) | CancelError::AlreadyAsked(..)) => {}
        Err(CancelError::Resuming(..)) => return Err(Problem::RenewalChanging.into()),
        Err(error @ (CancelError::Store(_) | CancelError::Money(_))) => return Err(Refusal::internal(error)),
        Err(error) => {
            tracing::info!(order = %order.number, %error, "nothing to cancel");
            return Err(Problem::NotFound.into());
        }
    }
    account(&app, &session, query).await
}

/// Resumes a cancelled renewal: the subscription continues for the price and from the day that the panel shows.
#[utoipa::path(post, path = "/api/account/orders/{number}/resume-renewal", tag = "account",
    params(("number" = String, Path, description = "Number of the order")),
    request_body = ResumeRenewalRequest,
    responses((status = 200, body = AccountView),
        (status = 401, description = "sign_in_required", body = ProblemBody),
        (status = 404, description = "not_found: no such order of this account, or it never renews", body = ProblemBody),
        (status = 409, description = "price_changed, with the charge that would follow now; subscription_over; resume_refused: the buyer has withdrawn, or an \
            operator must look at the order; renewal_changing: its cancellation is in flight", body = ProblemBody),
        JsonRefusals))]
pub async fn resume_renewal(
    State(app): State<SharedApp>,
    SignedIn(session): SignedIn,
    Path(number): Path<String>,
    FirstQuery(query): FirstQuery<LanguageQuery>,
    JsonBody(asked): JsonBody<ResumeRenewalRequest>,
) -> Result<Json<AccountView>, Refusal> {
    asked.validate().map_err(|_| Problem::BadRequest)?;
    let order = overview::own_order(&app, &session, &number).await?;
    let agreed = AgreedCharge { amount: asked.expected_amount, currency: &asked.currency };
    match resume::resume_own(&app.store, &order.id, &session.email_canonical, agreed, app.clock.now()).await {
        Ok(()) => app.wake.notify_one(),
        Err(ResumeError::PriceChanged(now)) => {
            tracing::info!(order = %order.number, "the charge has changed since it was shown: nothing is resumed");
            let language = query.language.unwrap_or_default();
            return Err(Refusal::charge_changed(&order.quote.product_id, now.next.amount, language));
        }
        Err(error) => not_resumed(order.number.as_str(), error)?,
    }
    account(&app, &session, query).await
}

/// The answer when no renewal was resumed.
fn not_resumed(order: &str, error: ResumeError) -> Result<(), Refusal> {
    tracing::info!(order, %error, "nothing is resumed");
    Err(match error {
        // The button was pressed twice, or support resumed meanwhile: the customer has what they asked for.
        ResumeError::AlreadyAsked(_) | ResumeError::Renews(_) => return Ok(()),
        ResumeError::Ended(..) => Problem::SubscriptionOver.into(),
        ResumeError::Cancelling(_)
        | ResumeError::PlanChanging(_)
        | ResumeError::Changed(_)
        | ResumeError::PriceChanged(_) => Problem::RenewalChanging.into(),
        ResumeError::Withdrawn(_) | ResumeError::AccountDeleted(_) | ResumeError::NotDelivered(..) => {
            Problem::ResumeRefused.into()
        }
        ResumeError::DoesNotRenew(
            CancelError::Refunded(_) | CancelError::GoesBack(_) | CancelError::NotDelivered(..),
        ) => Problem::ResumeRefused.into(),
        ResumeError::DoesNotRenew(error @ CancelError::Money(_)) => Refusal::internal(error),
        ResumeError::DoesNotRenew(_) => Problem::NotFound.into(),
        ResumeError::Store(error) => Refusal::internal(error),
    })
}

/// Changes the plan that a subscription renews as, from the next charge on, for the price that the panel shows.
#[utoipa::path(post, path = "/api/account/orders/{number}/plan", tag = "account",
    params(("number" = String, Path, description = "Number of the order")),
    request_body = ChangePlanRequest,
    responses((status = 200, body = AccountView),
        (status = 401, description = "sign_in_required", body = ProblemBody),
        (status = 404, description = "not_found: no such order of this account, or it never renews", body = ProblemBody),
        (status = 409, description = "price_changed, with the present quote; plan_change_refused; renewal_changing: an earlier change is in flight", body = ProblemBody),
        (status = 422, description = "unknown_package", body = ProblemBody),
        JsonRefusals))]
pub async fn change_plan(
    State(app): State<SharedApp>,
    SignedIn(session): SignedIn,
    Path(number): Path<String>,
    FirstQuery(query): FirstQuery<LanguageQuery>,
    JsonBody(asked): JsonBody<ChangePlanRequest>,
) -> Result<Json<AccountView>, Refusal> {
    asked.validate().map_err(|_| Problem::BadRequest)?;
    let order = overview::own_order(&app, &session, &number).await?;
    let mut conn = app.store.read().await.map_err(Refusal::internal)?;
    let prices = app.prices.load().renewed(&mut conn).await.map_err(Refusal::internal)?;
    drop(conn);
    let ChangePlanRequest { product_id, expected_amount, currency } = &asked;
    let agreed = Agreed { product_id, amount: *expected_amount, currency };
    match change_plan::change(&app.store, &prices, &order.id, &session.email_canonical, agreed, app.clock.now()).await {
        Ok(true) => app.wake.notify_one(),
        // The button was pressed twice: the customer has what they asked for.
        Ok(false) => {}
        Err(error) => return Err(not_changed(order.number.as_str(), error, query.language.unwrap_or_default())),
    }
    account(&app, &session, query).await
}

/// The answer when no plan was changed.
fn not_changed(order: &str, error: ChangeError, language: Language) -> Refusal {
    tracing::info!(order, %error, "no plan is changed");
    match error {
        ChangeError::PriceChanged(now) => Refusal::price_changed(&now, language),
        ChangeError::UnknownPlan(..) => Problem::UnknownPackage.into(),
        ChangeError::Changing(_) => Problem::RenewalChanging.into(),
        ChangeError::Cancelled(_)
        | ChangeError::OnTrial(_)
        | ChangeError::Unpaid(_)
        | ChangeError::TooLate(_)
        | ChangeError::NotNow(..) => Problem::PlanChangeRefused.into(),
        ChangeError::DoesNotRenew(
            CancelError::Refunded(_) | CancelError::GoesBack(_) | CancelError::NotDelivered(..),
        ) => Problem::PlanChangeRefused.into(),
        ChangeError::DoesNotRenew(error @ CancelError::Money(_)) => Refusal::internal(error),
        ChangeError::DoesNotRenew(_) => Problem::NotFound.into(),
        ChangeError::Store(error) => Refusal::internal(error),
        error @ (ChangeError::Terms(_) | ChangeError::Quote(_)) => Refusal::internal(error),
    }
}
