//! Lanes: the queues of jobs, one for each outside system and priority there.

use onefare_core::payment::Provider;

/// The outside system that a job depends on, and the job's priority there. Every server has slots of its own for each
/// lane: a system that hangs delays only the jobs that need it, and money that moved never waits behind unpaid pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lane {
    /// No outside system, only our own database.
    Own,
    /// The provider, about money that moved: payments that a webhook event names, refunds, renewals.
    Payments(Provider),
    /// The provider, about hosted pages that must not be paid any more.
    Expiries(Provider),
    /// The provider, about open payments without a webhook event.
    Rechecks(Provider),
    /// The supplier of eSIMs.
    Esims,
    /// The mail server.
    Letters,
    /// The receiver of events.
    Events,
    /// No outside system: what accounts may use.
    Entitlements,
    /// The receiver of entitlements.
    EntitlementReceiver,
}

impl Lane {
    /// Every lane.
    pub const ALL: [Self; 12] = [
        Self::Own,
        Self::Payments(Provider::Stripe),
        Self::Expiries(Provider::Stripe),
        Self::Rechecks(Provider::Stripe),
        Self::Payments(Provider::Mollie),
        Self::Expiries(Provider::Mollie),
        Self::Rechecks(Provider::Mollie),
        Self::Esims,
        Self::Letters,
        Self::Events,
        Self::Entitlements,
        Self::EntitlementReceiver,
    ];

    /// The word the database stores.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::Payments(Provider::Stripe) => "stripe_payments",
            Self::Expiries(Provider::Stripe) => "stripe_expiries",
            Self::Rechecks(Provider::Stripe) => "stripe_rechecks",
            Self::Payments(Provider::Mollie) => "mollie_payments",
            Self::Expiries(Provider::Mollie) => "mollie_expiries",
            Self::Rechecks(Provider::Mollie) => "mollie_rechecks",
            Self::Esims => "esims",
            Self::Letters => "letters",
            Self::Events => "events",
            Self::Entitlements => "entitlements",
            Self::EntitlementReceiver => "entitlement_receiver",
        }
    }

    /// Reads the stored word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lane| lane.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lane_is_read_from_its_word() {
        assert!(Lane::ALL.into_iter().all(|lane| Lane::parse(lane.word()) == Some(lane)));
        assert_eq!(Lane::parse("of_a_newer_server"), None);
    }
}
