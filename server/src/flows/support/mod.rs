//! What an operator may ask about an order, and do about it, on behalf of a buyer who has written to support.

pub mod attention;
pub mod change_plan;
pub mod evidence;
pub mod find;
pub mod later_charge;
pub mod order_view;
pub mod refund;
pub mod refund_charge;
pub mod renewal;
pub mod resume;
pub mod stop_renewal;
pub mod withdrawals;
