//! Typing one's own address to confirm what cannot be undone.

use super::{check, trimmed};
use crate::problem::Problem;

/// Checks that what was typed is an address, and of the same mailbox as the account's.
///
/// ```
/// use onefare_core::{email::confirmation::check_confirmation, problem::Problem};
/// assert_eq!(check_confirmation("amal@example.com", " AMAL@example.com "), Ok(()));
/// assert_eq!(check_confirmation("amal@example.com", "sara@example.com"), Err(Problem::EmailOfAnother));
/// ```
///
/// # Errors
/// As [`check`]; [`Problem::EmailOfAnother`] for any other mailbox.
pub fn check_confirmation(account: &str, typed: &str) -> Result<(), Problem> {
    if check(typed)?.eq_ignore_ascii_case(trimmed(account)) { Ok(()) } else { Err(Problem::EmailOfAnother) }
}
