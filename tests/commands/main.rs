//! The real program at a terminal: what it prints and how it ends.
#![expect(clippy::unwrap_used, reason = "everything here is a test: one that cannot go on ends")]

mod acts;
mod attention;
mod house;
mod missing;
mod orders;
mod records;
mod refunds;
mod settings;
