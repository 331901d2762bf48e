//! Subscriptions after their first payment: what Stripe says of them, whether each later charge is what was agreed, and what
//! happens while one is unpaid.

pub mod begin;
pub mod charge_notices;
pub mod end;
pub mod read;
pub mod sweep;
mod unpaid;
