//! Laws that must hold for every input, not only for the vectors: one file per rule.
//!
//! `PROPTEST_CASES` says how many inputs each law gets; a failing one is printed in its smallest form.

mod bundle;
mod checkout_data;
mod deal;
mod delivery;
mod discount;
mod email;
mod link;
mod money;
mod order;
mod payment;
mod percent;
mod plan;
mod price_text;
mod provider_amount;
mod quote;
