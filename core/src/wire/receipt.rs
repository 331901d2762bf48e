//! `/api/account/orders/{number}/receipt`: the price of an order and its refunds.

use serde::{Deserialize, Serialize};

use crate::quote::PriceLine;

/// Answer of `GET /api/account/orders/{number}/receipt`. Every amount comes from the quote that was charged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccountReceipt {
    /// Number of the order.
    pub number: String,
    /// What was bought.
    pub product: String,
    /// The e-mail address of the order.
    pub email: String,
    /// The day of the payment, or of the trial's beginning.
    pub paid_on: String,
    /// The payment method.
    pub paid_with: PaidWith,
    /// The derivation of the price, from the price of the term to the amount charged, which is the last line.
    pub lines: Vec<PriceLine>,
    /// The discount code that lowered the price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Whether the payment provider has invoices of later terms.
    pub has_invoices: bool,
    /// The refunds, earliest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refunds: Vec<ReceiptRefund>,
}

/// A payment method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum PaidWith {
    /// By card.
    Card,
    /// By iDEAL or Wero.
    Ideal,
}

/// A refund.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReceiptRefund {
    /// Its amount, as text.
    pub amount: String,
    /// Its day, as text.
    pub on: String,
}
