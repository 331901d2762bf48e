//! Letters: where they link, and those that cannot be delivered.

pub mod links;
pub mod undeliverable;
