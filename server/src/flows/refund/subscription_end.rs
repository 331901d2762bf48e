//! The end of a subscription whose first payment is refunded in full.

use crate::app::App;
use crate::flows::refund::case::Case;
use crate::flows::refund::late_charge;
use crate::flows::refund::provider::RefundError;

/// Ends the subscription that the payment of a refund began: a fully refunded purchase must not renew. What it charged
/// since the refund was decided goes back too.
pub(super) async fn end_subscription(app: &App, case: &Case) -> Result<(), RefundError> {
    let payment = &case.payment;
    let Some(subscription) = payment.subscription_ref.as_deref() else { return Ok(()) };
    let ended = match app.stripe.cancel_subscription(subscription).await {
        Ok(ended) => {
            tracing::info!(payment = %payment.id, "the subscription of a refunded payment has ended");
            ended
        }
        // It had ended before.
        Err(error) if error.has_code("resource_missing") => match app.stripe.subscription(subscription).await {
            Err(error) if error.has_code("resource_missing") => return Ok(()),
            known => known?,
        },
        Err(error) => return Err(error.into()),
    };
    let late = late_charge::end_and_find(app, &ended, case.refund.created_at).await?;
    if late.is_empty() {
        return Ok(());
    }
    let mut tx = app.store.begin().await?;
    let new = late_charge::note(&mut tx, &case.order, payment, &late, app.clock.now()).await?;
    tx.commit().await?;
    late_charge::raise_found(app, &case.order, payment, new);
    Ok(())
}
