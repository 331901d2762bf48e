//! What an account may use, kept up to date and handed over to the systems of the VPN.
//!
//! Whatever may change an entitlement enqueues its update in the same transaction; the update computes it from what is stored
//! ([`onefare_core::entitlement`]), and gives a changed one the next revision. Revisions grow over all accounts.
//!
//! | File | What |
//! |---|---|
//! | `account` | gives each paid order to an account, through changes of its address |
//! | `enqueue` | enqueues the update, in the transaction that may change it |
//! | `update` | computes the entitlement of an account and stores it when it has changed |
//! | `push` | sends the newest revision to the receiver until it takes it |
//! | `document` | an entitlement as JSON, the same in pushes and answers |
//! | `lookup` | finds entitlements for the VPN's systems and for operators |
//! | `compare` | compares what a system believes with what is stored |
//! | `sweep` | finds paid orders without an account, and what no receiver has taken |

pub mod account;
pub mod compare;
pub mod document;
mod enqueue;
pub mod lookup;
mod push;
mod sweep;
mod update;

pub use enqueue::enqueue_update;
pub use push::{PushError, push, resend};
pub use sweep::{plan, sweep};
pub use update::{UpdateError, update};
