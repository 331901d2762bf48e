//! Corrects the mistyped address of a paid order: in the buyer's own browser for an hour ([`by_buyer`]), or by support
//! ([`by_support`]). Both apply the same change.
//!
//! A correction keeps the rule of one trial for each address. The old address keeps its trial, because its digest stays
//! with the correction. The new address must not have had one: an earlier order of this browser refuses the correction
//! at once, as at the checkout; an order of any other browser only ends this trial, as at a settlement, so that a
//! stranger cannot find out who is a customer.

pub mod by_buyer;
pub mod by_support;

use chrono::{DateTime, Utc};
use onefare_core::email::Email;
use onefare_core::payment::PaymentState;

use crate::flows::effects;
use crate::flows::entitlements::account::follow_address;
use crate::flows::letters::resend::{Asked, ask_within};
use crate::flows::outbox::post_once;
use crate::flows::payment::refund_at_once::trial_of;
use crate::store::letters::{LetterKind, NewLetter};
use crate::store::orders::{self, Order};
use crate::store::refunds::Reason;
use crate::store::{StoreError, Tx, email_changes, payments};

/// Gives an order another address and enqueues what follows: its letters to the new one, the letter to the old one, and
/// the end of a trial that would be the new address's second. The caller holds the order's lock.
///
/// # Errors
/// The database.
async fn apply(tx: &mut Tx, order: &Order, new: &Email, now: DateTime<Utc>) -> Result<Asked, StoreError> {
    follow_address(tx, order, new, now).await?;
    let correction = email_changes::apply(tx, order, new, now).await?;
    let letter = NewLetter { kind: LetterKind::OldAddress, subject: &correction, order_id: Some(&order.id) };
    post_once(tx, letter, now).await?;
    if order.trial.is_some() && repeats_trial(tx, order, new).await? {
        let all = payments::of_order(tx, &order.id).await?;
        if let Some(paid) = all.iter().find(|payment| payment.state == PaymentState::Paid) {
            effects::refund_rest(tx, paid, Reason::SecondTrial, now).await?;
        }
        // Its letter tells of the end; a receipt would say that it has begun.
        return Ok(Asked::nothing(order));
    }
    ask_within(tx, order, now).await
}

async fn repeats_trial(tx: &mut Tx, order: &Order, new: &Email) -> Result<bool, StoreError> {
    tx.hold(&trial_of(new)).await?;
    orders::had_trial(tx, new, &order.id).await
}
