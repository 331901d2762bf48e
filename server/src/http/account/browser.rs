//! What a browser sends to an account: the cookie of its challenge, the token of its session, the token that marks it
//! as trusted, and its kind of device.

use axum::http::HeaderMap;
use axum::http::header::USER_AGENT;
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use chrono::TimeDelta;
use onefare_core::device::System;
use onefare_core::otp::lockout::LOCKOUT;
use time::Duration;

use crate::flows::account::session::{ABSOLUTE, Begun, Browser};
use crate::flows::account::trusted_device;

/// Characters of each value; the server made no other value.
const LENGTH: usize = 64;

/// A cookie of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The token of the session.
    Session,
    /// Binds a code to the browser that requested it.
    Challenge,
    /// Marks this browser as trusted, because the account's owner signed in here before.
    Trusted,
}

impl Kept {
    /// Its name. Over TLS the prefix makes browsers refuse it from any other host or path.
    #[must_use]
    pub const fn name(self, https: bool) -> &'static str {
        match (self, https) {
            (Self::Session, true) => "__Host-session",
            (Self::Session, false) => "session",
            (Self::Challenge, true) => "__Host-sign-in",
            (Self::Challenge, false) => "sign-in",
            (Self::Trusted, true) => "__Host-device",
            (Self::Trusted, false) => "device",
        }
    }

    /// The value that this browser sent, if it has the form of ours.
    #[must_use]
    pub fn value(self, headers: &HeaderMap, https: bool) -> Option<String> {
        let jar = CookieJar::from_headers(headers);
        let value = jar.get(self.name(https))?.value();
        (value.len() == LENGTH && value.bytes().all(|byte| byte.is_ascii_hexdigit())).then(|| value.to_owned())
    }

    /// The cookie that stores a value. `Lax`, because a mailed link and the return from a payment lead here from
    /// another site.
    #[must_use]
    pub fn cookie(self, value: String, https: bool) -> Cookie<'static> {
        self.with(value, Duration::seconds(self.life().num_seconds()), https)
    }

    /// How long the browser keeps it: as long as the server accepts it at most.
    fn life(self) -> TimeDelta {
        match self {
            Self::Session => ABSOLUTE,
            Self::Challenge => TimeDelta::minutes(LOCKOUT.minutes.into()),
            Self::Trusted => trusted_device::KEPT,
        }
    }

    /// The cookie that removes it.
    #[must_use]
    pub fn gone(self, https: bool) -> Cookie<'static> {
        self.with(String::new(), Duration::ZERO, https)
    }

    /// The cookies of a new session; the challenge is over.
    pub fn begun(begun: Begun, https: bool) -> CookieJar {
        CookieJar::new()
            .add(Self::Session.cookie(begun.session, https))
            .add(Self::Trusted.cookie(begun.trusted, https))
            .add(Self::Challenge.gone(https))
    }

    /// Removes every cookie of an account from this browser.
    pub fn all_gone(https: bool) -> CookieJar {
        [Self::Session, Self::Challenge, Self::Trusted]
            .into_iter()
            .fold(CookieJar::new(), |jar, kept| jar.add(kept.gone(https)))
    }

    fn with(self, value: String, life: Duration, https: bool) -> Cookie<'static> {
        Cookie::build((self.name(https), value))
            .path("/")
            .http_only(true)
            .secure(https)
            .same_site(SameSite::Lax)
            .max_age(life)
            .build()
    }
}

/// The cookies that a request carries.
#[derive(Clone, Debug)]
pub struct Brought {
    challenge: Option<String>,
    session: Option<String>,
    trusted: Option<String>,
    device: &'static str,
}

impl Brought {
    /// The cookies of a request.
    #[must_use]
    pub fn by(headers: &HeaderMap, https: bool) -> Self {
        let value = |kept: Kept| kept.value(headers, https);
        let [challenge, session, trusted] = [Kept::Challenge, Kept::Session, Kept::Trusted].map(value);
        Self { challenge, session, trusted, device: device(headers) }
    }

    /// The same for the flows.
    #[must_use]
    pub fn browser(&self) -> Browser<'_> {
        let Self { challenge, session, trusted, device } = self;
        Browser { challenge: challenge.as_deref(), session: session.as_deref(), trusted: trusted.as_deref(), device }
    }
}

/// The kind of device as a word that pages translate, guessed from the user agent, which is not stored.
fn device(headers: &HeaderMap) -> &'static str {
    let agent = headers.get(USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    match System::of_user_agent(agent) {
        System::Ios => "ios",
        System::Android => "android",
        System::WindowsPhone => "other",
        System::Other if agent.contains("Windows") => "windows",
        System::Other if agent.contains("Macintosh") => "macos",
        System::Other if agent.contains("Linux") => "linux",
        System::Other => "other",
    }
}
