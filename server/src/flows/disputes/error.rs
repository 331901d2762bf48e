//! Why a dispute, a warning or a chargeback could not be read.

use crate::flows::subscription::read::ReadError;
use crate::payments::mollie::MollieError;
use crate::payments::stripe::StripeError;
use crate::store::StoreError;

/// Why a dispute could not be read; the job tries again.
#[derive(Debug, thiserror::Error)]
pub enum DisputeError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Stripe did not answer.
    #[error(transparent)]
    Stripe(#[from] StripeError),
    /// Mollie did not answer.
    #[error(transparent)]
    Mollie(#[from] MollieError),
    /// The subscription of the disputed charge could not be read.
    #[error(transparent)]
    Subscription(#[from] ReadError),
}
