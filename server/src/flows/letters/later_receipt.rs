//! The receipt of a charge after the first term.

use super::draft::Draft;
use crate::app::App;
use crate::flows::delivery::progress::DeliveryError;
use crate::flows::later_terms;
use crate::mail::letters::Envelope;
use crate::mail::letters::later_receipt::LaterReceipt;
use crate::store::letters::StoredLetter;
use crate::store::{later_charges, orders, plan_changes, subscriptions};

/// Writes the receipt of one charge. An order that was refunded in full meanwhile gets none: its letter said so.
///
/// # Errors
/// See [`DeliveryError`]; the job tries again.
pub(super) async fn draft(app: &App, stored: &StoredLetter) -> Result<Draft, DeliveryError> {
    let Some(order_id) = &stored.order_id else { return Ok(Draft::Needless) };
    let mut conn = app.store.snapshot().await?;
    let Some(order) = orders::by_id(&mut conn, order_id).await? else { return Ok(Draft::Needless) };
    let charges = later_charges::of_order(&mut conn, order_id).await?;
    let changes = plan_changes::of_order(&mut conn, order_id).await?;
    let renews_at = subscriptions::of_order(&mut conn, order_id).await?.and_then(|one| one.renews_at);
    let begun = order.paid_at.unwrap_or(order.created_at);
    let agreed_at = |charge: &later_charges::LaterCharge| {
        let in_force = changes.iter().rfind(|change| change.takes_effect_at <= charge.charged_at);
        in_force.map_or(begun, |change| change.requested_at)
    };
    let Some(place) = charges.iter().position(|charge| charge.invoice == stored.subject) else {
        return Ok(Draft::Needless);
    };
    let charge = &charges[place];
    let terms = later_terms::after(&order, None, changes.clone(), charge.charged_at)?;
    let months = terms.map_or(order.quote.months, |terms| terms.present.months);
    drop(conn);
    let letter_id = format!("later-{}-{}", order.number, charge.invoice);
    let (brand, language) = (app.brand.everywhere(), order.language);
    let letter = LaterReceipt {
        envelope: Envelope { brand, language, to: &order.email, letter_id: &letter_id },
        order_number: order.number.as_str(),
        months,
        // A trial was charged nothing, so its first charge is the first payment.
        number: place + if order.quote.due_now == 0 { 1 } else { 2 },
        amount: charge.amount,
        charged_at: charge.charged_at,
        agreed_at: agreed_at(charge),
        renews_at,
    };
    let letter = letter.letter()?;
    Ok(Draft::of_order(letter, order))
}
