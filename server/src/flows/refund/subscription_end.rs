//! Ends the subscription of a fully refunded purchase.

use crate::app::App;
use crate::flows::refund::case::Case;
use crate::flows::refund::late_charge;
use crate::flows::refund::provider::RefundError;
use crate::flows::subscription::end::end_now;

/// Ends the subscription that the payment of a refund began: a fully refunded purchase must not renew. What it has charged
/// since the refund was decided is refunded too.
pub(super) async fn end_subscription(app: &App, case: &Case) -> Result<(), RefundError> {
    let (payment, since) = (&case.payment, case.refund.created_at);
    let Some(subscription) = payment.subscription_ref.as_deref() else { return Ok(()) };
    let ended = end_now(app, subscription).await?;
    if !ended.is_some_and(|ended| ended.has_charged_since(since)) {
        return Ok(());
    }
    let late = late_charge::find(app, subscription, &[], since).await?;
    let mut tx = app.store.begin().await?;
    let new = late_charge::note(&mut tx, &case.order, payment, &late, app.clock.now()).await?;
    tx.commit().await?;
    late_charge::raise_found(app, &case.order, payment, new);
    Ok(())
}
