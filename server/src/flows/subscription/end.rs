//! Ends a subscription immediately and voids its unpaid invoices.

use onefare_core::subscription::UnpaidInvoice;

use crate::app::App;
use crate::payments::stripe::StripeError;
use crate::payments::stripe::subscriptions::Subscription;

/// Ends a subscription, voids its unpaid invoices, and returns it, also when it had ended before. `None`: the provider does not
/// know it.
///
/// # Errors
/// The provider did not answer.
pub(in crate::flows) async fn end_now(app: &App, subscription: &str) -> Result<Option<Subscription>, StripeError> {
    let ended = cancel(app, subscription).await?;
    if ended.is_some() {
        void(app, &app.stripe.unpaid_invoices(subscription).await?).await?;
    }
    Ok(ended)
}

/// Cancels a subscription, and returns it, also when it had ended before. Its unpaid invoices can still be paid on their hosted
/// pages: the caller voids them.
///
/// # Errors
/// The provider did not answer.
pub(super) async fn cancel(app: &App, subscription: &str) -> Result<Option<Subscription>, StripeError> {
    match app.stripe.cancel_subscription(subscription).await {
        Err(error) if error.has_code("resource_missing") => {}
        cancelled => {
            let cancelled = cancelled?;
            tracing::info!(subscription, "the subscription has ended");
            return Ok(Some(cancelled));
        }
    }
    match app.stripe.subscription(subscription).await {
        Err(error) if error.has_code("resource_missing") => Ok(None),
        known => known.map(Some),
    }
}

/// Voids the unpaid invoices of an ended subscription: their hosted pages accept payments until then.
///
/// # Errors
/// The provider did not answer, or refused because an invoice was just paid; the next read finds that charge.
pub(super) async fn void(app: &App, unpaid: &[UnpaidInvoice]) -> Result<(), StripeError> {
    for one in unpaid {
        app.stripe.void_invoice(&one.invoice).await?;
        tracing::info!(invoice = %one.invoice, "an unpaid invoice is void");
    }
    Ok(())
}
