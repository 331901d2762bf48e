//! Laws that must hold for every input, not only for the vectors: one file per rule.
//!
//! `PROPTEST_CASES` says how many inputs each law gets; a failing one is printed in its smallest form.

mod campaign;
mod countdown;
mod delivery;
mod device;
mod discount;
mod email;
mod language;
mod link;
mod money;
mod onboarding;
mod order;
mod otp;
mod payment;
mod percent;
mod plan;
mod problem;
mod quote;
mod trial;
