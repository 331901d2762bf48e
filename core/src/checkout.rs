//! Whether an order may be placed: the request's fields, and the amount the page showed.

use validator::{Validate as _, ValidationErrors, ValidationErrorsKind};

use crate::campaign::code_of;
use crate::currency::Currency;
use crate::email::Email;
use crate::language::Language;
use crate::link::local_path;
use crate::problem::Problem;
use crate::quote::Quote;
use crate::wire::subscription::{CheckoutLinkRequest, FbParams, MAX_REFERENCE};

/// A checkout request whose every field has been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkout {
    /// Where the receipt goes.
    pub email: Email,
    /// The chosen plan, not yet looked up.
    pub product_id: String,
    /// The discount code as it was sent, trimmed, not yet looked up.
    pub code: Option<String>,
    /// The currency the page showed; `None` means the default one.
    pub currency: Option<Currency>,
    /// Minor units the page showed as due now.
    pub expected_amount: Option<i64>,
    /// Language of the page; `None` means the sender did not say.
    pub language: Option<Language>,
    /// The page that sold the plan.
    pub return_to: Option<String>,
    /// Affiliate reference, untrusted.
    pub im_ref: Option<String>,
    /// Advertising parameters, untrusted.
    pub fb_params: Option<FbParams>,
}

impl Checkout {
    /// Reads a request.
    ///
    /// # Errors
    /// The first problem in the order a shopper would meet them: e-mail, plan, currency, then everything else.
    pub fn read(request: CheckoutLinkRequest) -> Result<Self, Problem> {
        if let Err(errors) = request.validate() {
            return Err(first_problem(&errors));
        }
        let email = Email::parse(&request.email)?;
        let currency = match request.currency.as_deref().map(str::trim) {
            None | Some("") => None,
            Some(code) => Some(Currency::parse_offered(code).ok_or(Problem::UnsupportedCurrency)?),
        };
        Ok(Self {
            email,
            product_id: request.selected_package,
            code: request.code.as_deref().and_then(code_of).map(str::to_owned),
            currency,
            expected_amount: request.expected_amount,
            language: request.language,
            return_to: request.return_to.as_deref().and_then(local_path),
            im_ref: request.im_ref.filter(|reference| reference.chars().count() <= MAX_REFERENCE),
            fb_params: request.fb_params.filter(|params| params.validate().is_ok()),
        })
    }
}

/// The problem a failed field check stands for.
fn first_problem(errors: &ValidationErrors) -> Problem {
    let fields = errors.errors();
    let code_of_field = |name: &str| match fields.get(name) {
        Some(ValidationErrorsKind::Field(list)) => list.first().map(|error| error.code.as_ref()),
        _ => None,
    };
    if let Some(problem) = code_of_field("email").and_then(Problem::parse) {
        return problem;
    }
    if fields.contains_key("selected_package") {
        return Problem::UnknownPackage;
    }
    if fields.contains_key("currency") {
        return Problem::UnsupportedCurrency;
    }
    Problem::BadRequest
}

/// Picks the quote to charge: the one whose amount the page showed.
///
/// `current` is the quote now; `graced` is the quote with a code that ended less than ten minutes ago, if there is
/// one. A page that showed the code's price is held to it during that time, and a page that already showed the
/// normal price is held to that. Without a figure the buyer gets the better one.
///
/// # Errors
/// [`Problem::PriceChanged`] when the page showed neither.
pub fn agreed<'quote>(
    expected_amount: Option<i64>,
    current: &'quote Quote,
    graced: Option<&'quote Quote>,
) -> Result<&'quote Quote, Problem> {
    let Some(expected) = expected_amount else {
        return Ok(graced.filter(|graced| graced.due_now < current.due_now).unwrap_or(current));
    };
    if current.due_now == expected {
        return Ok(current);
    }
    graced.filter(|graced| graced.due_now == expected).ok_or(Problem::PriceChanged)
}
