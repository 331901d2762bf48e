//! Ends the renewal of an order that must not renew any more, because its buyer withdraws from it or had the account
//! deleted. What cannot be cancelled now, but may renew later, is checked again.

use std::time::Duration;

use chrono::{DateTime, Utc};

use super::renewal::{CancelError, cancel_held};
use crate::flows::delivery::progress::Progress;
use crate::store::Tx;
use crate::store::orders::Order;

/// How long until the next check of an order that is not delivered yet, or whose refund is in flight.
const MAY_RENEW_YET: Duration = Duration::from_mins(10);

/// How long until the next check for the subscription of an order that should have one.
const SUBSCRIPTION_UNKNOWN: Duration = Duration::from_hours(1);

/// How long to wait for a resumption in flight before cancelling it.
const RESUMING: Duration = Duration::from_secs(5);

/// Cancels the renewal of an order that the caller's transaction has locked. [`Progress::Later`]: it may renew yet.
///
/// # Errors
/// The database; a stored amount out of bounds.
pub async fn stop(tx: &mut Tx, order: &Order, now: DateTime<Utc>) -> Result<Progress, CancelError> {
    let Err(error) = cancel_held(tx, order, now).await else {
        tracing::info!(order = %order.number, "the renewal is to be cancelled");
        return Ok(Progress::Done);
    };
    match error {
        CancelError::Store(_) | CancelError::Money(_) => Err(error),
        // It may renew yet: once it is delivered, or when its refund fails.
        CancelError::NotDelivered(..) | CancelError::GoesBack(_) | CancelError::Changed(_) => {
            Ok(Progress::Later(MAY_RENEW_YET))
        }
        CancelError::Resuming(_) => Ok(Progress::Later(RESUMING)),
        CancelError::NoSubscription(_) => {
            tracing::error!(order = %order.number, %error, "an order that must not renew may: cancel it at the provider");
            Ok(Progress::Later(SUBSCRIPTION_UNKNOWN))
        }
        CancelError::Unknown(_)
        | CancelError::NotPaid(..)
        | CancelError::Refunded(_)
        | CancelError::NothingRenews(..)
        | CancelError::Already(..)
        | CancelError::AlreadyAsked(..) => {
            tracing::debug!(order = %order.number, %error, "nothing renews");
            Ok(Progress::Done)
        }
    }
}
