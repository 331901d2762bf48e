//! Letters: their links, and undeliverable ones.

pub mod links;
pub mod undeliverable;
