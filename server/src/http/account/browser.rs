//! What a browser brings to an account: the cookie of its challenge, the token of its session, and what device it is.

use axum::http::HeaderMap;
use axum::http::header::USER_AGENT;
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use onefare_core::device::System;
use time::Duration;

/// As long as a session at most lasts; the server ends it earlier by its own clock.
const SESSION_LIFE: Duration = Duration::days(30);

/// As long as a code lives.
const CHALLENGE_LIFE: Duration = Duration::minutes(10);

/// Characters of both values; anything else was not made by us.
const LENGTH: usize = 64;

/// A cookie of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The token of the session.
    Session,
    /// What binds a code to the browser that asked for it.
    Challenge,
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
        }
    }

    /// The value this browser sent, if it is one of ours.
    #[must_use]
    pub fn value(self, headers: &HeaderMap, https: bool) -> Option<String> {
        let jar = CookieJar::from_headers(headers);
        let value = jar.get(self.name(https))?.value();
        (value.len() == LENGTH && value.bytes().all(|byte| byte.is_ascii_hexdigit())).then(|| value.to_owned())
    }

    /// The cookie that keeps a value. `Lax`, because a mailed link and the way back from a payment lead here from elsewhere.
    #[must_use]
    pub fn cookie(self, value: String, https: bool) -> Cookie<'static> {
        let life = match self {
            Self::Session => SESSION_LIFE,
            Self::Challenge => CHALLENGE_LIFE,
        };
        self.with(value, life, https)
    }

    /// The cookie that takes it away.
    #[must_use]
    pub fn gone(self, https: bool) -> Cookie<'static> {
        self.with(String::new(), Duration::ZERO, https)
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

/// The device in a word that pages translate, guessed from the user agent, which is not stored.
#[must_use]
pub fn device(headers: &HeaderMap) -> &'static str {
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
