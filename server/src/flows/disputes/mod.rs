//! Disputes by card and the fraud warnings before them, and chargebacks of iDEAL payments: a cardholder has the bank take a
//! charge back. While the bank decides, nothing is delivered, access and
//! eSIM are suspended and the subscription renews no more. A dispute that is won ends that; one that is lost ends the access
//! and the subscription, and its money counts as gone, so that no refund pays twice.
//!
//! | File | What |
//! |---|---|
//! | `read` | reads a dispute at Stripe and stores what follows for payment and order |
//! | `charge` | finds the payment, or the charge of a later term, that is disputed |
//! | `chargeback` | reads what a bank took back of an iDEAL payment |
//! | `fraud_warning` | refunds a charge that its card's issuer reports as fraud, up to a limit |
//! | `renewal` | stops the renewal, resumes it or ends the subscription |

mod charge;
pub mod chargeback;
mod error;
pub mod fraud_warning;
mod read;
mod renewal;

pub use error::DisputeError;
pub use read::read;
