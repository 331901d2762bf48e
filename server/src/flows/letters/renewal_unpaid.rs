//! The letters about an unpaid renewal, written from the state at the time of sending.

use onefare_core::order::OrderState;
use onefare_core::subscription::{UnpaidInvoice, UnpaidOutcome};

use super::draft::Draft;
use super::order::panel_url;
use crate::app::App;
use crate::flows::delivery::progress::DeliveryError;
use crate::flows::later_terms;
use crate::mail::letters::Envelope;
use crate::mail::letters::renewal_unpaid::{RenewalUnpaid, Unpaid};
use crate::pages::registry::local_address;
use crate::store::letters::{LetterKind, StoredLetter};
use crate::store::unpaid_invoices::{self, StoredInvoice};
use crate::store::{cancellations, orders, plan_changes};

/// Writes the letter about an unpaid renewal, or about the end of its subscription. No letter goes out about a renewal that was
/// paid in the meantime.
///
/// # Errors
/// See [`DeliveryError`]; the job tries again.
pub(super) async fn draft(app: &App, kind: LetterKind, stored: &StoredLetter) -> Result<Draft, DeliveryError> {
    let mut conn = app.store.snapshot().await?;
    let Some(StoredInvoice { order_id, unpaid, settled }) =
        unpaid_invoices::by_invoice(&mut conn, &stored.subject).await?
    else {
        return Ok(Draft::Needless);
    };
    let order = orders::by_id(&mut conn, &order_id).await?;
    let Some(order) = order.filter(|order| order.state == OrderState::Delivered) else { return Ok(Draft::Needless) };
    let is_cancelled = cancellations::of_order(&mut conn, &order.id).await?.is_some();
    let is_given_up = matches!(settled, Some((UnpaidOutcome::GivenUp, _)));
    let is_true = match kind {
        LetterKind::RenewalEnded => is_given_up,
        _ => settled.is_none() && !is_cancelled,
    };
    if !is_true {
        return Ok(Draft::Needless);
    }
    let changes = plan_changes::of_order(&mut conn, &order.id).await?;
    drop(conn);
    let agreed = later_terms::agreements(&order, &changes, unpaid.unpaid_since)?;
    let months = agreed.first().map_or(order.quote.months, |agreed| agreed.months);
    let UnpaidInvoice { unpaid_since, amount, .. } = unpaid;
    let access_until = unpaid.access_until(app.config.grace);
    let language = order.language;
    let panel = panel_url(app, &order)?;
    let buy = format!("{}{}?package={months}", app.config.public_origin(), local_address("/buy", language));
    let standing = match (kind, unpaid.page_url.as_deref().filter(|_| unpaid.needs_confirmation)) {
        (LetterKind::RenewalEnded, _) => Unpaid::GivenUp { buy_url: &buy },
        (_, Some(page_url)) => Unpaid::NeedsConfirmation { access_until, page_url },
        (_, None) => Unpaid::Declined { access_until, panel_url: &panel },
    };
    let letter_id = format!("{}-{}-{}", kind.word().replace('_', "-"), order.number, unpaid.invoice);
    let envelope = Envelope { brand: app.brand.everywhere(), language, to: &order.email, letter_id: &letter_id };
    let order_number = order.number.as_str();
    let letter = RenewalUnpaid { envelope, order_number, months, amount, unpaid_since, standing };
    let letter = letter.letter()?;
    Ok(Draft::of_order(letter, order))
}
