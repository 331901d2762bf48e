//! What jobs do, and whom each of them waits for.

use onefare_core::payment::Provider;
use onefare_core::quote::Product;

/// What a job does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JobKind {
    /// Give the buyer of a paid order what was bought, where that is ours to make. Subject: the order's id.
    DeliverOrder,
    /// Have the supplier make the eSIM of a paid order of data, and hand it over. Subject: the order's id.
    DeliverEsim,
    /// Give the eSIM of an order whose money went back to its supplier. Subject: the order's id.
    GiveBackEsim,
    /// Take over what the supplier of eSIMs sells and asks. Subject: the supplier.
    ImportBundles,
    /// Send the receipt of a delivered order. Subject: the order's id.
    SendLetter,
    /// Ask Stripe what became of a payment that a webhook event is about. Subject: the payment's id.
    SettlePayment,
    /// Ask Stripe, in the background, what became of an open payment. Subject: the payment's id.
    RecheckPayment,
    /// End a page of Stripe's that must not be paid any more. Subject: the payment's id.
    ExpireSession,
    /// Send the letters of an order once more that an operator asked for. Subject: the order's id.
    SendCopies,
    /// Send money back through Stripe, and see that it arrives. Subject: the refund's id.
    RefundPayment,
    /// Send the letter that tells of a refund. Subject: the refund's id.
    SendRefundLetter,
    /// Ask Mollie what became of a payment that a webhook event is about. Subject: the payment's id.
    SettleIdeal,
    /// Ask Mollie, in the background, what became of an open payment. Subject: the payment's id.
    RecheckIdeal,
    /// End a page of Mollie's that must not be paid any more. Subject: the payment's id.
    ExpireIdeal,
    /// Send money back through Mollie, and see that it arrives. Subject: the refund's id.
    RefundIdeal,
    /// Look whether others have sent money of a payment back at Stripe. Subject: the payment's id.
    SeeRefunds,
    /// Look whether others have sent money of a payment back at Mollie. Subject: the payment's id.
    SeeIdealRefunds,
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
    /// Mail the code or the link of a sign-in challenge. Subject: the challenge's id.
    SendSignIn,
    /// Mail the codes of a request for another address of an account, or the word that it has moved. Subject: the request's id.
    TellAccountEmail,
    /// Forward an event of a visitor who agreed to it. Subject: the event's id.
    ForwardEvent,
    /// Tell the old address of a corrected order that its letters go elsewhere. Subject: the order's id.
    TellOldAddress,
    /// Send the receipt of a withdrawal, and cancel the renewal. Subject: the order's id, or one that no order has.
    SendWithdrawalReceipt,
    /// Send the letter about a deleted account, and end what still renews. Subject: the deletion's id.
    FinishDeletion,
}

/// Whom a job waits for, and what overtakes what there. Each lane has places of its own in every server: while one
/// counterpart is silent, only the jobs wait that need it; and what was paid never waits behind pages that nobody pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lane {
    /// Nobody but our own database.
    Own,
    /// Stripe, about money that moved: what a webhook event tells of, refunds, renewals.
    Cards,
    /// Stripe, about pages that must not be paid any more.
    CardEnds,
    /// Stripe, about open pages of which nothing was heard.
    CardRechecks,
    /// Mollie, about money that moved.
    Ideal,
    /// Mollie, about payments that must not be paid any more.
    IdealEnds,
    /// Mollie, about open payments of which nothing was heard.
    IdealRechecks,
    /// The supplier of eSIMs.
    Esims,
    /// The mail server.
    Letters,
    /// The receiver of events.
    Events,
}

impl Lane {
    /// Every lane.
    pub const ALL: [Self; 10] = [
        Self::Own,
        Self::Cards,
        Self::CardEnds,
        Self::CardRechecks,
        Self::Ideal,
        Self::IdealEnds,
        Self::IdealRechecks,
        Self::Esims,
        Self::Letters,
        Self::Events,
    ];
}

impl JobKind {
    /// Every kind.
    pub const ALL: [Self; 28] = [
        Self::DeliverOrder,
        Self::DeliverEsim,
        Self::GiveBackEsim,
        Self::ImportBundles,
        Self::SendLetter,
        Self::RecheckPayment,
        Self::ExpireSession,
        Self::SendCopies,
        Self::RefundPayment,
        Self::SendRefundLetter,
        Self::RecheckIdeal,
        Self::ExpireIdeal,
        Self::RefundIdeal,
        Self::SeeRefunds,
        Self::SeeIdealRefunds,
        Self::CancelRenewal,
        Self::ResumeRenewal,
        Self::ChangePlan,
        Self::SettlePayment,
        Self::SettleIdeal,
        Self::EndHold,
        Self::ForgetUnpaid,
        Self::SendSignIn,
        Self::ForwardEvent,
        Self::TellOldAddress,
        Self::SendWithdrawalReceipt,
        Self::FinishDeletion,
        Self::TellAccountEmail,
    ];

    /// The lane it runs in.
    #[must_use]
    pub const fn lane(self) -> Lane {
        match self {
            Self::DeliverOrder | Self::EndHold | Self::ForgetUnpaid => Lane::Own,
            Self::RefundPayment
            | Self::SeeRefunds
            | Self::CancelRenewal
            | Self::ResumeRenewal
            | Self::ChangePlan
            | Self::SettlePayment => Lane::Cards,
            Self::ExpireSession => Lane::CardEnds,
            Self::RecheckPayment => Lane::CardRechecks,
            Self::RefundIdeal | Self::SeeIdealRefunds | Self::SettleIdeal => Lane::Ideal,
            Self::ExpireIdeal => Lane::IdealEnds,
            Self::RecheckIdeal => Lane::IdealRechecks,
            Self::DeliverEsim | Self::GiveBackEsim | Self::ImportBundles => Lane::Esims,
            Self::SendLetter
            | Self::SendCopies
            | Self::SendRefundLetter
            | Self::SendSignIn
            | Self::TellOldAddress
            | Self::SendWithdrawalReceipt
            | Self::FinishDeletion
            | Self::TellAccountEmail => Lane::Letters,
            Self::ForwardEvent => Lane::Events,
        }
    }

    /// How an order of that product is delivered.
    #[must_use]
    pub const fn delivery(product: Product) -> Self {
        match product {
            Product::Refill => Self::DeliverEsim,
            Product::Plan | Product::Trial | Product::Deal => Self::DeliverOrder,
        }
    }

    /// How it is found out at once what became of a payment that a webhook event is about.
    #[must_use]
    pub const fn settle(provider: Provider) -> Self {
        match provider {
            Provider::Stripe => Self::SettlePayment,
            Provider::Mollie => Self::SettleIdeal,
        }
    }

    /// How it is found out what became of a payment of which nothing is heard.
    #[must_use]
    pub const fn recheck(provider: Provider) -> Self {
        match provider {
            Provider::Stripe => Self::RecheckPayment,
            Provider::Mollie => Self::RecheckIdeal,
        }
    }

    /// How a payment's page is ended.
    #[must_use]
    pub const fn expire(provider: Provider) -> Self {
        match provider {
            Provider::Stripe => Self::ExpireSession,
            Provider::Mollie => Self::ExpireIdeal,
        }
    }

    /// How a payment's money goes back.
    #[must_use]
    pub const fn refund(provider: Provider) -> Self {
        match provider {
            Provider::Stripe => Self::RefundPayment,
            Provider::Mollie => Self::RefundIdeal,
        }
    }

    /// How it is found out what others have sent back of a payment.
    #[must_use]
    pub const fn see_refunds(provider: Provider) -> Self {
        match provider {
            Provider::Stripe => Self::SeeRefunds,
            Provider::Mollie => Self::SeeIdealRefunds,
        }
    }

    /// The word the database stores.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::DeliverOrder => "deliver_order",
            Self::DeliverEsim => "deliver_esim",
            Self::GiveBackEsim => "give_back_esim",
            Self::ImportBundles => "import_bundles",
            Self::SendLetter => "send_letter",
            Self::EndHold => "end_hold",
            Self::ForgetUnpaid => "forget_unpaid",
            Self::SettlePayment => "settle_payment",
            Self::SettleIdeal => "settle_ideal",
            Self::RecheckPayment => "recheck_payment",
            Self::ExpireSession => "expire_session",
            Self::SendCopies => "send_copies",
            Self::RefundPayment => "refund_payment",
            Self::SendRefundLetter => "send_refund_letter",
            Self::RecheckIdeal => "recheck_ideal",
            Self::ExpireIdeal => "expire_ideal",
            Self::RefundIdeal => "refund_ideal",
            Self::SeeRefunds => "see_refunds",
            Self::SeeIdealRefunds => "see_ideal_refunds",
            Self::CancelRenewal => "cancel_renewal",
            Self::ResumeRenewal => "resume_renewal",
            Self::ChangePlan => "change_plan",
            Self::SendSignIn => "send_sign_in",
            Self::ForwardEvent => "forward_event",
            Self::TellOldAddress => "tell_old_address",
            Self::SendWithdrawalReceipt => "send_withdrawal_receipt",
            Self::FinishDeletion => "finish_deletion",
            Self::TellAccountEmail => "tell_account_email",
        }
    }

    /// Reads the stored word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// The kinds of a lane, as SQL; `known` are those of all lanes. Jobs of a newer server's kinds are left to it.
macro_rules! kinds {
    (Own) => {
        "'deliver_order', 'end_hold', 'forget_unpaid'"
    };
    (Cards) => {
        "'refund_payment', 'see_refunds', 'cancel_renewal', 'resume_renewal', 'change_plan', \
         'settle_payment'"
    };
    (CardEnds) => {
        "'expire_session'"
    };
    (CardRechecks) => {
        "'recheck_payment'"
    };
    (Ideal) => {
        "'refund_ideal', 'see_ideal_refunds', 'settle_ideal'"
    };
    (IdealEnds) => {
        "'expire_ideal'"
    };
    (IdealRechecks) => {
        "'recheck_ideal'"
    };
    (Esims) => {
        "'deliver_esim', 'give_back_esim', 'import_bundles'"
    };
    (Letters) => {
        "'send_letter', 'send_copies', 'send_refund_letter', 'send_sign_in', 'tell_old_address', \
         'send_withdrawal_receipt', 'finish_deletion', 'tell_account_email'"
    };
    (Events) => {
        "'forward_event'"
    };
    (known) => {
        concat!(
            kinds!(Own),
            ", ",
            kinds!(Cards),
            ", ",
            kinds!(CardEnds),
            ", ",
            kinds!(CardRechecks),
            ", ",
            kinds!(Ideal),
            ", ",
            kinds!(IdealEnds),
            ", ",
            kinds!(IdealRechecks),
            ", ",
            kinds!(Esims),
            ", ",
            kinds!(Letters),
            ", ",
            kinds!(Events)
        )
    };
}

pub(super) use kinds;

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of the kinds for which that holds, as SQL and in the order of [`JobKind::ALL`].
    fn words(holds: impl Fn(JobKind) -> bool) -> String {
        let kinds = JobKind::ALL.into_iter().filter(|kind| holds(*kind));
        kinds.map(|kind| format!("'{}'", kind.word())).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn the_sql_of_every_lane_knows_its_kinds() {
        for lane in Lane::ALL {
            let sql = match lane {
                Lane::Own => kinds!(Own),
                Lane::Cards => kinds!(Cards),
                Lane::CardEnds => kinds!(CardEnds),
                Lane::CardRechecks => kinds!(CardRechecks),
                Lane::Ideal => kinds!(Ideal),
                Lane::IdealEnds => kinds!(IdealEnds),
                Lane::IdealRechecks => kinds!(IdealRechecks),
                Lane::Esims => kinds!(Esims),
                Lane::Letters => kinds!(Letters),
                Lane::Events => kinds!(Events),
            };
            assert_eq!(sql, words(|kind| kind.lane() == lane), "{lane:?}");
        }
        let known = Lane::ALL.map(|lane| words(|kind| kind.lane() == lane)).join(", ");
        assert_eq!(kinds!(known), known);
        for kind in JobKind::ALL {
            assert_eq!(JobKind::parse(kind.word()), Some(kind));
        }
    }

    #[test]
    fn lanes_are_numbered_as_they_are_listed() {
        assert!(Lane::ALL.into_iter().enumerate().all(|(index, lane)| lane as usize == index));
    }

    #[test]
    fn what_was_paid_waits_for_no_page_that_nobody_pays() {
        let paid = [JobKind::settle, JobKind::refund, JobKind::see_refunds];
        for (provider, lanes) in [
            (Provider::Stripe, [Lane::Cards, Lane::CardEnds, Lane::CardRechecks]),
            (Provider::Mollie, [Lane::Ideal, Lane::IdealEnds, Lane::IdealRechecks]),
        ] {
            assert!(paid.into_iter().all(|kind| kind(provider).lane() == lanes[0]), "{provider:?}");
            assert_eq!([JobKind::expire(provider), JobKind::recheck(provider)].map(JobKind::lane), lanes[1..]);
        }
    }
}
