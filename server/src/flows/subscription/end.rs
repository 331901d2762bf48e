//! Ends a subscription at once, and with it what it could not charge: its buyer gave it up, its first payment is refunded in
//! full, or nobody paid its renewal in time.

use crate::app::App;
use crate::payments::stripe::StripeError;
use crate::payments::stripe::subscriptions::Subscription;

/// Ends a subscription, voids its unpaid invoices, and returns it; one that had ended before as it is. `None`: the provider
/// does not know it.
///
/// # Errors
/// The provider did not answer.
pub(in crate::flows) async fn end_now(app: &App, subscription: &str) -> Result<Option<Subscription>, StripeError> {
    let ended = match app.stripe.cancel_subscription(subscription).await {
        Err(error) if error.has_code("resource_missing") => match app.stripe.subscription(subscription).await {
            Err(error) if error.has_code("resource_missing") => return Ok(None),
            known => known?,
        },
        ended => {
            let ended = ended?;
            tracing::info!(subscription, "the subscription has ended");
            ended
        }
    };
    void_unpaid(app, subscription).await?;
    Ok(Some(ended))
}

/// Voids the unpaid invoices of a subscription that has ended, because a payment of one would buy nothing.
///
/// # Errors
/// The provider did not answer. One that was paid in the same moment is refused; the next read finds its charge.
pub(super) async fn void_unpaid(app: &App, subscription: &str) -> Result<(), StripeError> {
    for unpaid in app.stripe.unpaid_invoices(subscription).await? {
        app.stripe.void_invoice(&unpaid.invoice).await?;
        tracing::info!(subscription, invoice = %unpaid.invoice, "an unpaid invoice is void");
    }
    Ok(())
}
