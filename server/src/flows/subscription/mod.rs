//! Subscriptions after their first payment: what Stripe says of them, and whether each later charge is what was agreed.

pub mod begin;
pub mod charge_notices;
pub mod read;
pub mod sweep;
