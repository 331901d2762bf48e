//! Mollie, spoken directly: iDEAL payments and their refunds. Its webhook says nothing but an id, so there is nothing
//! to verify: the server reads the payment from Mollie, no matter who sent the event.
//!
//! | File | What |
//! |---|---|
//! | `client` | the operations |
//! | `requests` | how a payment of ours becomes Mollie's parameters |
//! | `answers`, `refunds` | what is read from Mollie's objects |
//! | `to_core` | a payment in the words of the rules |
//! | `error` | how a call can end otherwise |

pub mod answers;
pub mod client;
pub mod error;
pub mod refunds;
pub mod requests;
mod to_core;

pub use client::{MollieClient, MollieSettings};
pub use error::MollieError;
