//! Orders: placing one, its status, its e-mail address, and refusals.

pub mod all_products;
pub mod attempts;
pub mod checkout;
pub mod deals;
pub mod email_change;
pub mod price_spelling;
pub mod refusals;
pub mod result_refusals;
pub mod retention;
pub mod status_calls;
pub mod trial;
pub mod trial_once;
