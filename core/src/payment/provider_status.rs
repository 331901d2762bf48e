//! Interprets the providers' words: both status lists as one truth table. A word that is not on the list means wait.

use serde::{Deserialize, Serialize};

use crate::quote::Product;

/// Whether a hosted payment page can still be used (Stripe's `status` of a Checkout Session).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionStatus {
    /// The buyer may still pay.
    Open,
    /// The buyer completed it.
    Complete,
    /// Its time ran out, or the shop expired it.
    Expired,
    /// An unknown word: wait.
    Unknown,
}

/// Whether the money is there (Stripe's `payment_status` of a Checkout Session).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FundsStatus {
    /// It is.
    Paid,
    /// Not yet, or never.
    Unpaid,
    /// Nothing was due.
    NothingDue,
    /// An unknown word: wait.
    Unknown,
}

/// Mollie's `status` of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MollieStatus {
    /// The buyer may still pay.
    Open,
    /// The buyer's bank has it; the outcome is not known.
    Pending,
    /// The money is reserved and has not moved.
    Authorized,
    /// The money is there.
    Paid,
    /// The buyer or the shop cancelled it.
    Canceled,
    /// Its time ran out.
    Expired,
    /// It was declined.
    Failed,
    /// An unknown word: wait.
    Unknown,
}

/// The meaning of a provider's words, before any figure is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reading {
    /// The money is there, or nothing was due for a trial.
    Paid,
    /// Not known yet. Never shown as a failure.
    Pending(Wait),
    /// Will not be paid.
    Failed(Failure),
    /// The words contradict each other or the product: nothing was due although it is no trial, or a page that expired
    /// has the money. Needs attention.
    Contradiction,
}

/// Why the outcome is not known yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wait {
    /// The hosted page is still open, and the buyer has not paid on it.
    PageOpen,
    /// The buyer has paid; the bank has not answered.
    OnItsWay,
    /// The money is reserved; only money that moved counts.
    Authorized,
    /// The provider's word is unknown.
    UnknownWord,
}

/// Why a payment failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Failure {
    /// The page's time ran out, or the shop expired it.
    Expired,
    /// The buyer cancelled.
    Canceled,
    /// The bank refused.
    Declined,
}

impl Failure {
    /// The word the database stores.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Expired => "expired",
            Self::Canceled => "canceled",
            Self::Declined => "declined",
        }
    }
}

impl SessionStatus {
    /// Reads Stripe's word; a session without one is [`SessionStatus::Unknown`].
    #[must_use]
    pub fn parse(word: Option<&str>) -> Self {
        match word {
            Some("open") => Self::Open,
            Some("complete") => Self::Complete,
            Some("expired") => Self::Expired,
            _ => Self::Unknown,
        }
    }
}

impl FundsStatus {
    /// Reads Stripe's word.
    #[must_use]
    pub fn parse(word: &str) -> Self {
        match word {
            "paid" => Self::Paid,
            "unpaid" => Self::Unpaid,
            "no_payment_required" => Self::NothingDue,
            _ => Self::Unknown,
        }
    }
}

impl MollieStatus {
    /// Reads Mollie's word.
    #[must_use]
    pub fn parse(word: &str) -> Self {
        match word {
            "open" => Self::Open,
            "pending" => Self::Pending,
            "authorized" => Self::Authorized,
            "paid" => Self::Paid,
            "canceled" => Self::Canceled,
            "expired" => Self::Expired,
            "failed" => Self::Failed,
            _ => Self::Unknown,
        }
    }
}

impl Reading {
    /// Why the payment failed, if it did.
    #[must_use]
    pub const fn failure(self) -> Option<Failure> {
        match self {
            Self::Failed(failure) => Some(failure),
            Self::Paid | Self::Pending(_) | Self::Contradiction => None,
        }
    }

    /// Reads a Checkout Session of Stripe's.
    ///
    /// ```
    /// use onefare_core::payment::{FundsStatus, Reading, SessionStatus, Wait};
    /// use onefare_core::quote::Product;
    /// let read = |funds, product| Reading::of_session(SessionStatus::Complete, FundsStatus::parse(funds), product);
    /// assert_eq!(read("paid", Product::Plan), Reading::Paid);
    /// assert_eq!(read("unpaid", Product::Plan), Reading::Pending(Wait::OnItsWay));
    /// assert_eq!(read("no_payment_required", Product::Trial), Reading::Paid);
    /// assert_eq!(read("no_payment_required", Product::Plan), Reading::Contradiction);
    /// assert_eq!(read("something_new", Product::Plan), Reading::Pending(Wait::UnknownWord));
    /// ```
    #[must_use]
    pub const fn of_session(status: SessionStatus, funds: FundsStatus, product: Product) -> Self {
        match (status, funds) {
            (SessionStatus::Expired, FundsStatus::Paid) => Self::Contradiction,
            (SessionStatus::Expired, _) => Self::Failed(Failure::Expired),
            (SessionStatus::Open, _) => Self::Pending(Wait::PageOpen),
            (SessionStatus::Complete, FundsStatus::Paid) => Self::Paid,
            (SessionStatus::Complete, FundsStatus::NothingDue) if matches!(product, Product::Trial) => Self::Paid,
            (SessionStatus::Complete, FundsStatus::NothingDue) => Self::Contradiction,
            (SessionStatus::Complete, FundsStatus::Unpaid) => Self::Pending(Wait::OnItsWay),
            (SessionStatus::Unknown, _) | (SessionStatus::Complete, FundsStatus::Unknown) => {
                Self::Pending(Wait::UnknownWord)
            }
        }
    }

    /// Reads a payment of Mollie's. Its words for refunds and chargebacks are in other fields and do not change this
    /// one.
    ///
    /// ```
    /// use onefare_core::payment::{Failure, MollieStatus, Reading, Wait};
    /// let read = |word| Reading::of_mollie(MollieStatus::parse(word));
    /// assert_eq!(read("authorized"), Reading::Pending(Wait::Authorized));
    /// assert_eq!(read("canceled"), Reading::Failed(Failure::Canceled));
    /// ```
    #[must_use]
    pub const fn of_mollie(status: MollieStatus) -> Self {
        match status {
            MollieStatus::Open => Self::Pending(Wait::PageOpen),
            MollieStatus::Pending => Self::Pending(Wait::OnItsWay),
            MollieStatus::Authorized => Self::Pending(Wait::Authorized),
            MollieStatus::Paid => Self::Paid,
            MollieStatus::Canceled => Self::Failed(Failure::Canceled),
            MollieStatus::Expired => Self::Failed(Failure::Expired),
            MollieStatus::Failed => Self::Failed(Failure::Declined),
            MollieStatus::Unknown => Self::Pending(Wait::UnknownWord),
        }
    }
}
