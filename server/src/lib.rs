//! The storefront: pages, calls, payments, deliveries.
//!
//! Arrows point one way: `main -> router -> http -> flows -> {store, payments, mail} -> onefare_core`; jobs call flows.

pub mod clock;
pub mod ids;
pub mod sandbox;
