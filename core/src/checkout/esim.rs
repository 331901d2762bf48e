//! Whether the order of an eSIM plan may be placed: the request's fields (specification 2, sections 3, 5 and 7).

use serde::{Deserialize, Serialize};
use validator::Validate as _;

use super::Checkout;
use crate::bundle::CURRENCIES;
use crate::campaign::code_of;
use crate::currency::Currency;
use crate::email::Email;
use crate::language::Language;
use crate::plan_id::StructuredData;
use crate::plan_id::parse_id;
use crate::problem::Problem;
use crate::safe_url::local_path;
use crate::wire::esim::EsimPaymentRequest;
use crate::wire::subscription::FbParams;

/// How an eSIM plan is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PaymentMethod {
    /// By card.
    Card,
    /// By iDEAL, which takes euros only.
    Ideal,
}

impl PaymentMethod {
    /// The word of the request.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::Ideal => "ideal",
        }
    }

    /// The currency that is meant when none is named.
    #[must_use]
    pub const fn usual_currency(self) -> Currency {
        match self {
            Self::Card => Currency::Usd,
            Self::Ideal => Currency::Eur,
        }
    }

    /// Whether a plan can be paid so in a currency.
    fn takes(self, currency: Currency) -> bool {
        match self {
            Self::Card => CURRENCIES.contains(&currency),
            Self::Ideal => currency == Currency::Eur,
        }
    }
}

/// An eSIM payment request whose every field has been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EsimCheckout {
    /// Where the eSIM and the receipt go.
    pub email: Email,
    /// The chosen plan, not yet looked up; its bundle is the one the request names.
    pub plan: StructuredData,
    /// How it is paid for.
    pub method: PaymentMethod,
    /// The discount code as it was sent, trimmed, not yet looked up.
    pub code: Option<String>,
    /// The currency to charge.
    pub currency: Currency,
    /// Cents the page showed as due now.
    pub expected_amount: Option<i64>,
    /// Whether the buyer asks for another of the same plan.
    pub buy_another: bool,
    /// Language of the page; `None` means the sender did not say.
    pub language: Option<Language>,
    /// The page that sold the plan.
    pub return_to: Option<String>,
    /// Advertising parameters, untrusted.
    pub fb_params: Option<FbParams>,
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
            code: request.discount_code.as_deref().and_then(code_of).map(str::to_owned),
            currency,
            expected_amount: request.expected_amount,
            buy_another: request.buy_another.unwrap_or_default(),
            language: request.language,
            return_to: request.return_to.as_deref().and_then(local_path),
            fb_params: request.fb_params.and_then(FbParams::kept),
        })
    }
}

impl From<EsimCheckout> for Checkout {
    /// The fields that every checkout has; the plan's name stands where the other shop has its plan. Nothing renews, and
    /// these pages take no affiliate reference along.
    fn from(read: EsimCheckout) -> Self {
        Self {
            email: read.email,
            product_id: read.plan.to_string(),
            code: read.code,
            currency: Some(read.currency),
            expected_amount: read.expected_amount,
            expected_renewal: None,
            buy_another: read.buy_another,
            language: read.language,
            return_to: read.return_to,
            im_ref: None,
            fb_params: read.fb_params,
        }
    }
}
