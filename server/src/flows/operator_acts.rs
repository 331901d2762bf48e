//! The log of what operators do: every change by command and its row are one transaction, so that neither is there
//! without the other.

use std::fmt::Display;

use chrono::{DateTime, TimeDelta, Utc};
use onefare_core::email::Email;
use secrecy::SecretString;

use crate::ids::{derived_bytes, new_id};
use crate::store::operator_acts::{self, OperatorAct, Outcome};
use crate::store::{Store, StoreError, Tx};

/// How long acts are kept: three years, in which a buyer may still dispute what happened to an order.
pub const KEPT: TimeDelta = TimeDelta::days(3 * 366);

/// The command, the operator who ran it, and what it acted on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act<'a> {
    /// Who ran it.
    pub operator: &'a str,
    /// The command, such as `orders refund`.
    pub command: &'static str,
    /// Number of the order, as it is stored: what was typed may be anything, an address too.
    pub order_number: Option<&'a str>,
    /// Digest of an address, by [`customer_digest`].
    pub customer: Option<String>,
}

/// What the log holds instead of an address. It is keyed, so a reader of the log cannot test guessed addresses.
#[must_use]
pub fn customer_digest(key: &SecretString, email: &Email) -> String {
    hex::encode(derived_bytes(key, "operator-acts", &email.canonical()))
}

/// Runs `work` and logs it in the same transaction. `work` returns its result and one sentence of what it did, which
/// names no address. A refusal is logged with its reason, after the rollback.
///
/// # Errors
/// Those of `work`; the database's.
pub async fn perform<T, E: Display + From<StoreError>>(
    store: &Store,
    act: &Act<'_>,
    now: DateTime<Utc>,
    work: impl AsyncFnOnce(&mut Tx) -> Result<(T, String), E>,
) -> Result<T, E> {
    let mut tx = store.begin().await?;
    match work(&mut tx).await {
        Ok((made, what)) => {
            operator_acts::insert(&mut tx, &row(act, Outcome::Done, what, now)).await?;
            tx.commit().await?;
            Ok(made)
        }
        Err(error) => {
            tx.undo().await?;
            let mut tx = store.begin().await?;
            operator_acts::insert(&mut tx, &row(act, Outcome::Refused, error.to_string(), now)).await?;
            tx.commit().await?;
            Err(error)
        }
    }
}

fn row(act: &Act<'_>, outcome: Outcome, what: String, now: DateTime<Utc>) -> OperatorAct {
    OperatorAct {
        id: new_id("act"),
        acted_at: now,
        operator: act.operator.to_owned(),
        command: act.command.to_owned(),
        order_number: act.order_number.map(str::to_owned),
        customer: act.customer.clone(),
        outcome,
        what: without_addresses(&what),
    }
}

/// A reason may quote what a person once typed, so every word that could be an address is taken out here.
fn without_addresses(sentence: &str) -> String {
    let words = sentence.split(' ').map(|word| if word.contains('@') { "[address]" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::without_addresses;

    #[test]
    fn no_address_gets_into_the_log() {
        let quoted = "the withdrawal is handled already: wrote to <Sara@example.com>, twice";
        assert_eq!(without_addresses(quoted), "the withdrawal is handled already: wrote to [address] twice");
        assert_eq!(without_addresses("Sessions ended: 2."), "Sessions ended: 2.");
    }
}
