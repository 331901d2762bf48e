//! Signing in, and what a signed-in customer sees and does.

pub mod letter;
pub mod secrets;
pub mod session;
pub mod sign_in;
