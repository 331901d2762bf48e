//! The customer portal: Stripe's own page on which a customer changes the card of a subscription and finds its invoices.

use core::fmt;

use onefare_core::language::Language;
use serde::{Deserialize, Serialize};

use super::requests::locale;

/// Body of `POST /v1/billing_portal/sessions`. The account decides what the page offers: by the named configuration, or
/// by its default one, which an operator may change in the dashboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CreatePortalSession {
    customer: String,
    locale: &'static str,
    return_url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    configuration: Option<String>,
}

/// The page of one visit; only these fields are read.
#[derive(Clone, PartialEq, Eq, Deserialize)]
pub struct PortalSession {
    /// Stripe's id, `bps_…`.
    pub id: String,
    /// The customer, `cus_…`.
    pub customer: String,
    /// Whether real money moves.
    pub livemode: bool,
    /// Its URL. It opens for anyone who has it, for some minutes.
    pub url: String,
}

impl CreatePortalSession {
    /// The page of a customer in a language, with a link back to `return_url`.
    #[must_use]
    pub fn new(customer: &str, return_url: &str, language: Language) -> Self {
        let (customer, return_url) = (customer.to_owned(), return_url.to_owned());
        Self { customer, locale: locale(language), return_url, configuration: None }
    }

    /// The same, with what a configuration of the account offers, `bpc_…`.
    #[must_use]
    pub fn offering(self, configuration: Option<&str>) -> Self {
        Self { configuration: configuration.map(str::to_owned), ..self }
    }

    /// The customer of the page.
    #[must_use]
    pub fn customer(&self) -> &str {
        &self.customer
    }
}

impl fmt::Debug for PortalSession {
    /// Hides the URL.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("PortalSession").field("id", &self.id).finish_non_exhaustive()
    }
}
