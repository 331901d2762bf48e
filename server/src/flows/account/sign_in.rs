//! Signing in by a mailed code, or by the mailed link that replaces it after too many wrong codes.
//!
//! An address without an account gets the same answers, after the same work: only the letter's job finds that there is
//! no account. A shop that is set to tell (`ONEFARE_LOGIN_UNKNOWN_EMAIL`) says so at once instead.

use chrono::{DateTime, Utc};
use onefare_core::email::Email;
use onefare_core::language::Language;
use onefare_core::otp::Otp;
use onefare_core::otp::lockout::{self, LOCKOUT, with_another_try};
use subtle::ConstantTimeEq as _;

use crate::app::App;
use crate::flows::account::letter_limits::{self, LetterRefused};
use crate::flows::account::session::{self, Begun, Browser};
use crate::flows::account::trusted_device;
use crate::flows::mailed_codes::secrets::{code_of, link_of};
use crate::flows::mailed_codes::wrong_codes::Counter;
use crate::flows::outbox::post_once;
use crate::ids::{digest, new_id, new_token};
use crate::limits::{Client, Wait};
use crate::store::letters::{LetterKind, NewLetter};
use crate::store::mailed_code_requests::KEPT;
use crate::store::sign_in::{self, Challenge, NewChallenge};
use crate::store::{StoreError, Tx, customers};

/// Why no code was sent.
#[derive(Debug, thiserror::Error)]
pub enum SendError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No account has that address, and the shop is set to say so.
    #[error("unknown address")]
    Unknown,
    /// Too often: how long to wait.
    #[error("too many letters were asked for")]
    TooOften(Wait),
}

impl From<LetterRefused> for SendError {
    fn from(refused: LetterRefused) -> Self {
        match refused {
            LetterRefused::Store(error) => Self::Store(error),
            LetterRefused::TooOften(wait) => Self::TooOften(wait),
        }
    }
}

/// Requests a letter with a code and returns the cookie that binds the code to this browser. The browser's earlier code
/// ends.
///
/// # Errors
/// See [`SendError`].
pub async fn send_code(
    app: &App,
    email: &Email,
    language: Language,
    client: &Client,
    browser: Browser<'_>,
) -> Result<String, SendError> {
    let (now, account) = (app.clock.now(), email.canonical());
    if app.config.sign_in.tells_unknown_email
        && customers::address(&mut *app.store.read().await?, &account).await?.is_none()
    {
        return Err(SendError::Unknown);
    }
    let mut tx = app.store.begin().await?;
    let device = trusted_device::of_browser(&mut tx, browser.trusted, &account, now).await?;
    letter_limits::take(app, &mut tx, &account, device.as_ref(), client, now).await?;
    sign_in::forget_before(&mut tx, now - KEPT).await?;
    let device_id = device.as_ref().map(|device| device.id.as_str());
    let earlier_failures = replace(&mut tx, browser.challenge, &account, device_id, now).await?;
    let (id, cookie) = (new_id("sic"), new_token());
    let new = NewChallenge {
        id: &id,
        browser: &digest(&cookie),
        email_canonical: &account,
        language,
        earlier_failures,
        device_id,
    };
    sign_in::insert(&mut tx, new, now).await?;
    post_once(&mut tx, NewLetter::of_account(LetterKind::SignIn, &id), now).await?;
    tx.commit().await?;
    app.wake.notify_one();
    Ok(cookie)
}

/// Ends the browser's challenge and returns the failures that this browser caused on the same account, when they count
/// against the same address or device.
async fn replace(
    tx: &mut Tx,
    cookie: Option<&str>,
    account: &str,
    device_id: Option<&str>,
    now: DateTime<Utc>,
) -> Result<u32, StoreError> {
    let Some(cookie) = cookie else { return Ok(0) };
    let Some(earlier) = sign_in::of_browser(tx, &digest(cookie)).await? else { return Ok(0) };
    let replaced = sign_in::end(tx, &earlier.id, now).await?;
    let carries = replaced && earlier.email_canonical == account && earlier.device_id.as_deref() == device_id;
    Ok(if carries { tries_of(&earlier) } else { 0 })
}

/// Whether the browser has a challenge whose code can still be typed. It tells nobody anything: every request for a code
/// makes one, with or without an account.
///
/// # Errors
/// The database.
pub async fn has_challenge(app: &App, browser: Browser<'_>) -> Result<bool, StoreError> {
    let Some(cookie) = browser.challenge else { return Ok(false) };
    let found = sign_in::of_browser(&mut *app.store.read().await?, &digest(cookie)).await?;
    let now = app.clock.now();
    Ok(found.is_some_and(|one| one.ended_at.is_none() && !LOCKOUT.is_expired(one.created_at, now)))
}

/// Whether the shop made this link, at any time: nobody can guess one.
#[must_use]
pub fn is_link_of_ours(app: &App, link: &str) -> bool {
    let id = link.split('.').next().unwrap_or_default();
    bool::from(link_of(&app.config.secret, id).as_bytes().ct_eq(link.as_bytes()))
}

/// Checks a code, and begins a session. `None` does not say why: wrong, used, too old, tried too often, requested in
/// another browser, or of an account that is locked or does not exist.
///
/// A wrong code that a trusted device requested counts against that device instead of the account, whose ten tries
/// strangers may have used up.
///
/// # Errors
/// The database.
pub async fn check_code(
    app: &App,
    email: &Email,
    typed: &str,
    browser: Browser<'_>,
) -> Result<Option<Begun>, StoreError> {
    let (now, account) = (app.clock.now(), email.canonical());
    let (Ok(typed), Some(cookie)) = (Otp::parse(typed), browser.challenge) else { return Ok(None) };
    // Counted and committed before the code is compared: concurrent guesses are each counted.
    let mut tx = app.store.begin().await?;
    let found = sign_in::lock_of_browser(&mut tx, &digest(cookie)).await?;
    let Some(challenge) = found.filter(|challenge| challenge.email_canonical == account) else { return Ok(None) };
    let device = trusted_device::of_browser(&mut tx, browser.trusted, &account, now).await?;
    let counter = Counter::of(&account, challenge.device_id.as_deref());
    if !counter.is_held_by(device.as_ref()) || !counter.count(&mut tx, as_counted(&challenge), now).await? {
        return Ok(None);
    }
    sign_in::set_tries(&mut tx, &challenge.id, with_another_try(challenge.tries)).await?;
    tx.commit().await?;
    let expected = code_of(&app.config.secret, &challenge.id);
    let is_right = expected.is_some_and(|code| bool::from(code.as_str().as_bytes().ct_eq(typed.as_str().as_bytes())));
    let known = customers::address(&mut *app.store.read().await?, &account).await?.is_some();
    if !(is_right && known) {
        tracing::info!(to = %email.masked(), "sign-in code refused");
        return Ok(None);
    }
    let mut tx = app.store.begin().await?;
    if !sign_in::end(&mut tx, &challenge.id, now).await? {
        return Ok(None);
    }
    // The right try was counted as a failure too. Failures of other browsers stay.
    let own = sign_in::by_id(&mut tx, &challenge.id).await?.map_or(0, |seen| tries_of(&seen));
    counter.forgive(&mut tx, own).await?;
    let begun = session::begin(&mut tx, &account, browser, now).await?;
    tx.commit().await?;
    tracing::info!(to = %email.masked(), "signed in by code");
    Ok(Some(begun))
}

/// A challenge as the limits count it.
fn as_counted(challenge: &Challenge) -> lockout::Challenge {
    let Challenge { created_at: sent_at, tries, ended_at, .. } = *challenge;
    lockout::Challenge { sent_at, tries, used: ended_at.is_some() }
}

/// The tries for which the browser of a challenge answers.
const fn tries_of(challenge: &Challenge) -> u32 {
    challenge.tries.saturating_add(challenge.earlier_failures)
}

/// Uses a mailed link, and begins a session. `None`: it is not one of ours, used, or too old, or its account is gone.
///
/// The account's failures stay: if a link gave strangers ten new guesses, an owner who signs in every day would give
/// them 3,650 a year.
///
/// # Errors
/// The database.
pub async fn use_link(app: &App, link: &str, browser: Browser<'_>) -> Result<Option<Begun>, StoreError> {
    let now = app.clock.now();
    let id = link.split('.').next().unwrap_or_default();
    if !is_link_of_ours(app, link) {
        return Ok(None);
    }
    let mut tx = app.store.begin().await?;
    let Some(challenge) = sign_in::by_id(&mut tx, id).await? else { return Ok(None) };
    let holds = challenge.link_sent_at.is_some_and(|sent_at| !LOCKOUT.is_expired(sent_at, now));
    if !holds
        || customers::address(&mut tx, &challenge.email_canonical).await?.is_none()
        || !sign_in::end(&mut tx, id, now).await?
    {
        return Ok(None);
    }
    let begun = session::begin(&mut tx, &challenge.email_canonical, browser, now).await?;
    tx.commit().await?;
    tracing::info!(challenge = id, "signed in by link");
    Ok(Some(begun))
}
