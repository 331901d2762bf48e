//! Which file writes each kind of letter.

use super::draft::Draft;
use super::{
    account_deleted, address_request, charge_notice, charge_refund, later_receipt, old_address, order, refund,
    renewal_unpaid, sign_in,
};
use crate::app::App;
use crate::flows::delivery::progress::{DeliveryError, not_ready};
use crate::store::letters::{LetterKind, StoredLetter};

/// Writes a letter from the current state of its subject.
///
/// # Errors
/// The database; a subject without what the letter says; a kind that only a newer server knows.
pub(super) async fn draft(app: &App, stored: &StoredLetter) -> Result<Draft, DeliveryError> {
    let kind = LetterKind::parse(&stored.kind);
    let kind = kind.ok_or_else(|| not_ready(&stored.subject, "a newer server knows this letter"))?;
    let subject = stored.subject.as_str();
    match kind {
        LetterKind::Receipt
        | LetterKind::EsimReady
        | LetterKind::Cancellation
        | LetterKind::Resumption
        | LetterKind::PlanChange
        | LetterKind::OrderHeld
        | LetterKind::Withdrawal => order::draft(app, kind, stored).await,
        LetterKind::ChargeNotice => charge_notice::draft(app, stored).await,
        LetterKind::LaterReceipt => later_receipt::draft(app, stored).await,
        LetterKind::RenewalUnpaid | LetterKind::RenewalEnded => renewal_unpaid::draft(app, kind, stored).await,
        LetterKind::ChargeRefund => charge_refund::draft(app, subject).await,
        LetterKind::Refund => refund::draft(app, subject).await,
        LetterKind::OldAddress => old_address::draft(app, stored).await,
        LetterKind::SignIn => sign_in::draft(app, subject).await,
        LetterKind::NewAddressCode | LetterKind::OldAddressCode | LetterKind::AccountMoved => {
            address_request::draft(app, kind, subject).await
        }
        LetterKind::AccountDeleted => account_deleted::draft(app, subject).await,
    }
}
