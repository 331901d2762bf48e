//! Later, and again if needed: jobs run here, outside the request that asked for them.
//!
//! A job is written in the transaction that causes it ([`enqueue`](crate::store::jobs::enqueue)), so it exists
//! exactly when its cause does. It runs at least once; what it does must be safe to repeat. A failure is retried for
//! ever with growing pauses, never dropped: after [`PATIENT_ATTEMPTS`] it is logged as an error each time.
//!
//! Jobs run in lanes, by whom they wait for ([`Lane`]): Stripe, Mollie, the supplier of eSIMs, the mail server, or nobody.
//! A counterpart that hangs fills its own lane and no other, so that what is paid is delivered whoever else is silent.

mod backoff;
mod concurrency;
pub mod dispatch;
mod outcome;
mod worker;

#[cfg(test)]
mod tests;

pub use crate::store::jobs::{Job, JobKind, Lane};
pub use backoff::backoff;
pub use outcome::{JobError, Outcome};
pub use worker::{Drained, PATIENT_ATTEMPTS, Worker};
