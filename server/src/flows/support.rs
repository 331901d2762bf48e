//! What an operator may ask about an order, and do about it, on behalf of a buyer who has written to support.

pub mod finding;
pub mod renewal;
pub mod resending;
pub mod sending_back;
pub mod sheet;
