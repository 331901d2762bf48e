//! Recomputes what is stored.

pub mod batch;
pub mod price_books;
pub mod report;
pub mod run;
pub mod state_checks;
