//! Letters about orders: which there are, and the one way out.

pub mod kinds;
pub mod old_address;
pub mod refund;
pub mod resend;
pub mod send;
