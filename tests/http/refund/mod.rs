//! Refunds and withdrawals.

pub mod before_delivery;
pub mod external;
pub mod full;
pub mod late_money;
pub mod result_page;
pub mod withdrawal;
