//! [`onefare_core::email`].

#[cfg(feature = "proof")]
use onefare_core::email::Email;
use onefare_core::email::check;
use wasm_bindgen::prelude::wasm_bindgen;

/// The problem code of an e-mail text, such as `email_invalid`; `undefined` when the address can be used.
#[wasm_bindgen]
#[must_use]
pub fn check_email(text: &str) -> Option<String> {
    check(text).err().map(|problem| problem.code().to_owned())
}

/// The form under which two addresses are the same mailbox; `undefined` for what is no address.
#[cfg(feature = "proof")]
#[wasm_bindgen]
#[must_use]
pub fn email_canonical(text: &str) -> Option<String> {
    Email::parse(text).ok().map(|email| email.canonical())
}

/// The form for logs and strangers; `undefined` for what is no address.
#[cfg(feature = "proof")]
#[wasm_bindgen]
#[must_use]
pub fn email_masked(text: &str) -> Option<String> {
    Email::parse(text).ok().map(|email| email.masked())
}
