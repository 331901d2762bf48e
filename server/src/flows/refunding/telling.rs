//! The letter that tells of a refund.

use onefare_core::money::MoneyError;

use super::Case;
use crate::app::App;
use crate::flows::posting::{self, Posted};
use crate::flows::settlement::order_kept;
use crate::mail::MailError;
use crate::mail::letters::refund::{Refund as RefundLetter, RefundReason};
use crate::mail::letters::{Envelope, LetterError};
use crate::store::refunds::{Reason, RefundState};
use crate::store::undeliverable_letters::FIRST;
use crate::store::{StoreError, letters, undeliverable_letters};

/// Why the letter has to be tried again.
#[derive(Debug, thiserror::Error)]
pub enum TellError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A stored amount is out of bounds.
    #[error(transparent)]
    Money(#[from] MoneyError),
    /// The letter could not be put into words.
    #[error(transparent)]
    Words(#[from] LetterError),
    /// The letter could not be handed over.
    #[error(transparent)]
    Mail(#[from] MailError),
}

/// Tells the buyer once that money goes back; at least once when the server dies between the hand-over and the note of
/// it. Of a refund that has come to nothing meanwhile nothing is told: a person has been called, and tells what became of
/// the money.
///
/// # Errors
/// The database or the mail server; the job tries again.
pub async fn tell(app: &App, refund_id: &str) -> Result<(), TellError> {
    let Some(case) = Case::find(app, refund_id).await? else { return Ok(()) };
    let (order, refund) = (&case.order, &case.refund);
    let mut conn = app.store.read().await?;
    let settled = letters::sent(&mut conn, &order.id, refund_id).await?
        || undeliverable_letters::stands(&mut conn, &order.id, refund_id, FIRST).await?;
    let kept = order_kept(&mut conn, order, &case.payment).await?;
    drop(conn);
    if settled || refund.state == RefundState::Failed || refund.otherwise.is_some() {
        return Ok(());
    }
    let letter = RefundLetter {
        envelope: Envelope {
            brand: app.brand.everywhere(),
            language: order.language,
            to: &order.email,
            letter_id: &format!("refund-{refund_id}"),
        },
        order_number: kept.as_ref().map_or(&order.number, |kept| &kept.number),
        amount: refund.amount,
        refunded_at: refund.created_at,
        reason: match refund.reason {
            Reason::OrderPaidTwice => RefundReason::SecondPayment,
            Reason::DeliveryRefused => RefundReason::NotDelivered,
            Reason::SecondTrial | Reason::BySupport => RefundReason::BySupport,
        },
        paid_with: case.payment.provider,
    };
    let letter = letter.letter()?;
    if let Posted::Refused(why) = posting::hand_over(app, &letter).await? {
        return Ok(posting::give_up(app, order, refund_id, FIRST, &why).await?);
    }
    let mut tx = app.store.begin().await?;
    letters::record(&mut tx, &order.id, refund_id, &letter.message_id, app.clock.now()).await?;
    tx.commit().await?;
    tracing::info!(order = %order.number, to = %order.email.masked(), "refund letter sent");
    Ok(())
}
