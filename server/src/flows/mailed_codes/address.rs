//! The two codes of a request for another address of an account, one mailed to each address.

use chrono::{DateTime, Utc};
use onefare_core::otp::Otp;
use onefare_core::otp::lockout::LOCKOUT;

use super::secrets::code_for;
use crate::app::App;
use crate::store::account_email_changes::AccountEmailChange;

/// Which of the two addresses a code is mailed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The address that the account has.
    Old,
    /// The address that it is to have.
    New,
}

/// The code of a request for one of its addresses.
#[must_use]
pub fn code(app: &App, change: &AccountEmailChange, side: Side) -> Option<Otp> {
    let purpose = match side {
        Side::Old => "account-email-old",
        Side::New => "account-email-new",
    };
    code_for(&app.config.secret, purpose, &change.id)
}

/// Whether the codes of a request can still be typed.
#[must_use]
pub fn is_open(change: &AccountEmailChange, now: DateTime<Utc>) -> bool {
    change.ended_at.is_none() && !LOCKOUT.is_expired(change.created_at, now)
}
