//! [`onefare_core::email`].

use onefare_core::email::confirmation::check_confirmation;
use onefare_core::email::correction::check_correction;
use onefare_core::email::{Form, check, check_in, query};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::problem::ProblemCode;

/// The problem code of an e-mail text, such as `email_invalid`; `undefined` when the address can be used.
#[wasm_bindgen]
#[must_use]
pub fn check_email(text: &str) -> Option<ProblemCode> {
    check(text).err().map(ProblemCode::from)
}

/// [`check_email`] with the sentences of the sign-in form.
#[wasm_bindgen]
#[must_use]
pub fn check_sign_in_email(text: &str) -> Option<ProblemCode> {
    check_in(Form::SignIn, text).err().map(ProblemCode::from)
}

/// [`check_email`] with the sentences of the deal page.
#[wasm_bindgen]
#[must_use]
pub fn check_deal_email(text: &str) -> Option<ProblemCode> {
    check_in(Form::Deal, text).err().map(ProblemCode::from)
}

/// [`check_email`] of an address that is to replace another one, which must be of another mailbox.
#[wasm_bindgen]
#[must_use]
pub fn check_email_correction(current: &str, typed: &str) -> Option<ProblemCode> {
    check_correction(current, typed).err().map(ProblemCode::from)
}

/// [`check_email`] of an address that is typed to confirm something, and must be the account's.
#[wasm_bindgen]
#[must_use]
pub fn check_email_confirmation(account: &str, typed: &str) -> Option<ProblemCode> {
    check_confirmation(account, typed).err().map(ProblemCode::from)
}

/// The text that the query of a purchase page puts into the e-mail field.
#[wasm_bindgen]
#[must_use]
pub fn email_prefill(query: &str) -> Option<String> {
    query::prefill(query)
}

/// The address that the query of the trial page puts into the e-mail field.
#[wasm_bindgen]
#[must_use]
pub fn email_trial_mail(query: &str) -> Option<String> {
    query::trial_mail(query)
}
