//! Confirming an irreversible action by typing the account's address.

use super::{check, trimmed};
use crate::problem::Problem;

/// Checks that the typed text is an address, and of the same mailbox as the account's.
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
