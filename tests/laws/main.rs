//! Laws that must hold for every input, not only for the vectors: one file per rule.
//!
//! `PROPTEST_CASES` sets the number of inputs per law; proptest prints a failing one in its smallest form.

mod bundle;
mod campaign;
mod checkout_data;
mod countdown;
mod deal;
mod delivery;
mod device;
mod discount;
mod email;
mod entitlement;
mod language;
mod money;
mod onboarding;
mod order;
mod otp;
mod payment;
mod percent;
mod plan;
mod price_text;
mod problem;
mod provider_amount;
mod quote;
mod safe_url;
mod subscription;
mod trial;
