//! What we say to providers and what we understand of their answers.
//!
//! Everything is held against our own schemas (`schemas/`), which are strict: an undescribed parameter fails. Those
//! schemas are themselves held against the providers' official descriptions where these are at hand; a public clone
//! lacks them, and the run says so.

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
mod wire;
