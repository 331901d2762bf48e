//! The letter to the old address of a corrected order.

use super::draft::Draft;
use crate::app::App;
use crate::flows::delivery::progress::DeliveryError;
use crate::mail::letters::Envelope;
use crate::mail::letters::address_changed::AddressChanged;
use crate::store::email_changes;
use crate::store::letters::StoredLetter;
use crate::store::orders;

/// Writes the letter about one correction. An address that the order has again needs none.
///
/// # Errors
/// See [`DeliveryError`]; the job tries again.
pub(super) async fn draft(app: &App, stored: &StoredLetter) -> Result<Draft, DeliveryError> {
    let Some(order_id) = &stored.order_id else { return Ok(Draft::Needless) };
    // Order and corrections of one snapshot: between two reads, a correction would seem to lead back to its old
    // address.
    let mut conn = app.store.snapshot().await?;
    let Some(order) = orders::by_id(&mut conn, order_id).await? else { return Ok(Draft::Needless) };
    let changes = email_changes::of_order(&mut conn, order_id).await?;
    drop(conn);
    let change = changes.into_iter().find(|change| change.id == stored.subject);
    let Some(change) = change else { return Ok(Draft::Needless) };
    let Some(to) = change.old_email.filter(|old| *old != order.email) else { return Ok(Draft::Needless) };
    let letter_id = format!("address-{}-{}", order.number, change.change);
    let (brand, language) = (app.brand.everywhere(), order.language);
    let envelope = Envelope { brand, language, to: &to, letter_id: &letter_id };
    let letter = AddressChanged { envelope, order_number: order.number.as_str() }.letter()?;
    Ok(Draft::of_order(letter, order))
}
