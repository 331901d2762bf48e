//! Signing in, and what a signed-in customer sees and does.

pub mod billing;
pub mod customer;
pub mod data;
pub mod deletion;
pub mod email;
pub mod esim_usage;
pub mod language;
pub mod letter_limits;
pub mod letters;
pub mod order_data;
pub mod overview;
pub mod receipt;
pub mod session;
pub mod sign_in;
pub mod trusted_device;
