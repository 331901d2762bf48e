//! The letter about the refund of a later charge.

use onefare_core::payment::Provider;

use super::draft::Draft;
use crate::app::App;
use crate::flows::delivery::progress::DeliveryError;
use crate::mail::letters::Envelope;
use crate::mail::letters::refund::{Ended, Refund, RefundReason};
use crate::store::{charge_refunds, later_charges, orders};

/// Writes the letter. A refund that has failed meanwhile has none: its alarm calls an operator, who informs the buyer.
///
/// # Errors
/// See [`DeliveryError`]; the job tries again.
pub(super) async fn draft(app: &App, refund_id: &str) -> Result<Draft, DeliveryError> {
    let mut conn = app.store.snapshot().await?;
    let refund = charge_refunds::by_id(&mut conn, refund_id).await?.filter(|refund| refund.failure.is_none());
    let Some(refund) = refund else { return Ok(Draft::Needless) };
    let Some(order) = orders::by_id(&mut conn, &refund.order_id).await? else { return Ok(Draft::Needless) };
    let charges = later_charges::of_order(&mut conn, &order.id).await?;
    let Some(charge) = charges.into_iter().find(|charge| charge.invoice == refund.invoice) else {
        return Ok(Draft::Needless);
    };
    drop(conn);
    let letter_id = format!("charge-refund-{refund_id}");
    let (brand, language) = (app.brand.everywhere(), order.language);
    let is_all = refund.amount.minor() >= charge.amount.minor();
    let letter = Refund {
        envelope: Envelope { brand, language, to: &order.email, letter_id: &letter_id },
        order_number: order.number.as_str(),
        amount: refund.amount,
        paid: charge.amount,
        refunded_at: refund.decided_at,
        reason: match (is_all, refund.ends_subscription) {
            (true, _) => RefundReason::BySupport,
            (false, true) => RefundReason::RestBySupport,
            (false, false) => RefundReason::PartBySupport,
        },
        ended: refund.ends_subscription.then_some(Ended::Subscription),
        paid_with: Provider::Stripe,
    };
    let letter = letter.letter()?;
    Ok(Draft::of_order(letter, order))
}
