//! The receipt of a charge after the first term.

use super::draft::Draft;
use crate::app::App;
use crate::flows::delivery::progress::DeliveryError;
use crate::flows::later_terms;
use crate::mail::letters::Envelope;
use crate::mail::letters::later_receipt::LaterReceipt;
use crate::store::letters::StoredLetter;
use crate::store::{later_charges, orders, plan_changes, subscriptions, unpaid_invoices};

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
    let was_unpaid = unpaid_invoices::by_invoice(&mut conn, &stored.subject).await?.is_some();
    let Some((place, charge)) = charges.iter().enumerate().find(|(_, charge)| charge.invoice == stored.subject) else {
        return Ok(Draft::Needless);
    };
    let agreed = later_terms::agreements(&order, &changes, charge.charged_at)?;
    let Some(agreed) = agreed.into_iter().find(|one| one.amount == charge.agreed) else { return Ok(Draft::Needless) };
    drop(conn);
    let letter_id = format!("later-{}-{}", order.number, charge.invoice);
    let (brand, language) = (app.brand.everywhere(), order.language);
    let letter = LaterReceipt {
        envelope: Envelope { brand, language, to: &order.email, letter_id: &letter_id },
        order_number: order.number.as_str(),
        months: agreed.months,
        // A trial was charged nothing, so its first charge is the first payment.
        number: place + if order.quote.due_now == 0 { 1 } else { 2 },
        amount: charge.amount,
        charged_at: charge.paid_at,
        was_unpaid,
        agreed_at: agreed.agreed_at,
        renews_at,
    };
    let letter = letter.letter()?;
    Ok(Draft::of_order(letter, order))
}
