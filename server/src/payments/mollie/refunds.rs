//! The fields that we read from Mollie's refunds.

use std::fmt;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::Value;

use super::answers::{Amount, Mode};
use crate::payments::open_enum::open_enum_text;

/// A refund.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Refund {
    /// Mollie's id, `re_…`.
    pub id: String,
    /// The payment it refunds.
    pub payment_id: String,
    /// Whether real money moves.
    pub mode: Mode,
    /// Its status.
    pub status: RefundStatus,
    /// The amount to refund.
    pub amount: Amount,
    /// When it was created.
    #[serde(default)]
    pub created_at: Option<DateTime<Utc>>,
    #[serde(default)]
    metadata: Value,
}

/// The status of a refund.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefundStatus {
    /// Waits until our balance covers it.
    Queued,
    /// The bank gets it next.
    Pending,
    /// The bank has it.
    Processing,
    /// The buyer has it.
    Refunded,
    /// The bank returned it.
    Failed,
    /// Cancelled before it was sent.
    Canceled,
    /// A value this version does not know.
    #[serde(untagged)]
    Other(String),
}

/// A page of refunds.
#[derive(Deserialize)]
pub(super) struct RefundList {
    #[serde(rename = "_embedded")]
    pub(super) embedded: Refunds,
}

#[derive(Deserialize)]
pub(super) struct Refunds {
    pub(super) refunds: Vec<Refund>,
}

impl Refund {
    /// One of our ids from the metadata.
    #[must_use]
    pub fn metadata(&self, key: &str) -> Option<&str> {
        self.metadata.get(key)?.as_str()
    }
}

impl fmt::Debug for Refund {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Refund")
            .field("status", &self.status)
            .field("amount", &self.amount)
            .field("mode", &self.mode)
            .finish_non_exhaustive()
    }
}

open_enum_text!(RefundStatus {
    Queued => "queued",
    Pending => "pending",
    Processing => "processing",
    Refunded => "refunded",
    Failed => "failed",
    Canceled => "canceled",
});
