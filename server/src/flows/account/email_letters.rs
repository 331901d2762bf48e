//! Mails what belongs to another address of an account: the two codes while they can be typed, and the word to the old address
//! once the account has moved.

use onefare_core::email::Email;
use onefare_core::otp::lockout::LOCKOUT;

use crate::app::App;
use crate::flows::account::letter::SignInLetterError;
use crate::flows::letters::send::{Posted, hand_over};
use crate::flows::mailed_codes::address::{Side, code, is_open};
use crate::mail::Letter;
use crate::mail::letters::Envelope;
use crate::mail::letters::account_email::{AccountMoved, EmailCode};
use crate::store::account_email_changes::{self, AccountEmailChange};

/// Sends what is due of a request; nothing once its codes are too old or used.
///
/// # Errors
/// See [`SignInLetterError`]; the job tries again, and the old letter may go out twice.
pub async fn send(app: &App, id: &str) -> Result<(), SignInLetterError> {
    let found = account_email_changes::by_id(&mut *app.store.read().await?, id).await?;
    let Some(change) = found else { return Ok(()) };
    if change.moved_at.is_some() {
        return post(app, &change.old_email, &moved(app, &change)?).await;
    }
    if is_open(&change, app.clock.now()) {
        for (side, to) in [(Side::New, &change.new_email), (Side::Old, &change.old_email)] {
            post(app, to, &with_code(app, &change, side, to)?).await?;
        }
    }
    Ok(())
}

async fn post(app: &App, to: &Email, letter: &Letter) -> Result<(), SignInLetterError> {
    if let Posted::Refused(why) = hand_over(app, letter).await? {
        tracing::warn!(to = %to.masked(), why, "a letter about another address is not taken");
    }
    Ok(())
}

fn with_code(app: &App, change: &AccountEmailChange, side: Side, to: &Email) -> Result<Letter, SignInLetterError> {
    let code = code(app, change, side).ok_or(SignInLetterError::Address)?;
    let word = if side == Side::Old { "old" } else { "new" };
    let letter_id = format!("{}-{word}", change.id);
    let envelope = Envelope { brand: app.brand.everywhere(), language: change.language, to, letter_id: &letter_id };
    let moves_to = (side == Side::Old).then_some(change.new_email.as_str());
    Ok(EmailCode { envelope, code: &code, minutes: LOCKOUT.minutes, moves_to }.letter()?)
}

fn moved(app: &App, change: &AccountEmailChange) -> Result<Letter, SignInLetterError> {
    let letter_id = format!("{}-moved", change.id);
    let (brand, language) = (app.brand.everywhere(), change.language);
    let envelope = Envelope { brand, language, to: &change.old_email, letter_id: &letter_id };
    Ok(AccountMoved { envelope, new_email: change.new_email.as_str() }.letter()?)
}
