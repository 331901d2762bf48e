//! Discount codes with a limited number of uses.

pub mod limited;
pub mod limited_offers;
