//! The port to the supplier of eSIMs. One client, always the real one: without keys its base address points at the
//! built-in sandbox, which speaks the same wire format.
//!
//! | File | What |
//! |---|---|
//! | `package` | what can be ordered |
//! | `profile` | what is delivered |
//! | `esim_access` | the client of eSIM Access |

pub mod esim_access;
pub mod package;
pub mod profile;

pub use package::Package;
pub use profile::{Counted, Profile, ProfileState, Standing};

/// The supplier's answer to an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ordered {
    /// The supplier makes it; its profiles are [fetched](Fetched) by this number.
    Accepted {
        /// The supplier's number.
        order_no: String,
    },
    /// The supplier will not make it: sold out, gone, or dearer than our price. Nothing was bought.
    Rejected {
        /// A stable word.
        reason: &'static str,
    },
    /// The outcome is unknown: no answer, or an unreadable one. Search for our reference before ordering again.
    Unknown {
        /// What came instead of an answer.
        reason: String,
    },
}

/// The progress of an order at the supplier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fetched {
    /// Still being made.
    Pending,
    /// Made: one profile for each eSIM that was ordered.
    Ready {
        /// All of them.
        profiles: Vec<Profile>,
    },
    /// The supplier cancelled or withdrew a profile before it was handed out.
    Failed {
        /// The supplier's word for the reason.
        reason: String,
    },
}
