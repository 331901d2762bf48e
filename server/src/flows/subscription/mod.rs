//! Subscriptions after their first payment: their state at Stripe, the check of each later charge, and dunning.

pub mod begin;
pub mod charge_notices;
mod charges;
pub mod end;
pub mod read;
mod returned;
pub mod sweep;
mod unpaid;
