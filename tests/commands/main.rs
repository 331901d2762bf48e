//! The real program at a terminal: its output and exit codes.
#![expect(clippy::unwrap_used, reason = "everything here is a test: one that cannot go on ends")]

mod acts;
mod attention;
mod entitlements;
mod house;
mod missing;
mod orders;
mod records;
mod refunds;
mod settings;
