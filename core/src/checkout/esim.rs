//! The request of an eSIM checkout (specification 2, sections 3, 5 and 7).

use serde::{Deserialize, Serialize};

use super::Checkout;
use crate::attribution::FbParams;
use crate::bundle::CURRENCIES;
use crate::campaign::Campaign;
use crate::currency::Currency;
use crate::email::Email;
use crate::esim_product_id::StructuredData;
use crate::language::Language;

/// The payment method of an eSIM plan.
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

    /// The currency of a request that names none.
    #[must_use]
    pub const fn usual_currency(self) -> Currency {
        match self {
            Self::Card => Currency::Usd,
            Self::Ideal => Currency::Eur,
        }
    }

    /// Whether the method takes a currency.
    pub(crate) fn takes(self, currency: Currency) -> bool {
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
    /// The payment method.
    pub method: PaymentMethod,
    /// The discount code, not yet looked up.
    pub campaign: Campaign,
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

impl From<EsimCheckout> for Checkout {
    /// The fields that every checkout has; the plan's name in orders takes the place of the VPN shop's plan. Nothing
    /// renews, and these pages send no affiliate reference.
    fn from(read: EsimCheckout) -> Self {
        Self {
            email: read.email,
            product_id: read.plan.to_string(),
            campaign: read.campaign,
            accepted_terms: None,
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
