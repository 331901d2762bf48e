//! Whether an order may be placed: the request's fields, and the amount the page showed.

mod esim;

use validator::{Validate as _, ValidationErrors, ValidationErrorsKind};

use crate::campaign::code_of;
use crate::currency::Currency;
use crate::email::Email;
use crate::language::Language;
use crate::problem::Problem;
use crate::quote::Quote;
use crate::safe_url::local_path;
use crate::wire::subscription::{CheckoutLinkRequest, FbParams, MAX_REFERENCE};

pub use esim::{EsimCheckout, PaymentMethod};

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
    /// Minor units the page showed as the next charge.
    pub expected_renewal: Option<i64>,
    /// Whether the buyer asks for another of the same product shortly after a purchase.
    pub buy_another: bool,
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
            expected_renewal: request.expected_renewal,
            buy_another: false,
            language: request.language,
            return_to: request.return_to.as_deref().and_then(local_path),
            im_ref: request.im_ref.filter(|reference| reference.chars().count() <= MAX_REFERENCE),
            fb_params: request.fb_params.and_then(FbParams::kept),
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

/// Picks the quote to charge: the one whose figures the page showed.
///
/// `amount` is what the page showed as due now, `renewal` what it showed as the next charge, both in minor units; what
/// is absent is not compared. `current` is the quote now; `graced` is the quote with a code that ended less than ten
/// minutes ago, if there is one. A page that showed the code's price is held to it during that time, and a page that
/// already showed the normal price is held to that. Where both fit the buyer gets the better one: the one that costs less
/// now, or that costs the same now, as two trials do, and less later.
///
/// # Errors
/// [`Problem::PriceChanged`] when the page showed neither; so does a renewal where nothing renews.
pub fn agreed<'quote>(
    amount: Option<i64>,
    renewal: Option<i64>,
    current: &'quote Quote,
    graced: Option<&'quote Quote>,
) -> Result<&'quote Quote, Problem> {
    let fits = |quote: &Quote| {
        amount.is_none_or(|shown| shown == quote.due_now) && renewal.is_none_or(|shown| Some(shown) == quote.renewal)
    };
    let cost = |quote: &Quote| (quote.due_now, quote.renewal);
    let (current, graced) = (Some(current).filter(|quote| fits(quote)), graced.filter(|quote| fits(quote)));
    match (current, graced) {
        (Some(current), Some(graced)) if cost(graced) < cost(current) => Ok(graced),
        (Some(fitting), _) | (None, Some(fitting)) => Ok(fitting),
        (None, None) => Err(Problem::PriceChanged),
    }
}
