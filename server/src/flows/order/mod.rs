//! From a chosen plan to a placed order, and its outcome.

mod bought_before;
pub mod checkout;
pub mod duplicates;
pub mod email_window;
pub mod esim_status;
pub mod place;
pub mod purchase;
pub mod purchase_event;
pub mod request;
pub mod status;
