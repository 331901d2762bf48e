//! What the shop does, as plain functions over the store and the ports.

pub mod access;
pub mod account;
pub mod alarms;
pub mod audit;
pub mod catalogue_renewal;
pub mod code_uses;
pub mod delivery;
pub mod disputes;
pub mod effects;
pub mod email_change;
pub mod events;
pub mod later_terms;
pub mod letters;
pub mod limits;
pub mod mailed_codes;
pub mod metrics;
pub mod onboarding;
pub mod operator_acts;
pub mod order;
pub mod outbox;
pub mod payment;
pub mod refund;
pub mod retention;
pub mod subscription;
pub mod support;
pub mod withdrawal;
