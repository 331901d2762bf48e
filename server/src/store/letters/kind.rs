//! The kinds of letter.

use onefare_core::quote::Product;

/// A kind of letter. A new one is a line in every function here, and its writer in `flows::letters`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LetterKind {
    /// What was paid and for what, of a delivered order.
    Receipt,
    /// The eSIM and how to install it.
    EsimReady,
    /// That the charge of a later term failed, and what to do.
    RenewalUnpaid,
    /// What a later term was charged, as agreed.
    LaterReceipt,
    /// About the refund of a later charge.
    ChargeRefund,
    /// That the plan ended, because its renewal stayed unpaid.
    RenewalEnded,
    /// That a charge comes, when, and how to prevent it.
    ChargeNotice,
    /// That the order no longer renews.
    Cancellation,
    /// That it renews after all.
    Resumption,
    /// That it renews as another plan.
    PlanChange,
    /// That a payment does not match its order, and a person looks at it.
    OrderHeld,
    /// The statement of a buyer who withdraws from the order, and when it was made.
    Withdrawal,
    /// About a refund, or that a trial has ended.
    Refund,
    /// To the old address of a corrected order: that its letters go elsewhere.
    OldAddress,
    /// The code or the link to sign in with.
    SignIn,
    /// The code that proves the address an account is to have.
    NewAddressCode,
    /// The code that proves the address an account has.
    OldAddressCode,
    /// To the old address of an account: that it has another one now.
    AccountMoved,
    /// That the account is deleted.
    AccountDeleted,
}

/// What a letter is about: its subject is the id of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// An order.
    Order,
    /// A later charge of an order, which came, failed or is to come.
    LaterCharge,
    /// A refund.
    Refund,
    /// A refund of a later charge.
    ChargeRefund,
    /// A correction of an order's address.
    Correction,
    /// A challenge to sign in.
    Challenge,
    /// A request for another address of an account.
    AddressRequest,
    /// The deletion of an account.
    Deletion,
}

impl LetterKind {
    /// Every kind, in the order in which letters about one subject are sent.
    pub const ALL: [Self; 19] = [
        Self::Receipt,
        Self::EsimReady,
        Self::RenewalUnpaid,
        Self::LaterReceipt,
        Self::RenewalEnded,
        Self::ChargeRefund,
        Self::ChargeNotice,
        Self::Cancellation,
        Self::Resumption,
        Self::PlanChange,
        Self::OrderHeld,
        Self::Withdrawal,
        Self::Refund,
        Self::OldAddress,
        Self::SignIn,
        Self::NewAddressCode,
        Self::OldAddressCode,
        Self::AccountMoved,
        Self::AccountDeleted,
    ];

    /// The letters that a delivered order gets, in the order in which they are sent.
    #[must_use]
    pub const fn of(product: Product) -> &'static [Self] {
        match product {
            // The receipt announces the other.
            Product::Refill => &[Self::Receipt, Self::EsimReady],
            Product::Plan | Product::Trial | Product::Deal => &[Self::Receipt],
        }
    }

    /// What it is about.
    #[must_use]
    pub const fn about(self) -> About {
        match self {
            Self::Receipt
            | Self::EsimReady
            | Self::Cancellation
            | Self::Resumption
            | Self::PlanChange
            | Self::OrderHeld
            | Self::Withdrawal => About::Order,
            Self::RenewalUnpaid | Self::LaterReceipt | Self::RenewalEnded | Self::ChargeNotice => About::LaterCharge,
            Self::ChargeRefund => About::ChargeRefund,
            Self::Refund => About::Refund,
            Self::OldAddress => About::Correction,
            Self::SignIn => About::Challenge,
            Self::NewAddressCode | Self::OldAddressCode | Self::AccountMoved => About::AddressRequest,
            Self::AccountDeleted => About::Deletion,
        }
    }

    /// Whether a refused letter needs attention, because the buyer must act on it or learns of money from it alone. The panel shows
    /// the content of later receipts and charge notices.
    #[must_use]
    pub const fn is_missed(self) -> bool {
        matches!(self.about(), About::Order | About::Refund | About::ChargeRefund)
            || matches!(self, Self::RenewalUnpaid | Self::RenewalEnded)
    }

    /// The word the database stores.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Receipt => "receipt",
            Self::EsimReady => "esim",
            Self::RenewalUnpaid => "renewal_unpaid",
            Self::LaterReceipt => "later_receipt",
            Self::RenewalEnded => "renewal_ended",
            Self::ChargeRefund => "charge_refund",
            Self::ChargeNotice => "charge_notice",
            Self::Cancellation => "cancellation",
            Self::Resumption => "resumption",
            Self::PlanChange => "plan_change",
            Self::OrderHeld => "order_held",
            Self::Withdrawal => "withdrawal",
            Self::Refund => "refund",
            Self::OldAddress => "old_address",
            Self::SignIn => "sign_in",
            Self::NewAddressCode => "new_address_code",
            Self::OldAddressCode => "old_address_code",
            Self::AccountMoved => "account_moved",
            Self::AccountDeleted => "account_deleted",
        }
    }

    /// Reads the stored word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_read_from_its_word() {
        assert!(LetterKind::ALL.into_iter().all(|kind| LetterKind::parse(kind.word()) == Some(kind)));
        assert_eq!(LetterKind::parse("of_a_newer_server"), None);
    }
}
