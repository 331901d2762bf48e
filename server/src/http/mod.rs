//! Speaks HTTP, decides nothing.

pub mod headers;
