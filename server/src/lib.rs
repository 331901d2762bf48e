//! The storefront: pages, calls, payments, deliveries.
//!
//! Arrows point one way: `main -> cli -> serve -> router -> {http, jobs} -> flows -> app -> {pages, catalogue} ->
//! quotes -> {store, payments, esims, mail, event_receiver} -> onefare_core`.
#![recursion_limit = "256"] // the sandbox writes provider objects as one JSON literal each

pub mod access;
pub mod app;
pub mod brand;
pub mod budget;
pub mod catalogue;
pub mod cli;
pub mod clock;
pub mod config;
pub mod entitlement_receiver;
pub mod esims;
pub mod event_receiver;
pub mod fail_point;
pub mod flows;
pub mod http;
pub mod http_client;
pub mod ids;
pub mod jobs;
pub mod limits;
pub mod mail;
pub mod metrics;
pub mod pages;
pub mod payments;
pub mod private_files;
pub mod problem;
pub mod quotes;
pub mod receiver;
mod round_robin;
pub mod router;
pub mod sandbox;
pub mod seal;
pub mod serve;
pub mod shared_answers;
#[cfg(test)]
mod sources_test;
pub mod store;
pub mod telemetry;
