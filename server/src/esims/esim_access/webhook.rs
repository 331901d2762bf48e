//! The webhook of eSIM Access. It is not signed and nothing in it is believed: it is a reason to ask.

use serde::Deserialize;

/// A webhook event, as far as it is read.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// What it is about.
    #[serde(rename = "notifyType")]
    pub kind: String,
    /// The same for a repeat.
    #[serde(rename = "notifyId")]
    pub id: Option<String>,
    /// Which order it is about.
    #[serde(default)]
    pub content: Content,
}

/// The order of a webhook event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Content {
    /// The supplier's number of it.
    pub order_no: Option<String>,
    /// Our reference of it.
    pub transaction_id: Option<String>,
}

impl Event {
    /// Reads a body; `None` when it is no webhook event.
    #[must_use]
    pub fn parse(body: &[u8]) -> Option<Self> {
        serde_json::from_slice(body).ok()
    }

    /// Whether something happened to an order whose delivery may wait for it.
    #[must_use]
    pub fn concerns_order(&self) -> bool {
        self.kind == "ORDER_STATUS"
    }

    /// Whether it only tries whether the shop answers.
    #[must_use]
    pub fn is_health_check(&self) -> bool {
        self.kind == "CHECK_HEALTH"
    }
}
