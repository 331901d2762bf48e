//! Money that arrives in agreement with its quote, and is refunded at once: the buyer has withdrawn, or the address has had
//! its trial.

use onefare_core::email::Email;

use crate::store::orders::{self, Order};
use crate::store::payments::Payment;
use crate::store::refunds::Reason;
use crate::store::{StoreError, Tx, withdrawals};

/// Why a payment that agrees with its quote is held and refunded, without an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unserved {
    /// The buyer withdrew before the payment was confirmed, so there is no contract to serve.
    Withdrawn,
    /// The address has had its trial.
    RepeatedTrial,
}

impl Unserved {
    const ALL: [Self; 2] = [Self::Withdrawn, Self::RepeatedTrial];

    /// The word the database stores with the payment.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Withdrawn => "withdrawn",
            Self::RepeatedTrial => "repeated_trial",
        }
    }

    /// Why its money is refunded.
    pub(super) const fn reason(self) -> Reason {
        match self {
            Self::Withdrawn => Reason::Withdrawn,
            Self::RepeatedTrial => Reason::SecondTrial,
        }
    }
}

/// Whether a refund for that reason ends a held order without a person.
pub(super) fn ends_by_itself(reason: Reason) -> bool {
    Unserved::ALL.into_iter().any(|unserved| unserved.reason() == reason)
}

/// The name of the lock that serialises decisions about one address's trials.
pub(in crate::flows) fn trial_of(email: &Email) -> String {
    format!("trial of {}", email.canonical())
}

/// Why money that agrees with its quote is refunded at once. `None`: the order is served.
pub(super) async fn unserved(tx: &mut Tx, order: &Order, payment: &Payment) -> Result<Option<Unserved>, StoreError> {
    if order.state.awaits_payment() && withdrawals::of_order(tx, &order.id).await?.is_some() {
        withdrawals::reopen_unpaid(tx, &order.id).await?;
        return Ok(Some(Unserved::Withdrawn));
    }
    Ok(repeats_trial(tx, order, payment).await?.then_some(Unserved::RepeatedTrial))
}

/// Whether this is the second trial of an address. The checkout refuses one only to the browser that began the first,
/// so that a stranger cannot find out who is a customer; any other ends here, and its subscription with it.
async fn repeats_trial(tx: &mut Tx, order: &Order, payment: &Payment) -> Result<bool, StoreError> {
    if payment.quote.trial_days == 0 || !order.state.awaits_payment() {
        return Ok(false);
    }
    tx.hold(&trial_of(&order.email)).await?;
    orders::had_trial(tx, &order.email, &order.id).await
}
