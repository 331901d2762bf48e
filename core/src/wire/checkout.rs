//! Reads the requests of checkouts into the types that the rules take, each field once.

use validator::{Validate as _, ValidationErrors, ValidationErrorsKind};

use super::deal::DealCheckoutRequest;
use super::esim::EsimPaymentRequest;
use super::subscription::{CheckoutLinkRequest, TermsAccepted};
use crate::attribution::{FbParams, MAX_REFERENCE};
use crate::campaign::Campaign;
use crate::checkout::{Checkout, DealCheckout, EsimCheckout, PaymentMethod};
use crate::currency::Currency;
use crate::email::{Email, Form, check_in};
use crate::esim_product_id::{StructuredData, parse_id};
use crate::payment::Provider;
use crate::problem::Problem;
use crate::safe_url::local_path;

impl Checkout {
    /// Reads a request. From a caller that names no price, the code alone requests the trial.
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
            campaign: campaign_of(request.code.as_deref(), request.expected_amount, Offered::Trial),
            accepted_terms: request.accepted_trial_terms.as_ref().and_then(TermsAccepted::version).map(str::to_owned),
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

impl DealCheckout {
    /// Reads a request to the call of `provider`. Only a payment by card begins a trial: when the page showed nothing
    /// due today, or the request names no price but accepts the terms of a trial.
    ///
    /// # Errors
    /// As [`Checkout::read`], with the e-mail sentences of the deal page.
    pub fn read(request: DealCheckoutRequest, provider: Provider) -> Result<Self, Problem> {
        check_in(Form::Deal, &request.email)?;
        let (selected, package) = (request.selected_package.text(), request.package.text());
        let unpriced = if request.accepted_trial_terms.is_some() { Offered::Trial } else { Offered::Product };
        let campaign = match provider {
            Provider::Stripe => campaign_of(request.code.as_deref(), request.expected_amount, unpriced),
            Provider::Mollie => campaign_of(request.code.as_deref(), None, Offered::Product),
        };
        let checkout = Checkout { campaign, ..Checkout::read(request.into())? };
        Ok(Self { checkout, selected, package, provider })
    }
}

impl EsimCheckout {
    /// Reads a request to the call of `method`.
    ///
    /// # Errors
    /// The first problem in the order a shopper would meet them: e-mail, bundle (none: [`Problem::BundleIdRequired`],
    /// no number: [`Problem::BundleNotFound`]), plan (none: [`Problem::CheckoutDataMissing`], not one of this bundle:
    /// [`Problem::CheckoutDataInvalid`]), currency ([`Problem::UnsupportedCurrency`], [`Problem::CurrencyNotTaken`]),
    /// then everything else, another method in `payment_method` included ([`Problem::BadRequest`]).
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
            campaign: campaign_of(request.discount_code.as_deref(), None, Offered::Product),
            currency,
            expected_amount: request.expected_amount,
            buy_another: request.buy_another.unwrap_or_default(),
            language: request.language,
            return_to: request.return_to.as_deref().and_then(local_path),
            fb_params: request.fb_params.and_then(FbParams::kept),
        })
    }
}

/// The offer that the page of a checkout made under the code `trial`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Offered {
    Trial,
    /// The product, with that word in the page's address.
    Product,
}

/// The campaign of a code, given the amount that the page showed as due now. With the code `trial`, a page that showed
/// nothing due today offered the trial, and one that showed a price offered the product, whatever either costs by now;
/// on the product `trial` is no discount. `unpriced` decides for a call that names no amount.
fn campaign_of(code: Option<&str>, shown: Option<i64>, unpriced: Offered) -> Campaign {
    let of_amount = |shown| if shown == 0 { Offered::Trial } else { Offered::Product };
    match code.map(Campaign::parse).unwrap_or_default() {
        Campaign::Trial if shown.map_or(unpriced, of_amount) == Offered::Product => Campaign::None,
        campaign => campaign,
    }
}

/// The problem of failed field checks: the first in the order a shopper would meet them.
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
