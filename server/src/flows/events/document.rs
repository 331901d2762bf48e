//! What the receiver of events gets: a JSON of our own, described in `docs/OPERATING.md`.

use chrono::SecondsFormat;
use onefare_core::attribution::FbParams;
use serde::Serialize;

use crate::store::events::Event;
use crate::store::orders::Order;

/// One event. It names no person: an e-mail address leaves only as the core's digest, and only after consent.
#[derive(Debug, Serialize)]
pub struct Document<'a> {
    id: &'a str,
    name: &'static str,
    occurred_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    event_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    product_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    currency: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    amount: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    email_sha256: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    im_ref: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fb_params: Option<&'a FbParams>,
}

impl<'a> Document<'a> {
    /// Of an event that a page reported.
    #[must_use]
    pub fn of_page(event: &'a Event) -> Self {
        Self {
            id: &event.id,
            name: event.kind.word(),
            occurred_at: event.created_at.to_rfc3339_opts(SecondsFormat::Secs, true),
            event_id: Some(&event.event_id),
            page: event.page.as_deref(),
            product_id: event.product_id.as_deref(),
            currency: event.currency.map(|currency| currency.code()),
            amount: event.amount,
            email_sha256: None,
            im_ref: None,
            fb_params: None,
        }
    }

    /// Of a purchase: what the order's quote charged, 0 for a trial.
    #[must_use]
    pub fn of_purchase(event: &'a Event, order: &'a Order) -> Self {
        let occurred_at = order.paid_at.unwrap_or(event.created_at);
        Self {
            occurred_at: occurred_at.to_rfc3339_opts(SecondsFormat::Secs, true),
            event_id: event.fb_params.as_ref().and_then(|params| params.purchase_event_id.as_deref()),
            product_id: Some(&order.quote.product_id),
            currency: Some(order.quote.currency.code()),
            amount: Some(order.quote.due_now),
            email_sha256: Some(order.email.digest()),
            im_ref: order.im_ref.as_deref(),
            fb_params: event.fb_params.as_ref(),
            ..Self::of_page(event)
        }
    }
}
