//! Refunds and withdrawals.

pub mod before_delivery;
pub mod external;
pub mod full;
pub mod result_page;
pub mod withdrawal;
