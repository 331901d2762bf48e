//! The letter of a challenge: its code, or its link when the account, or the trusted device that asks, has had too many
//! wrong codes.

use onefare_core::otp::lockout::LOCKOUT;
use url::Url;

use super::draft::Draft;
use crate::app::App;
use crate::flows::delivery::progress::DeliveryError;
use crate::flows::mailed_codes::secrets::{code_of, link_of};
use crate::flows::mailed_codes::wrong_codes::Counter;
use crate::mail::Letter;
use crate::mail::letters::Envelope;
use crate::mail::letters::sign_in::{SignInCode, SignInLink};
use crate::pages::registry::local_address;
use crate::store::customers;
use crate::store::sign_in::{self, Challenge};

/// Writes the letter of a challenge, unless the challenge has expired or no account has the address.
///
/// # Errors
/// See [`DeliveryError`]; the job tries again.
pub(super) async fn draft(app: &App, challenge_id: &str) -> Result<Draft, DeliveryError> {
    let now = app.clock.now();
    let (challenge, to, is_locked) = {
        let mut conn = app.store.read().await?;
        let Some(challenge) = sign_in::by_id(&mut conn, challenge_id).await? else { return Ok(Draft::Needless) };
        let to = customers::address(&mut conn, &challenge.email_canonical).await?;
        let counter = Counter::of(&challenge.email_canonical, challenge.device_id.as_deref());
        let is_locked = counter.is_link_only(&mut conn).await?;
        (challenge, to, is_locked)
    };
    let to = to.filter(|_| challenge.ended_at.is_none() && !LOCKOUT.is_expired(challenge.created_at, now));
    let Some(to) = to else { return Ok(Draft::Needless) };
    let (brand, language) = (app.brand.everywhere(), challenge.language);
    let letter_id = format!("sign-in-{}", &challenge.id);
    let envelope = Envelope { brand, language, to: &to, letter_id: &letter_id };
    let letter = if is_locked { link(app, &challenge, envelope).await? } else { code(app, &challenge, envelope)? };
    Ok(Draft::of_account(letter))
}

fn code(app: &App, challenge: &Challenge, envelope: Envelope<'_>) -> Result<Letter, DeliveryError> {
    let code = code_of(&app.config.secret, &challenge.id).ok_or(DeliveryError::NoCode)?;
    Ok(SignInCode { envelope, code: &code, minutes: LOCKOUT.minutes }.letter()?)
}

/// The link's secret follows `#`: browsers do not send that part, so no log and no referrer holds it.
async fn link(app: &App, challenge: &Challenge, envelope: Envelope<'_>) -> Result<Letter, DeliveryError> {
    let mut tx = app.store.begin().await?;
    sign_in::note_link(&mut tx, &challenge.id, app.clock.now()).await?;
    tx.commit().await?;
    let page = format!("{}{}", app.config.public_origin(), local_address("/panel/link", challenge.language));
    let mut address: Url = page.parse().map_err(|_| DeliveryError::NoCode)?;
    address.set_fragment(Some(&link_of(&app.config.secret, &challenge.id)));
    Ok(SignInLink { envelope, link: &address, minutes: LOCKOUT.minutes }.letter()?)
}
