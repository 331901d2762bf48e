//! The page that tells a buyer what a payment has come to.

use serde::Serialize;

use super::{Provider, Reading};
use crate::quote::Product;

/// The page that shows a buyer the outcome of a payment. Pending pages ask again and never say "failed".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ResultPage {
    /// Local path, without a language prefix.
    pub path: &'static str,
    /// Query parameter that names the payment: `session_id` or `hash`.
    pub key: &'static str,
    /// Value of the query parameter `payment_method`, where the page has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment_method: Option<&'static str>,
}

impl ResultPage {
    /// The page of an outcome (specification 1, sections 2.8 to 2.11; specification 2, section 2).
    ///
    /// A contradiction needs attention and is shown as pending. Mollie's payers return to the page that waits, because
    /// Mollie's redirect does not state the outcome.
    ///
    /// ```
    /// use onefare_core::payment::{Failure, Provider, Reading, ResultPage};
    /// use onefare_core::quote::Product;
    /// let page = ResultPage::of(Provider::Mollie, Product::Refill, Reading::Failed(Failure::Canceled));
    /// assert_eq!(page.address("k1"), "/esim/callback-failed?hash=k1&payment_method=mollie");
    /// ```
    #[must_use]
    pub const fn of(provider: Provider, product: Product, reading: Reading) -> Self {
        let failed = matches!(reading, Reading::Failed(_));
        match (product, provider) {
            (Product::Refill, provider) => Self {
                path: if failed { "/esim/callback-failed" } else { "/esim/callback-success" },
                key: "hash",
                payment_method: Some(match provider {
                    Provider::Stripe => "card",
                    Provider::Mollie => "mollie",
                }),
            },
            (_, Provider::Stripe) => Self {
                path: if failed { "/payment-failed" } else { "/payment-success" },
                key: "session_id",
                payment_method: None,
            },
            (_, Provider::Mollie) => Self {
                path: match reading {
                    Reading::Paid => "/callback-success-mollie",
                    Reading::Failed(_) => "/callback-cancel-mollie",
                    Reading::Pending(_) | Reading::Contradiction => "/payment-status",
                },
                key: "hash",
                payment_method: None,
            },
        }
    }

    /// The address for a payment's key: our payment hash, or the placeholder that the provider replaces with its
    /// session id. The key must need no encoding.
    #[must_use]
    pub fn address(self, key: &str) -> String {
        let method = self.payment_method.map_or_else(String::new, |method| format!("&payment_method={method}"));
        format!("{}?{}={key}{method}", self.path, self.key)
    }
}
