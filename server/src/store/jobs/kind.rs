//! What jobs do, and the lane in which each of them runs.

use onefare_core::payment::Provider;
use onefare_core::quote::Product;

use super::Lane;

/// What a job does. The provider or the maker beside it only decides the lane: the flow is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JobKind {
    /// Deliver a paid order. Subject: the order's id.
    DeliverOrder(Maker),
    /// Return the eSIM of a refunded order to its supplier. Subject: the order's id.
    GiveBackEsim,
    /// Import what the supplier of eSIMs sells, at its current costs. Subject: the supplier.
    ImportBundles,
    /// Send the letters about a subject that wait. Subject: its id, as in [`letters`](crate::store::letters).
    SendLetter,
    /// Settle a payment that a webhook event names. Subject: the payment's id.
    SettlePayment(Provider),
    /// Recheck an open payment in the background. Subject: the payment's id.
    RecheckPayment(Provider),
    /// Expire a hosted page that must not be paid any more. Subject: the payment's id.
    ExpirePage(Provider),
    /// Refund money through the provider, and follow it until it arrives. Subject: the refund's id.
    RefundPayment(Provider),
    /// Look for refunds of a payment that others made at the provider. Subject: the payment's id.
    SeeRefunds(Provider),
    /// Refund a charge that came after a cancellation. Subject: the late charge's id.
    RefundLateCharge,
    /// Refund a later charge, as an operator decided. Subject: the refund's id.
    RefundCharge,
    /// End the page of a payment that keeps a use of a limited code for too long. Subject: the payment's id.
    EndHold,
    /// Delete orders that were never paid. Subject: `orders`.
    ForgetUnpaid,
    /// Have Stripe end a subscription when its current term does. Subject: the order's id.
    CancelRenewal,
    /// Have Stripe renew a subscription after all that was to end. Subject: the order's id.
    ResumeRenewal,
    /// Have Stripe renew a subscription as another plan. Subject: the order's id.
    ChangePlan,
    /// Read a subscription at Stripe, and judge what it has charged. Subject: the order's id.
    ReadSubscription,
    /// Read a dispute at Stripe, and act on it. Subject: Stripe's id of the dispute.
    ReadDispute,
    /// Read an early fraud warning at Stripe, and act on it. Subject: Stripe's id of the warning.
    ReadFraudWarning,
    /// Read the chargebacks of a payment at Mollie, and act on them. Subject: the payment's id.
    ReadChargebacks,
    /// Suspend the eSIM of an order in dispute at its supplier, or end the suspension. Subject: the order's id.
    SuspendEsim,
    /// Find the subscriptions to read. Subject: `subscriptions`.
    SweepSubscriptions,
    /// Bring the entitlement of an account up to date. Subject: the account's id.
    UpdateEntitlement,
    /// Push the entitlement of an account to the receiver. Subject: the account's id.
    PushEntitlement,
    /// Find what the entitlements lack. Subject: `entitlements`.
    SweepEntitlements,
    /// Forward an event of a visitor who agreed to it. Subject: the event's id.
    ForwardEvent,
    /// Cancel the renewal of an order whose buyer withdraws. Subject: the order's id, or one that no order has.
    FinishWithdrawal,
    /// End what still renews of a deleted account, and forget its address. Subject: the deletion's id.
    FinishDeletion,
}

/// The system that makes what a paid order gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Maker {
    /// The shop makes subscriptions, with nothing but its own database.
    Shop,
    /// The supplier makes eSIMs.
    Supplier,
}

impl Maker {
    /// The system that makes that product.
    #[must_use]
    pub const fn of(product: Product) -> Self {
        match product {
            Product::Refill => Self::Supplier,
            Product::Plan | Product::Trial | Product::Deal => Self::Shop,
        }
    }
}

impl JobKind {
    /// Every kind, once for each lane in which it runs.
    pub const ALL: [Self; 34] = [
        Self::DeliverOrder(Maker::Shop),
        Self::DeliverOrder(Maker::Supplier),
        Self::GiveBackEsim,
        Self::ImportBundles,
        Self::SendLetter,
        Self::SettlePayment(Provider::Stripe),
        Self::SettlePayment(Provider::Mollie),
        Self::RecheckPayment(Provider::Stripe),
        Self::RecheckPayment(Provider::Mollie),
        Self::ExpirePage(Provider::Stripe),
        Self::ExpirePage(Provider::Mollie),
        Self::RefundPayment(Provider::Stripe),
        Self::RefundPayment(Provider::Mollie),
        Self::SeeRefunds(Provider::Stripe),
        Self::SeeRefunds(Provider::Mollie),
        Self::RefundLateCharge,
        Self::RefundCharge,
        Self::EndHold,
        Self::ForgetUnpaid,
        Self::CancelRenewal,
        Self::ResumeRenewal,
        Self::ChangePlan,
        Self::ReadSubscription,
        Self::ReadDispute,
        Self::ReadFraudWarning,
        Self::ReadChargebacks,
        Self::SuspendEsim,
        Self::SweepSubscriptions,
        Self::UpdateEntitlement,
        Self::PushEntitlement,
        Self::SweepEntitlements,
        Self::ForwardEvent,
        Self::FinishWithdrawal,
        Self::FinishDeletion,
    ];

    /// The kinds that run again and again, enqueued at every start: their jobs are never done.
    pub const STANDING: [Self; 4] =
        [Self::ForgetUnpaid, Self::ImportBundles, Self::SweepEntitlements, Self::SweepSubscriptions];

    /// The lane it runs in.
    #[must_use]
    pub const fn lane(self) -> Lane {
        match self {
            Self::DeliverOrder(Maker::Shop)
            | Self::EndHold
            | Self::ForgetUnpaid
            | Self::SweepSubscriptions
            | Self::FinishWithdrawal
            | Self::FinishDeletion => Lane::Own,
            Self::SettlePayment(provider) | Self::RefundPayment(provider) | Self::SeeRefunds(provider) => {
                Lane::Payments(provider)
            }
            Self::RefundLateCharge
            | Self::RefundCharge
            | Self::CancelRenewal
            | Self::ResumeRenewal
            | Self::ChangePlan
            | Self::ReadSubscription
            | Self::ReadDispute
            | Self::ReadFraudWarning => Lane::Payments(Provider::Stripe),
            Self::ReadChargebacks => Lane::Payments(Provider::Mollie),
            Self::ExpirePage(provider) => Lane::Expiries(provider),
            Self::RecheckPayment(provider) => Lane::Rechecks(provider),
            Self::DeliverOrder(Maker::Supplier) | Self::GiveBackEsim | Self::SuspendEsim | Self::ImportBundles => {
                Lane::Esims
            }
            Self::SendLetter => Lane::Letters,
            Self::UpdateEntitlement | Self::SweepEntitlements => Lane::Entitlements,
            Self::PushEntitlement => Lane::EntitlementReceiver,
            Self::ForwardEvent => Lane::Events,
        }
    }

    /// The word the database stores, whatever the lane.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::DeliverOrder(_) => "deliver_order",
            Self::GiveBackEsim => "give_back_esim",
            Self::ImportBundles => "import_bundles",
            Self::SendLetter => "send_letter",
            Self::SettlePayment(_) => "settle_payment",
            Self::RecheckPayment(_) => "recheck_payment",
            Self::ExpirePage(_) => "expire_page",
            Self::RefundPayment(_) => "refund_payment",
            Self::SeeRefunds(_) => "see_refunds",
            Self::RefundLateCharge => "refund_late_charge",
            Self::RefundCharge => "refund_charge",
            Self::EndHold => "end_hold",
            Self::ForgetUnpaid => "forget_unpaid",
            Self::CancelRenewal => "cancel_renewal",
            Self::ResumeRenewal => "resume_renewal",
            Self::ChangePlan => "change_plan",
            Self::ReadSubscription => "read_subscription",
            Self::ReadDispute => "read_dispute",
            Self::ReadFraudWarning => "read_fraud_warning",
            Self::ReadChargebacks => "read_chargebacks",
            Self::SuspendEsim => "suspend_esim",
            Self::SweepSubscriptions => "sweep_subscriptions",
            Self::UpdateEntitlement => "update_entitlement",
            Self::PushEntitlement => "push_entitlement",
            Self::SweepEntitlements => "sweep_entitlements",
            Self::ForwardEvent => "forward_event",
            Self::FinishWithdrawal => "finish_withdrawal",
            Self::FinishDeletion => "finish_deletion",
        }
    }

    /// Reads the stored word; the lane says which provider or maker is meant. A newer or older server may run the kind
    /// in another lane: its jobs wait there, and are run all the same.
    #[must_use]
    pub fn parse(word: &str, lane: Lane) -> Option<Self> {
        let mut kinds = Self::ALL.into_iter().filter(|kind| kind.word() == word);
        kinds.clone().find(|kind| kind.lane() == lane).or_else(|| kinds.next())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_read_from_its_word_and_lane() {
        for kind in JobKind::ALL {
            assert_eq!(JobKind::parse(kind.word(), kind.lane()), Some(kind));
            assert!(Lane::ALL.contains(&kind.lane()), "{kind:?}");
        }
        for lane in Lane::ALL {
            assert_eq!(JobKind::parse("send_letter", lane), Some(JobKind::SendLetter), "{lane:?}");
            assert_eq!(JobKind::parse("of_a_newer_server", lane), None);
        }
    }

    #[test]
    fn what_was_paid_waits_for_no_page_that_nobody_pays() {
        for provider in Provider::ALL {
            let paid = [JobKind::SettlePayment, JobKind::RefundPayment, JobKind::SeeRefunds];
            assert!(paid.into_iter().all(|kind| kind(provider).lane() == Lane::Payments(provider)), "{provider:?}");
            assert_eq!(JobKind::ExpirePage(provider).lane(), Lane::Expiries(provider));
            assert_eq!(JobKind::RecheckPayment(provider).lane(), Lane::Rechecks(provider));
        }
    }
}
