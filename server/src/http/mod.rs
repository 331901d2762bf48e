//! Speaks HTTP and decides nothing: extract, call one flow, answer.

pub mod account;
pub mod body;
pub mod buyer_cookie;
pub mod consent;
pub mod csp_report;
pub mod deal;
pub mod described;
pub mod esim;
pub mod esim_checkout;
pub mod events;
pub mod form;
pub mod headers;
pub mod health;
pub mod host;
pub mod limited;
pub mod openapi;
pub mod orders;
pub mod pages;
pub mod price_mismatch;
pub mod problems;
pub mod query;
pub mod same_origin;
pub mod subscription;
pub mod webhooks;
pub mod website;
pub mod withdrawal;
