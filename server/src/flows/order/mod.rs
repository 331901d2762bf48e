//! From a chosen plan to a placed order, and its outcome.

pub mod checkout;
pub mod duplicates;
pub mod email_window;
pub mod esim_status;
pub mod payment_hash_access;
pub mod place;
pub mod purchase;
pub mod purchase_event;
mod repeat_refusal;
pub mod request;
pub mod status;
