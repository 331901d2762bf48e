//! The letter before a charge: a trial ends, or a plan of a year renews.

use super::draft::Draft;
use super::order::panel_url;
use crate::app::App;
use crate::flows::delivery::progress::DeliveryError;
use crate::flows::refund::case;
use crate::flows::subscription::charge_notices::{self, NextCharge};
use crate::mail::letters::Envelope;
use crate::mail::letters::charge_notice::ChargeNotice;
use crate::store::letters::StoredLetter;
use crate::store::{orders, subscriptions};

/// Writes the notice if its charge still comes. After a cancellation, a refund or a change of its day there is nothing to
/// announce: another day has a notice of its own.
///
/// # Errors
/// See [`DeliveryError`]; the job tries again.
pub(super) async fn draft(app: &App, stored: &StoredLetter) -> Result<Draft, DeliveryError> {
    let now = app.clock.now();
    let Some(order_id) = &stored.order_id else { return Ok(Draft::Needless) };
    let mut conn = app.store.snapshot().await?;
    let Some(order) = orders::by_id(&mut conn, order_id).await? else { return Ok(Draft::Needless) };
    let Some(subscription) = subscriptions::of_order(&mut conn, order_id).await? else { return Ok(Draft::Needless) };
    let next = charge_notices::next_charge(&mut conn, &order, &subscription, now).await?;
    let due = next.and_then(|next| Some((next.notice(now)?, next)));
    let still = due.filter(|(notice, next)| stored.subject == next.subject(&order, *notice));
    let Some((notice, NextCharge { amount, months, at, .. })) = still else { return Ok(Draft::Needless) };
    if case::all_goes_back(&mut conn, &order).await? {
        return Ok(Draft::Needless);
    }
    drop(conn);
    let letter_id = format!("notice-{}-{}-{}", order.number, notice.code(), at.format("%Y%m%d"));
    let (brand, language) = (app.brand.everywhere(), order.language);
    let panel = panel_url(app, &order)?;
    let letter = ChargeNotice {
        envelope: Envelope { brand, language, to: &order.email, letter_id: &letter_id },
        order_number: order.number.as_str(),
        notice,
        months,
        amount,
        charged_at: at,
        manage_url: &panel,
    };
    let letter = letter.letter()?;
    Ok(Draft::of_order(letter, order))
}
