//! One rule for every e-mail field, in the browser and on the server.
//!
//! The rule is the one browsers use for `type=email` (WHATWG HTML), narrowed to what can be mailed safely: a dot in
//! the domain, at most 254 characters, ASCII only (internationalised domains as `xn--`). [`query`] reads addresses out
//! of a page's own address, [`hint`] suggests the one that was probably meant.

use core::fmt;
use std::borrow::Cow;

use sha2::{Digest as _, Sha256};
use validator::ValidationError;

use crate::problem::Problem;
use crate::typed_text::is_space;

pub mod confirmation;
pub mod correction;
pub mod hint;
pub mod query;

/// Longest address that fits a mail envelope (RFC 5321, path limit 256 less the angle brackets).
pub const MAX_LENGTH: usize = 254;

/// A checked address. Its `Debug` form is masked, so that it is safe to log.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Email(String);

impl Email {
    /// Trims and checks what a person typed.
    ///
    /// ```
    /// use onefare_core::{email::Email, problem::Problem};
    /// assert_eq!(Email::parse(" amal@example.com ").unwrap().as_str(), "amal@example.com");
    /// assert_eq!(Email::parse("  "), Err(Problem::EmailRequired));
    /// assert_eq!(Email::parse("amal@example"), Err(Problem::EmailInvalid));
    /// ```
    ///
    /// # Errors
    /// [`Problem::EmailRequired`] when nothing is left after trimming, [`Problem::EmailInvalid`] otherwise.
    pub fn parse(input: &str) -> Result<Self, Problem> {
        check(input).map(|address| Self(address.to_owned()))
    }

    /// The address as it was typed, trimmed.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The form under which two addresses are the same mailbox: ASCII lower case. Dots and plus parts stay, because
    /// only the mail host knows whether they matter.
    #[must_use]
    pub fn canonical(&self) -> String {
        self.0.to_ascii_lowercase()
    }

    /// First character, stars, domain: for logs and for strangers who hold an order's link.
    #[must_use]
    pub fn masked(&self) -> String {
        let (local, domain) = self.0.split_once('@').unwrap_or((&self.0, ""));
        let first = local.chars().next().map_or_else(String::new, String::from);
        format!("{first}***@{domain}")
    }

    /// SHA-256 of the canonical form, 64 lower-case hexadecimal digits: what events carry after consent instead of the
    /// address (specification 1, section 7). It is still personal data, because anyone who has the address can compute
    /// it.
    ///
    /// ```
    /// use onefare_core::email::Email;
    /// let email = Email::parse(" Amal@Example.com ").unwrap();
    /// assert_eq!(email.digest(), "0655accc38208ab762d6622dcd47ea6871f5ac43bbdf0f5fda135893a909835d");
    /// ```
    #[must_use]
    pub fn digest(&self) -> String {
        hex::encode(Sha256::digest(self.canonical()))
    }
}

impl fmt::Debug for Email {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Email({})", self.masked())
    }
}

/// Checks what a person typed and returns it trimmed, without copying it.
///
/// # Errors
/// As [`Email::parse`].
pub fn check(input: &str) -> Result<&str, Problem> {
    let address = trimmed(input);
    if address.is_empty() {
        return Err(Problem::EmailRequired);
    }
    let (local, domain) = address.split_once('@').ok_or(Problem::EmailInvalid)?;
    let valid = address.len() <= MAX_LENGTH && is_local(local.as_bytes()) && is_domain(domain.as_bytes());
    if valid { Ok(address) } else { Err(Problem::EmailInvalid) }
}

/// Which form an address was typed into: the rule is the same everywhere, the sentences are not (specification 1,
/// section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Buy, sale, partner and trial page, eSIM checkout, wizard: an empty field has a sentence of its own.
    Purchase,
    /// The dialog of the deal page: one sentence for an empty field and an invalid address.
    Deal,
    /// The sign-in form: an empty field has a sentence of its own, worded differently.
    SignIn,
}

/// [`check`] with the sentences of one form.
///
/// ```
/// use onefare_core::{email::{Form, check_in}, problem::Problem};
/// assert_eq!(check_in(Form::SignIn, " "), Err(Problem::EmailAddressRequired));
/// assert_eq!(check_in(Form::Deal, " "), Err(Problem::EmailAddressInvalid));
/// assert_eq!(check_in(Form::Deal, " amal@example.com "), Ok("amal@example.com"));
/// ```
///
/// # Errors
/// As [`Email::parse`] for [`Form::Purchase`]; [`Problem::EmailAddressRequired`] and [`Problem::EmailAddressInvalid`]
/// for the others.
pub fn check_in(form: Form, input: &str) -> Result<&str, Problem> {
    check(input).map_err(|problem| match (form, problem) {
        (Form::Purchase, _) => problem,
        (Form::SignIn, Problem::EmailRequired) => Problem::EmailAddressRequired,
        (Form::SignIn | Form::Deal, _) => Problem::EmailAddressInvalid,
    })
}

/// [`check`] with the signature that the `validator` derive expects; the error's code is the problem's code.
///
/// # Errors
/// As [`Email::parse`].
pub fn validate_field(input: &str) -> Result<(), ValidationError> {
    check(input).map(drop).map_err(|problem| ValidationError {
        code: Cow::Borrowed(problem.code()),
        message: None,
        params: Default::default(),
    })
}

/// The text without [`is_space`] characters at its ends. Most texts have none, as their first and last byte show.
fn trimmed(input: &str) -> &str {
    match input.as_bytes() {
        [first, .., last] if first.is_ascii_graphic() && last.is_ascii_graphic() => input,
        _ => input.trim_matches(is_space),
    }
}

/// The local part: printable ASCII of the WHATWG rule; no dot at either end and no two in a row, which no mail host
/// accepts without quotes; at most 64 characters (RFC 5321). One pass, because it runs on every keystroke.
fn is_local(local: &[u8]) -> bool {
    let mut last = b'.';
    for byte in local {
        let in_order = match byte {
            b'.' => last != b'.',
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => true,
            other => b"!#$%&'*+/=?^_`{|}~-".contains(other),
        };
        if !in_order {
            return false;
        }
        last = *byte;
    }
    last != b'.' && local.len() <= 64
}

/// The domain: at least two labels of letters, digits and inner hyphens, 63 characters each; the last is not a number.
fn is_domain(domain: &[u8]) -> bool {
    // `length` and `has_letter` describe the label so far; a label begins after a dot.
    let (mut last, mut length, mut has_letter, mut has_dot) = (b'.', 0_u32, false, false);
    for byte in domain {
        match byte {
            b'.' | b'-' if last == b'.' => return false,
            b'.' if last == b'-' || length > 63 => return false,
            b'.' => (length, has_letter, has_dot) = (0, false, true),
            b'a'..=b'z' | b'A'..=b'Z' => (length, has_letter) = (length.saturating_add(1), true),
            b'0'..=b'9' | b'-' => length = length.saturating_add(1),
            _ => return false,
        }
        last = *byte;
    }
    has_dot && has_letter && length <= 63 && last != b'.' && last != b'-'
}
