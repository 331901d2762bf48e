//! The port to whoever supplies eSIMs.

pub mod package;

pub use package::Package;
