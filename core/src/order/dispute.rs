//! Disputes: a cardholder has the bank take a charge back. What a dispute's status at the payment provider means for the
//! payment, and which event of the payment follows when it changes.

mod fraud_refund;

use crate::order::PaymentEvent;

pub use fraud_refund::{FraudRefundLimits, NotLimits};

/// How a dispute stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DisputeStanding {
    /// The bank asks about a charge; the money stays with the shop until a dispute is opened.
    Inquiry,
    /// The bank holds the money and decides.
    Open,
    /// Decided for the shop: the money is back.
    Won,
    /// Decided for the cardholder: the money is gone.
    Lost,
    /// Over without a decision: an inquiry that led to no dispute, or a dispute that a refund prevented.
    Closed,
}

impl DisputeStanding {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Inquiry, Self::Open, Self::Won, Self::Lost, Self::Closed];

    /// The word that is stored.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Inquiry => "inquiry",
            Self::Open => "open",
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Closed => "closed",
        }
    }

    /// The meaning of a status of Stripe's (<https://docs.stripe.com/api/disputes/object#dispute_object-status>). `None`: the
    /// status is unknown.
    #[must_use]
    pub fn of_stripe(status: &str) -> Option<Self> {
        Some(match status {
            "warning_needs_response" | "warning_under_review" => Self::Inquiry,
            "needs_response" | "under_review" => Self::Open,
            "won" => Self::Won,
            "lost" => Self::Lost,
            "warning_closed" | "prevented" => Self::Closed,
            _ => return None,
        })
    }

    /// Whether the bank has not decided yet.
    #[must_use]
    pub const fn is_undecided(self) -> bool {
        matches!(self, Self::Inquiry | Self::Open)
    }

    /// Whether the disputed money is not the shop's: a refund now would pay the buyer twice.
    #[must_use]
    pub const fn takes_money(self) -> bool {
        matches!(self, Self::Open | Self::Lost)
    }

    /// What happens to the disputed payment when a dispute that stood as `known`, or was unknown, stands like this.
    ///
    /// ```
    /// use onefare_core::order::dispute::DisputeStanding::{Inquiry, Lost, Open, Won};
    /// use onefare_core::order::PaymentEvent;
    /// assert_eq!(Inquiry.event_after(None), None);
    /// assert_eq!(Open.event_after(Some(Inquiry)), Some(PaymentEvent::DisputeOpened));
    /// assert_eq!(Won.event_after(Some(Open)), Some(PaymentEvent::DisputeWon));
    /// assert_eq!(Lost.event_after(None), Some(PaymentEvent::DisputeLost)); // every earlier event was lost
    /// assert_eq!(Open.event_after(Some(Open)), None); // a repeat
    /// ```
    #[must_use]
    pub const fn event_after(self, known: Option<Self>) -> Option<PaymentEvent> {
        match (known, self) {
            // What a lost dispute ended stays ended, also when the bank decides anew.
            (Some(Self::Lost), _) | (Some(Self::Open), Self::Open) => None,
            (_, Self::Open) => Some(PaymentEvent::DisputeOpened),
            (_, Self::Lost) => Some(PaymentEvent::DisputeLost),
            (Some(Self::Open), Self::Inquiry | Self::Won | Self::Closed) => Some(PaymentEvent::DisputeWon),
            (_, Self::Inquiry | Self::Won | Self::Closed) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_status_of_the_provider_has_a_meaning() {
        let all = [
            ("warning_needs_response", "inquiry"),
            ("warning_under_review", "inquiry"),
            ("warning_closed", "closed"),
            ("needs_response", "open"),
            ("under_review", "open"),
            ("won", "won"),
            ("lost", "lost"),
            ("prevented", "closed"),
        ];
        for (status, code) in all {
            assert_eq!(DisputeStanding::of_stripe(status).map(DisputeStanding::code), Some(code), "{status}");
        }
        assert_eq!(DisputeStanding::of_stripe("charge_refunded"), None);
    }

    #[test]
    fn a_payment_is_opened_and_decided_once_however_many_events_are_lost() {
        for first in DisputeStanding::ALL {
            for second in DisputeStanding::ALL {
                let events = [first.event_after(None), second.event_after(Some(first))];
                let opened = events.iter().filter(|event| **event == Some(PaymentEvent::DisputeOpened)).count();
                let lost = events.iter().filter(|event| **event == Some(PaymentEvent::DisputeLost)).count();
                assert!(opened <= 1 && lost <= 1, "{first:?} {second:?}");
                assert_eq!(second.event_after(Some(second)), None, "a repeat of {second:?}");
                // The payment is in dispute exactly while the dispute is open.
                let is_held = events.iter().flatten().last() == Some(&PaymentEvent::DisputeOpened);
                assert_eq!(is_held, second == DisputeStanding::Open && first != DisputeStanding::Lost);
            }
        }
    }
}
