//! The API as a client sees it.

mod idempotency;
mod lifecycle;
mod pages;
mod refusals;
