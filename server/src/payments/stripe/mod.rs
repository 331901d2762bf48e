//! The client of Stripe's own API: hosted pages, coupons, refunds, subscriptions (cancel, resume, change of plan), the
//! customer portal, and its signed webhooks.
//!
//! | File | What |
//! |---|---|
//! | `client` | the operations on sessions, coupons, subscriptions and the portal |
//! | `refund_calls` | the operations on refunds |
//! | `requests` | turns our checkouts into Stripe's parameters |
//! | `answers` | the fields that we read from Stripe's objects |
//! | `to_core` | turns a session into the core's terms |
//! | `refunds` | refunds |
//! | `disputes` | reads a dispute |
//! | `fraud_warnings` | reads an early fraud warning |
//! | `invoices` | what a subscription has charged, and the payment behind each charge |
//! | `unpaid_invoices` | lists and voids the unpaid invoices of a subscription |
//! | `lookups` | from the ids that banks and dashboards print to the payment and the subscription |
//! | `subscriptions` | cancels a subscription, at once or with its term, or resumes it |
//! | `plans` | changes the plan that a subscription renews as |
//! | `error` | the ways in which a call can fail |
//! | `webhook` | signature and event |

pub mod answers;
pub mod client;
pub mod disputes;
pub mod error;
pub mod fraud_warnings;
pub mod invoices;
pub mod lookups;
pub mod plans;
pub mod portal;
mod refund_calls;
pub mod refunds;
pub mod requests;
pub mod subscriptions;
mod to_core;
pub mod unpaid_invoices;
pub mod webhook;

pub use client::{StripeClient, StripeSettings};
pub use error::StripeError;
