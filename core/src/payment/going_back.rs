//! Money that goes back: what a provider's figures and words about refunds and disputes mean for a payment.

use crate::order::PaymentEvent;

/// What the sum of all refunds of a payment means, both in minor units of its currency; `None` while nothing went back.
/// Providers tell the sum so far, so that a repeated notice says the same.
///
/// ```
/// use onefare_core::order::PaymentEvent;
/// use onefare_core::payment::refund_event;
/// assert_eq!(refund_event(14_999, 0), None);
/// assert_eq!(refund_event(14_999, 14_998), Some(PaymentEvent::RefundedInPart));
/// assert_eq!(refund_event(14_999, 14_999), Some(PaymentEvent::Refunded));
/// ```
#[must_use]
pub const fn refund_event(charged: i64, refunded: i64) -> Option<PaymentEvent> {
    if refunded <= 0 {
        None
    } else if refunded < charged {
        Some(PaymentEvent::RefundedInPart)
    } else {
        Some(PaymentEvent::Refunded)
    }
}

/// What Stripe's `status` of a dispute means; `None` for an inquiry and a dispute that was prevented, which take no
/// money, and for a word we do not know. An appeal leaves a lost dispute lost. The dispute is read again at every
/// notice, so that the word is the newest and not that of a notice that came late.
///
/// ```
/// use onefare_core::order::PaymentEvent;
/// use onefare_core::payment::dispute_event;
/// assert_eq!(dispute_event("needs_response"), Some(PaymentEvent::DisputeOpened));
/// assert_eq!(dispute_event("warning_needs_response"), None);
/// ```
#[must_use]
pub fn dispute_event(status: &str) -> Option<PaymentEvent> {
    match status {
        "needs_response" | "under_review" => Some(PaymentEvent::DisputeOpened),
        "won" => Some(PaymentEvent::DisputeWon),
        "lost" | "appeal_needs_response" | "appeal_under_review" => Some(PaymentEvent::DisputeLost),
        _ => None,
    }
}
