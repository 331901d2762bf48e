//! The webhook of eSIM Access. Its events are unsigned and none is believed: an event only makes the server read the
//! order.

use serde::Deserialize;

/// The fields that we read from a webhook event.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// The kind of event.
    #[serde(rename = "notifyType")]
    pub kind: String,
    /// The same id in every repetition of the event.
    #[serde(rename = "notifyId")]
    pub id: Option<String>,
    /// The order that it is about.
    #[serde(default)]
    pub content: Content,
}

/// The order of a webhook event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Content {
    /// The supplier's order number.
    pub order_no: Option<String>,
    /// Our reference of the order.
    pub transaction_id: Option<String>,
}

impl Event {
    /// Parses a body; `None` when it is not a webhook event.
    #[must_use]
    pub fn parse(body: &[u8]) -> Option<Self> {
        serde_json::from_slice(body).ok()
    }

    /// Whether it reports a change of an order, for which a delivery may be waiting.
    #[must_use]
    pub fn concerns_order(&self) -> bool {
        self.kind == "ORDER_STATUS"
    }

    /// Whether the supplier only checks that the shop answers.
    #[must_use]
    pub fn is_health_check(&self) -> bool {
        self.kind == "CHECK_HEALTH"
    }
}
