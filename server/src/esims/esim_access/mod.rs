//! The client of eSIM Access's own API: its catalogue, orders by our reference, the profiles made for them. Its webhook
//! events are unsigned and carry no activation code: the server reads the order from the supplier, no matter who sent
//! the event.
//!
//! | File | What |
//! |---|---|
//! | `client` | the operations |
//! | `call` | one call: signs, paces and bounds it, opens the answer's envelope |
//! | `signature` | proves that a call comes from our account |
//! | `rate_limit` | keeps calls within the supplier's rate limit |
//! | `requests`, `answers` | what we send and what we read |
//! | `webhook` | the supplier's webhook events |
//! | `error` | the ways in which a call can fail |

mod answers;
mod call;
pub mod client;
pub mod error;
mod rate_limit;
pub mod requests;
pub mod signature;
pub mod webhook;

pub use client::{EsimAccessClient, EsimAccessSettings};
pub use error::EsimAccessError;
