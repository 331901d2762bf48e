//! Messages that are no refusals: the confirmations of signing in, and a suggestion beside the e-mail field.
//!
//! Pages translate by code, as they do with problems (`web/src/i18n/<language>/problems.json`).

/// A short text that is no refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Message {
    /// A sign-in code is on its way.
    OtpSent,
    /// Another sign-in code is on its way.
    OtpResent,
    /// Signed in.
    SignedIn,
    /// The typed address has a likely slip ([`crate::email::hint`]); the slot `{address}` takes the corrected one.
    EmailHint,
}

impl Message {
    /// Every message.
    pub const ALL: [Self; 4] = [Self::OtpSent, Self::OtpResent, Self::SignedIn, Self::EmailHint];

    /// The stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::OtpSent => "otp_sent",
            Self::OtpResent => "otp_resent",
            Self::SignedIn => "signed_in",
            Self::EmailHint => "email_hint",
        }
    }

    /// The English text: the specification's (specification 1, section 8), except for the suggestion, which is ours.
    ///
    /// ```
    /// assert_eq!(onefare_core::message::Message::SignedIn.text(), "Login successful!");
    /// ```
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::OtpSent => "OTP sent to your email",
            Self::OtpResent => "OTP resent to your email",
            Self::SignedIn => "Login successful!",
            Self::EmailHint => "Did you mean {address}?",
        }
    }

    /// Finds a message by its code.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|message| message.code() == code)
    }
}
