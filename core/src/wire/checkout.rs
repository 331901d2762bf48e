//! Reads the requests of checkouts into what the rules work on, each field once.

use validator::{Validate as _, ValidationErrors, ValidationErrorsKind};

use super::esim::EsimPaymentRequest;
use super::subscription::CheckoutLinkRequest;
use crate::attribution::{FbParams, MAX_REFERENCE};
use crate::campaign::Campaign;
use crate::checkout::{Checkout, EsimCheckout, PaymentMethod};
use crate::currency::Currency;
use crate::email::Email;
use crate::link::local_path;
use crate::plan_id::{StructuredData, parse_id};
use crate::problem::Problem;

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
            campaign: request.code.as_deref().map(Campaign::parse).unwrap_or_default(),
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

impl EsimCheckout {
    /// Reads a request that came to the call of `method`.
    ///
    /// # Errors
    /// The first problem in the order a shopper would meet them: e-mail, bundle (none: [`Problem::BundleIdRequired`],
    /// no number: [`Problem::BundleNotFound`]), plan (none: [`Problem::CheckoutDataMissing`], not one of this bundle:
    /// [`Problem::CheckoutDataInvalid`]), currency ([`Problem::UnsupportedCurrency`],
    /// [`Problem::CurrencyNotTaken`]), then everything else, another
    /// method's word included ([`Problem::BadRequest`]).
    pub fn read(request: EsimPaymentRequest, method: PaymentMethod) -> Result<Self, Problem> {
        let errors = request.validate().err();
        let email = Email::parse(&request.email)?;
        let bundle_id = request.bundle_id.trim();
        if bundle_id.is_empty() {
            return Err(Problem::BundleIdRequired);
        }
        let bundle_id = parse_id(bundle_id).ok_or(Problem::BundleNotFound)?;
        let plan = request.structured_data.trim();
        if plan.is_empty() {
            return Err(Problem::CheckoutDataMissing);
        }
        let plan = StructuredData::parse(plan).filter(|plan| plan.bundle_id() == bundle_id);
        let plan = plan.ok_or(Problem::CheckoutDataInvalid)?;
        let currency = match request.currency.as_deref().map(str::trim) {
            None | Some("") => method.usual_currency(),
            Some(code) => {
                let currency = Currency::parse_offered(code).ok_or(Problem::UnsupportedCurrency)?;
                if method.takes(currency) { currency } else { return Err(Problem::CurrencyNotTaken) }
            }
        };
        let word = request.payment_method.trim();
        if errors.is_some() || !(word.is_empty() || word.eq_ignore_ascii_case(method.code())) {
            return Err(Problem::BadRequest);
        }
        Ok(Self {
            email,
            plan,
            method,
            campaign: request.discount_code.as_deref().map(Campaign::parse).unwrap_or_default(),
            currency,
            expected_amount: request.expected_amount,
            buy_another: request.buy_another.unwrap_or_default(),
            language: request.language,
            return_to: request.return_to.as_deref().and_then(local_path),
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
