//! The rules, spoken to JavaScript: convert, call, convert.
//!
//! One file per rule of `onefare-core`, under the same name. What can be expected is returned, never thrown: a
//! problem is a code, "fine" is `undefined`. The TypeScript declarations of every wire type come out of this build
//! too, because core's feature `ts` is on.
//!
//! Pages ask few questions (prices arrive as text in the page's own data), so the build they download holds only
//! those. The feature `proof` adds every other rule: `tests/wasm` replays all vectors through that build.

mod checkout_data;
mod countdown;
mod email;
mod link;
mod otp;
mod problem;

#[cfg(feature = "proof")]
mod border;
#[cfg(feature = "proof")]
mod bundle;
#[cfg(feature = "proof")]
mod campaign;
#[cfg(feature = "proof")]
mod checkout;
#[cfg(feature = "proof")]
mod currency;
#[cfg(feature = "proof")]
mod date_text;
#[cfg(feature = "proof")]
mod deal;
#[cfg(feature = "proof")]
mod delivery;
#[cfg(feature = "proof")]
mod device;
#[cfg(feature = "proof")]
mod discount;
#[cfg(feature = "proof")]
mod language;
#[cfg(feature = "proof")]
mod money;
#[cfg(feature = "proof")]
mod onboarding;
#[cfg(feature = "proof")]
mod order;
#[cfg(feature = "proof")]
mod payment;
#[cfg(feature = "proof")]
mod percent;
#[cfg(feature = "proof")]
mod plan;
#[cfg(feature = "proof")]
mod price_text;
#[cfg(feature = "proof")]
mod provider_amount;
#[cfg(feature = "proof")]
mod quote;
#[cfg(feature = "proof")]
mod quote_text;
#[cfg(feature = "proof")]
mod trial;
