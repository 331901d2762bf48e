//! `/openapi.json`: the description of the calls, made from the handlers themselves.

use axum::Json;
use utoipa::OpenApi;

/// Every call of the shop.
#[derive(Debug, OpenApi)]
#[openapi(
    info(
        title = "Onefare",
        description = "The calls of the storefront. Amounts are whole minor units. Of a repeated query key the first value counts."
    ),
    paths(
        super::subscription::get_initial_data,
        super::subscription::get_checkout_link,
        super::subscription::verify,
        super::subscription::get_session_redirect,
        super::esim::bundles,
        super::esim::search_texts,
        super::esim::bundle,
        super::esim::discount_code,
        super::esim_checkout::pay_by_card,
        super::esim_checkout::pay_by_ideal,
        super::esim_checkout::status_of_card,
        super::esim_checkout::status_of_ideal,
        super::esim_checkout::generate,
        super::deal::create_checkout_session,
        super::deal::create_payment,
        super::deal::check_payment_status,
        super::orders::change_email,
        super::website::onboarding,
        super::price_mismatch::report,
        super::events::report,
        super::account::sign_in::send_code,
        super::account::sign_in::check_code,
        super::account::sign_in::use_link,
        super::account::deletion::delete,
        super::account::panel::view,
        super::account::panel::download,
        super::account::panel::esim,
        super::account::panel::esim_usage,
        super::account::panel::open_billing,
        super::account::panel::receipt,
        super::account::panel::send_letters,
        super::account::panel::cancel_renewal,
        super::account::email::ask,
        super::account::email::confirm,
        super::account::language::choose,
        super::account::panel::change_plan,
        super::account::panel::resume_renewal,
        super::account::sessions::list,
        super::account::sessions::sign_out,
        super::account::sessions::sign_out_everywhere,
        super::webhooks::mollie,
        super::webhooks::stripe,
        super::webhooks::esim_access,
    ),
    components(schemas(onefare_core::wire::problem::ProblemBody))
)]
pub struct Description;

/// The description as JSON.
pub async fn description() -> Json<utoipa::openapi::OpenApi> {
    Json(Description::openapi())
}
