//! [`onefare_core::problem`]: pages translate codes, so no sentence is ever shipped.

use onefare_core::problem::Problem;
use wasm_bindgen::prelude::wasm_bindgen;

/// Codes of the problems with which pages refuse by themselves. JavaScript has the texts in a list of its own and only
/// a number crosses: decoding a text takes a browser longer than checking an address.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug)]
pub enum ProblemCode {
    /// [`Problem::EmailRequired`].
    EmailRequired = "email_required",
    /// [`Problem::EmailInvalid`].
    EmailInvalid = "email_invalid",
    /// [`Problem::EmailOfAnother`].
    EmailOfAnother = "email_of_another",
    /// [`Problem::EmailUnchanged`].
    EmailUnchanged = "email_unchanged",
    /// [`Problem::EmailAddressRequired`].
    EmailAddressRequired = "email_address_required",
    /// [`Problem::EmailAddressInvalid`].
    EmailAddressInvalid = "email_address_invalid",
    /// [`Problem::CheckoutDataMissing`].
    CheckoutDataMissing = "checkout_data_missing",
    /// [`Problem::CheckoutDataInvalid`].
    CheckoutDataInvalid = "checkout_data_invalid",
    /// [`Problem::DiscountCodeRequired`].
    DiscountCodeRequired = "discount_code_required",
    /// [`Problem::DiscountCodeInvalid`].
    DiscountCodeInvalid = "discount_code_invalid",
    /// [`Problem::DeviceRequired`].
    DeviceRequired = "device_required",
    /// [`Problem::ReasonsRequired`].
    ReasonsRequired = "reasons_required",
    /// [`Problem::BadRequest`].
    BadRequest = "bad_request",
    /// Anything else.
    SomethingWrong = "something_wrong",
}

impl From<Problem> for ProblemCode {
    fn from(problem: Problem) -> Self {
        match problem {
            Problem::EmailRequired => Self::EmailRequired,
            Problem::EmailInvalid => Self::EmailInvalid,
            Problem::EmailOfAnother => Self::EmailOfAnother,
            Problem::EmailUnchanged => Self::EmailUnchanged,
            Problem::EmailAddressRequired => Self::EmailAddressRequired,
            Problem::EmailAddressInvalid => Self::EmailAddressInvalid,
            Problem::CheckoutDataMissing => Self::CheckoutDataMissing,
            Problem::CheckoutDataInvalid => Self::CheckoutDataInvalid,
            Problem::DiscountCodeRequired => Self::DiscountCodeRequired,
            Problem::DiscountCodeInvalid => Self::DiscountCodeInvalid,
            Problem::DeviceRequired => Self::DeviceRequired,
            Problem::ReasonsRequired => Self::ReasonsRequired,
            Problem::BadRequest => Self::BadRequest,
            // A problem that is not on the list is still a refusal, and the vectors of its rule fail.
            _ => Self::SomethingWrong,
        }
    }
}
