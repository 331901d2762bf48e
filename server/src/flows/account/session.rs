//! Sessions: a random token in the browser, its digest in the store. It ends after a day without use, after thirty days
//! in any case, when its owner signs out there, and when they sign out everywhere.

use core::fmt;

use chrono::{DateTime, TimeDelta, Utc};

use crate::app::App;
use crate::flows::account::trusted_device;
use crate::ids::{digest, new_id, new_token};
use crate::store::{Connection, StoreError, Tx, sessions, sign_in, trusted_devices};

pub use crate::store::sessions::Session;

/// A session unused for this long has ended.
pub const IDLE: TimeDelta = TimeDelta::hours(24);

/// A session has ended this long after it began, used or not.
pub const ABSOLUTE: TimeDelta = TimeDelta::days(30);

/// Use is recorded at most this often, so that reading the panel seldom writes.
const NOTED_EVERY: TimeDelta = TimeDelta::minutes(5);

/// What the browser sent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Browser<'a> {
    /// The cookie of its challenge.
    pub challenge: Option<&'a str>,
    /// The token of the session that it has already.
    pub session: Option<&'a str>,
    /// The token by which it is trusted.
    pub trusted: Option<&'a str>,
    /// The device, in a word.
    pub device: &'a str,
}

/// What a browser stores once a session has begun.
#[derive(Clone, PartialEq, Eq)]
pub struct Begun {
    /// The token of the session.
    pub session: String,
    /// The token by which the browser is trusted from now on.
    pub trusted: String,
}

impl fmt::Debug for Begun {
    /// Without the tokens.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Begun").finish_non_exhaustive()
    }
}

/// Begins a session that replaces the one the browser came with, and trusts the browser.
///
/// # Errors
/// The database.
pub async fn begin(
    conn: &mut Connection,
    email_canonical: &str,
    browser: Browser<'_>,
    now: DateTime<Utc>,
) -> Result<Begun, StoreError> {
    sessions::forget_before(conn, now - ABSOLUTE).await?;
    if let Some(earlier) = browser.session {
        sessions::end(conn, &digest(earlier)).await?;
    }
    let token = new_token();
    let session = Session {
        id: new_id("ses"),
        email_canonical: email_canonical.to_owned(),
        device: browser.device.to_owned(),
        created_at: now,
        seen_at: now,
    };
    sessions::insert(conn, &digest(&token), &session).await?;
    let trusted = trusted_device::trust(conn, browser.trusted, email_canonical, now).await?;
    Ok(Begun { session: token, trusted })
}

/// The session with a token, if it has not ended.
///
/// # Errors
/// The database.
pub async fn current(app: &App, token: &str) -> Result<Option<Session>, StoreError> {
    let now = app.clock.now();
    let found = sessions::by_token(&mut *app.store.read().await?, &digest(token)).await?;
    let Some(session) = found.filter(|session| !has_ended(session, now)) else { return Ok(None) };
    if now - session.seen_at >= NOTED_EVERY {
        let mut tx = app.store.begin().await?;
        sessions::touch(&mut tx, &session.id, now).await?;
        tx.commit().await?;
    }
    Ok(Some(session))
}

/// Ends the session with a token.
///
/// # Errors
/// The database.
pub async fn sign_out(app: &App, token: &str) -> Result<(), StoreError> {
    let mut tx = app.store.begin().await?;
    sessions::end(&mut tx, &digest(token)).await?;
    tx.commit().await
}

/// Ends every session of an account.
///
/// # Errors
/// The database.
pub async fn sign_out_everywhere(app: &App, email_canonical: &str) -> Result<(), StoreError> {
    let mut tx = app.store.begin().await?;
    end_all(&mut tx, email_canonical, app.clock.now()).await?;
    tx.commit().await
}

/// Ends every session of an account, and every sign-in that has begun, so that a code which a thief requested earlier
/// no longer works. No device is trusted any more. Wrong codes stay counted, because the owner proves nothing by
/// leaving.
///
/// # Errors
/// The database.
pub async fn end_all(tx: &mut Tx, email_canonical: &str, now: DateTime<Utc>) -> Result<(), StoreError> {
    sessions::end_all(tx, email_canonical).await?;
    trusted_devices::end_all(tx, email_canonical).await?;
    sign_in::end_challenges(tx, email_canonical, now).await
}

/// The sessions of an account that have not ended, newest first.
///
/// # Errors
/// The database.
pub async fn all(app: &App, email_canonical: &str) -> Result<Vec<Session>, StoreError> {
    let now = app.clock.now();
    sessions::of_account(&mut *app.store.read().await?, email_canonical, now - ABSOLUTE, now - IDLE).await
}

fn has_ended(session: &Session, now: DateTime<Utc>) -> bool {
    now - session.seen_at >= IDLE || now - session.created_at >= ABSOLUTE
}
