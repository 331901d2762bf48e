//! [`onefare_core::problem`] and [`onefare_core::notice`]: pages translate codes, so no sentence is ever shipped.

#[cfg(feature = "proof")]
use onefare_core::notice::Notice;
use onefare_core::problem::Problem;
use wasm_bindgen::prelude::wasm_bindgen;

/// Codes of what pages refuse by themselves. JavaScript has the texts in a list of its own and only a number crosses:
/// to make a text of bytes takes a browser longer than to check an address.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug)]
pub enum ProblemCode {
    /// [`Problem::EmailRequired`].
    EmailRequired = "email_required",
    /// [`Problem::EmailInvalid`].
    EmailInvalid = "email_invalid",
    /// [`Problem::EmailAddressRequired`].
    EmailAddressRequired = "email_address_required",
    /// [`Problem::EmailAddressInvalid`].
    EmailAddressInvalid = "email_address_invalid",
    /// [`Problem::CheckoutDataMissing`].
    CheckoutDataMissing = "checkout_data_missing",
    /// [`Problem::CheckoutDataInvalid`].
    CheckoutDataInvalid = "checkout_data_invalid",
    /// Anything else.
    SomethingWrong = "something_wrong",
}

impl From<Problem> for ProblemCode {
    fn from(problem: Problem) -> Self {
        match problem {
            Problem::EmailRequired => Self::EmailRequired,
            Problem::EmailInvalid => Self::EmailInvalid,
            Problem::EmailAddressRequired => Self::EmailAddressRequired,
            Problem::EmailAddressInvalid => Self::EmailAddressInvalid,
            Problem::CheckoutDataMissing => Self::CheckoutDataMissing,
            Problem::CheckoutDataInvalid => Self::CheckoutDataInvalid,
            // What is not on the list is refused all the same, and the vectors of its rule fail.
            _ => Self::SomethingWrong,
        }
    }
}

/// The English sentence of a problem; `undefined` for what is no code.
#[cfg(feature = "proof")]
#[wasm_bindgen]
#[must_use]
pub fn problem_message(code: &str) -> Option<String> {
    Problem::parse(code).map(|problem| problem.message().to_owned())
}

/// The request field a problem is about.
#[cfg(feature = "proof")]
#[wasm_bindgen]
#[must_use]
pub fn problem_field(code: &str) -> Option<String> {
    Problem::parse(code).and_then(Problem::field).map(str::to_owned)
}

/// The English text of a notice; `undefined` for what is no code.
#[cfg(feature = "proof")]
#[wasm_bindgen]
#[must_use]
pub fn notice_message(code: &str) -> Option<String> {
    Notice::parse(code).map(|notice| notice.message().to_owned())
}
