//! The client of Mollie's own API: iDEAL payments and their refunds. Its webhook events hold only an id, so there is
//! nothing to verify: the server reads the payment from Mollie, no matter who sent the event.
//!
//! | File | What |
//! |---|---|
//! | `client` | the operations |
//! | `requests` | turns our payments into Mollie's parameters |
//! | `answers`, `refunds`, `chargebacks` | the fields that we read from Mollie's objects |
//! | `to_core` | turns a payment into the core's terms |
//! | `error` | the ways in which a call can fail |

pub mod answers;
pub mod chargebacks;
pub mod client;
pub mod error;
pub mod refunds;
pub mod requests;
mod to_core;

pub use client::{MollieClient, MollieSettings};
pub use error::MollieError;
