//! How far a delivery or a letter has come, and why one is retried.

use std::time::Duration;

use crate::app::App;
use crate::esims::esim_access::EsimAccessError;
use crate::flows::later_terms::TermsError;
use crate::mail::MailError;
use crate::mail::letters::LetterError;
use crate::seal::SealError;
use crate::store::StoreError;

/// How long a delivery waits before it checks again an order whose full refund is in flight.
pub(in crate::flows) const WHILE_MONEY_GOES_BACK: Duration = Duration::from_mins(10);

/// Why a delivery or a letter has to be tried again.
#[derive(Debug, thiserror::Error)]
pub enum DeliveryError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A stored amount is out of bounds.
    #[error(transparent)]
    Money(#[from] onefare_core::money::MoneyError),
    /// The letter could not be put into words.
    #[error(transparent)]
    Words(#[from] LetterError),
    /// The letter could not be handed over.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// The supplier refused, in a way that only an operator can mend, or was not reached.
    #[error("the supplier: {0}")]
    Supplier(#[from] EsimAccessError),
    /// The supplier did not answer, or not in a way that can be read.
    #[error("no answer of the supplier's: {0}")]
    Silent(String),
    /// An activation code could not be sealed or opened.
    #[error("activation code: {0}")]
    Seal(#[from] SealError),
    /// A code or a link that a letter brings could not be made.
    #[error("the letter's code could not be made")]
    NoCode,
    /// The order does not have what the step needs.
    #[error("order {0}: {1}")]
    NotReady(String, &'static str),
}

impl From<TermsError> for DeliveryError {
    fn from(error: TermsError) -> Self {
        match error {
            TermsError::Store(error) => Self::Store(error),
            TermsError::Money(error) => Self::Money(error),
        }
    }
}

/// How far a delivery has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// There is nothing left to do.
    Done,
    /// Another system is at work: check again after this.
    Later(Duration),
}

pub(in crate::flows) fn not_ready(order_id: &str, why: &'static str) -> DeliveryError {
    DeliveryError::NotReady(order_id.to_owned(), why)
}

/// Raises an alarm when nothing can be bought until an operator acts; the job logs the rest.
pub(in crate::flows) fn supplier_failed(app: &App, error: EsimAccessError) -> DeliveryError {
    if error.needs_operator() {
        app.metrics.alarm("esim_supplier");
        tracing::error!(alarm = "esim_supplier", %error, "the supplier of eSIMs refuses us: a person must look");
    }
    error.into()
}
