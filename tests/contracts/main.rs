//! What we send to providers and what we read from their answers.
//!
//! Everything is checked against our own schemas (`schemas/`), which are strict: an undescribed parameter fails. Those
//! schemas are themselves checked against the providers' official descriptions where these are available; a public
//! clone lacks them, and the run says so.

#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot be set up has failed")]

mod activation_codes;
mod answers;
mod double;
mod esims;
mod exact_requests;
mod form;
mod mollie;
mod official;
mod plan_changes;
mod requests;
mod sandbox;
mod schemas;
mod scripted;
mod signatures;
mod unpaid_invoices;
mod wire;
