//! Payments: hosted pages, webhooks, settlement, and failures between shop and provider.

pub mod change_method;
pub mod customers;
pub mod double_payment;
pub mod foreign_hosts;
pub mod held;
pub mod lost_webhooks;
pub mod mismatch;
pub mod mollie;
pub mod orphaned_pages;
pub mod settlement;
mod statements;
pub mod webhooks;
