//! Payments at the providers: their pages, their outcome, and what supersedes them.

pub mod attempt;
pub mod cancel_renewal;
pub mod change_plan;
pub mod clients;
pub mod close_page;
pub mod double_payment;
pub mod held;
pub mod open_page;
pub mod page_lifetime;
pub mod page_request;
pub mod provider_answer;
pub mod providers;
pub mod recheck;
pub mod refund_at_once;
pub mod resume_renewal;
pub mod settlement;
pub mod supersede;
pub mod webhooks;
