//! `/api/account/orders/{number}/receipt`: what an order cost, and what of it went back.

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
    /// The address it was bought with.
    pub email: String,
    /// The day it was paid, or the trial begun.
    pub paid_on: String,
    /// How it was paid.
    pub paid_with: PaidWith,
    /// How the price was made: from the price of the term to what was charged, which is the last line.
    pub lines: Vec<PriceLine>,
    /// The code that took something off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Whether later terms have invoices of their own with the payment provider.
    pub has_invoices: bool,
    /// What went back, earliest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refunds: Vec<ReceiptRefund>,
}

/// How an order was paid.
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

/// Money that went back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReceiptRefund {
    /// How much.
    pub amount: String,
    /// The day it went back.
    pub on: String,
}
