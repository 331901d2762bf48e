//! The letters of a request for another address of an account: the two codes while they can be typed, and the notice to
//! the old address once the account has moved.

use onefare_core::email::Email;
use onefare_core::otp::lockout::LOCKOUT;

use super::draft::Draft;
use crate::app::App;
use crate::flows::delivery::progress::DeliveryError;
use crate::flows::mailed_codes::address::{Side, code, is_open};
use crate::mail::Letter;
use crate::mail::letters::Envelope;
use crate::mail::letters::account_email::{AccountMoved, EmailCode};
use crate::store::account_email_changes::{self, AccountEmailChange};
use crate::store::letters::LetterKind;

/// Writes a letter of a request. No code is sent once it is too old or used.
///
/// # Errors
/// See [`DeliveryError`]; the job tries again.
pub(super) async fn draft(app: &App, kind: LetterKind, id: &str) -> Result<Draft, DeliveryError> {
    let found = account_email_changes::by_id(&mut *app.store.read().await?, id).await?;
    let Some(change) = found else { return Ok(Draft::Needless) };
    let letter = match kind {
        LetterKind::AccountMoved if change.moved_at.is_some() => moved(app, &change)?,
        LetterKind::NewAddressCode if is_open(&change, app.clock.now()) => {
            with_code(app, &change, Side::New, &change.new_email)?
        }
        LetterKind::OldAddressCode if is_open(&change, app.clock.now()) => {
            with_code(app, &change, Side::Old, &change.old_email)?
        }
        _ => return Ok(Draft::Needless),
    };
    Ok(Draft::of_account(letter))
}

fn with_code(app: &App, change: &AccountEmailChange, side: Side, to: &Email) -> Result<Letter, DeliveryError> {
    let code = code(app, change, side).ok_or(DeliveryError::NoCode)?;
    let word = if side == Side::Old { "old" } else { "new" };
    let letter_id = format!("{}-{word}", change.id);
    let envelope = Envelope { brand: app.brand.everywhere(), language: change.language, to, letter_id: &letter_id };
    let moves_to = (side == Side::Old).then_some(change.new_email.as_str());
    Ok(EmailCode { envelope, code: &code, minutes: LOCKOUT.minutes, moves_to }.letter()?)
}

fn moved(app: &App, change: &AccountEmailChange) -> Result<Letter, DeliveryError> {
    let letter_id = format!("{}-moved", change.id);
    let (brand, language) = (app.brand.everywhere(), change.language);
    let envelope = Envelope { brand, language, to: &change.old_email, letter_id: &letter_id };
    Ok(AccountMoved { envelope, new_email: change.new_email.as_str() }.letter()?)
}
