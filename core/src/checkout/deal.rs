//! The request of a deal checkout (specification 1, sections 2.6 and 3).

use super::Checkout;
use crate::payment::Provider;

/// A request of the deal page whose every field has been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealCheckout {
    /// The fields that every checkout has.
    pub checkout: Checkout,
    /// The deal, by its package id; [`crate::deal::chosen`] looks it up.
    pub selected: String,
    /// The deal again, or blank.
    pub package: String,
    /// The provider of the call.
    pub provider: Provider,
}
