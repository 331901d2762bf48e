//! The letter to the old address of a corrected order.

use crate::app::App;
use crate::flows::delivery::progress::DeliveryError;
use crate::flows::letters::send::{self, Posted};
use crate::mail::letters::Envelope;
use crate::mail::letters::address_changed::AddressChanged;
use crate::store::email_changes::{self, EmailChange};
use crate::store::orders::{self, Order};

/// Writes to every old address of an order that had no letter yet, each once; at least once when the server dies between
/// the hand-over and the note of it, with the same `Message-ID`. An address that the mail server refuses belongs to no one
/// and is forgotten like the others; one that the order has again needs no letter.
///
/// # Errors
/// The database or the mail server; the job tries again.
pub async fn tell(app: &App, order_id: &str) -> Result<(), DeliveryError> {
    // Order and corrections of one moment: of two reads, a correction between them would seem to lead back to its old address.
    let mut conn = app.store.snapshot().await?;
    let Some(order) = orders::by_id(&mut conn, order_id).await? else { return Ok(()) };
    let changes = email_changes::of_order(&mut conn, order_id).await?;
    drop(conn);
    for change in changes.iter().filter(|change| change.told_at.is_none()) {
        send(app, &order, change).await?;
        let mut tx = app.store.begin().await?;
        email_changes::note_told(&mut tx, change, app.clock.now()).await?;
        tx.commit().await?;
    }
    Ok(())
}

async fn send(app: &App, order: &Order, change: &EmailChange) -> Result<(), DeliveryError> {
    let Some(to) = change.old_email.as_ref().filter(|old| **old != order.email) else { return Ok(()) };
    let letter_id = format!("address-{}-{}", order.number, change.change);
    let envelope = Envelope { brand: app.brand.everywhere(), language: order.language, to, letter_id: &letter_id };
    let letter = AddressChanged { envelope, order_number: order.number.as_str() }.letter()?;
    if let Posted::Refused(why) = send::hand_over(app, &letter).await? {
        tracing::info!(order = %order.number, why, "the old address takes no letter");
    }
    Ok(())
}
