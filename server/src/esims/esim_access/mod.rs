//! eSIM Access, spoken directly: its catalogue, orders by our own reference, the profiles made for them. Its webhook
//! events are not signed and carry no code: the server asks the supplier about the order, no matter who sent the event.
//!
//! | File | What |
//! |---|---|
//! | `client` | the operations |
//! | `call` | one call: signed, paced, bounded, its envelope opened |
//! | `signature` | what proves who calls |
//! | `rate_limit` | never more calls in a second than are allowed |
//! | `requests`, `answers` | what is said and what is read |
//! | `webhook` | what it tells us by itself |
//! | `error` | how a call can end otherwise |

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
