//! Delivers paid orders.

pub mod deliver;
pub mod esim;
pub mod esim_check;
pub mod esim_outcome;
pub mod esim_return;
pub mod esim_suspension;
pub mod lost_answer;
pub mod progress;
pub mod sold_plan;
pub mod supplier_webhook;

#[cfg(test)]
mod tests;
