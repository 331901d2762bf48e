//! The storefront: pages, calls, payments, deliveries.
//!
//! Arrows point one way: `main -> router -> http -> flows -> {store, payments, mail} -> onefare_core`; jobs call flows.

pub mod brand;
pub mod clock;
pub mod http;
pub mod ids;
pub mod jobs;
pub mod mail;
pub mod pages;
pub mod payments;
pub mod sandbox;
pub mod store;
pub mod telemetry;
