//! Records that an operator has sent the money of a refund that its provider could not send, in another way such as by
//! bank transfer.
//!
//! A refund fails when the card or the account that paid is closed; a bank may also return one after it had arrived.
//! Nothing in here moves money. It makes the order's record true, and ends what was bought.

use chrono::{DateTime, Utc};
use onefare_core::money::Money;

use crate::flows::refund::run;
use crate::flows::support::find::typed_order;
use crate::flows::support::refund::{Offer, SendBackError, Wanted, described, must_be_free};
use crate::store::orders::{self, Order};
use crate::store::payments::{self, Payment};
use crate::store::refunds::{self, Refund};
use crate::store::{Connection, Store, StoreError, Tx};

/// The longest note of an operator, in characters.
const LONGEST: usize = 200;

/// What would be recorded: shown before the operator agrees to it, and exactly what is recorded then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instead {
    /// Whose money it is, how much, and what that means.
    pub offer: Offer,
    /// The refund that failed.
    pub refund: Refund,
    /// How the money was returned.
    pub how: String,
}

/// How the money went back, as an operator typed it: one line.
///
/// # Errors
/// [`SendBackError::How`].
pub(in crate::flows::support) fn checked_how(how: &str) -> Result<&str, SendBackError> {
    let how = how.trim();
    if how.is_empty() || how.chars().count() > LONGEST || how.chars().any(char::is_control) {
        return Err(SendBackError::How(LONGEST));
    }
    Ok(how)
}

/// Reports what recording it would mean, without changing anything. `wanted` names no amount: it is the refund's.
///
/// # Errors
/// See [`SendBackError`].
pub async fn look_otherwise(store: &Store, wanted: &Wanted<'_>, how: &str) -> Result<Instead, SendBackError> {
    let how = checked_how(how)?;
    let mut conn = store.snapshot().await?;
    let order = typed_order(&mut conn, wanted.number).await?.map_err(SendBackError::Unknown)?;
    let (payment, refund) = failed(&mut conn, &order, wanted.payment).await?;
    instead(&mut conn, &order, &payment, refund, how).await
}

/// Records what was shown and agreed to. A running server ends the subscription that the payment began.
///
/// # Errors
/// See [`SendBackError`]; whatever differs from what was shown. Nothing happened then.
pub async fn note_otherwise(store: &Store, agreed: &Instead, now: DateTime<Utc>) -> Result<(), SendBackError> {
    let mut tx = store.begin().await?;
    note_otherwise_within(&mut tx, agreed, now).await?;
    tx.commit().await?;
    Ok(())
}

/// [`note_otherwise`] within the caller's transaction.
///
/// # Errors
/// As [`note_otherwise`]; the caller must roll back then.
pub async fn note_otherwise_within(tx: &mut Tx, agreed: &Instead, now: DateTime<Utc>) -> Result<(), SendBackError> {
    let changed = || SendBackError::Changed(agreed.offer.number.clone());
    let order = orders::lock(tx, &agreed.offer.order_id).await?.ok_or(StoreError::Gone("orders"))?;
    let payment = payments::by_id(tx, &agreed.offer.payment_id).await?.ok_or(StoreError::Gone("payments"))?;
    let refund = first_failed(tx, &payment).await?.ok_or_else(changed)?;
    if instead(tx, &order, &payment, refund, &agreed.how).await? != *agreed {
        return Err(changed());
    }
    if !run::end_otherwise(tx, &order, &payment, &agreed.refund, &agreed.how, now).await? {
        return Err(changed());
    }
    Ok(())
}

async fn instead(
    conn: &mut Connection,
    order: &Order,
    payment: &Payment,
    refund: Refund,
    how: &str,
) -> Result<Instead, SendBackError> {
    must_be_free(conn, order, payment).await?;
    let (charged, currency) = payment.taken();
    let returned = Money::new(refunds::returned(conn, &payment.id).await?, currency)?;
    let offer = described(order, payment, Money::new(charged, currency)?, returned, refund.amount)?;
    Ok(Instead { offer, refund, how: how.to_owned() })
}

/// The failed refund of the payment that was named, or of the only one that has such a refund.
async fn failed(conn: &mut Connection, order: &Order, named: Option<&str>) -> Result<(Payment, Refund), SendBackError> {
    let mut found = Vec::new();
    for payment in payments::of_order(conn, &order.id).await? {
        let meant = named.is_none_or(|named| payment.is_called(named.trim()));
        if meant && let Some(refund) = first_failed(conn, &payment).await? {
            found.push((payment, refund));
        }
    }
    match (found.pop(), found.is_empty()) {
        (Some(only), true) => Ok(only),
        (Some(last), false) => {
            found.push(last);
            let names: Vec<&str> = found.iter().map(|(payment, _)| payment.id.as_str()).collect();
            Err(SendBackError::SeveralFailed(order.number.to_string(), names.join("; ")))
        }
        (None, _) => Err(SendBackError::NoneFailed(order.number.to_string())),
    }
}

/// The first failed refund of a payment that no later one replaces: they are recorded one after the other.
async fn first_failed(conn: &mut Connection, payment: &Payment) -> Result<Option<Refund>, StoreError> {
    Ok(refunds::unsettled_of_payment(conn, &payment.id).await?.into_iter().next())
}
