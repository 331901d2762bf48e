//! Every rule that decides what a buyer sees, may type or must pay.
//!
//! Pure by design: no input or output, no clock, no randomness, no floats, no panics. "Now" is an argument.
//! The browser runs these functions as WebAssembly (crate `onefare-wasm`), the server runs them natively, and
//! `tests/vectors/*.json` proves that both give the same bytes.
//!
//! Where to start: [`quote`] says what a plan costs and why, [`checkout`] says whether an order may be placed,
//! [`payment`] reads what a provider answered, [`problem`] lists every sentence the shop can refuse with.
#![deny(clippy::float_arithmetic, clippy::as_conversions, clippy::arithmetic_side_effects)]
#![warn(missing_docs)]

pub mod attribution;
pub mod billing_cycle;
pub mod bundle;
pub mod campaign;
pub mod checkout;
pub mod checkout_data;
pub mod countdown;
pub mod currency;
pub mod date_text;
pub mod deal;
pub mod delivery;
pub mod device;
pub mod discount;
pub mod email;
pub mod entitlement;
pub mod esim_product_id;
pub mod language;
pub mod message;
pub mod money;
pub mod onboarding;
pub mod order;
pub mod otp;
pub mod payment;
pub mod percent;
pub mod plan;
pub mod price_book;
pub mod price_text;
pub mod problem;
pub mod provider_amount;
pub mod quote;
pub mod quote_text;
mod rounding;
pub mod safe_url;
pub mod subscription;
pub mod trial;
pub mod typed_text;
pub mod wire;
pub mod withdrawal;
