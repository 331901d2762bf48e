//! Mails the code of a challenge, or its link when the account, or the trusted device that asks, has had too many wrong codes.

use chrono::TimeDelta;
use onefare_core::otp::lockout::LOCKOUT;
use url::Url;

use crate::app::App;
use crate::flows::letters::send::{Posted, hand_over};
use crate::flows::mailed_codes::secrets::{code_of, link_of};
use crate::flows::mailed_codes::wrong_codes::Counter;
use crate::mail::letters::sign_in::{SignInCode, SignInLink};
use crate::mail::letters::{Envelope, LetterError};
use crate::mail::{Letter, MailError};
use crate::pages::registry::local_address;
use crate::store::sign_in::{self, Challenge};
use crate::store::{StoreError, customers};

/// Why a letter was not sent yet; it is tried again.
#[derive(Debug, thiserror::Error)]
pub enum SignInLetterError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The letter could not be put into words.
    #[error(transparent)]
    Words(#[from] LetterError),
    /// The letter could not be handed over.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// The link's address could not be built.
    #[error("the link has no address")]
    Address,
}

/// Sends the letter of a challenge, unless the challenge has expired or no account has the address.
///
/// # Errors
/// See [`SignInLetterError`]; the job tries again.
pub async fn send(app: &App, challenge_id: &str) -> Result<(), SignInLetterError> {
    let now = app.clock.now();
    let (challenge, to, is_locked) = {
        let mut conn = app.store.read().await?;
        let Some(challenge) = sign_in::by_id(&mut conn, challenge_id).await? else { return Ok(()) };
        let to = customers::address(&mut conn, &challenge.email_canonical).await?;
        let counter = Counter::of(&challenge.email_canonical, challenge.device_id.as_deref());
        let is_locked = counter.is_full(&mut conn).await?;
        (challenge, to, is_locked)
    };
    let is_late = now - challenge.created_at >= TimeDelta::minutes(i64::from(LOCKOUT.minutes));
    let Some(to) = to.filter(|_| challenge.ended_at.is_none() && !is_late) else { return Ok(()) };
    let (brand, language) = (app.brand.everywhere(), challenge.language);
    let letter_id = format!("sign-in-{}", &challenge.id);
    let envelope = Envelope { brand, language, to: &to, letter_id: &letter_id };
    let letter = if is_locked { link(app, &challenge, envelope).await? } else { code(app, &challenge, envelope)? };
    if let Posted::Refused(why) = hand_over(app, &letter).await? {
        tracing::warn!(to = %to.masked(), why, "sign-in letter not taken");
    }
    Ok(())
}

fn code(app: &App, challenge: &Challenge, envelope: Envelope<'_>) -> Result<Letter, SignInLetterError> {
    let code = code_of(&app.config.secret, &challenge.id).ok_or(SignInLetterError::Address)?;
    Ok(SignInCode { envelope, code: &code, minutes: LOCKOUT.minutes }.letter()?)
}

/// The link's secret follows `#`: browsers do not send that part, so no log and no referrer holds it.
async fn link(app: &App, challenge: &Challenge, envelope: Envelope<'_>) -> Result<Letter, SignInLetterError> {
    let mut tx = app.store.begin().await?;
    sign_in::note_link(&mut tx, &challenge.id, app.clock.now()).await?;
    tx.commit().await?;
    let page = format!("{}{}", app.config.public_origin(), local_address("/panel/link", challenge.language));
    let mut address: Url = page.parse().map_err(|_| SignInLetterError::Address)?;
    address.set_fragment(Some(&link_of(&app.config.secret, &challenge.id)));
    Ok(SignInLink { envelope, link: &address, minutes: LOCKOUT.minutes }.letter()?)
}
