//! Jobs: work that runs later, and again if needed, outside the request that enqueued it.
//!
//! A job is written in the transaction that causes it ([`enqueue`](crate::store::jobs::enqueue)), so it exists exactly
//! when its cause does. It runs at least once, so it must be idempotent. A failure is retried for ever with growing
//! pauses, never dropped: after [`PATIENT_ATTEMPTS`] it is logged as an error each time.
//!
//! Jobs run in lanes, by the outside system they depend on ([`Lane`]): Stripe, Mollie, the supplier of eSIMs, the mail
//! server, or none. A system that hangs fills its own lanes and no other, so that what is paid is delivered all the
//! same.
//!
//! [`dispatch`] is the table from kind to flow. A job that is more than one call of a flow has a file here, named as
//! its kind.

mod backoff;
mod concurrency;
pub mod dispatch;
mod expire_page;
mod forget_unpaid;
mod import_bundles;
mod lease;
mod outcome;
mod recheck_payment;
mod sweep_entitlements;
mod sweep_subscriptions;
mod worker;

#[cfg(test)]
mod tests;

pub use crate::store::jobs::{Job, JobKind, Lane};
pub use backoff::backoff;
pub use outcome::{JobError, Outcome};
pub use worker::{Drained, PATIENT_ATTEMPTS, Worker};
