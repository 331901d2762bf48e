//! Stripe, spoken directly: three operations of Checkout, two of coupons, refunds, the end of subscriptions, and its
//! signed webhooks.
//!
//! | File | What |
//! |---|---|
//! | `client` | the operations on sessions, coupons, subscriptions and the portal |
//! | `refund_calls` | the operations on refunds |
//! | `requests` | how a checkout of ours becomes Stripe's parameters |
//! | `answers` | what is read from Stripe's objects |
//! | `to_core` | a session in the words of the rules |
//! | `refunds` | refunds |
//! | `subscriptions` | a subscription that ends, at once or with its term, or goes on after all |
//! | `plans` | a subscription that renews as another plan |
//! | `error` | how a call can end otherwise |
//! | `webhook` | signature and event |

pub mod answers;
pub mod client;
pub mod error;
pub mod plans;
pub mod portal;
mod refund_calls;
pub mod refunds;
pub mod requests;
pub mod subscriptions;
mod to_core;
pub mod webhook;

pub use client::{StripeClient, StripeSettings};
pub use error::StripeError;
