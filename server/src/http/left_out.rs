//! Calls of the parts that this shop does not sell answer as calls that do not exist.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use onefare_core::problem::Problem;

use crate::app::SharedApp;
use crate::config::Sold;
use crate::problem::Refusal;

/// Passes calls of the parts that the shop sells.
///
/// # Errors
/// [`Problem::NotFound`].
pub async fn refuse_left_out(State(app): State<SharedApp>, request: Request, next: Next) -> Result<Response, Refusal> {
    if !is_sold(request.uri().path(), app.config.sold) {
        return Err(Problem::NotFound.into());
    }
    Ok(next.run(request).await)
}

/// Whether a call belongs to what the shop sells. Outcomes and eSIMs of earlier purchases stay.
fn is_sold(path: &str, sold: Sold) -> bool {
    match path {
        "/api/stripe/create-checkout-session" | "/api/mollie/create-payment" => sold.deals(),
        "/api/esim/mollie/create-payment" => sold.ideal && sold.esims,
        "/api/esim/stripe/check-payment-status"
        | "/api/esim/mollie/check-payment-status"
        | "/api/esim/generate-esim-order" => true,
        path => sold.esims || !path.starts_with("/api/esim/"),
    }
}
